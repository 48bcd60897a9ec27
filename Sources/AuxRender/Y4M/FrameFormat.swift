public import AuxImage

extension VideoFrame {
  /// What the planes of the frames of a stream are: YCbCr or gray, of 8 to 16 bits.
  public struct Format: Hashable, Sendable {
    /// How the samples of chroma are placed among those of luma.
    public enum Chroma: String, Hashable, Sendable, CaseIterable {
      /// Half the width and height, sited between the luma samples, as in JPEG; also `420` without a suffix.
      case centred420 = "420jpeg"
      /// Half the width and height, sited on the left luma sample of each pair and between rows, as in MPEG-2 and since.
      case left420 = "420mpeg2"
      /// Half the width and height, sited on the left luma sample: Cr on the upper row of each pair, Cb on the lower.
      case alternating420 = "420paldv"
      /// Half the width, sited on the left luma sample of each pair.
      case left422 = "422"
      /// The size of the luma plane.
      case full444 = "444"
      /// No chroma planes.
      case mono

      /// By how many bits a column of luma is shifted to give that of chroma, and a row.
      var shifts: (across: Int, down: Int) {
        switch self {
        case .centred420, .left420, .alternating420: (1, 1)
        case .left422: (1, 0)
        case .full444, .mono: (0, 0)
        }
      }
    }

    /// What the codes of the samples span.
    public enum Range: String, Hashable, Sendable, CaseIterable {
      /// All codes: of 8 bits 0...255, chroma around 128.
      case full = "FULL"
      /// The codes of television: of 8 bits luma 16...235, chroma 16...240 around 128.
      case limited = "LIMITED"
    }

    /// The number of luma samples in a row.
    public let width: Int
    /// The number of rows of the luma plane.
    public let height: Int
    /// How the samples of chroma are placed among those of luma.
    public let chroma: Chroma
    /// What the codes span.
    public let range: Range
    /// The bits of a sample, 8...16; samples of more than 8 are two bytes, the lower first.
    public let bits: Int
    /// How luma and chroma are made of red, green and blue.
    public let matrix: Matrix

    /// Creates a format; without a matrix, that of frames of this size, ``VideoFrame/Matrix/usual(width:height:)``.
    ///
    /// Throws `AuxError` with code `malformed` or `limitExceeded` where a side is not positive or there are
    /// more pixels than the limits allow, `usage` where the bits are not 8...16, and `unsupported` for chroma of half the
    /// size with an odd side, since `yuv4mpeg(5)` does not say whether the last chroma sample is there, and writers differ,
    /// and for 4:2:0 of more than 8 bits that is not ``Chroma/left420``, for which Y4M has no name.
    public init(
      width: Int, height: Int, chroma: Chroma, range: Range, bits: Int = 8, matrix: Matrix? = nil,
      limits: AuxLimits = .standard
    ) throws(AuxError) {
      _ = try limits.checkedDecoding(width: width, height: height)
      let (across, down) = chroma.shifts
      guard width.isMultiple(of: 1 << across), height.isMultiple(of: 1 << down) else {
        throw AuxError(
          .unsupported,
          down > 0
            ? "4:2:0 frames of \(width)x\(height): both sides must be even; 4:4:4 may have any"
            : "4:2:2 frames of \(width)x\(height): the width must be even; 4:4:4 may have any")
      }
      guard (8...16).contains(bits) else { throw AuxError(.usage, "frames have 8 to 16 bits, not \(bits)") }
      guard bits == 8 || down == 0 || chroma == .left420 else {
        throw AuxError(.unsupported, "Y4M has no name for \(chroma.rawValue) of \(bits) bits")
      }
      (self.width, self.height, self.chroma, self.range, self.bits) = (width, height, chroma, range, bits)
      self.matrix = matrix ?? .usual(width: width, height: height)
    }

    package var chromaWidth: Int { chroma == .mono ? 0 : width >> chroma.shifts.across }

    package var chromaHeight: Int { chroma == .mono ? 0 : height >> chroma.shifts.down }

    package var bytesPerSample: Int { bits > 8 ? 2 : 1 }

    /// The size of a frame in bytes.
    public var byteCount: Int { (width * height + 2 * chromaWidth * chromaHeight) * bytesPerSample }
  }
}

extension VideoFrame.Format {
  /// The name that Y4M has for bits and chroma, as `420jpeg`, `422p10` or `mono16`.
  package var tag: String {
    guard bits > 8 else { return chroma.rawValue }
    return switch chroma {
    case .mono: "mono\(bits)"
    case .left420, .centred420, .alternating420: "420p\(bits)"
    case .left422, .full444: "\(chroma.rawValue)p\(bits)"
    }
  }

  /// The depths that FFmpeg writes beyond 8 bits.
  private static let deep = [9, 10, 12, 14, 16]

  /// Returns what a name of Y4M says; nil for an unknown one.
  static func parts(ofTag tag: String) -> (chroma: Chroma, bits: Int)? {
    if let chroma = Chroma(rawValue: tag) { return (chroma, 8) }
    if tag == "420" { return (.centred420, 8) }
    for bits in deep {
      switch tag {
      case "420p\(bits)": return (.left420, bits)
      case "422p\(bits)": return (.left422, bits)
      case "444p\(bits)": return (.full444, bits)
      case "mono\(bits)": return (.mono, bits)
      default: continue
      }
    }
    return nil
  }
}
