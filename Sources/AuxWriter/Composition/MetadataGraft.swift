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
  var strips: Set<MetadataStrip> = []

  /// Whether the Exif block and the XMP packet of the primary become others.
  var changesBlocks: Bool { turn != .up || !strips.isEmpty }

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

  /// The new Exif block; nil where the old one stays, or where there is none and none is needed.
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
    return ExifBlock.setting(edits.turned(primary).orientation, in: block)
  }

  /// Returns an Exif block without what is taken out of it.
  private func stripped(_ block: [UInt8]) throws(AuxError) -> [UInt8] {
    guard !edits.strips.isDisjoint(with: [.location, .thumbnail]) else { return block }
    return try AuxError.at("Exif") { () throws(AuxError) in
      var edit = try ExifEdit(block, limits: limits)
      try edit.remove(edits.strips)
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
    if edits.turn != .up, let primary = base.primary {
      var geometry = PhotoGeometry(of: primary)
      geometry.turn(by: edits.turn)
      do throws(AuxError) { _ = try packet.describe(geometry) } catch {
        // A packet that nobody can read says nothing of the orientation.
        try error.throwIfOfSystem()
      }
    }
  }

  /// Changes the segments of a JPEG file that are not XMP.
  func apply(to edit: inout JPEGEdit, in source: any ByteSource) throws(AuxError) {
    if let exif = try exif { try edit.setExif(exif, in: source) }
    if edits.strips.contains(.location) {
      try edit.removeSegments(marker: JPEGMarker.APP13, in: source, where: IPTC.namesPlace)
    }
    if edits.strips.contains(.thumbnail) {
      try edit.removeSegments(marker: JPEGMarker.APP0, in: source) { $0.starts(with: JPEGIdentifier.jfxx) }
    }
  }

  /// Throws `verification` where something that was to go is still there.
  func verify(in written: ImageSource) throws(AuxError) {
    guard !edits.strips.isEmpty else { return }
    var (blocks, packets) = ([[UInt8]](), [[UInt8]]())
    if case .heif(let reader) = written.parsed {
      for item in reader.file.items {
        if item.type == "Exif" { blocks.append(try reader.file.exifBlock(in: item, from: written.bytes)) }
        if item.isXMP {
          packets.append(try reader.file.data(of: item, from: written.bytes, maxBytes: limits.xmpBytes))
        }
      }
    } else {
      let metadata = try written.primaryMetadata()
      blocks = metadata.exif.map { [$0] } ?? []
      packets = metadata.xmp.map { [$0] } ?? []
    }
    for block in blocks where try stripped(block) != block {
      throw AuxError(.verification, "something that was to be taken out is still there", place: "Exif")
    }
    for packet in packets where try stripped(packet: packet) != packet {
      throw AuxError(.verification, "something that was to be taken out is still there", place: "XMP")
    }
  }
}

/// Records of IPTC in the image resources of a JPEG file.
///
/// Source: IPTC-NAA Information Interchange Model 4.2, 1.6 and 2; Specs/xmp.md, "Places and people".
private enum IPTC {
  /// The datasets of record 2 that name a place: content location, city, sublocation, state and country.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// Returns whether resources hold a dataset that names a place.
  static func namesPlace(_ payload: [UInt8]) -> Bool {
    guard payload.starts(with: Array("Photoshop 3.0\0".utf8)), payload.count > 3 else { return false }
    return (0..<(payload.count - 2)).contains { at in
      payload[at] == 0x1C && payload[at + 1] == 2 && places.contains(payload[at + 2])
    }
  }
}
