public import AuxImage
internal import AuxKernels

/// A filter of the frames of a stream.
///
/// A filter is prepared once for a size, renders frame by frame, and is reset where the stream starts
/// anew. Frames that are no longer needed go back to it, and their memory to its pool.
public protocol FrameFilter: Sendable {
  /// Whether unchanged colours are the frame's own, so that their pixels keep their codes; true by default.
  ///
  /// A filter that makes another picture, such as the map in gray, has the colours of a frame only by chance.
  var keepsFrame: Bool { get }

  /// Prepares for frames of a size in pixels; the caller keeps up to `retainedBufferHint` of them at a time.
  mutating func prepare(width: Int, height: Int, retainedBufferHint: Int) throws(AuxError)

  /// Prepares as ``prepare(width:height:retainedBufferHint:)``, for codes that represent light as `light` says.
  ///
  /// A filter that does not work on light need not have it.
  mutating func prepare(
    width: Int, height: Int, light: LightEncoding, retainedBufferHint: Int
  ) throws(AuxError)

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

  /// Takes back a frame that ``render(_:map:)`` returned.
  mutating func recycle(_ image: consuming PhotoPixels)

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
  public mutating func prepare(
    width: Int, height: Int, light: LightEncoding, retainedBufferHint: Int
  ) throws(AuxError) {
    try prepare(width: width, height: height, retainedBufferHint: retainedBufferHint)
  }

  /// Returns a frame filtered by its map; throws `usage` where there is a matte.
  public mutating func render(
    _ image: PhotoPixels, map: NormalisedMap, matte: EffectMask?
  ) throws(AuxError) -> PhotoPixels {
    guard matte == nil else { throw AuxError(.usage, "the filter knows of no mattes") }
    return try render(image, map: map)
  }
}

/// Buffers of one size that are used again, so that a stream does not allocate for each of its frames.
package struct BufferPool: Sendable {
  /// The number of samples of a buffer, and of their bits, 8 or 16.
  package let sampleCount, bits: Int
  /// The greatest number of buffers that are kept.
  package let limit: Int
  private var free: [PhotoPixels.Samples] = []

  package init(sampleCount: Int, bits: Int = 8, limit: Int) {
    (self.sampleCount, self.bits) = (max(sampleCount, 0), bits)
    self.limit = max(limit, 0)
  }

  /// The number of buffers that wait for use.
  package var count: Int { free.count }

  /// Returns a buffer of undefined samples, one that was given back where there is any.
  package mutating func take() -> PhotoPixels.Samples {
    free.popLast() ?? .undefined(sampleCount, bits: bits)
  }

  /// Returns a buffer of bytes, of a pool of 8 bits.
  package mutating func takeBytes() -> [UInt8] {
    guard case .uint8(let bytes) = take() else { preconditionFailure("the buffers have samples of 16 bits") }
    return bytes
  }

  /// Takes a buffer back; one of another size, or one too many, is let go.
  package mutating func give(_ buffer: consuming PhotoPixels.Samples) {
    let ownBits = if case .uint8 = buffer { 8 } else { 16 }
    if buffer.count == sampleCount && ownBits == bits && free.count < limit { free.append(buffer) }
  }
}
