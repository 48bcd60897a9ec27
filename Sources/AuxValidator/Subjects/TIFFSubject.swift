internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A DNG or other TIFF file as its directories say, right or wrong.
///
/// Source: TIFF 6.0; DNG 1.7.1.0; Specs/dng.md.
struct TIFFSubject: Sendable {
  let structure: TIFFStructure
  /// All directories that can be read, parents first; the first is IFD 0.
  let directories: [TIFFDirectory]
  private(set) var packets: [PacketSubject] = []
  private var packetsByPath: [String: Int] = [:]

  init(_ structure: TIFFStructure, _ packets: XMPPackets) {
    self.structure = structure
    directories = structure.directories.flatMap(\.flattened)
    for directory in directories { readPacket(of: directory, packets) }
  }

  var root: TIFFDirectory? { directories.first }
  var isDNG: Bool { root?[TIFFTag.dngVersion] != nil }

  private mutating func readPacket(of directory: TIFFDirectory, _ packets: XMPPackets) {
    guard let entry = directory[TIFFTag.xmp],
      let range = try? structure.range(
        of: TIFFTag.xmp, in: directory, most: structure.limits.entryBytes),
      let packet = try? packets.packet(at: [range])
    else { return }
    packetsByPath[directory.path] = self.packets.count
    self.packets.append(
      PacketSubject(
        packet, offset: Int(entry.valueField), place: directory.place(TIFFTag.xmp),
        isPrimary: directory.path == "IFD0"))
  }

  func packet(of directory: TIFFDirectory) -> PacketSubject? {
    packetsByPath[directory.path].map { packets[$0] }
  }

  func values(_ tag: UInt16, _ directory: TIFFDirectory) -> TIFFValues? {
    try? structure.values(tag, in: directory)
  }

  func integers(_ tag: UInt16, _ directory: TIFFDirectory) -> [Int]? {
    try? values(tag, directory)?.integers()
  }

  func integer(_ tag: UInt16, _ directory: TIFFDirectory) -> Int? {
    try? structure.integer(tag, in: directory)
  }

  func rational(_ tag: UInt16, _ directory: TIFFDirectory) -> TIFFRational? {
    (try? values(tag, directory)?.rationals())?.first
  }

  /// The text of a field; nil where it is longer than names are read.
  func text(_ tag: UInt16, _ directory: TIFFDirectory) -> String? {
    try? structure.values(tag, in: directory, most: DNGAuxiliaryDirectory.longestName + 1)?.text()
  }

  /// Where the entry of a tag is in the file.
  func offset(_ tag: UInt16, _ directory: TIFFDirectory) -> Int {
    let position = directory.entries.firstIndex { $0.tag == tag }
    return position.map(directory.entryOffset) ?? directory.offset
  }

  /// The directories of depth maps, by either of the two tags that say so.
  var depthDirectories: [TIFFDirectory] {
    structure.entries.map(\.place).filter { !$0.isMask }.map(\.directory)
  }

  /// The directories of semantic masks, by either of the two tags that say so.
  var maskDirectories: [TIFFDirectory] { structure.entries.map(\.place).filter(\.isMask).map(\.directory) }

  /// The directory of the image that the file is about.
  var primary: TIFFDirectory? {
    directories.first { (integer(TIFFTag.newSubFileType, $0) ?? 0) == DNGSubFileType.primary } ?? root
  }

  var primarySize: (width: Double, height: Double)? {
    guard let primary, let width = integer(TIFFTag.imageWidth, primary),
      let height = integer(TIFFTag.imageLength, primary)
    else { return nil }
    if let crop = try? values(TIFFTag.defaultCropSize, primary)?.numbers(), crop.count == 2,
      crop.allSatisfy({ $0 > 0 && $0 < 1e9 })
    {
      return (crop[0], crop[1])
    }
    return (Double(width), Double(height))
  }
}

extension TIFFSubject {
  /// Depth maps and masks as images; decoded where asked for.
  func auxiliaries(decoding: Bool) -> [AuxiliarySubject] {
    let file = decoding ? try? TIFFFile(structure) : nil
    let entries = structure.entries
    let refusals = file.map { DNGDecodableBytes.refusals(entries.map(\.place.directory), in: $0) } ?? [:]
    return entries.map { auxiliary($0, file, refusals[$0.entry.offset]) }
  }

  private func auxiliary(
    _ listed: Listed<DNGAuxiliaryDirectory>, _ file: TIFFFile?, _ refusal: AuxError?
  ) -> AuxiliarySubject {
    let directory = listed.place.directory
    var image = AuxiliarySubject(
      listed.entry, container: .dng, width: integer(TIFFTag.imageWidth, directory) ?? 0,
      height: integer(TIFFTag.imageLength, directory) ?? 0, bits: integer(TIFFTag.bitsPerSample, directory),
      packet: packet(of: directory))
    if listed.place.isMask { image.urn = text(TIFFTag.semanticName, directory) }
    guard let file else { return image }
    let chunks = (try? TIFFLayout(of: directory, in: file))?.chunks.map(\.range) ?? []
    // Strips of one image may share bytes as well.
    let isRead = refusal == nil && chunks.reduce(0) { $0 + $1.count } <= structure.source.byteCount
    if isRead { image.coded = chunks }
    image.decode(from: structure.source, limits: structure.limits) { () throws(AuxError) in
      if let refusal { throw refusal }
      return try DNGPlaneDecoder(directory, of: file).plane()
    }
    return image
  }
}
