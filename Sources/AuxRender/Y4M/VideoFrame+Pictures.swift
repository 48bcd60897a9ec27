public import AuxEffects
public import AuxImage
internal import AuxKernels

extension VideoFrame {
  /// Returns the frame as RGB, by the matrix of its format, made on at most `jobs` threads.
  ///
  /// Samples have 8 bits, or 16 if those of the frame have more than 8.
  public func rgb(jobs: Int) -> PhotoPixels {
    var samples = PhotoPixels.Samples.undefined(
      format.width * format.height * 3, bits: format.bitsOfRGB)
    samples.write(
      { YCbCr.decode(bytes, format, into: &$0, jobs: jobs) },
      { YCbCr.decode(bytes, format, into: &$0, jobs: jobs) })
    return PhotoPixels(width: format.width, height: format.height, channels: 3, known: samples)
  }

  /// Creates a frame of an image of the format's size, of 8 or 16 bits, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public init(_ image: PhotoPixels, as format: Format, jobs: Int) throws(AuxError) {
    try self.init(image, as: format, original: nil, jobs: jobs)
  }

  /// Creates a frame. Pixels that are equal in `image` and in `original.rgb` keep the samples of `original.frame`.
  init(
    _ image: PhotoPixels, as format: Format, original: (frame: VideoFrame, rgb: PhotoPixels)?, jobs: Int
  ) throws(AuxError) {
    var buffer = Bands.undefined(format.byteCount, of: UInt8.self)
    try PlaneSize.match(image, width: format.width, height: format.height, of: "stream")
    if format.bitsOfRGB == 8 {
      Self.encode(image, format, original, as: UInt8.self, into: &buffer, jobs)
    } else {
      Self.encode(image, format, original, as: UInt16.self, into: &buffer, jobs)
    }
    self.init(format: format, known: buffer)
  }

  private static func encode<Code: FrameCode>(
    _ image: PhotoPixels, _ format: Format, _ original: (frame: VideoFrame, rgb: PhotoPixels)?,
    as code: Code.Type, into buffer: inout [UInt8], _ jobs: Int
  ) {
    let original = original.map { OriginalFrame(planes: $0.frame.bytes, rgb: Code.codes(of: $0.rgb)) }
    YCbCrEncoder(format, original: original).encode(Code.codes(of: image), into: &buffer, jobs: jobs)
  }

  /// Returns the luma plane as a map of nearness, the least code of the range 0 and the greatest 1.
  public func nearness() -> NormalisedMap {
    var buffer = Bands.undefined(format.width * format.height, of: Float.self)
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
