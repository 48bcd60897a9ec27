internal import AuxDepthKit
internal import CAuxDepth
internal import Synchronization

/// An object that callers hold by a pointer.
protocol Handle: AnyObject {
  /// The argument that is such a pointer, as errors name it.
  static var argument: String { get }
}

extension Handle {
  /// Returns the object of a pointer; throws `usage` for NULL.
  static func of(_ pointer: OpaquePointer?, _ argument: String = Self.argument) throws(AuxError) -> Self {
    guard let pointer else { throw missing(argument) }
    return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Ends a caller's hold of an object; NULL does nothing.
  static func close(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}

/// What an `auxdepth_photo` is.
final class Photo: Handle, Sendable {
  static let argument = "photo"
  let source: ImageSource
  /// The texts of ``auxdepth_image``, which live as long as the photo.
  let texts: ImageTexts

  init(_ source: ImageSource) {
    self.source = source
    texts = ImageTexts(of: source.auxiliaryImages)
  }
}

/// What an `auxdepth_picture` is.
final class Picture: Handle, Sendable {
  static let argument = "picture"
  let pixels: PhotoPixels
  let notes: [String]

  init(_ pixels: PhotoPixels, notes: [String] = []) { (self.pixels, self.notes) = (pixels, notes) }
}

/// What an `auxdepth_map` is.
final class Map: Handle, Sendable {
  enum Content: Sendable {
    case whole(DepthMap)
    /// Floats that stay the caller's.
    case lent(DepthSamples, DepthMap.Options)
  }

  static let argument = "map"
  let content: Content

  init(_ map: DepthMap) { content = .whole(map) }

  init(_ samples: DepthSamples, _ options: DepthMap.Options) { content = .lent(samples, options) }

  /// The map with all of its samples; those of a caller are copied.
  func map() throws(AuxError) -> DepthMap {
    switch content {
    case .whole(let map): map
    case .lent(let samples, let options): try samples.map(options: options)
    }
  }

  /// The map, with its samples or without them, and its size.
  var described: (map: DepthMap, width: Int, height: Int) {
    switch content {
    case .whole(let map): (map, map.samples.width, map.samples.height)
    case .lent(let samples, let options): (samples.described(by: options), samples.width, samples.height)
    }
  }
}

/// What an `auxdepth_edit` is: a call changes all that it should, or nothing.
final class EditedPhoto: Handle, Sendable {
  static let argument = "edit"

  struct State: Sendable {
    var destination: ImageDestination
    /// What was done to the photo before anything else; nil where it is not cropped, scaled or turned.
    var plan: PhotoEdit.Plan?

    /// Returns what was written as JSON, with what was done to the photo.
    func json(of report: WriteReport, path: String? = nil) -> JSONValue {
      guard let plan else { return report.json(path: path) }
      return report.json(edited: plan, as: destination, path: path)
    }
  }

  private let state: Mutex<State>

  init(_ destination: ImageDestination, plan: PhotoEdit.Plan? = nil) {
    state = Mutex(State(destination: destination, plan: plan))
  }

  /// The state as it is between two calls.
  var current: State { state.withLock { $0 } }

  /// Attaches an image.
  func attach(
    _ body: (inout ImageDestination) throws(AuxError) -> MapAttachment
  ) throws(AuxError) {
    try change { state throws(AuxError) in _ = try body(&state.destination) }
  }

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
final class Renderer: Handle, Sendable {
  static let argument = "renderer"
  let renderer: PhotoRenderer

  init(_ renderer: PhotoRenderer) { self.renderer = renderer }
}

/// Gives an object to a caller, who holds it until it is closed.
func give(_ object: some AnyObject, to place: UnsafeMutablePointer<OpaquePointer?>) {
  place.pointee = OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Returns where a result goes, with nothing there yet; throws `usage` for NULL.
func place<Result>(
  _ place: UnsafeMutablePointer<Result?>?, _ name: String
) throws(AuxError) -> UnsafeMutablePointer<Result?> {
  guard let place else { throw missing(name) }
  place.pointee = nil
  return place
}
