/// A box of ISO BMFF, as far as a mutation needs it; an irregular box is a payload.
struct BoxNode {
  /// How the size is written.
  enum Size {
    case compact, large, toTheEnd
    /// A number that need not be right.
    case stated(UInt32)
  }

  var type: [UInt8]
  var size = Size.compact
  /// The bytes before the boxes inside, or all of them: version, flags, counts, payload.
  var bytes: [UInt8]
  /// Where the bytes were in the file; nil for new ones.
  var origin: Int?
  /// The boxes inside; nil for a box that has a payload.
  var children: [BoxNode]?

  /// The boxes that have boxes inside, and the number of bytes before those.
  private static let prefixes: [String: Int] = [
    "meta": 4, "iprp": 0, "ipco": 0, "iref": 4, "grpl": 0, "dinf": 0, "dref": 8, "moov": 0, "trak": 0,
    "mdia": 0, "minf": 0, "stbl": 0, "stsd": 8, "edts": 0, "tref": 0, "udta": 0,
  ]

  /// Reads all boxes of a range, nil where it is not made of boxes.
  static func all(in file: [UInt8], _ range: Range<Int>, depth: Int = 0) -> [BoxNode]? {
    var nodes: [BoxNode] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard range.upperBound - at >= 8, nodes.count < 4096 else { return nil }
      var size = Int(Bytes.number(in: file, at: at, bytes: 4, isBigEndian: true))
      var start = at + 8
      var form = Size.compact
      if size == 1, range.upperBound - at >= 16 {
        size = Int(clamping: Bytes.number(in: file, at: at + 8, bytes: 8, isBigEndian: true))
        start = at + 16
        form = .large
      } else if size == 0, depth == 0 {
        size = range.upperBound - at
        form = .toTheEnd
      }
      // At the top, a size too great is that of a file that was cut.
      if depth == 0 { size = min(size, range.upperBound - at) }
      guard size >= start - at, size <= range.upperBound - at else { return nil }
      let type = Array(file[(at + 4)..<(at + 8)])
      nodes.append(node(type, form, in: file, start..<(at + size), depth))
      at += size
    }
    return nodes
  }

  private static func node(
    _ type: [UInt8], _ size: Size, in file: [UInt8], _ content: Range<Int>, _ depth: Int
  ) -> BoxNode {
    let name = String(decoding: type, as: UTF8.self)
    var prefix = prefixes[name]
    // The count of a longer version has four bytes.
    if name == "iinf" { prefix = content.isEmpty || file[content.lowerBound] == 0 ? 6 : 8 }
    if let prefix, prefix <= content.count, depth < 12,
      let children = all(in: file, (content.lowerBound + prefix)..<content.upperBound, depth: depth + 1)
    {
      let start = content.lowerBound
      return BoxNode(
        type: type, size: size, bytes: Array(file[start..<(start + prefix)]), children: children)
    }
    return BoxNode(type: type, size: size, bytes: Array(file[content]), origin: content.lowerBound)
  }

  /// The number of boxes, this one included.
  var count: Int { 1 + (children ?? []).reduce(0) { $0 + $1.count } }

  /// Appends the box, and notes where its bytes come from and where its tables of offsets are.
  func serialize(into file: inout [UInt8], _ map: inout PieceMap, _ tables: inout [(String, Range<Int>)]) {
    let start = file.count
    let header: [UInt8] = [0, 0, 0, 1] + type + [UInt8](repeating: 0, count: 8)
    if case .large = size { file += header } else { file += [0, 0, 0, 0] + type }
    let content = file.count
    if let origin { map.add(origin..<(origin + bytes.count), at: content) }
    file += bytes
    for child in children ?? [] { child.serialize(into: &file, &map, &tables) }
    let name = String(decoding: type, as: UTF8.self)
    if ["iloc", "stco", "co64"].contains(name) { tables.append((name, content..<file.count)) }
    switch size {
    case .compact: file.replaceSubrange(start..<(start + 4), with: Bytes.bigEndian(file.count - start, 4))
    case .stated(let number):
      file.replaceSubrange(start..<(start + 4), with: Bytes.bigEndian(Int(number), 4))
    case .toTheEnd: break
    case .large:
      file.replaceSubrange((start + 8)..<(start + 16), with: Bytes.bigEndian(file.count - start, 8))
    }
  }
}
