/// The directories of a TIFF file, as much of them as a mutation needs, with all that they point to.
struct TIFFTree {
  /// What the value of an entry is.
  enum Value {
    /// Bytes, in the order of the file.
    case bytes([UInt8])
    /// Directories, by number.
    case directories([Int])
    /// Coded data, by number.
    case chunks([Int])
  }

  struct Entry {
    var tag: UInt16
    var type: UInt16
    /// A count that need not be right; nil for the one of the value.
    var count: UInt32?
    var value: Value
    /// Whether the value is at the offset of the previous entry's.
    var isShared = false
  }

  struct Directory {
    var entries: [Entry]
    /// The directory that follows, by number.
    var next: Int?
  }

  var isBigEndian: Bool
  var directories: [Directory] = []
  var chunks: [[UInt8]] = []

  private let file: [UInt8]
  private var numbers: [Int: Int] = [:]

  static let typeSizes: [UInt16: Int] = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
  ]
  /// Offsets of coded data, and the tags of their lengths.
  private static let lengthsOf: [UInt16: UInt16] = [273: 279, 324: 325, 513: 514]

  /// Reads a file, nil where it is not TIFF of 32 bits.
  init?(_ file: [UInt8]) {
    guard file.count >= 14, file.starts(with: "II*\0".utf8) || file.starts(with: [0x4D, 0x4D, 0, 42]) else {
      return nil
    }
    isBigEndian = file[0] == 0x4D
    self.file = file
    _ = directory(at: integer(4, 4) ?? 0, depth: 0)
    guard !directories.isEmpty else { return nil }
  }

  private func integer(_ at: Int, _ width: Int) -> Int? {
    guard at >= 0, at <= file.count - width else { return nil }
    return Int(Bytes.number(in: file, at: at, bytes: width, isBigEndian: isBigEndian))
  }

  /// Reads a directory and those behind it; returns its number.
  private mutating func directory(at start: Int, depth: Int) -> Int? {
    if let number = numbers[start] { return number }
    guard directories.count < 64, depth < 32, start >= 8, let count = integer(start, 2) else { return nil }
    let number = directories.count
    numbers[start] = number
    directories.append(Directory(entries: []))
    var entries: [Entry] = []
    for index in 0..<count {
      guard let entry = entry(at: start + 2 + index * 12, depth: depth) else { break }
      entries.append(entry)
    }
    readChunks(&entries)
    directories[number].entries = entries
    if let next = integer(start + 2 + count * 12, 4), next > 0 {
      directories[number].next = directory(at: next, depth: depth + 1)
    }
    return number
  }

  private mutating func entry(at start: Int, depth: Int) -> Entry? {
    guard let tag = integer(start, 2), let type = integer(start + 2, 2), let count = integer(start + 4, 4)
    else {
      return nil
    }
    let size = (Self.typeSizes[UInt16(type)] ?? 1) * count
    let place = size <= 4 ? start + 8 : (integer(start + 8, 4) ?? file.count)
    // A value that is not there keeps its count.
    guard place <= file.count - size, place >= 0 else {
      return Entry(tag: UInt16(tag), type: UInt16(type), count: UInt32(count), value: .bytes([]))
    }
    let bytes = Array(file[place..<(place + size)])
    var entry = Entry(tag: UInt16(tag), type: UInt16(type), count: nil, value: .bytes(bytes))
    if [330, 34665, 34853].contains(tag), type == 4 || type == 13, count < 64 {
      let found = (0..<count).compactMap { index in
        integer(place + index * 4, 4).flatMap { directory(at: $0, depth: depth + 1) }
      }
      if found.count == count, count > 0 { entry.value = .directories(found) }
    }
    return entry
  }

  /// Takes in the coded data that entries point to.
  private mutating func readChunks(_ entries: inout [Entry]) {
    for index in entries.indices {
      guard let lengths = Self.lengthsOf[entries[index].tag],
        let other = entries.first(where: { $0.tag == lengths }), let offsets = integers(of: entries[index]),
        let counts = integers(of: other), offsets.count == counts.count, offsets.count <= 1024
      else { continue }
      let ranges = zip(offsets, counts).compactMap { offset, count in
        offset <= file.count && count <= file.count - offset ? offset..<(offset + count) : nil
      }
      guard ranges.count == offsets.count else { continue }
      entries[index].value = .chunks(Array(chunks.count..<(chunks.count + ranges.count)))
      entries[index].type = 4
      chunks += ranges.map { Array(file[$0]) }
    }
  }

  private func integers(of entry: Entry) -> [Int]? {
    guard case .bytes(let bytes) = entry.value, let size = Self.typeSizes[entry.type], [2, 4].contains(size)
    else {
      return nil
    }
    return stride(from: 0, through: bytes.count - size, by: size).map { at in
      Int(Bytes.number(in: bytes, at: at, bytes: size, isBigEndian: isBigEndian))
    }
  }
}

extension TIFFTree {
  /// Returns the file: the header, the directories each with its values, then the coded data.
  func serialized() -> [UInt8] {
    let places = directoryPlaces()
    var file = (isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + number(places.first ?? 8, 4)
    var chunkPlaces: [Int] = []
    var end = places.last ?? 8
    for chunk in chunks {
      chunkPlaces.append(end)
      end += chunk.count
    }
    for (directory, place) in zip(directories, places) {
      var values: [UInt8] = []
      var before: [UInt8]?
      let base = place + 2 + directory.entries.count * 12 + 4
      file += number(directory.entries.count, 2)
      for entry in directory.entries {
        let bytes = bytes(of: entry, places, chunkPlaces)
        file += number(Int(entry.tag), 2) + number(Int(entry.type), 2)
        file += number(Int(entry.count ?? UInt32(bytes.count / (Self.typeSizes[entry.type] ?? 1))), 4)
        let isInline = bytes.count <= 4
        var field =
          isInline ? bytes + [UInt8](repeating: 0, count: 4 - bytes.count) : number(base + values.count, 4)
        if entry.isShared, let before { field = before } else if !isInline { values += bytes }
        file += field
        before = field
      }
      file += number(directory.next.flatMap { $0 < places.count - 1 ? places[$0] : nil } ?? 0, 4) + values
    }
    return file + chunks.flatMap(\.self)
  }

  /// Returns where each directory stands, and where the last one with its values ends.
  private func directoryPlaces() -> [Int] {
    directories.reduce(into: [8]) { places, directory in
      var size = 2 + directory.entries.count * 12 + 4
      var isFirst = true
      for entry in directory.entries {
        let count = count(of: entry.value)
        if count > 4, isFirst || !entry.isShared { size += count }
        isFirst = false
      }
      places.append((places.last ?? 8) + size)
    }
  }

  private func count(of value: Value) -> Int {
    switch value {
    case .bytes(let bytes): bytes.count
    case .directories(let numbers), .chunks(let numbers): numbers.count * 4
    }
  }

  private func bytes(of entry: Entry, _ places: [Int], _ chunkPlaces: [Int]) -> [UInt8] {
    switch entry.value {
    case .bytes(let bytes): bytes
    case .directories(let numbers): numbers.flatMap { number($0 < places.count - 1 ? places[$0] : 0, 4) }
    case .chunks(let numbers): numbers.flatMap { number($0 < chunkPlaces.count ? chunkPlaces[$0] : 0, 4) }
    }
  }

  private func number(_ value: Int, _ width: Int) -> [UInt8] {
    let bytes = Bytes.bigEndian(value, width)
    return isBigEndian ? bytes : bytes.reversed()
  }
}
