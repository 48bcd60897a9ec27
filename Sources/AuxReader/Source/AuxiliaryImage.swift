package import AuxContainers
public import AuxImage
internal import AuxKernels

/// One auxiliary image of a file, as its headers describe it.
///
/// An image belongs to the ``ImageSource`` that listed it and to copies of that value. All calls that take an
/// image throw `AuxError` with code `usage` for one of another source; a file that is opened again is another
/// source, since nothing says that it is still the same.
public struct AuxiliaryImage: Hashable, Sendable {
  /// The position among the auxiliary images of the file, from 0.
  public let index: Int
  /// The kind.
  public let type: AuxiliaryDataType
  /// What the file calls it: a URN, the text of `apdi:AuxiliaryImageType` or of its sub-type, `GDepth` or
  /// `DynamicDepth`, also with `:Confidence`, or what a maker calls its part.
  public let identifier: String
  /// The width as stored, in pixels.
  public let width: Int
  /// The height as stored, in pixels.
  public let height: Int
  /// The format that decoding hands out.
  public let pixelFormat: PixelFormat
  /// What the components of an image that has several mean as colours; nil for one component.
  package let colourEncoding: ColourEncoding?
  /// The format of the coded samples, where the file says.
  public let storedFormat: PixelFormat?
  /// The bits of a code as ``ImageSource/stored(_:)`` gives it, 8 or 16; of several components those of one.
  package let codeBits: Int
  /// What the codes of a depth map mean, where the file says.
  package let range: CodeRange?
  /// The properties.
  public let metadata: AuxiliaryMetadata
  /// The codec of the coded samples: `jpeg`, `hevc`, ….
  public let codec: String
  /// The number of coded bytes.
  public let byteCount: Int
  /// What the file says of a gain map; nil for other images, and where it says nothing.
  public let gainMap: GainMapDescription?
  /// Why nothing says what the codes of a gain map mean; nil where something does, and for other images.
  package let gainMapFailure: AuxError?
  /// How the image is kept in the file where that is not Apple's way; nil for all others.
  package let embeddedForm: EmbeddedForm?
  /// Whether the image is of another view of the scene than the photo: of the other eye's picture in Leia's files.
  ///
  /// Such an image comes after that of the photo itself.
  public let isOfOtherView: Bool
  /// Why the image cannot be used; nil if it can. Such an image is listed, kept and removed like any other.
  ///
  /// Other members may be incomplete: sides may be 0, and the type `unnamed`. Decoding throws the error.
  public let failure: AuxError?
  /// The source that listed the image; nil before one does.
  private(set) var owner: SourceIdentity?

  /// Creates a description; the pixel format and, for depth, the meaning of the codes follow from the metadata.
  package init(
    index: Int, type: AuxiliaryDataType, identifier: String, size: (width: Int, height: Int),
    metadata: AuxiliaryMetadata, range: CodeRange?, codec: String, byteCount: Int,
    hasWideCodes: Bool = false, colourEncoding: ColourEncoding? = nil, embeddedForm: EmbeddedForm? = nil,
    isOfOtherView: Bool = false, gainMap: GainMapDescription? = nil, gainMapFailure: AuxError? = nil,
    failure: AuxError? = nil
  ) {
    self.gainMap = gainMap
    self.gainMapFailure =
      gainMap == nil || gainMap?.metadata != nil || gainMap?.appleHeadroom != nil ? nil : gainMapFailure
    self.failure = failure
    self.index = index
    self.type = type
    self.identifier = identifier
    width = size.width
    height = size.height
    self.colourEncoding = colourEncoding
    pixelFormat =
      colourEncoding?.pixelFormat
      ?? (hasWideCodes && type.hasWideCodes(.uint16) ? .L016 : metadata.nativeFormat(for: type))
    // No four characters name 16-bit codes, whatever the XMP beside them says of the 8-bit form.
    storedFormat = hasWideCodes ? nil : metadata.storedFormat
    codeBits = colourEncoding?.bitsPerComponent ?? (hasWideCodes ? 16 : 8)
    self.range = range
    self.metadata = metadata
    self.codec = codec
    self.byteCount = byteCount
    self.embeddedForm = embeddedForm
    self.isOfOtherView = isOfOtherView
  }

  /// Creates a description of an image that cannot be decoded, from what is known.
  ///
  /// Throws `failure` itself where the system caused it: that the disk fails is no fault of the image.
  init(
    index: Int, type: AuxiliaryDataType?, identifier: String? = nil, size: (width: Int, height: Int)? = nil,
    codec: String, byteCount: Int, failure: AuxError
  ) throws(AuxError) {
    try failure.throwIfOfSystem()
    let type = type ?? AuxiliaryDataType(urn: Self.unnamed)
    self.init(
      index: index, type: type, identifier: identifier ?? type.name, size: size ?? (0, 0),
      metadata: AuxiliaryMetadata(), range: nil, codec: codec, byteCount: byteCount, failure: failure)
  }

  /// The name of a type that a file does not name.
  static let unnamed = "unnamed"

  /// Returns the image as one of that source.
  func listed(by owner: SourceIdentity) -> AuxiliaryImage {
    var image = self
    image.owner = owner
    return image
  }

  /// The error of an image that is given to another source than its own.
  package var foreignError: AuxError {
    AuxError(.usage, "\(place) is of another source")
  }

  /// What errors call the place of the image in its file.
  package var place: String { "auxiliary image \(index) (\(type))" }

  /// The number of bytes of a row of decoded samples, of the first plane where there are several.
  public var bytesPerRow: Int { planes[0].bytesPerRow }

  /// The planes of the decoded samples: two where luma and chroma are apart, else one.
  package var planes: [AuxiliaryDataInfo.Plane] { pixelFormat.planes(width: width, height: height) }

  /// The smallest and the largest value in the unit of ``pixelFormat``; nil for mattes and gain maps.
  package var valueBounds: (min: Double, max: Double)? {
    guard let range, let quantity = pixelFormat.quantity else { return nil }
    return range.bounds(as: quantity)
  }
}

extension AuxiliaryImage {
  /// Returns the image with its codes; throws `rangeless` for a depth map whose range nothing states.
  func stored(
    _ codes: PixelPlane, packet: [UInt8]?, rangeless: @autoclosure () -> AuxError
  ) throws(AuxError) -> StoredAuxiliaryImage {
    let content: AuxiliaryContent
    if type.isDepthData {
      guard let range else { throw rangeless() }
      content = .depth(codes, range)
    } else {
      content = AuxiliaryContent(codes, of: type, gainMap: gainMap?.metadata)
    }
    return try StoredAuxiliaryImage(
      type: type, content: content, metadata: metadata, packet: packet, forms: gainMap?.forms)
  }

  func stored(_ colours: ColourPlanes, packet: [UInt8]?) throws(AuxError) -> StoredAuxiliaryImage {
    try StoredAuxiliaryImage(
      type: type, content: AuxiliaryContent(colours, of: type, gainMap: gainMap?.metadata),
      metadata: metadata,
      packet: packet, forms: gainMap?.forms)
  }
}

extension AuxiliaryKind {
  /// Whether an image is asked for, by its type, or by how Google's and other makers' files keep it.
  public func includes(_ image: AuxiliaryImage) -> Bool {
    switch (self, image.embeddedForm) {
    case (.group(.google), .gdepth?), (.group(.google), .dynamicDepth?), (.group(.makers), .trailer?): true
    default: includes(image.type)
    }
  }
}

extension AuxiliaryImage: CustomStringConvertible {
  /// The type, the size, the format and the codec, as `disparity 768x576 hdis (hevc)`.
  public var description: String { "\(type) \(width)x\(height) \(pixelFormat) (\(codec))" }
}

/// What distinguishes an opened source from all others; its auxiliary images carry it.
final class SourceIdentity: Hashable, Sendable {
  static func == (lhs: SourceIdentity, rhs: SourceIdentity) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
