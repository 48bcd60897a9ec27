internal import AuxImage

// What phones put after their pictures, as it is described in public: Specs/trailers.md.

extension Trailer {
  /// Samsung: blocks that end with their length and their name; SEFT is the directory of parts before it.
  static func samsung(endingAt end: Int, in source: any ByteSource) throws(AuxError) -> Trailer? {
    let last = try source.read(at: end - 6, count: 6)
    var blockEnd = last.elementsEqual("QDIOBS".utf8) ? end - 2 : end
    var trailer = Trailer(.samsung, blockEnd..<end)
    while blockEnd > 8 {
      var foot = ByteReader(try source.read(at: blockEnd - 8, count: 8), endianness: .little)
      let count = Int(try foot.readUInt32())
      let type = try foot.readBytes(4)
      guard count >= 4, count < 1 << 16, count + 8 <= blockEnd else { return nil }
      let start = blockEnd - 8 - count
      var block = ByteReader(
        try source.read(at: start, count: count), fileOffset: start, endianness: .little)
      guard !type.elementsEqual("SEFT".utf8) else {
        return try trailer.readDirectory(&block, at: start, in: source) ? trailer : nil
      }
      if type.elementsEqual("QDIO".utf8), count == 20 { trailer.addSoundOffsets(at: start, &block, source) }
      blockEnd = start
    }
    return nil
  }

  /// Reads SEFH: a version, a count, and of each part its type, how far before the directory it begins, and its size.
  private mutating func readDirectory(
    _ block: inout ByteReader, at start: Int, in source: any ByteSource
  ) throws(AuxError) -> Bool {
    guard block.remaining >= 12, try block.readBytes(4).elementsEqual("SEFH".utf8) else { return false }
    try block.skip(4)
    let count = Int(try block.readUInt32())
    guard count <= Self.mostParts, 12 * count <= block.remaining else { return false }
    var first = start
    for _ in 0..<count {
      try block.skip(4)
      let (distance, size) = (Int(try block.readUInt32()), Int(try block.readUInt32()))
      guard distance <= start, size <= distance, size >= 8 else { return false }
      first = min(first, start - distance)
      var head = ByteReader(try source.read(at: start - distance, count: 8), endianness: .little)
      try head.skip(4)
      let nameCount = Int(try head.readUInt32())
      guard nameCount <= min(size - 8, 256) else { return false }
      let begin = start - distance + 8
      let name = try source.read(at: begin, count: nameCount)
      let part = Part(
        name: String(decoding: name, as: UTF8.self), range: (begin + nameCount)..<(start - distance + size))
      if part.name == "MotionPhoto_Data" { try addVideoOffset(in: part.range, source) }
      parts.append(part)
    }
    range = first..<range.upperBound
    return true
  }

  /// `MotionPhoto_Data` of HEIC: `mpv2`, where the video begins, counted from the beginning of the file, and its size.
  private mutating func addVideoOffset(
    in range: Range<Int>, _ source: any ByteSource
  ) throws(AuxError) {
    var reader = ByteReader(try source.readPrefix(at: range.lowerBound, count: min(12, range.count)))
    guard reader.remaining == 12, try reader.readBytes(4).elementsEqual("mpv2".utf8) else { return }
    let (target, size) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
    guard target > 0, target < source.byteCount, size <= source.byteCount - target else { return }
    offsets.append(
      OuterOffset(
        name: "Samsung MotionPhoto_Data", position: range.lowerBound + 4, endianness: .big, base: nil,
        target: target))
  }

  /// QDIO: version, 1, and where the sound begins and ends, counted from the beginning of the file.
  private mutating func addSoundOffsets(at start: Int, _ block: inout ByteReader, _ source: any ByteSource) {
    for (number, name) in ["begin", "end"].enumerated() {
      let position = start + 12 + 4 * number
      guard let bytes = try? source.read(at: position, count: 4) else { return }
      let value = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
      // The end is that of the last byte.
      guard value > 0, value < source.byteCount else { return }
      offsets.append(
        OuterOffset(
          name: "Samsung QDIO \(name)", position: position, endianness: .little, base: nil, target: value))
    }
  }

  /// The part of OPPO's that holds the depth of a portrait.
  static let rearDepth = "rear.depth"

  /// The number of bytes before the samples of what `rear.depth` is decompressed to.
  package static let rearDepthHeaderCount = 0x300

  /// Returns OPPO's map, as large as `rear.depth.config` says; nil where `rear.depth` is no Zstandard frame.
  ///
  /// Source: Specs/trailers.md, "OPPO".
  func oppoMap(of part: Part, in source: any ByteSource) throws(AuxError) -> DepthMap? {
    guard let config = parts.first(where: { $0.name == "rear.depth.config" }), config.range.count >= 20,
      try source.readPrefix(at: part.range.lowerBound, count: 4) == [0x28, 0xB5, 0x2F, 0xFD]
    else { return nil }
    var reader = ByteReader(
      try source.read(at: config.range.lowerBound, count: 20), endianness: .little)
    // A version, which is a float.
    try reader.skip(4)
    let (width, height) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { return nil }
    return DepthMap(name: part.name, width: width, height: height, range: part.range, coding: .zstd)
  }

  private static let oppoFooter = Array("jxrs".utf8)

  /// OPPO: parts, a list of them in JSON whose offsets count back from it, 0, `jxrs`, and the length from the list on.
  static func oppo(
    endingAt end: Int, _ tail: [UInt8], in source: any ByteSource
  ) throws(AuxError) -> Trailer? {
    guard tail.count >= 9, tail.suffix(8).starts(with: oppoFooter) else { return nil }
    let count = tail.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count > 9, count <= 1 << 20, count <= end else { return nil }
    let start = end - count
    let list = try source.read(at: start, count: count - 8)
    guard list.first == UInt8(ascii: "[") else { return nil }
    var trailer = Trailer(.oppo, start..<end)
    for item in list.split(separator: UInt8(ascii: "{")).dropFirst().prefix(mostParts) {
      let text = String(decoding: item, as: UTF8.self)
      guard let name = value("name", in: text), let size = value("length", in: text).flatMap({ Int($0) }),
        let distance = value("offset", in: text).flatMap({ Int($0) }), size >= 0, distance >= size,
        distance <= start
      else { continue }
      trailer.parts.append(Part(name: name, range: (start - distance)..<(start - distance + size)))
      trailer.range = min(trailer.range.lowerBound, start - distance)..<end
    }
    return trailer
  }

  /// Returns the text or number of a member of a flat JSON object.
  private static func value(_ name: String, in object: String) -> String? {
    guard let colon = object.range(after: "\"\(name)\"", then: ":") else { return nil }
    let rest = object[colon...].drop { $0 == " " }
    guard rest.first != "\"" else { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    return String(rest.prefix { $0.isNumber })
  }

  /// Xiaomi: what the text of `MiCamera:XMPMeta` lists; offsets count back from the end of the file.
  ///
  /// The depth data comes last, after the picture without blur.
  package static func xiaomi(_ text: String, fileSize: Int) -> Trailer? {
    var parts: [Part] = []
    func add(_ name: String, from distance: Int?, _ size: Int?) {
      guard let distance, let size, size > 0, distance >= size, distance <= fileSize else { return }
      parts.append(Part(name: name, range: (fileSize - distance)..<(fileSize - distance + size)))
    }
    for element in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst().prefix(mostParts)
    {
      let name = String(element.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      func number(_ attribute: String) -> Int? {
        element.range(after: " \(attribute)", then: "=").flatMap { start in
          Int(element[start...].dropFirst().prefix { $0.isNumber })
        }
      }
      add(name, from: number("offset"), number("length"))
      guard name == "depthmap" else { continue }
      let (depth, raw) = (number("depthlength"), number("rawlength"))
      add("depthmap", from: depth, depth)
      if let raw { add("rawimage", from: min(raw, fileSize) + min(depth ?? 0, fileSize), raw) }
    }
    guard let first = parts.map(\.range.lowerBound).min(), let last = parts.map(\.range.upperBound).max()
    else { return nil }
    var trailer = Trailer(.xiaomi, first..<last)
    trailer.parts = parts
    return trailer
  }
}

extension StringProtocol {
  /// Returns where the text goes on after a name and the sign that follows it.
  fileprivate func range(after name: String, then sign: Character) -> Index? {
    var rest = self[...]
    while let start = rest.firstIndex(of: name.first ?? " ") {
      guard rest[start...].hasPrefix(name) else {
        rest = rest[rest.index(after: start)...]
        continue
      }
      let end = rest.index(start, offsetBy: name.count)
      if let found = rest[end...].firstIndex(where: { $0 != " " }), rest[found] == sign {
        return rest.index(after: found)
      }
      rest = rest[end...]
    }
    return nil
  }
}
