internal import AuxEffects
internal import AuxImage
internal import AuxKernels

/// The buffers of a stream that are used again, so that no frame takes new memory of the system.
struct StreamBuffers: Sendable {
  private var rgb = BufferPool(byteCount: 0, limit: 0)
  private var frames = BufferPool(byteCount: 0, limit: 0)
  private var maps: [[Float]] = []
  private var keepsMaps = false

  /// Creates buffers of nothing.
  init() {}

  /// Creates buffers of frames of a format, and of their maps where nobody else keeps those.
  init(_ format: FrameFormat, keepsMaps: Bool) {
    rgb = BufferPool(byteCount: format.width * format.height * 3, limit: 2)
    frames = BufferPool(byteCount: format.byteCount, limit: 2)
    self.keepsMaps = keepsMaps
  }

  /// Returns a buffer for the RGB of a frame.
  mutating func takeRGB() -> [UInt8] { rgb.take() }
  /// Takes that of an image back.
  mutating func give(rgb image: consuming PhotoPixels) { rgb.give(image.rgb8) }

  /// Returns a buffer for the planes of a frame.
  mutating func takeFrame() -> [UInt8] { frames.take() }
  /// Takes that of a frame back.
  mutating func give(frame: consuming VideoFrame) { frames.give(frame.bytes) }

  /// Returns the buffer of a map, where there is one.
  mutating func takeMap() -> [Float]? { maps.popLast() }
  /// Takes that of a map back, where nobody keeps it.
  mutating func give(map: consuming NormalisedMap) {
    if keepsMaps, maps.isEmpty { maps.append(map.values) }
  }
}
