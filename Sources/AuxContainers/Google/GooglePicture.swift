package import AuxImage

/// One of Google's pictures beside a photo: a gray JPEG or PNG file of depth, with the range of its codes, or of how
/// sure each sample of depth is.
///
/// GDepth and Dynamic Depth have this in common, whatever they keep the file in. Source: Specs/jpeg-mpf.md,
/// "GDepth" and "Dynamic Depth".
package struct GooglePicture: Sendable {
  package let form: EmbeddedForm
  /// The bytes that ``bytes`` is a range of: of the file, or of what the XMP holds.
  package let source: any ByteSource
  package let bytes: Range<Int>
  package let isPNG: Bool
  package let width: Int
  package let height: Int
  package let bitDepth: Int
  /// The range of the codes; nil for confidence.
  package let range: CodeRange?
  package let metadata: AuxiliaryMetadata

  /// Reads the header of the file at `bytes` of another; `text` gives the properties by their local names.
  ///
  /// `kept` become the metadata. Throws `malformed` where the range is invalid or the file is not an image.
  init(
    _ form: EmbeddedForm, text: (String) -> String?, kept: [XMPProperty],
    file bytes: Range<Int>, of structure: JPEGStructure
  ) throws(AuxError) {
    let prefix = form == .gdepth ? "GDepth" : "DepthMap"
    try self.init(
      form, range: try GoogleRange.range(prefix, text), statesUnit: GoogleRange.statesUnit(text), kept: kept,
      file: bytes, of: structure)
  }

  /// Reads the header of the confidence map at `bytes` of a file.
  init(
    confidence form: EmbeddedForm, file bytes: Range<Int>, of structure: JPEGStructure
  ) throws(AuxError) {
    try self.init(form, range: nil, statesUnit: false, kept: [], file: bytes, of: structure)
  }

  private init(
    _ form: EmbeddedForm, range: CodeRange?, statesUnit: Bool, kept: [XMPProperty],
    file bytes: Range<Int>, of structure: JPEGStructure
  ) throws(AuxError) {
    let (source, limits) = (structure.source, structure.limits)
    self.form = form
    self.source = source
    self.bytes = bytes
    self.range = range
    guard bytes.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(bytes.count) coded bytes, \(limits.codedBytes) at most")
    }
    let header = try structure.pictureHeader(in: bytes)
    (isPNG, width, height, bitDepth) = (header.isPNG, header.width, header.height, header.bitDepth)
    _ = try limits.checkedPixelCount(width: width, height: height)
    var metadata = AuxiliaryMetadata(properties: kept)
    metadata.nativeFormat = range == nil ? nil : .fdep
    metadata.storedFormat = bitDepth == 8 ? .L008 : nil
    // Without a unit the numbers have an order, and no scale.
    if range != nil, !statesUnit { metadata.accuracy = .relative }
    self.metadata = metadata
  }

  /// The kind: depth, or how sure it is.
  package var type: AuxiliaryDataType { range == nil ? .depthConfidence : .depth }

  /// What the file is taken to call it.
  package var identifier: String {
    let name = form == .gdepth ? "GDepth" : "DynamicDepth"
    return range == nil ? "\(name):Confidence" : name
  }
}
