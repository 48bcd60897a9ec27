internal import AuxDepthKit
internal import CAuxDepth
internal import Synchronization

/// What an `auxdepth_photo` is.
final class Photo: Sendable {
  let source: ImageSource
  /// The texts of ``auxdepth_image``, which live as long as the photo.
  let texts: ImageTexts

  init(_ source: ImageSource) {
    self.source = source
    texts = ImageTexts(of: source.auxiliaryImages)
  }
}

/// What an `auxdepth_picture` is.
final class Picture: Sendable {
  let pixels: PhotoPixels
  let notes: [String]

  init(_ pixels: PhotoPixels, notes: [String] = []) { (self.pixels, self.notes) = (pixels, notes) }
}

/// What an `auxdepth_map` is.
final class Map: Sendable {
  let map: DepthMap

  init(_ map: DepthMap) { self.map = map }
}

/// What an `auxdepth_edit` is: what one call changes is there, or not, for the next.
final class Edit: Sendable {
  struct State: Sendable {
    var destination: ImageDestination
    /// What was concluded of maps.
    var notes: [String] = []
  }

  private let state: Mutex<State>

  init(_ destination: ImageDestination) { state = Mutex(State(destination: destination)) }

  /// The state as it is between two calls.
  var current: State { state.withLock { $0 } }

  /// Changes the state, unless the change throws.
  func change<Result: Sendable>(
    _ body: (inout State) throws(AuxError) -> Result
  ) throws(AuxError) -> Result {
    try state.withLock { state throws(AuxError) in
      var changed = state
      let result = try body(&changed)
      try AuxError.checkCancellation()
      state = changed
      return result
    }
  }
}

/// What an `auxdepth_renderer` is.
final class Renderer: Sendable {
  let renderer: PhotoRenderer

  init(_ renderer: PhotoRenderer) { self.renderer = renderer }
}

/// Gives an object to a caller, who holds it until it is closed.
func give(_ object: some AnyObject, to place: UnsafeMutablePointer<OpaquePointer?>) {
  place.pointee = OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Returns the object of a handle; throws `usage` for NULL.
func object<Object: AnyObject>(
  _ handle: OpaquePointer?, _ name: String, as _: Object.Type = Object.self
) throws(AuxError) -> Object {
  guard let handle else { throw missing(name) }
  return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// Ends a caller's hold of an object; NULL does nothing.
func close<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) {
  guard let handle else { return }
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// Returns where a result goes, with nothing there yet; throws `usage` for NULL.
func place<Result>(
  _ place: UnsafeMutablePointer<Result?>?, _ name: String
) throws(AuxError) -> UnsafeMutablePointer<Result?> {
  guard let place else { throw missing(name) }
  place.pointee = nil
  return place
}
