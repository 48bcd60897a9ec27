internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// One of Google's depth maps: a gray JPEG or PNG file and the range of its codes.
///
/// GDepth and Dynamic Depth have this in common, whatever they keep the file in. Source: Specs/jpeg-mpf.md,
/// "GDepth" and "Dynamic Depth".
package struct GoogleDepthMap: Sendable {
  /// What the properties of the map are called, and how it lies in the file.
  package enum Form: Hashable, Sendable {
    /// The XMP of the primary holds the map.
    case gdepth
    /// The XMP of the primary names an item of the file.
    case dynamicDepth

    /// What `info` calls such a map.
    var identifier: String {
      switch self {
      case .gdepth: "GDepth"
      case .dynamicDepth: "DynamicDepth"
      }
    }

    fileprivate var prefix: String {
      switch self {
      case .gdepth: "GDepth"
      case .dynamicDepth: "DepthMap"
      }
    }
  }

  private static let longestPNGHeader = 1 << 20

  private let form: Form
  private let source: any ByteSource
  private let bytes: Range<Int>
  private let isPNG: Bool
  private let width: Int
  private let height: Int
  private let range: CodeRange
  private let metadata: AuxiliaryMetadata

  /// Reads the header of the file at `bytes` of another; `text` gives the properties by their local names.
  ///
  /// `kept` become the metadata. Throws `malformed` where the range is invalid or the file is not an image.
  init(
    _ form: Form, text: (String) -> String?, kept: [XMPProperty],
    file bytes: Range<Int>, of structure: JPEGStructure
  ) throws(AuxError) {
    let (source, limits) = (structure.source, structure.limits)
    self.form = form
    self.source = source
    self.bytes = bytes
    range = try Self.range(form.prefix, text)
    guard bytes.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(bytes.count) coded bytes, \(limits.codedBytes) at most")
    }
    let bitDepth: Int
    let prefix = try source.read(at: bytes.lowerBound, count: min(bytes.count, Self.longestPNGHeader))
    isPNG = ImageContainer(prefix: Array(prefix.prefix(16))) == .png
    if isPNG {
      let header = try PNGCodec.header(prefix)
      (width, height, bitDepth) = (header.width, header.height, header.bitDepth)
    } else {
      let image = try structure.image(at: bytes.lowerBound)
      guard image.scanOffset <= bytes.upperBound else {
        throw AuxError(.truncated, "the \(bytes.count) bytes end in the headers", offset: bytes.upperBound)
      }
      (width, height, bitDepth) = (image.frame.width, image.frame.height, image.frame.precision)
    }
    _ = try limits.checkedPixelCount(width: width, height: height)
    var metadata = AuxiliaryMetadata(properties: kept)
    metadata.nativeFormat = .fdep
    metadata.storedFormat = bitDepth == 8 ? .L008 : nil
    self.metadata = metadata
  }

  private static func range(
    _ prefix: String, _ text: (String) -> String?
  ) throws(AuxError) -> CodeRange {
    guard let near = text("Near").flatMap(NumberText.number), let far = text("Far").flatMap(NumberText.number)
    else {
      throw AuxError(.malformed, "\(prefix):Near or \(prefix):Far is missing or no number", place: "XMP")
    }
    let units = text("Units") ?? "m"
    guard units.lowercased() != "diopters" else {
      throw AuxError(.unsupported, "\(prefix):Units \(units)", place: "XMP")
    }
    let scale = units == "mm" ? 0.001 : 1
    let ends = (near: near * scale, far: far * scale)
    // Of distances so small or so large that they have no reciprocal, nothing can be said.
    guard ends.near > 0, ends.near < ends.far, (1 / ends.near).isFinite, 1 / ends.far > 0 else {
      throw AuxError(
        .malformed, "\(prefix):Near (\(near)) and \(prefix):Far (\(far)) are no range", place: "XMP")
    }
    let format = text("Format") ?? "RangeInverse"
    switch format.lowercased() {
    case "rangeinverse":
      return CodeRange(quantity: .disparity, atZero: 1 / ends.near, atMax: 1 / ends.far)
    case "rangelinear": return CodeRange(quantity: .depth, atZero: ends.near, atMax: ends.far)
    default: throw AuxError(.unsupported, "\(prefix):Format \(format)", place: "XMP")
    }
  }

  /// Returns what `info` lists.
  func description(index: Int) -> AuxiliaryImage {
    AuxiliaryImage(
      index: index, type: .depth, identifier: form.identifier, size: (width, height), metadata: metadata,
      range: range, codec: isPNG ? "png" : "jpeg", byteCount: bytes.count, googleForm: form)
  }

  /// Decodes the map.
  func stored(limits: Limits) throws(AuxError) -> StoredAuxiliaryImage {
    let data = try source.read(at: bytes.lowerBound, count: bytes.count)
    let codes =
      isPNG
      ? try GrayscaleMapReader.plane(from: try PNGCodec.decode(data, limits: limits))
      : try JPEGCodec.decodeGray(data, width: width, height: height, limits: limits)
    guard codes.width == width, codes.height == height else {
      throw AuxError(.malformed, "the picture has another size than its header", place: form.identifier)
    }
    return StoredAuxiliaryImage(type: .depth, codes: codes, range: range, metadata: metadata)
  }
}
