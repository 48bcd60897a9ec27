internal import AuxContainers
internal import AuxImage

extension StructureList {
  /// The most bytes of values that are looked at, and the most values that are shown.
  private static let (mostBytes, mostValues) = (4096, 8)

  /// Adds the directories of a TIFF or DNG file with their tags.
  mutating func add(_ structure: TIFFStructure) {
    add(
      0, "header", 0..<TIFFFile.headerCount,
      (structure.isBig ? "BigTIFF" : "TIFF")
        + (structure.endianness == .big ? ", big-endian" : ", little-endian"))
    for directory in structure.directories where !isFull { add(directory, 0, structure) }
    for fault in structure.faults where !isFull { add(0, fault.error) }
  }

  private mutating func add(_ directory: TIFFDirectory, _ level: Int, _ structure: TIFFStructure) {
    let name = directory.path.split(separator: "/").last.map(String.init) ?? directory.path
    let entry = structure.entries.first { $0.entry.offset == directory.offset }?.entry
    add(
      level, name, directory.range,
      "\(directory.entries.count) tags" + (entry.map { ", \($0.summary)" } ?? ""))
    for (number, entry) in directory.entries.enumerated() where !isFull {
      let offset = directory.entryOffset(number)
      let place = directory.place(entry.tag)
      let count = entry.valueByteCount
      let start = entry.isInline ? offset : Int(entry.valueField)
      add(
        level + 1, TIFFTag.name(entry.tag), start..<start + (count ?? 0),
        Self.text(of: entry, place, structure))
    }
    for child in directory.children where !isFull { add(child, level + 1, structure) }
  }

  private static func text(
    of entry: TIFFEntry, _ place: String, _ structure: TIFFStructure
  ) -> String {
    let type = typeNames[entry.type.rawValue] ?? "type \(entry.type.rawValue)"
    let kind = entry.count == 1 ? type : "\(entry.count) \(type)"
    guard let size = entry.valueByteCount, size <= mostBytes else { return kind }
    do throws(AuxError) {
      let values = try TIFFValues(
        entry, place: place, structure.source, structure.endianness, most: mostBytes)
      let shown: [String]
      switch entry.type {
      case .ascii: return "\(kind): \(try values.text())"
      case .rational, .signedRational: shown = try values.rationals().prefix(mostValues).map(\.description)
      case .float, .double: shown = try values.numbers().prefix(mostValues).map { "\($0)" }
      case .undefined: return kind
      default: shown = try values.integers().prefix(mostValues).map { "\($0)" }
      }
      return "\(kind): " + shown.joined(separator: " ") + (Int(entry.count) > mostValues ? " …" : "")
    } catch { return "\(kind), error: \(error.message)" }
  }

  /// Source: TIFF 6.0, section 2, "Types".
  private static let typeNames: [UInt16: String] = [
    1: "BYTE", 2: "ASCII", 3: "SHORT", 4: "LONG", 5: "RATIONAL", 6: "SBYTE", 7: "UNDEFINED", 8: "SSHORT",
    9: "SLONG", 10: "SRATIONAL", 11: "FLOAT", 12: "DOUBLE", 13: "IFD", 16: "LONG8", 17: "SLONG8", 18: "IFD8",
  ]
}
