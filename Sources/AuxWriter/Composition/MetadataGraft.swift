internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// The Exif block and the XMP of a primary, changed while its coded bytes stay.
struct MetadataGraft {
  private let composition: Composition
  private var edits: Composition.MetadataEdits { composition.metadata }
  private var limits: AuxLimits { composition.base.limits }

  init(_ composition: Composition) { self.composition = composition }

  /// The Exif block to be; nil where the old one stays, or there is none and none is needed.
  var exif: [UInt8]? {
    get throws(AuxError) {
      guard edits.changesBlocks else { return nil }
      let old = try composition.base.primaryMetadata().exif
      let new = try changed(old)
      return new == old ? nil : new
    }
  }

  private func changed(_ block: [UInt8]?) throws(AuxError) -> [UInt8]? {
    var block = block
    if let old = block, !edits.strips.isDisjoint(with: [.location, .thumbnail]) {
      block = try AuxError.at("Exif") { () throws(AuxError) in
        var edit = try ExifEdit(old, limits: limits)
        if edits.strips.contains(.location) { _ = try edit.removeLocation() }
        if edits.strips.contains(.thumbnail) { _ = try edit.removeThumbnail() }
        return edit.bytes
      }
    }
    guard edits.turn != .up, let orientation = composition.primary?.orientation else { return block }
    return ExifBlock.setting(orientation, in: block)
  }

  /// Changes an XMP packet of the primary.
  func change(_ packet: inout XMPEdit) throws(AuxError) {
    if edits.strips.contains(.location) { _ = try packet.removeLocation() }
    if edits.strips.contains(.people) { _ = try packet.removePeople() }
    if edits.turn != .up, let primary = composition.base.primary {
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
    let metadata = try written.primaryMetadata()
    func check(_ strip: MetadataStrip, _ isThere: Bool, _ place: String) throws(AuxError) {
      guard isThere else { return }
      throw AuxError(.verification, "the \(strip.rawValue) is still there", place: place)
    }
    if let block = metadata.exif {
      var edit = try ExifEdit(block, limits: limits)
      if edits.strips.contains(.location) { try check(.location, edit.removeLocation(), "Exif") }
      if edits.strips.contains(.thumbnail) { try check(.thumbnail, edit.removeThumbnail(), "Exif") }
    }
    if let packet = metadata.xmp {
      var edit = XMPEdit(packet)
      if edits.strips.contains(.location) {
        try check(.location, edit.removeLocation(), "XMP")
      }
      if edits.strips.contains(.people) { try check(.people, edit.removePeople(), "XMP") }
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

extension Composition {
  /// Whether the XMP packet of the primary becomes another.
  var changesPrimaryXMP: Bool {
    metadata.primaryDescription != nil || removesGainMapClaim || metadata.changesBlocks
  }
}
