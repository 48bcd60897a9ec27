internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A photo whose coded data are cut: the file of its primary alone, which keeps them.
struct PhotoCut {
  let source: ImageSource
  let geometry: PhotoGeometry
  /// The metadata as they are of the part.
  let metadata: PhotoMetadata

  /// The file of the part.
  struct Result {
    var file: ImageSource
    /// Where pixels outside the part are in the file.
    var notes: [String] = []
    /// What of the source the file does not hold.
    var losses: [String] = []
  }

  /// Returns the file, and what of the source it does not hold.
  ///
  /// Throws `unsupported` for other containers than JPEG and HEIF, and as cutting does.
  func file() throws(AuxError) -> Result {
    switch source.parsed {
    case .jpeg(let reader): try jpeg(reader)
    case .heif(let reader): try heif(reader)
    case .dng, .readOnly:
      throw AuxError(
        .unsupported, "a photo in \(source.container.rawValue) is not cut without being coded anew")
    }
  }

  private func jpeg(_ reader: JPEGReader) throws(AuxError) -> Result {
    var (metadata, losses) = (metadata, [String]())
    var xmp = try PrimaryXMP(metadata.xmp, limits: source.limits)
    try xmp.fitSegment(limits: source.limits)
    metadata.xmp = xmp.packet
    losses += xmp.losses
    let end = try reader.file.primaryEnd()
    guard end <= source.limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(end) coded bytes, \(source.limits.codedBytes) at most")
    }
    let stream = try JPEGCodec.transformed(
      source.bytes.read(at: 0, count: end), reader.file.primary.frame,
      by: .init(part: geometry.part, turn: geometry.turn, isAuxiliary: false), limits: source.limits)
    let photo = JPEGPhotoFile(
      stream: stream, profile: try ICCSegments.profile(of: reader.file.primary, in: source.bytes),
      orientation: geometry.orientation)
    let bytes = try photo.bytes(metadata, xmp.extended, limits: source.limits, &losses)
    let file = try FileModel(MemoryByteSource(bytes), limits: source.limits)
    var notes: [String] = []
    let unit = reader.file.primary.frame.unit
    if !geometry.part.width.isMultiple(of: unit.width) || !geometry.part.height.isMultiple(of: unit.height) {
      notes.append(Self.noteOnHiddenPixels("in the last MCUs of rows and columns"))
    }
    return Result(file: try ImageSource(file), notes: notes, losses: losses)
  }

  /// Returns the file of the primary with its tiles, properties and metadata: all other items are left out.
  private func heif(_ reader: HEIFReader) throws(AuxError) -> Result {
    let file = reader.file
    var edit = HEIFEdit(file)
    edit.removesManifest = true
    try edit.keepPrimaryAlone()
    let shown = try reader.codedPlace(of: file.primaryItem)
    let part = geometry.part
    try edit.cutPrimary(
      to: PixelRectangle(x: shown.x + part.x, y: shown.y + part.y, width: part.width, height: part.height),
      from: source.bytes)
    try edit.turn(by: geometry.source.orientation.inverse.followed(by: geometry.orientation))
    try setMetadata(&edit, file)
    let pieces = try edit.composition(of: source.bytes)
    let cut = try ImageSource(
      FileModel(MemoryByteSource(pieces.bytes(of: source.bytes)), limits: source.limits))
    try check(cut, against: reader)
    guard case .heif(let new) = cut.parsed,
      new.file.properties(of: new.file.primaryItem).contains(where: { $0.box.type == "clap" })
    else { return Result(file: cut) }
    return Result(file: cut, notes: [Self.noteOnHiddenPixels("outside the clean aperture")])
  }

  private static func noteOnHiddenPixels(_ location: String) -> String {
    "pixels outside the part stay in the file, \(location): programs can show them; without --lossless they go"
  }

  private func setMetadata(_ edit: inout HEIFEdit, _ file: HEIFFile) throws(AuxError) {
    let own = file.metadataItems(for: file.primaryItemID)
    if let item = own.first(where: { $0.type == "Exif" }) {
      if let exif = ExifBlock.setting(geometry.orientation, in: metadata.exif) {
        try edit.setExif(exif, of: item)
      } else {
        try edit.remove(item.id)
      }
    }
    if let item = file.xmpItem(for: file.primaryItemID) {
      let xmp = try PrimaryXMP(metadata.xmp, limits: source.limits)
      if let packet = xmp.packet { try edit.setXMP(packet, of: item) } else { try edit.remove(item.id) }
    }
  }

  /// Throws `verification` unless the coded data of the new file are those of the source.
  private func check(_ cut: ImageSource, against old: HEIFReader) throws(AuxError) {
    guard case .heif(let new) = cut.parsed, let primary = cut.primary,
      (primary.width, primary.height) == (geometry.result.width, geometry.result.height)
    else { throw AuxError(.verification, "the cut photo has another size") }
    let before = Dictionary(
      try old.file.codedItems(of: old.file.primaryItem, from: source.bytes).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    for item in try new.file.codedItems(of: new.file.primaryItem, from: cut.bytes) {
      guard let same = before[item.id],
        try new.file.data(of: item, from: cut.bytes, maxBytes: source.limits.codedBytes)
          == old.file.data(of: same, from: source.bytes, maxBytes: source.limits.codedBytes)
      else { throw AuxError(.verification, "the coded bytes of item \(item.id) changed") }
    }
  }
}
