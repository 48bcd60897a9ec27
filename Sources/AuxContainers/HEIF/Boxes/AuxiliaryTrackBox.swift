package import AuxImage

extension AuxiliaryTrack {
  /// The handler of a track of auxiliary images. Source: ISO/IEC 14496-12:2022, 12.1.1.
  private static let handler: FourCharacterCode = "auxv"
  /// The bytes of a visual sample entry before its boxes. Source: ISO/IEC 14496-12:2022, 12.1.3.
  private static let entryCount = 78

  /// Returns the auxiliary tracks of a movie; those that cannot be read are left out, each with a fault.
  static func tracks(
    of movie: Box, most: Int
  ) -> (tracks: [AuxiliaryTrack], faults: [AuxError]) {
    var (tracks, faults): ([AuxiliaryTrack], [AuxError]) = ([], [])
    for (index, box) in movie.boxes.filter({ $0.type == "trak" }).prefix(most).enumerated() {
      do throws(AuxError) {
        if let track = try AuxiliaryTrack(box) { tracks.append(track) }
      } catch { faults.append(error.within("moov/trak[\(index)]")) }
    }
    return (tracks, faults)
  }

  /// Reads a track; nil where it is not one of auxiliary images.
  private init?(_ track: Box) throws(AuxError) {
    guard let media = track.first("mdia"), let handler = media.first("hdlr") else { return nil }
    var reader = handler.reader
    guard try HandlerBox(parsing: &reader).handlerType == Self.handler else { return nil }
    guard let header = track.first("tkhd"), let table = media.first("minf")?.first("stbl"),
      let description = table.first("stsd"), let sizes = table.first("stsz") ?? table.first("stz2")
    else {
      throw AuxError(.malformed, "an auxiliary track without tkhd, stsd or stsz (14496-12 8.3, 8.5)")
    }
    let entry = try Self.sampleEntry(description)
    self.init(
      number: try Self.number(header), identifier: try Self.identifier(entry), width: try Self.side(entry, 0),
      height: try Self.side(entry, 1),
      codec: CodedItemKind(itemType: entry.type)?.name ?? "\(entry.type)",
      frameCount: try Self.frameCount(sizes))
  }

  private static func number(_ header: Box) throws(AuxError) -> Int {
    var reader = header.reader
    let isLong = try FullBoxHeader(parsing: &reader).version == 1
    try reader.skip(isLong ? 16 : 8)
    return Int(try reader.readUInt32())
  }

  private static func frameCount(_ sizes: Box) throws(AuxError) -> Int {
    var reader = sizes.reader
    try reader.skip(8)
    return Int(try reader.readUInt32())
  }

  /// Returns the first sample entry, which is of images. Source: 8.5.2.
  private static func sampleEntry(_ description: Box) throws(AuxError) -> Box {
    var reader = description.reader
    try reader.skip(8)
    return try Box(leaf: &reader)
  }

  private static func side(_ entry: Box, _ index: Int) throws(AuxError) -> Int {
    var reader = entry.reader
    try reader.skip(24 + 2 * index)
    return Int(try reader.readUInt16())
  }

  /// Returns the URN of `auxi`. Source: ISO/IEC 23008-12, 7.5.3.
  private static func identifier(_ entry: Box) throws(AuxError) -> String? {
    var reader = entry.reader
    try reader.skip(entryCount)
    while reader.remaining >= 8 {
      let box = try Box(leaf: &reader)
      guard box.type == "auxi" else { continue }
      var payload = box.reader
      _ = try FullBoxHeader(parsing: &payload)
      return try payload.readCString()
    }
    return nil
  }
}

extension HEIFFile {
  /// Returns the auxiliary tracks of the movie beside the images, and what of it cannot be read.
  package func auxiliaryTracks(
    from source: any ByteSource
  ) -> (tracks: [AuxiliaryTrack], faults: [AuxError]) {
    guard let entry = layout.entries.first(where: { $0.type == "moov" }) else { return ([], []) }
    do throws(AuxError) {
      let movie = try FileLayout.load(entry, from: source, limits: limits)
      return AuxiliaryTrack.tracks(of: movie, most: limits.images)
    } catch { return ([], [error]) }
  }
}
