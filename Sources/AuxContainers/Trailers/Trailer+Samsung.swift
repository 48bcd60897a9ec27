internal import AuxImage

// Samsung's data after the images. Source: Specs/trailers.md, "Samsung".

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
      // The end is the offset of the last byte.
      guard value > 0, value < source.byteCount else { return }
      offsets.append(
        OuterOffset(
          name: "Samsung QDIO \(name)", position: position, endianness: .little, base: nil, target: value))
    }
  }

  /// Returns a map of Samsung's that is as large as `DualShot_Extra_Info` says.
  func samsungMap(of part: Part, in source: any ByteSource) throws(AuxError) -> DepthMap? {
    guard let extra = parts.first(where: { $0.name == "DualShot_Extra_Info" }), extra.range.count >= 44
    else { return nil }
    // The sizes follow a mark whose place differs between models.
    let bytes = try source.read(at: extra.range.lowerBound, count: min(extra.range.count, 104))
    let mark = stride(from: 32, through: min(bytes.count - 12, 92), by: 4).first { place in
      (1...9).contains(bytes[place]) && bytes[(place + 1)..<(place + 4)].elementsEqual([0, 0xFF, 0xFF])
    }
    guard let mark else { return nil }
    var reader = ByteReader(Array(bytes[(mark + 4)...]), endianness: .little)
    let (width, height) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
    guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else { return nil }
    // What follows the samples is less than a row.
    guard (0..<width).contains(part.range.count - width * height) else { return nil }
    let start = part.range.lowerBound
    return DepthMap(name: part.name, width: width, height: height, range: start..<(start + width * height))
  }
}
