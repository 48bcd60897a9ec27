internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a HEIF file, HEIC or AVIF: auxiliary images are items that refer to the primary.
///
/// Source: Specs/heif.md, "Writing"; Specs/avif.md.
enum HEIFComposer {
  static func compose(
    _ composition: Composition, _ reader: HEIFReader
  ) throws(AuxError) -> ByteComposition {
    var edit = HEIFEdit(reader.file)
    try changePrimaryXMP(composition, &edit)
    edit.removesManifest = composition.metadata.removesC2PAManifest
    try edit.remove(all: composition.removals.sorted().map { reader.auxiliaryItems[$0].id })
    edit.removesTrailers = composition.metadata.removesTrailers
    try edit.turn(by: composition.metadata.turn)
    if !composition.camera.isEmpty {
      try edit.setCamera(composition.camera, of: reader.file.primaryItemID)
    }
    try MetadataGraft(composition.base, composition.metadata).apply(to: &edit, reader)
    try checkPair(reader, edit)
    let (coding, limits) = (reader.file.codingOfNewImages, composition.base.limits)
    try composition.addAll { addition throws(AuxError) in
      switch addition.written {
      case .codes(let image, let encoding): return try coded(image, encoding, as: coding, limits)
      case .copied(.heif(let image), _): return image
      case .copied(.jpeg, _): throw AuxError(.unsupported, "a coded image of another container")
      }
    } _: { _, new throws(AuxError) in
      try edit.add(new)
    }
    if let thumbnail = composition.thumbnail { try edit.addThumbnail(thumbnail) }
    return try edit.composition(of: composition.base.bytes)
  }

  /// Throws `unsupported` where a picture of the stereo pair is to be removed: it is an auxiliary image or a thumbnail as well.
  private static func checkPair(_ reader: HEIFReader, _ edit: HEIFEdit) throws(AuxError) {
    guard let pair = reader.stereoPair else { return }
    let gone = edit.removedIDs
    for picture in [pair.left, pair.right] where gone.contains(where: { Int($0) == picture.number }) {
      throw AuxError(
        .unsupported,
        "item \(picture.number) is to be removed, and it is a picture of the stereo pair as well",
        place: "meta/grpl/ster",
        remedy: .takeEye)
    }
  }

  /// Takes what the primary's XMP says of gain maps that go out of it, and adds a description to it.
  private static func changePrimaryXMP(
    _ composition: Composition, _ edit: inout HEIFEdit
  ) throws(AuxError) {
    let description = composition.metadata.primaryDescription
    guard composition.changesPrimaryXMP else { return }
    let old: [UInt8]?
    do throws(AuxError) { old = try composition.base.primaryMetadata().xmp } catch {
      try error.throwIfOfSystem()
      // What cannot be read stays as it is where nothing has to be added to it.
      guard description == nil else { throw error }
      return
    }
    guard description != nil || old != nil else { return }
    var changed = old.map(XMPEdit.init)
    if composition.removesGainMapClaim { try changed?.removeGainMapClaim() }
    try MetadataGraft(composition.base, composition.metadata).change(&changed)
    let removesClaim = changed?.bytes != old
    if changed == nil, description == nil, let item = edit.primaryXMPItem { return try edit.remove(item) }
    var packet = changed ?? XMPEdit(isWrapped: true)
    if let description { try packet.add(description: description) }
    guard packet.bytes != old else { return }
    try edit.setPrimaryXMP(packet.bytes, removingOld: old != nil && removesClaim)
  }

  private static func coded(
    _ image: StoredAuxiliaryImage, _ encoding: AuxiliaryEncoding, as coding: HEIFCoding, _ limits: AuxLimits
  ) throws(AuxError) -> HEIFCodedImage {
    var new: HEIFCodedImage
    if let colours = try image.content.colours?.rgb() {
      let (file, matrix) = try HEIFImageCodec.encode(
        gainMap: colours, as: coding, quality: encoding.quality, lossless: encoding.isLossless,
        limits: limits)
      new = HEIFCodedImage(file, urn: "")
      new.bitsPerChannel = [8, 8, 8]
      new.extraProperties.append(codePoints(matrix: matrix))
    } else {
      let isLossless = encoding.isExact(for: image.content, in: coding == .av1 ? .avif : .heif)
      let file = try HEIFImageCodec.encode(
        gray: image.codes, as: coding, quality: encoding.quality, lossless: isLossless,
        largestError: encoding.largestError, limits: limits)
      new = HEIFCodedImage(file, urn: "")
    }
    try describe(&new, as: image, coding)
    return new
  }

  /// Describes a coded image: as an auxiliary image, as the gain map of a tone-mapped image, or both.
  static func describe(
    _ new: inout HEIFCodedImage, as image: StoredAuxiliaryImage, _ coding: HEIFCoding
  ) throws(AuxError) {
    let forms = image.gainMapForms
    if image.content.isGainMap, !new.extraProperties.contains(where: { $0.box.type == "colr" }),
      forms.contains(.iso) || image.content.colours != nil
    {
      new.extraProperties.append(codePoints(matrix: image.content.colours == nil ? 2 : 6))
    }
    new.toneMap = forms.contains(.iso) ? image.content.gainMapMetadata : nil
    guard forms.isEmpty || forms.contains(.apple) else {
      (new.urn, new.subtype, new.xmp) = ("", [], nil)
      return
    }
    // What is coded as in AVIF is described as there.
    let container: ImageContainer = coding == .av1 ? .avif : .heif
    guard let urn = image.type.urn(in: container) else {
      throw AuxError(.unsupported, "HEIF has no auxiliary image of that type")
    }
    // The message is one of HEVC; of AV1 the XMP alone states the range.
    (new.urn, new.subtype) = (urn, coding == .hevc ? try subtype(of: image) : [])
    new.xmp = try image.packet(for: container)
  }

  /// Returns code points that say nothing, as in files of cameras, but for the matrix that the components were made with.
  private static func codePoints(matrix: UInt16) -> HEIFCodedImage.Property {
    let colours = ColourInformationProperty.nclx(primaries: 2, transfer: 2, matrix: matrix, range: 0x80)
    return .init(Box("colr", colours.serialize), isEssential: false)
  }

  /// Returns the depth representation information of a depth map; nothing for other images.
  private static func subtype(of image: StoredAuxiliaryImage) throws(AuxError) -> [UInt8] {
    guard case .depth(_, let range) = image.content else { return [] }
    var bounds = [range.firstValue, range.lastValue]
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
