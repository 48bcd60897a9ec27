public import AuxImage

/// What the planes of 8-bit frames of a stream are: YCbCr or gray.
public struct FrameFormat: Hashable, Sendable {
  /// How the chroma planes lie on the luma plane.
  public enum Chroma: String, Hashable, Sendable, CaseIterable {
    /// Half the width and height, sited between the luma samples, as in JPEG; also `420` without a suffix.
    case centred420 = "420jpeg"
    /// Half the width and height, sited on the left luma sample of each pair, as in MPEG-2.
    case left420 = "420mpeg2"
    /// The size of the luma plane.
    case full444 = "444"
    /// No chroma planes.
    case mono
  }

  /// What the codes of the samples span.
  public enum Range: String, Hashable, Sendable, CaseIterable {
    /// All codes: 0...255, chroma around 128.
    case full = "FULL"
    /// The codes of television: luma 16...235, chroma 16...240 around 128.
    case limited = "LIMITED"
  }

  /// The number of luma samples in a row.
  public let width: Int
  /// The number of rows of the luma plane.
  public let height: Int
  /// How the chroma planes lie on the luma plane.
  public let chroma: Chroma
  /// What the codes span.
  public let range: Range

  /// Creates a format.
  ///
  /// Throws `AuxError` with code `malformed` or `limitExceeded` where a side is not positive or there are
  /// more pixels than the limits allow, and `unsupported` for 4:2:0 with an odd side: `yuv4mpeg(5)` does not
  /// say whether the last chroma sample is there, and writers differ.
  public init(
    width: Int, height: Int, chroma: Chroma, range: Range, limits: Limits = .standard
  ) throws(AuxError) {
    _ = try limits.checkedPixelCount(width: width, height: height)
    let isHalved = chroma == .centred420 || chroma == .left420
    guard !isHalved || width.isMultiple(of: 2) && height.isMultiple(of: 2) else {
      throw AuxError(
        .unsupported, "4:2:0 frames of \(width)x\(height): both sides must be even; 4:4:4 may have any")
    }
    (self.width, self.height, self.chroma, self.range) = (width, height, chroma, range)
  }

  /// The number of chroma samples in a row.
  public var chromaWidth: Int {
    switch chroma {
    case .centred420, .left420: width / 2
    case .full444: width
    case .mono: 0
    }
  }

  /// The number of rows of a chroma plane.
  public var chromaHeight: Int {
    switch chroma {
    case .centred420, .left420: height / 2
    case .full444: height
    case .mono: 0
    }
  }

  /// The size of a frame in bytes.
  public var byteCount: Int { width * height + 2 * chromaWidth * chromaHeight }
}

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
  public func rgb(jobs: Int) -> RGBImage {
    var samples = Bands.undefined(format.width * format.height * 3, of: UInt8.self)
    YCbCr.decode(self, into: &samples, jobs: jobs)
    return RGBImage(width: format.width, height: format.height, known: samples)
  }

  /// Creates a frame of an image of the format's size, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public init(_ image: RGBImage, as format: FrameFormat, jobs: Int) throws(AuxError) {
    try PlaneSize.match(image, width: format.width, height: format.height, of: "stream")
    var bytes: [UInt8] = []
    YCbCr.encode(image.samples, as: format, into: &bytes, jobs: jobs)
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
