internal import FuzzSupport

/// Numbers that follow from the seed that libFuzzer gives a mutation, so that it can be done again.
struct Dice {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) }

  /// Returns 64 bits, by SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Returns a number below `count`, which is at least 1.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  /// Returns true once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// Returns one of the elements.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns a number at which parsers go wrong: small ones, powers of two and their neighbours, and any.
  mutating func number(like value: UInt64, bytes: Int) -> UInt64 {
    switch below(8) {
    case 0...2: return UInt64(below(5))
    case 3: return value &+ 1
    case 4: return value &- 1
    case 5: return (1 << UInt64(below(bytes * 8))) &- UInt64(below(2))
    case 6: return UInt64.max
    default: return next() >> UInt64(below(64))
    }
  }
}

/// Changes of bytes of no known structure.
enum Bytes {
  /// Returns the bytes after one of libFuzzer's own mutations.
  static func mutated(_ bytes: [UInt8], room: Int = 64) -> [UInt8] {
    let count = bytes.count
    var changed = bytes + [UInt8](repeating: 0, count: room)
    let size = unsafe changed.withUnsafeMutableBufferPointer { buffer in
      unsafe LLVMFuzzerMutate(buffer.baseAddress, count, count + room)
    }
    return Array(changed[..<size])
  }

  /// Sets a number in a table: to one that is likely to hurt, or to that of another row.
  static func settingField(_ bytes: [UInt8], isBigEndian: Bool, _ dice: inout Dice) -> [UInt8] {
    let width = dice.pick([1, 2, 2, 4, 4, 8])
    guard bytes.count >= width else { return mutated(bytes) }
    var bytes = bytes
    let places = (bytes.count - width) / min(width, 2) + 1
    let place = dice.below(places) * min(width, 2)
    if dice.oneIn(3) {
      let other = dice.below(places) * min(width, 2)
      bytes.replaceSubrange(place..<(place + width), with: bytes[other..<(other + width)])
      return bytes
    }
    let old = number(in: bytes, at: place, bytes: width, isBigEndian: isBigEndian)
    set(&bytes, at: place, to: dice.number(like: old, bytes: width), bytes: width, isBigEndian: isBigEndian)
    return bytes
  }

  /// Repeats a piece, as a table with more rows would; often counts it in a number before.
  static func repeatingRow(_ bytes: [UInt8], isBigEndian: Bool, _ dice: inout Dice) -> [UInt8] {
    let width = dice.pick([2, 4, 6, 8, 12, 12, 14, 16, 20])
    guard bytes.count >= width else { return mutated(bytes) }
    let place = dice.below(bytes.count - width + 1)
    let times = dice.pick([1, 2, 8, 100, 300])
    var changed = bytes
    let row = bytes[place..<(place + width)]
    changed.insert(contentsOf: (0..<times).flatMap { _ in row }, at: place)
    let width2 = dice.pick([2, 4])
    if place >= width2, !dice.oneIn(3) {
      let count = max(0, min(place - width2, dice.pick([0, 2, 4, 6, 8])))
      let old = number(in: changed, at: count, bytes: width2, isBigEndian: isBigEndian)
      set(&changed, at: count, to: old &+ UInt64(times), bytes: width2, isBigEndian: isBigEndian)
    }
    return changed
  }

  /// Reads an unsigned number; the bytes must be there.
  static func number(in bytes: [UInt8], at place: Int, bytes count: Int, isBigEndian: Bool) -> UInt64 {
    let field = bytes[place..<(place + count)]
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | UInt64($1) } : field.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Writes the low bytes of a number.
  static func set(
    _ bytes: inout [UInt8], at place: Int, to value: UInt64, bytes count: Int, isBigEndian: Bool
  ) {
    for index in 0..<count {
      let shift = UInt64(8 * (isBigEndian ? count - 1 - index : index))
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// Returns the low bytes of a number, the greatest first.
  static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// Where pieces of a file are after its structure was changed, for the offsets that point to them.
struct PieceMap {
  private var pieces: [(old: Range<Int>, new: Int)] = []

  /// Notes that bytes from `old` are at `new` now.
  mutating func add(_ old: Range<Int>, at new: Int) { pieces.append((old, new)) }

  /// Returns where a byte is now, or nil where it is gone.
  func place(of old: Int) -> Int? {
    pieces.first { $0.old.contains(old) }.map { $0.new + old - $0.old.lowerBound }
  }
}
