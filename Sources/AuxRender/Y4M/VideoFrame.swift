public import AuxEffects
public import AuxImage
internal import AuxKernels

/// A frame of a stream: the luma plane, then the planes of blue and red difference, all tightly packed.
public struct VideoFrame: Hashable, Sendable {
  /// What the planes are.
  public let format: FrameFormat
  /// The samples of the planes, one after the other, as Y4M stores them.
  public internal(set) var bytes: [UInt8]

  /// Creates a frame of planes.
  ///
  /// Throws `AuxError` with code `usage` where the number of bytes is not that of the format.
  public init(format: FrameFormat, bytes: [UInt8]) throws(AuxError) {
    guard bytes.count == format.byteCount else {
      throw AuxError(.usage, "a frame has \(format.byteCount) bytes, not \(bytes.count)")
    }
    self.init(format: format, known: bytes)
  }

  /// Creates a frame of planes whose size is known to be right.
  init(format: FrameFormat, known bytes: [UInt8]) {
    (self.format, self.bytes) = (format, bytes)
  }
}

extension VideoFrame {
  /// Returns the frame as RGB, by the coefficients of BT.601, made on at most `jobs` threads.
  public func rgb(jobs: Int) -> PhotoPixels {
    var samples = Bands.undefined(format.width * format.height * 3, of: UInt8.self)
    YCbCr.decode(self, into: &samples, jobs: jobs)
    return PhotoPixels(width: format.width, height: format.height, knownRGB8: samples)
  }

  /// Creates a frame of an image of the format's size, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public init(_ image: PhotoPixels, as format: FrameFormat, jobs: Int) throws(AuxError) {
    try PlaneSize.match(image, width: format.width, height: format.height, of: "stream")
    var bytes: [UInt8] = []
    YCbCr.encode(image.rgb8, as: format, into: &bytes, jobs: jobs)
    self.init(format: format, known: bytes)
  }

  /// Returns the luma plane as a map of nearness, the least code of the range 0 and the greatest 1.
  public func nearness() -> NormalisedMap {
    let scale = YCbCr.Scale(format.range)
    let luma = bytes.prefix(format.width * format.height)
    let values = luma.map { min(max((Float($0) - scale.black) * scale.luma / 255, 0), 1) }
    return NormalisedMap(width: format.width, height: format.height, known: values)
  }
}

extension Mixer {
  /// Returns the mixture of two frames of one format, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the formats differ.
  public func mixed(_ colour: VideoFrame, _ filtered: VideoFrame, jobs: Int) throws(AuxError) -> VideoFrame {
    guard colour.format == filtered.format else {
      throw AuxError(.usage, "frames of different formats do not mix")
    }
    var result = colour
    mix(filtered.bytes, into: &result.bytes, rows: 1, jobs: jobs)
    return result
  }
}
