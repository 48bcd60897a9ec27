/// Changes the inputs of ``CodedImageTarget``: units of HEVC keep their lengths, and the configuration its size.
struct CodedImageMutator {
  private var header: [UInt8]
  private var configuration: [UInt8]
  private var units: [[UInt8]] = []
  /// Data that are not a unit: all of AV1, and truncated ones.
  private var rest: [UInt8] = []

  init?(_ input: [UInt8]) {
    guard input.count > CodedImageTarget.header else { return nil }
    header = Array(input[..<CodedImageTarget.header])
    let start = CodedImageTarget.header + Int(input[3]) << 8 + Int(input[4])
    guard start < input.count else { return nil }
    configuration = Array(input[CodedImageTarget.header..<start])
    var at = start
    // The lowest bit of the kind is AV1's.
    while header[0] & 1 == 0, input.count - at >= 4, units.count < 1024 {
      let count = Int(Bytes.number(in: input, at: at, bytes: 4, isBigEndian: true))
      guard count <= input.count - at - 4 else { break }
      units.append(Array(input[(at + 4)..<(at + 4 + count)]))
      at += 4 + count
    }
    rest = Array(input[at...])
  }

  /// Returns the input after one change to three.
  mutating func mutated(_ dice: inout Dice) -> [UInt8] {
    for _ in 0...dice.below(3) { change(&dice) }
    header[3] = UInt8(truncatingIfNeeded: configuration.count >> 8)
    header[4] = UInt8(truncatingIfNeeded: configuration.count)
    return header + configuration + units.flatMap { Bytes.bigEndian($0.count, 4) + $0 } + rest
  }

  private mutating func change(_ dice: inout Dice) {
    switch dice.below(8) {
    case 0: header[dice.below(3)] = UInt8(truncatingIfNeeded: dice.number(like: 16, bytes: 1))
    case 1, 2: configuration = Bytes.mutated(configuration)
    case _ where units.isEmpty: rest = Bytes.mutated(rest)
    case 3: units.remove(at: dice.below(units.count))
    case 4:
      let unit = dice.pick(units)
      units.insert(
        contentsOf: [[UInt8]](repeating: unit, count: dice.pick([1, 1, 20])), at: dice.below(units.count))
    case 5:
      // Another type of unit; its number is in the first byte.
      let index = dice.below(units.count)
      if !units[index].isEmpty { units[index][0] = UInt8(dice.below(64) << 1) }
    default:
      let index = dice.below(units.count)
      units[index] = Bytes.mutated(units[index])
    }
  }
}
