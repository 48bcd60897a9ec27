package import AuxImage

/// Data that a maker or a program puts after the images of a file.
///
/// Source: Specs/trailers.md.
package struct Trailer: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Samsung's SEFT: parts with names.
    case samsung
    /// Huawei's edof: a depth map.
    case huawei
    /// Xiaomi's parts, which the XMP of the primary lists.
    case xiaomi
    /// OPPO's, OnePlus's and realme's parts, which a list in JSON names.
    case oppo
    case vivo
    /// Leia's records (LIF): pictures and maps of disparity of other views.
    case leia
    /// AXS File Concatenation Protocol.
    case afcp
    case fotoStation
    case photoMechanic
    /// Canon's recipe of its raw developer.
    case canonVRD
    /// Meta Information Encapsulation.
    case mie
  }

  package struct Part: Hashable, Sendable {
    package var name: String
    package var range: Range<Int>
  }

  package var kind: Kind
  /// All its bytes.
  package var range: Range<Int>
  /// Its parts as far as they are known.
  package var parts: [Part] = []
  /// What the maker's own list says of the parts, unchanged; nil where there is no list that we read.
  package var properties: JSONValue?
  /// What Leia says of the pictures of the photo.
  var views: [LeiaView] = []
  /// Why it cannot be read as a whole; nil where it can.
  package var damage: AuxError?
  /// The numbers in it that count from the beginning of the file.
  var offsets: [OuterOffset] = []

  init(_ kind: Kind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }

  /// Whether the bytes after the images, which begin with these, are the video of a motion photo.
  ///
  /// Its readers count from the end of the file, where it stays. Source: Specs/trailers.md, "Motion photos".
  package static func isMotionPhoto(beginningWith bytes: [UInt8]) -> Bool {
    bytes.dropFirst(4).starts(with: "ftyp".utf8)
  }

  /// Where the trailer names the place at which a photo was taken.
  ///
  /// Source: ExifTool, Samsung trailer: `MCC_Data` is the country of the mobile network; Specs/trailers.md, "Samsung".
  package var placeRanges: [Range<Int>] {
    kind == .samsung ? parts.filter { $0.name == "MCC_Data" }.map(\.range) : []
  }

  /// No trailer has more parts.
  static let mostParts = 1024
}

extension Trailer {
  /// Returns the trailers at the end of a file, one after the other, the last first; each is known by its end.
  ///
  /// Only ends and directories are read.
  package static func atEnd(of source: any ByteSource) throws(AuxError) -> [Trailer] {
    var found: [Trailer] = []
    var end = source.byteCount
    while found.count < 16, let trailer = try ending(at: end, in: source) {
      found.append(trailer)
      end = trailer.range.lowerBound
    }
    return found
  }

  private static func ending(at end: Int, in source: any ByteSource) throws(AuxError) -> Trailer? {
    let start = max(0, end - 64)
    let tail = try source.read(at: start, count: end - start)
    func ends(_ text: String) -> Bool { tail.suffix(text.utf8.count).elementsEqual(text.utf8) }
    if ends("\0\0SEFT") || ends("QDIOBS") { return try Self.samsung(endingAt: end, in: source) }
    if let oppo = try oppo(endingAt: end, tail, in: source) { return oppo }
    if let huawei = try huawei(endingAt: end, tail, in: source) { return huawei }
    if let leia = try leia(endingAt: end, tail, in: source) { return leia }
    if let afcp = try afcp(endingAt: end, tail, in: source) { return afcp }
    return try other(endingAt: end, tail, in: source)
  }

  /// Returns a trailer; only its length is read.
  private static func other(
    endingAt end: Int, _ tail: [UInt8], in source: any ByteSource
  ) throws(AuxError) -> Trailer? {
    func number(_ fromEnd: Int) -> Int {
      tail.suffix(fromEnd).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    func trailer(_ kind: Kind, _ count: Int) -> Trailer? {
      count > 0 && count <= end ? Trailer(kind, (end - count)..<end) : nil
    }
    if tail.count >= 10, tail.suffix(4).elementsEqual([0xA1, 0xB2, 0xC3, 0xD4]) {
      return trailer(.fotoStation, number(8))
    }
    if tail.count >= 12, tail.suffix(8).elementsEqual("cbipcbbl".utf8) {
      return trailer(.photoMechanic, number(12) + 12)
    }
    if tail.count == 64, tail.starts(with: Array("CANON OPTIONAL DATA\0".utf8)) {
      // The length follows the header's version and counts neither header nor footer.
      return trailer(.canonVRD, tail[20..<24].reduce(0) { $0 << 8 | Int($1) } + 64 + 28)
    }
    let mie = Array("~\0\u{4}\0zmie~\0\0\u{6}".utf8)
    if tail.count >= 18, tail.suffix(18).starts(with: mie), [0x10, 0x18].contains(tail[tail.count - 2]),
      tail[tail.count - 1] == 4
    {
      let four = Array(tail.suffix(6).prefix(4))
      let isBig = tail[tail.count - 2] == 0x10
      return trailer(.mie, (isBig ? four : four.reversed()).reduce(0) { $0 << 8 | Int($1) })
    }
    return nil
  }
}

extension Trailer {
  /// AFCP: a directory of parts whose offsets count from the beginning of the file.
  private static func afcp(
    endingAt end: Int, _ tail: [UInt8], in source: any ByteSource
  ) throws(AuxError) -> Trailer? {
    guard tail.count >= 12 else { return nil }
    let foot = Array(tail.suffix(12))
    guard foot.starts(with: Array("AXS".utf8)), foot[3] == 0x21 || foot[3] == 0x2A else { return nil }
    let order: ByteReader.Endianness = foot[3] == 0x21 ? .big : .little
    var reader = ByteReader(Array(foot[4...]), endianness: order)
    let start = Int(try reader.readUInt32())
    guard start < end - 12, try source.readPrefix(at: start, count: 4).elementsEqual(foot[..<4]) else {
      return nil
    }
    var head = ByteReader(try source.read(at: start, count: 12), endianness: order)
    try head.skip(6)
    let count = min(Int(try head.readUInt16()), mostParts)
    guard 12 * count <= end - start - 24 else { return nil }
    var trailer = Trailer(.afcp, start..<end)
    trailer.offsets = [
      OuterOffset(name: "AFCP", position: end - 8, endianness: order, base: nil, target: start)
    ]
    var entries = ByteReader(try source.read(at: start + 12, count: 12 * count), endianness: order)
    for number in 0..<count {
      let name = String(decoding: try entries.readBytes(4), as: UTF8.self)
      let (size, offset) = (Int(try entries.readUInt32()), Int(try entries.readUInt32()))
      guard offset < end, size <= end - offset else { continue }
      // Parts may come before the directory.
      if offset < trailer.range.lowerBound, size > 0 { trailer.range = offset..<end }
      trailer.parts.append(Part(name: name, range: offset..<(offset + size)))
      trailer.offsets.append(
        OuterOffset(
          name: "AFCP \(name)", position: start + 12 + 12 * number + 8, endianness: order, base: nil,
          target: offset))
    }
    return trailer
  }
}
