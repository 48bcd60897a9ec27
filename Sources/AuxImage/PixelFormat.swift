public import AuxKernels

/// A pixel format of auxiliary images, named by its four-character code.
///
/// Depth is in metres, disparity in 1/metres. Source: Specs/xmp.md, "Pixel formats".
public struct PixelFormat: RawRepresentable, Hashable, Sendable {
  /// The four characters as a big-endian number, as Core Video and the XMP properties spell it.
  public let rawValue: UInt32

  /// Creates a format from its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Half-float disparity, `kCVPixelFormatType_DisparityFloat16`.
  public static let hdis = PixelFormat(rawValue: 0x6864_6973)
  /// Float disparity, `kCVPixelFormatType_DisparityFloat32`.
  public static let fdis = PixelFormat(rawValue: 0x6664_6973)
  /// Half-float depth, `kCVPixelFormatType_DepthFloat16`.
  public static let hdep = PixelFormat(rawValue: 0x6864_6570)
  /// Float depth, `kCVPixelFormatType_DepthFloat32`.
  public static let fdep = PixelFormat(rawValue: 0x6664_6570)
  /// One 8-bit component, `kCVPixelFormatType_OneComponent8`.
  public static let L008 = PixelFormat(rawValue: 0x4C30_3038)

  /// One 16-bit component, `kCVPixelFormatType_OneComponent16`: the codes of a DNG's depth map.
  public static let L016 = PixelFormat(rawValue: 0x4C30_3136)

  package static let depthFormats: [PixelFormat] = [.hdis, .fdis, .hdep, .fdep]

  /// Creates the format of a four-character name: `hdis`, `fdis`, `hdep`, `fdep`, `L008` or `L016`; nil for any other.
  public init?(name: String) {
    let known = Self.depthFormats + [.L008, .L016]
    guard let format = known.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The four characters; a byte that is no printable ASCII is shown as a dot.
  public var name: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      text.unicodeScalars.append((0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : ".")
    }
    return text
  }

  /// What a depth format measures; nil for a format that is not of depth data.
  public var quantity: DepthQuantity? {
    switch self {
    case .hdis, .fdis: .disparity
    case .hdep, .fdep: .depth
    default: nil
    }
  }

  /// The kind of sample, or nil for a format that this package does not know.
  public var sampleType: PixelPlane.SampleType? {
    switch self {
    case .hdis, .hdep: .half
    case .fdis, .fdep: .float
    case .L008: .uint8
    case .L016: .uint16
    default: nil
    }
  }
}

extension PixelFormat {
  /// ``hdis`` by the name of Core Video.
  public static let disparityFloat16 = hdis
  /// ``fdis`` by the name of Core Video.
  public static let disparityFloat32 = fdis
  /// ``hdep`` by the name of Core Video.
  public static let depthFloat16 = hdep
  /// ``fdep`` by the name of Core Video.
  public static let depthFloat32 = fdep
  /// ``L008`` by the name of Core Video.
  public static let oneComponent8 = L008
  /// ``L016`` by the name of Core Video.
  public static let oneComponent16 = L016
}

extension PixelFormat: CustomStringConvertible {
  /// The four characters, as `hdis`.
  public var description: String { name }
}

extension PixelPlane {
  /// Creates a plane of `width * height` samples, row by row from the top.
  ///
  /// Throws `AuxError` with code `usage` if a side is not positive or the number of samples is another.
  public init(width: Int, height: Int, storage: Storage) throws(AuxError) {
    try PlaneSize.check(width: width, height: height, count: storage.count)
    self.init(width: width, height: height, known: storage)
  }
}

/// What the values of a depth map measure.
public enum DepthQuantity: String, Hashable, Sendable, CaseIterable {
  /// The distance from the camera, in metres.
  case depth
  /// The reciprocal of the distance, in 1/metres.
  case disparity

  /// The format of half floats of the quantity.
  package var float16Format: PixelFormat {
    switch self {
    case .depth: .hdep
    case .disparity: .hdis
    }
  }

  /// The format of floats of the quantity.
  package var float32Format: PixelFormat {
    switch self {
    case .depth: .fdep
    case .disparity: .fdis
    }
  }
}
