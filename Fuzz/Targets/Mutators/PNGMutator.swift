/// Changes PNG files as rows of chunks whose check sums are mostly right.
struct PNGMutator {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let types =
    ("""
  IHDR PLTE IDAT IEND tRNS iCCP gAMA cHRM sRGB sBIT eXIf iTXt tEXt zTXt acTL fcTL cICP mDCv bKGD hIST
  """).split { " \n".contains($0) }.map { Array($0.utf8) }

  private struct Chunk {
    var type: [UInt8]
    var data: [UInt8]
    /// A length that need not be right.
    var length: Int?
    var hasRightSum = true
  }

  private var chunks: [Chunk] = []

  init?(_ file: [UInt8]) {
    guard file.starts(with: Self.signature) else { return nil }
    var at = 8
    while file.count - at >= 12 {
      let length = Int(Bytes.number(in: file, at: at, bytes: 4, isBigEndian: true))
      let end = min(length, file.count - at - 12) + at + 8
      chunks.append(Chunk(type: Array(file[(at + 4)..<(at + 8)]), data: Array(file[(at + 8)..<end])))
      at = end + 4
    }
    guard !chunks.isEmpty else { return nil }
  }

  /// Returns the file after one change to three.
  mutating func mutated(_ dice: inout Dice) -> [UInt8] {
    for _ in 0...dice.below(3) where !chunks.isEmpty {
      let index = dice.below(chunks.count)
      switch dice.below(10) {
      case 0: chunks.remove(at: index)
      case 1:
        chunks.insert(
          contentsOf: [Chunk](repeating: chunks[index], count: dice.pick([1, 1, 2, 60])), at: index)
      case 2: chunks.swapAt(index, dice.below(chunks.count))
      case 3: chunks[index].type = dice.pick(Self.types)
      case 4: chunks[index].length = Int(truncatingIfNeeded: dice.number(like: 13, bytes: 4) & 0xFFFF_FFFF)
      case 5: chunks[index].hasRightSum = false
      case 6:
        let data = (0..<dice.below(24)).map { _ in UInt8(dice.below(4)) }
        chunks.insert(Chunk(type: dice.pick(Self.types), data: data), at: index)
      case 7: chunks[index].data = Bytes.settingField(chunks[index].data, isBigEndian: true, &dice)
      default: chunks[index].data = Bytes.mutated(chunks[index].data)
      }
    }
    return serialized()
  }

  private func serialized() -> [UInt8] {
    var file = Self.signature
    for chunk in chunks {
      let sum = Self.checkSum(chunk.type + chunk.data) ^ (chunk.hasRightSum ? 0 : 1)
      file += Bytes.bigEndian(chunk.length ?? chunk.data.count, 4) + chunk.type + chunk.data
      file += Bytes.bigEndian(Int(sum), 4)
    }
    return file
  }

  /// The CRC of the PNG specification, annex D.
  private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~sum
  }
}
