package import AuxImage
internal import AuxKernels

extension VideoFrame {
  /// How the luma and chroma of frames are made of red, green and blue.
  ///
  /// What Y4M does not say follows from it: the primaries, and the light of codes. That is the light of the
  /// display that each of the three recommendations is made for, the power 2.4 of the code (ITU-R BT.1886, annex 1, with a
  /// black of 0), and not that in front of the camera.
  public enum Matrix: String, Hashable, Sendable, CaseIterable {
    /// ITU-R BT.601-7, item 2.5.1: standard definition, and JPEG.
    case bt601 = "BT601"
    /// ITU-R BT.709-6, item 3.2: high definition.
    case bt709 = "BT709"
    /// ITU-R BT.2020-2, table 4, with non-constant luminance: ultra-high definition.
    case bt2020 = "BT2020"

    /// Returns the matrix of frames that state none: BT.709 from a width of 1,280 or a height of 577 on, BT.601 below.
    public static func usual(width: Int, height: Int) -> Matrix {
      width >= 1280 || height > 576 ? .bt709 : .bt601
    }

    /// Returns the matrix of a name, as `BT709`, `bt709` or `smpte170m`; nil for another.
    public init?(named name: String) {
      switch name.lowercased() {
      case "bt601", "rec601", "smpte170m", "bt470bg": self = .bt601
      case "bt709", "rec709": self = .bt709
      case "bt2020", "rec2020", "bt2020nc", "bt2020ncl": self = .bt2020
      default: return nil
      }
    }

    /// What red and blue have of luma.
    var weights: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    }

    /// What chroma adds to red, green and blue.
    var coefficients: ColourMatrix { ColourMatrix(red: weights.red, blue: weights.blue) }

    /// The light that a display makes of codes.
    ///
    /// The parts of luminance are those of the primaries: BT.601's are those of 525 lines (SMPTE ST 170).
    package var light: LightEncoding {
      let curve = ToneCurve(gamma: 2.4)
      let luminance: SIMD3<Float> =
        switch self {
        case .bt601: SIMD3(0.2124, 0.7010, 0.0866)
        case .bt709: SIMD3(0.2126, 0.7152, 0.0722)
        case .bt2020: SIMD3(0.2627, 0.6780, 0.0593)
        }
      return LightEncoding(curve, curve, curve, luminanceWeights: luminance)
    }
  }
}
