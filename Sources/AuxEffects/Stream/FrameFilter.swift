public import AuxImage

/// A filter of the frames of a stream.
///
/// A filter is prepared once for a size, renders frame by frame, and is reset where another stream starts.
public protocol FrameFilter: Sendable {
  /// Whether unchanged colours are the frame's own, so that their pixels keep their codes; true by default.
  ///
  /// A filter that makes another picture, such as the map in gray, has the colours of a frame only by chance.
  var keepsFrame: Bool { get }

  /// Prepares for frames of a size in pixels.
  mutating func prepare(width: Int, height: Int) throws(AuxError)

  /// Prepares as ``prepare(width:height:)``, for codes that represent light as `light` says.
  ///
  /// A filter that does not work on light need not have it.
  mutating func prepare(width: Int, height: Int, light: LightEncoding) throws(AuxError)

  /// Says how many frames there are in a second, before the first of them; nil where that is not known.
  ///
  /// A filter that does not change over time need not have it. Throws `AuxError` with code `usage` where the filter needs the
  /// rate and it is not known.
  mutating func begin(framesPerSecond: Double?) throws(AuxError)

  /// Returns the size of the filtered frames of frames of a size, which is the same unless a filter says otherwise.
  func outputSize(width: Int, height: Int) -> (width: Int, height: Int)

  /// Returns a frame filtered by its map of nearness, which may have another size.
  ///
  /// The frame is RGB of 8 bits, or of 16 where the samples of the stream have more than 8; so should be the result.
  /// Throws `AuxError` with code `usage` where the filter is not prepared, the frame has another size, or all of
  /// the map is holes.
  mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels

  /// Returns a frame filtered by its map and by a matte of the frame's size, of what is spared.
  ///
  /// A filter that knows of no mattes need not have it. Throws as ``render(_:map:)``, and `usage` for a matte that the
  /// filter does not know.
  mutating func render(
    _ image: PhotoPixels, map: NormalisedMap, matte: EffectMask?
  ) throws(AuxError) -> PhotoPixels

  /// Forgets everything about the frames so far, and frees the memory.
  mutating func reset()
}

extension FrameFilter {
  /// The frame's own is kept.
  public var keepsFrame: Bool { true }

  /// Needs no rate.
  public mutating func begin(framesPerSecond: Double?) throws(AuxError) {}

  /// Returns the same size.
  public func outputSize(width: Int, height: Int) -> (width: Int, height: Int) { (width, height) }

  /// Prepares for a size.
  public mutating func prepare(width: Int, height: Int, light: LightEncoding) throws(AuxError) {
    try prepare(width: width, height: height)
  }

  /// Returns a frame filtered by its map; throws `usage` where there is a matte.
  public mutating func render(
    _ image: PhotoPixels, map: NormalisedMap, matte: EffectMask?
  ) throws(AuxError) -> PhotoPixels {
    guard matte == nil else { throw AuxError(.usage, "the filter knows of no mattes") }
    return try render(image, map: map)
  }
}
