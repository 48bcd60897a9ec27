public import AuxEffects
public import AuxImage
internal import AuxKernels

extension VideoFrame {
  /// Returns the frame as RGB of 8 bits, by the matrix of its format, made on at most `jobs` threads.
  public func rgb(jobs: Int) -> PhotoPixels {
    rgb(into: Bands.undefined(format.width * format.height * 3, of: UInt8.self), jobs: jobs)
  }

  /// Returns the frame as RGB in a buffer of as many samples, whatever they are.
  func rgb(into buffer: consuming [UInt8], jobs: Int) -> PhotoPixels {
    YCbCr.decode(bytes, format, into: &buffer, jobs: jobs)
    return PhotoPixels(width: format.width, height: format.height, knownRGB8: buffer)
  }

  /// Creates a frame of an image of the format's size, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public init(_ image: PhotoPixels, as format: Format, jobs: Int) throws(AuxError) {
    try self.init(
      image, as: format, original: nil, into: Bands.undefined(format.byteCount, of: UInt8.self), jobs: jobs)
  }

  /// Creates a frame in a buffer of its size; what is as in the original keeps the codes of that.
  init(
    _ image: PhotoPixels, as format: Format, original: OriginalFrame?,
    into buffer: consuming [UInt8], jobs: Int
  ) throws(AuxError) {
    try PlaneSize.match(image, width: format.width, height: format.height, of: "stream")
    YCbCrEncoder(format, original: original).encode(image.rgb8, into: &buffer, jobs: jobs)
    self.init(format: format, known: buffer)
  }

  /// Returns the luma plane as a map of nearness, the least code of the range 0 and the greatest 1.
  public func nearness() -> NormalisedMap {
    nearness(into: Bands.undefined(format.width * format.height, of: Float.self))
  }

  /// Returns the luma plane as a map of nearness in a buffer of as many samples, whatever they are.
  func nearness(into buffer: consuming [Float]) -> NormalisedMap {
    let scale = FrameScale(format)
    FrameSamples.load(bytes.span, from: 0, isWide: format.bytesPerSample > 1, into: &buffer)
    var values = buffer.mutableSpan
    let (black, span) = (scale.black, scale.span)
    for index in 0..<values.count {
      let value = (values[index] - black) / span
      let positive = value > 0 ? value : 0
      values[index] = positive < 1 ? positive : 1
    }
    return NormalisedMap(width: format.width, height: format.height, known: buffer)
  }
}
