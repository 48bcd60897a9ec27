internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a HEIF file, HEIC or AVIF: auxiliary images are items that refer to the primary.
///
/// Source: Specs/heif.md, "Writing"; Specs/avif.md.
struct HEIFComposer: ContainerComposer {
  private let items: [HEIFItem]
  private let container: ImageContainer
  private let coding: HEIFCoding
  private let limits: Limits
  private var edit: HEIFEdit

  init(_ reader: HEIFReader, for destination: ImageDestination) throws(AuxError) {
    items = reader.auxiliaryItems
    limits = destination.base.limits
    coding = reader.file.codingOfNewImages
    // What is coded as in AVIF is described as there.
    container = coding == .av1 ? .avif : .heif
    edit = HEIFEdit(reader.file)
    if let description = destination.primaryDescription {
      let old = try destination.base.primaryMetadata().xmp
      var packet = old.map(XMPEdit.init) ?? XMPEdit(isWrapped: true)
      try packet.add(description: description)
      try edit.setPrimaryXMP(packet.bytes)
    }
  }

  mutating func removeManifest(of source: any ByteSource) { edit.removesManifest = true }

  mutating func remove(_ indices: [Int]) throws(AuxError) {
    try edit.remove(all: indices.map { items[$0].id })
  }

  mutating func add(
    _ image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) {
    switch image.content {
    case .gainMap(let codes, let metadata?) where image.type == .isoGainMap:
      try edit.addToneMap(try gainMap(codes, encoding), metadata: metadata)
    case .depth, .matte, .gainMap, .colours, .colourGainMap:
      try edit.add(try item(of: image, encoding: encoding))
    }
  }

  mutating func add(_ image: CodedAuxiliaryImage) throws(AuxError) { try edit.add(try image.heif()) }

  func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition {
    try edit.composition(of: source)
  }

  /// Codes an image and describes it as an item.
  private func item(
    of image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) -> HEIFNewImage {
    guard let urn = image.type.urn(in: container) else {
      throw AuxError(.unsupported, "HEIF has no auxiliary image of that type")
    }
    let coded = try HEIFImageCodec.encode(
      gray: image.codes, as: coding, quality: encoding.quality, lossless: encoding.isLossless,
      largestError: encoding.largestError, limits: limits)
    // The message is one of HEVC; of AV1 the XMP alone states the range.
    var new = HEIFNewImage(
      urn: urn, subtype: coding == .hevc ? try Self.subtype(of: image) : [], width: image.width,
      height: image.height, configuration: coded.configuration, payload: coded.payload,
      xmp: try image.packet(for: container))
    new.itemType = coded.itemType
    return new
  }

  /// Codes a gain map that a tone-mapped image is made with; its colours are code points that say nothing, as in files
  /// of cameras.
  private func gainMap(
    _ codes: PixelPlane, _ encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) -> HEIFNewImage {
    let coded = try HEIFImageCodec.encode(
      gray: codes, as: coding, quality: encoding.quality, lossless: encoding.isLossless, limits: limits)
    var new = HEIFNewImage(
      urn: "", width: codes.width, height: codes.height, configuration: coded.configuration,
      payload: coded.payload)
    new.itemType = coded.itemType
    let colours = ColourInformationProperty.nclx(primaries: 2, transfer: 2, matrix: 2, range: 0x80)
    new.extraProperties = [.init(Box("colr", colours.serialize), isEssential: false)]
    return new
  }

  /// Returns the depth representation information of a depth map; nothing for other images.
  private static func subtype(of image: StoredAuxiliaryImage) throws(AuxError) -> [UInt8] {
    guard case .depth(_, let range) = image.content else { return [] }
    var bounds = [range.atZero, range.atMax]
    if image.nativeFormat.sampleType == .half {
      // Six decimals name a half; the message holds the half itself.
      bounds = bounds.map { Double(Half.float(Half.bits(Float($0)))) }
    }
    let info =
      range.quantity == .disparity
      ? try DepthRepresentationInfo(disparityFrom: bounds[0], to: bounds[1])
      : try DepthRepresentationInfo(depthFrom: bounds[0], to: bounds[1])
    var writer = ByteWriter()
    info.serialize(into: &writer)
    return writer.bytes
  }
}
