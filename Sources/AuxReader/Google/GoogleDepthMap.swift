internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels

/// One of Google's pictures beside a photo: a gray JPEG or PNG file of depth, with the range of its codes, or of how
/// sure each sample of depth is.
///
/// GDepth and Dynamic Depth have this in common, whatever they keep the file in. Source: Specs/jpeg-mpf.md,
/// "GDepth" and "Dynamic Depth".
struct GoogleDepthMap: EmbeddedImage {
  private static let longestPNGHeader = 1 << 20

  private let form: EmbeddedForm
  private let source: any ByteSource
  private let bytes: Range<Int>
  private let isPNG: Bool
  private let width: Int
  private let height: Int
  private let bitDepth: Int
  /// The range of the codes; nil for confidence.
  private let range: CodeRange?
  private let metadata: AuxiliaryMetadata

  /// Reads the header of the file at `bytes` of another; `text` gives the properties by their local names.
  ///
  /// `kept` become the metadata. Throws `malformed` where the range is invalid or the file is not an image.
  init(
    _ form: EmbeddedForm, text: (String) -> String?, kept: [XMPProperty],
    file bytes: Range<Int>, of structure: JPEGStructure
  ) throws(AuxError) {
    let prefix = form == .gdepth ? "GDepth" : "DepthMap"
    try self.init(form, range: try GoogleRange.range(prefix, text), kept: kept, file: bytes, of: structure)
  }

  /// Reads the header of the confidence map at `bytes` of a file.
  init(
    confidence form: EmbeddedForm, file bytes: Range<Int>, of structure: JPEGStructure
  ) throws(AuxError) {
    try self.init(form, range: nil, kept: [], file: bytes, of: structure)
  }

  private init(
    _ form: EmbeddedForm, range: CodeRange?, kept: [XMPProperty], file bytes: Range<Int>,
    of structure: JPEGStructure
  ) throws(AuxError) {
    let (source, limits) = (structure.source, structure.limits)
    self.form = form
    self.source = source
    self.bytes = bytes
    self.range = range
    guard bytes.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(bytes.count) coded bytes, \(limits.codedBytes) at most")
    }
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
    metadata.nativeFormat = range == nil ? nil : .fdep
    metadata.storedFormat = bitDepth == 8 ? .L008 : nil
    self.metadata = metadata
  }

  private var type: AuxiliaryDataType { range == nil ? .depthConfidence : .depth }

  private var identifier: String {
    let name = form == .gdepth ? "GDepth" : "DynamicDepth"
    return range == nil ? "\(name):Confidence" : name
  }

  func description(index: Int) -> AuxiliaryImage {
    AuxiliaryImage(
      index: index, type: type, identifier: identifier, size: (width, height), metadata: metadata,
      range: range, codec: isPNG ? "png" : "jpeg", byteCount: bytes.count,
      hasWideCodes: range == nil && bitDepth == 16, embeddedForm: form)
  }

  func stored(limits: Limits) throws(AuxError) -> StoredAuxiliaryImage {
    let data = try source.read(at: bytes.lowerBound, count: bytes.count)
    let codes =
      isPNG
      ? try GrayscaleMapReader.plane(from: try PNGCodec.decode(data, limits: limits))
      : try JPEGCodec.decodeGray(data, width: width, height: height, limits: limits)
    guard codes.width == width, codes.height == height else {
      throw AuxError(.malformed, "the picture has another size than its header", place: identifier)
    }
    return try StoredAuxiliaryImage(
      type: type, content: range.map { .depth(codes, $0) } ?? .matte(codes), metadata: metadata)
  }
}
