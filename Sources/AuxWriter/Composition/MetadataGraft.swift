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
  /// The kinds of metadata that go.
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

/// The metadata of a photo, changed while its coded bytes stay.
struct MetadataGraft {
  private let base: ImageSource
  private let edits: MetadataEdits
  private let sweep: MetadataSweep
  private var limits: AuxLimits { base.limits }

  init(_ base: ImageSource, _ edits: MetadataEdits) {
    (self.base, self.edits) = (base, edits)
    sweep = base.metadataSweep(
      edits.strips, keepsHeadroom: edits.keepsHeadroom, removesVideos: edits.removesTrailers)
  }

  /// What becomes of the Exif block of the primary.
  private enum ExifChange {
    case none
    case set([UInt8])
    case remove
  }

  private func exifChange() throws(AuxError) -> ExifChange {
    guard edits.changesBlocks else { return .none }
    let old = try base.primaryMetadata().exif
    var swept = try old.flatMap { block throws(AuxError) in
      edits.strips.isEmpty ? block : try sweep.exif(block)
    }
    // A block that cannot be read goes as a whole, and nothing else states how a JPEG photo is turned.
    if swept == nil, old != nil, base.container == .jpeg, let orientation = base.primary?.orientation {
      swept = orientation == .up ? nil : ExifBlock.setting(orientation, in: nil)
    }
    guard let new = try turned(swept) else { return old == nil ? .none : .remove }
    return new == old ? .none : .set(new)
  }

  private func turned(_ block: [UInt8]?) throws(AuxError) -> [UInt8]? {
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

  /// Changes the metadata of a HEIF file but the XMP packet of the primary.
  func apply(to edit: inout HEIFEdit, _ reader: HEIFReader) throws(AuxError) {
    guard edits.changesBlocks else { return }
    let own = reader.file.metadataItems(for: reader.file.primaryItemID)
    let exif = own.first { $0.type == "Exif" }
    let xmp = own.first(where: \.isXMP)
    switch try exifChange() {
    case .none: break
    case .set(let block): if let exif { try edit.setExif(block, of: exif) }
    case .remove: if let exif { try edit.remove(exif.id) }
    }
    guard !edits.strips.isEmpty else { return }
    try edit.apply(
      sweep, in: base.bytes, trailers: reader.trailers,
      except: Set([exif, xmp].compactMap(\.self).map(\.id)))
  }

  /// Changes an XMP packet of the primary; nil if nothing is left of it.
  func change(_ packet: inout XMPEdit?) throws(AuxError) {
    guard let old = packet else { return }
    guard var changed = edits.strips.isEmpty ? old : try sweep.xmp(old.bytes).map(XMPEdit.init) else {
      packet = nil
      return
    }
    do throws(AuxError) {
      if edits.removesTrailers { _ = try changed.removeTrailerClaims() }
      if edits.turn != .up, let primary = base.primary {
        var geometry = PhotoGeometry(of: primary)
        geometry.turn(by: edits.turn)
        _ = try changed.describe(geometry)
      }
    } catch {
      // A packet that cannot be read states no orientation.
      guard error.code == .malformed else { throw error }
    }
    packet = changed
  }

  /// Changes the metadata of a JPEG file but the XMP packets of the primary.
  func apply(to edit: inout JPEGEdit, _ reader: JPEGReader) throws(AuxError) {
    let source = base.bytes
    switch try exifChange() {
    case .none: break
    case .set(let block): try edit.setExif(block, in: source)
    case .remove: edit.removeExif()
    }
    edit.removesTrailers = edits.removesTrailers
    for number in edits.pictures(of: reader) { try edit.remove(number) }
    guard !edits.strips.isEmpty else { return }
    try edit.apply(sweep, in: source, trailers: reader.trailers)
  }
}

extension MetadataEdits {
  /// The numbers of the images after the photo that go as private pictures.
  func pictures(of reader: JPEGReader) -> Set<Int> {
    reader.privatePictures(strips, removesOthers: removesTrailers)
  }
}
