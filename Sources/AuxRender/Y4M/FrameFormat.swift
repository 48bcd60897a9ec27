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
    _ = try limits.checkedDecoding(width: width, height: height)
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
