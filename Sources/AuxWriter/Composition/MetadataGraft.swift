internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// What becomes of a photo's metadata.
struct MetadataEdits: Sendable {
  /// A description, an element, that the primary's XMP gets.
  var primaryDescription: String?
  /// The depth map that the primary's XMP gets in Google's form.
  var gdepth: GDepthMap?
  /// Whether the C2PA manifest goes, whose signature does not hold for the new file.
  var removesC2PAManifest = false
  /// How the photo is turned for display in addition; no pixel moves.
  var turn = ImageOrientation.up
  /// What goes out of Exif and XMP.
  var strips: Set<MetadataKind> = []
  /// Whether the headroom in Apple's maker's note stays, since the gain map of the photo states none.
  var keepsHeadroom = false
  /// Whether what follows the images goes, with what XMP says of it.
  var removesTrailers = false

  /// Whether the Exif block and the XMP packet of the primary become others.
  var changesBlocks: Bool { turn != .up || !strips.isEmpty || removesTrailers }

  /// Returns a primary as the file is to have it.
  func turned(_ primary: PrimaryImage) -> PrimaryImage {
    PrimaryImage(
      width: primary.width, height: primary.height, orientation: primary.orientation.followed(by: turn))
  }
}

/// The Exif block and the XMP of a primary, changed while its coded bytes stay.
struct MetadataGraft {
  private let base: ImageSource
  private let edits: MetadataEdits
  private var limits: AuxLimits { base.limits }

  init(_ base: ImageSource, _ edits: MetadataEdits) { (self.base, self.edits) = (base, edits) }

  /// The new Exif block; nil where the old one stays, or where it is missing and not needed.
  var exif: [UInt8]? {
    get throws(AuxError) {
      guard edits.changesBlocks else { return nil }
      let old = try base.primaryMetadata().exif
      let new = try changed(old)
      return new == old ? nil : new
    }
  }

  private func changed(_ block: [UInt8]?) throws(AuxError) -> [UInt8]? {
    let block = try block.map { old throws(AuxError) in try stripped(old) }
    guard edits.turn != .up, let primary = base.primary else { return block }
    let orientation = edits.turned(primary).orientation
    let new = ExifBlock.setting(orientation, in: block)
    // HEIF has properties that turn; in JPEG nothing else would.
    guard base.container == .jpeg, let new else { return new }
    let stated = try AuxError.at("Exif") { () throws(AuxError) in
      try ExifBlock(new, limits: limits).orientation()
    }
    guard (stated ?? .up) == orientation else {
      throw AuxError(
        .malformed, "the block is damaged and cannot say how the photo is turned", place: "Exif")
    }
    return new
  }

  /// Returns an Exif block without what is taken out of it.
  private func stripped(_ block: [UInt8]) throws(AuxError) -> [UInt8] {
    guard edits.strips.isOfExif else { return block }
    return try AuxError.at("Exif") { () throws(AuxError) in
      var edit = try ExifEdit(block, limits: limits)
      try edit.remove(edits.strips, keepingHeadroom: edits.keepsHeadroom)
      return edit.bytes
    }
  }

  /// Returns an XMP packet without what is taken out of it.
  private func stripped(packet: [UInt8]) throws(AuxError) -> [UInt8] {
    var edit = XMPEdit(packet)
    try edit.remove(edits.strips)
    return edit.bytes
  }

  /// Changes the Exif block of the primary in a HEIF file, and what all other items of metadata say that is taken out: other
  /// pictures of the file, as the other eye's, were taken in the same place.
  func apply(to edit: inout HEIFEdit, _ reader: HEIFReader) throws(AuxError) {
    guard edits.changesBlocks else { return }
    let (file, source) = (reader.file, base.bytes)
    let own = file.metadataItems(for: file.primaryItemID)
    if let exif = try exif, let item = own.first(where: { $0.type == "Exif" }) {
      try edit.setExif(exif, of: item)
    }
    guard !edits.strips.isEmpty else { return }
    edit.patches = patches(in: reader.trailers)
    let ownIDs = Set(own.map(\.id))
    for item in file.items where !ownIDs.contains(item.id) && !edit.removedIDs.contains(item.id) {
      if item.type == "Exif" {
        let block = try file.exifBlock(in: item, from: source)
        let rest = try stripped(block)
        if rest != block { try edit.setExif(rest, of: item) }
      } else if item.isXMP {
        let packet = try file.data(of: item, from: source, maxBytes: limits.xmpBytes)
        let rest = try stripped(packet: packet)
        if rest != packet { try edit.setXMP(rest, of: item) }
      }
    }
  }

  /// Changes an XMP packet of the primary.
  func change(_ packet: inout XMPEdit) throws(AuxError) {
    try packet.remove(edits.strips)
    if edits.removesTrailers { _ = try packet.removeTrailerClaims() }
    if edits.turn != .up, let primary = base.primary {
      var geometry = PhotoGeometry(of: primary)
      geometry.turn(by: edits.turn)
      do throws(AuxError) { _ = try packet.describe(geometry) } catch {
        // A packet that nobody can read says nothing of the orientation.
        try error.throwIfOfSystem()
      }
    }
  }

  /// Changes the segments of a JPEG file that are not XMP of the primary: those of the other images, too.
  func apply(to edit: inout JPEGEdit, in source: any ByteSource) throws(AuxError) {
    if let exif = try exif { try edit.setExif(exif, in: source) }
    edit.removesTrailers = edits.removesTrailers
    guard !edits.strips.isEmpty else { return }
    try edit.remove(edits.strips, in: source)
    edit.patches = patches(in: try Trailer.atEnd(of: source))
    var manifests: Set<Range<Int>> = []
    for secondary in edit.file.secondaries where edits.strips.takes(.c2pa) {
      manifests.formUnion(try secondary.image.manifestRanges(in: source))
    }
    try edit.changeFurtherImages(
      in: source, exif: { block throws(AuxError) in try stripped(block) },
      xmp: { packet throws(AuxError) in try stripped(packet: packet) },
      isGone: { segment, payload throws(AuxError) in
        if segment.kind == .extendedXMP, edits.strips.takes(.location) || edits.strips.takes(.people) {
          throw AuxError(
            .unsupported, "an image after the photo has extended XMP, which is not edited",
            offset: segment.offset)
        }
        if edits.strips.contains(.all), try !segment.isEssential(in: source) { return true }
        return manifests.contains(segment.range)
          || edits.strips.takes(.location) && segment.marker == JPEGMarker.APP13
            && ImageResources.namePlace(payload)
          || edits.strips.takes(.thumbnail) && segment.marker == JPEGMarker.APP0
            && payload.starts(with: JPEGIdentifier.jfxx)
      })
  }

  /// Returns zeros for what trailers say of the place.
  private func patches(in trailers: [Trailer]) -> [(position: Int, bytes: [UInt8])] {
    guard edits.strips.takes(.location), !edits.removesTrailers else { return [] }
    return trailers.flatMap(\.placeRanges).map { range in
      (range.lowerBound, [UInt8](repeating: UInt8(ascii: "0"), count: range.count))
    }
  }

  /// Throws `verification` where something that was to go is still there.
  func verify(in written: ImageSource) throws(AuxError) {
    guard !edits.strips.isEmpty else { return }
    let metadata = try written.allMetadata()
    for block in metadata.blocks {
      let rest = try stripped(block)
      // Blocks of images after the photo are filled up with zeros.
      guard block.starts(with: rest), block.dropFirst(rest.count).allSatisfy({ $0 == 0 }) else {
        throw AuxError(.verification, "something that was to be taken out is still there", place: "Exif")
      }
    }
    for packet in metadata.packets where try stripped(packet: packet) != packet {
      throw AuxError(.verification, "something that was to be taken out is still there", place: "XMP")
    }
  }
}

extension ImageSource {
  /// Returns the Exif blocks and XMP packets of the file: those of the primary and of all other images.
  func allMetadata() throws(AuxError) -> (blocks: [[UInt8]], packets: [[UInt8]]) {
    var (blocks, packets) = ([[UInt8]](), [[UInt8]]())
    if case .heif(let reader) = parsed {
      for item in reader.file.items {
        if item.type == "Exif" { blocks.append(try reader.file.exifBlock(in: item, from: bytes)) }
        if item.isXMP {
          packets.append(try reader.file.data(of: item, from: bytes, maxBytes: limits.xmpBytes))
        }
      }
      return (blocks, packets)
    }
    let metadata = try primaryMetadata()
    blocks += metadata.exif.map { [$0] } ?? []
    packets += metadata.xmp.map { [$0] } ?? []
    guard case .jpeg(let reader) = parsed else { return (blocks, packets) }
    for secondary in reader.file.secondaries {
      blocks += try secondary.image.exif(in: bytes).map { [$0] } ?? []
      packets += try secondary.image.packet(in: bytes).map { [$0] } ?? []
    }
    return (blocks, packets)
  }
}
