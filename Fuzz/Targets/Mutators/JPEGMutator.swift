/// Changes JPEG files as rows of segments, of all their images; what an index points to is mostly found again.
struct JPEGMutator {
  private enum Kind {
    /// A marker alone, as SOI.
    case marker
    /// A marker, a length and a payload.
    case segment
    /// Entropy-coded data, or data that are not JPEG.
    case raw
  }

  private struct Piece {
    var kind: Kind
    var marker: UInt8 = 0
    var bytes: [UInt8] = []
    /// A length that need not be right.
    var length: Int?
    /// Where the piece stood in the file.
    var origin: Range<Int>?
  }

  private var pieces: [Piece] = []
  private static let markers: [UInt8] = [
    0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC9, 0xCC, 0xD0, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xE0,
    0xE1, 0xE2, 0xEB, 0xED, 0xEE, 0xFE, 0x01, 0xFF,
  ]

  init(_ file: [UInt8]) {
    var at = 0
    while at < file.count {
      let start = at
      guard at + 1 < file.count, file[at] == 0xFF, file[at + 1] != 0, file[at + 1] != 0xFF else {
        at += 1
        while at + 1 < file.count,
          file[at] != 0xFF || file[at + 1] == 0 || (0xD0...0xD7).contains(file[at + 1])
        {
          at += 1
        }
        if at + 1 >= file.count { at = file.count }
        pieces.append(Piece(kind: .raw, bytes: Array(file[start..<at]), origin: start..<at))
        continue
      }
      let marker = file[at + 1]
      if marker == 0x01 || (0xD0...0xD9).contains(marker) {
        at += 2
        pieces.append(Piece(kind: .marker, marker: marker, origin: start..<at))
        continue
      }
      let length = at + 4 <= file.count ? Int(file[at + 2]) << 8 | Int(file[at + 3]) : 0
      let end = length >= 2 && at + 2 + length <= file.count ? at + 2 + length : min(at + 2, file.count)
      let bytes = end >= at + 4 ? Array(file[(at + 4)..<end]) : []
      pieces.append(
        Piece(
          kind: end >= at + 4 ? .segment : .marker, marker: marker, bytes: bytes, origin: start..<end))
      at = end
    }
  }

  /// Returns the file after one change to four.
  mutating func mutated(_ dice: inout Dice) -> [UInt8] {
    for _ in 0...dice.below(4) where !pieces.isEmpty { change(&dice) }
    return serialized(&dice)
  }

  private mutating func change(_ dice: inout Dice) {
    let index = dice.below(pieces.count)
    switch dice.below(12) {
    case 0: pieces.remove(at: index)
    case 1:
      let copies = [Piece](repeating: pieces[index], count: dice.pick([1, 1, 3, 60]))
      pieces.insert(contentsOf: copies, at: dice.oneIn(2) ? index : dice.below(pieces.count))
    case 2: pieces.swapAt(index, dice.below(pieces.count))
    case 3: pieces[index].marker = dice.pick(Self.markers)
    case 4: pieces[index].length = dice.oneIn(3) ? nil : Int(dice.number(like: 2, bytes: 2) & 0xFFFF)
    case 5:
      // A run of pieces, so a whole image at times, once more.
      let end = index + dice.below(pieces.count - index) + 1
      pieces.insert(
        contentsOf: pieces[index..<end], at: dice.oneIn(2) ? pieces.count : dice.below(pieces.count))
    case 6:
      let bytes = (0..<dice.below(24)).map { _ in UInt8(dice.below(4)) }
      pieces.insert(Piece(kind: .segment, marker: dice.pick(Self.markers), bytes: bytes), at: index)
    default: changeBytes(&dice)
    }
  }

  private mutating func changeBytes(_ dice: inout Dice) {
    let headers = pieces.indices.filter { pieces[$0].kind == .segment }
    let index = dice.oneIn(4) || headers.isEmpty ? dice.below(pieces.count) : dice.pick(headers)
    let bytes = pieces[index].bytes
    let prefix = Self.prefixOfTIFF(bytes)
    if prefix > 0, !dice.oneIn(4), var tiff = TIFFMutator(Array(bytes[prefix...])) {
      pieces[index].bytes = Array(bytes[..<prefix] + tiff.mutated(&dice))
    } else if dice.oneIn(2) {
      pieces[index].bytes = Bytes.mutated(bytes)
    } else {
      pieces[index].bytes = Bytes.settingField(bytes, isBigEndian: true, &dice)
    }
  }

  /// Returns the number of bytes before the TIFF header of Exif and of the index of a multi-picture file, else 0.
  private static func prefixOfTIFF(_ payload: [UInt8]) -> Int {
    if payload.starts(with: "MPF\0".utf8) { return 4 }
    return payload.starts(with: "Exif\0\0".utf8) ? 6 : 0
  }

  private func serialized(_ dice: inout Dice) -> [UInt8] {
    var (file, map, indices) = ([UInt8](), PieceMap(), [(old: Int, new: Int, count: Int)]())
    for piece in pieces {
      if let origin = piece.origin { map.add(origin, at: file.count) }
      if piece.kind == .raw {
        file += piece.bytes
        continue
      }
      file += [0xFF, piece.marker]
      guard piece.kind == .segment else { continue }
      file += Bytes.bigEndian(piece.length ?? (piece.bytes.count + 2), 2)
      if piece.bytes.starts(with: "MPF\0".utf8), let origin = piece.origin {
        indices.append((origin.lowerBound + 8, file.count + 4, piece.bytes.count - 4))
      }
      file += piece.bytes
    }
    guard !dice.oneIn(4) else { return file }
    for index in indices { Self.moveImages(in: &file, index, map) }
    return file
  }

  /// Lets the entries of an index point where the images went.
  private static func moveImages(
    in file: inout [UInt8], _ index: (old: Int, new: Int, count: Int), _ map: PieceMap
  ) {
    let isBig = file[index.new] == 0x4D
    func field(_ at: Int, _ width: Int) -> Int? {
      guard at >= 0, at + width <= index.count else { return nil }
      return Int(Bytes.number(in: file, at: index.new + at, bytes: width, isBigEndian: isBig))
    }
    guard let first = field(4, 4), let entries = field(first, 2) else { return }
    for entry in 0..<min(entries, 64) {
      let at = first + 2 + entry * 12
      guard field(at, 2) == 0xB002, let count = field(at + 4, 4), let table = field(at + 8, 4) else {
        continue
      }
      for row in stride(from: table, to: table + min(count, 4096), by: 16) {
        guard let offset = field(row + 8, 4), offset > 0, let place = map.place(of: index.old + offset) else {
          continue
        }
        Bytes.set(
          &file, at: index.new + row + 8, to: UInt64(bitPattern: Int64(place - index.new)), bytes: 4,
          isBigEndian: isBig)
      }
    }
  }
}
