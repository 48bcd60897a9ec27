/// Random numbers that a seed repeats: SplitMix64.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 to below a bound.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns the bytes with three from `start` on set to others.
  package mutating func changed(_ bytes: [UInt8], from start: Int) -> [UInt8] {
    var result = bytes
    for _ in 0..<3 {
      let place = start + below(bytes.count - start)
      result[place] = UInt8(truncatingIfNeeded: next())
    }
    return result
  }

  /// Returns the bytes with one to four of them changed, taken out or doubled.
  package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !result.isEmpty {
      let at = result.indices.randomElement(using: &self) ?? 0
      switch Int.random(in: 0..<5, using: &self) {
      case 0: result[at] = [0, 1, 0x7F, 0x80, 0xD8, 0xD9, 0xDA, 0xFF].randomElement(using: &self) ?? 0
      case 1: result.remove(at: at)
      case 2: result.insert(result[at], at: at)
      default: result[at] = .random(in: 0...255, using: &self)
      }
    }
    return result
  }
}
