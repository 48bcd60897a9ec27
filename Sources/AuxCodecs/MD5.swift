/// The MD5 digest, which extended XMP names its packets by; it protects nothing.
///
/// Source: RFC 1321.
package enum MD5 {
  /// Returns the digest as 32 upper-case hexadecimal digits.
  package static func hexDigest(of data: [UInt8]) -> String {
    let whole = data.count & ~63
    // The rest, a bit, zeros up to the last 8 bytes of a block, and the number of bits (3.1 and 3.2).
    var tail = Array(data[whole...]) + [0x80]
    tail += [UInt8](repeating: 0, count: (120 - tail.count) % 64)
    let bitCount = UInt64(data.count) &* 8
    tail += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (8 * UInt64($0))) }
    var state = SIMD4<UInt32>(0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
    for start in stride(from: 0, to: whole, by: 64) { mix(data.span, at: start, into: &state) }
    for start in stride(from: 0, to: tail.count, by: 64) { mix(tail.span, at: start, into: &state) }
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: (0..<16).flatMap { (index: Int) -> [UInt8] in
        let byte = Int(state[index / 4] >> UInt32(8 * (index % 4)) & 0xFF)
        return [digits[byte >> 4], digits[byte & 15]]
      }, as: UTF8.self)
  }

  /// Mixes a block of 64 bytes into the state (3.4).
  private static func mix(_ bytes: Span<UInt8>, at start: Int, into state: inout SIMD4<UInt32>) {
    var words = SIMD16<UInt32>()
    for index in 0..<64 {
      words[index / 4] |= UInt32(bytes[start + index]) << UInt32(8 * (index % 4))
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let round = step / 16
      let (mixed, word): (UInt32, Int) =
        switch round {
        case 0: (b & c | ~b & d, step)
        case 1: (b & d | c & ~d, (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
      let sum = a &+ mixed &+ sines[step] &+ words[word]
      let shift = shifts[4 * round + step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state &+= SIMD4(a, b, c, d)
  }

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  /// The whole part of 2^32 times the sine of 1, 2, 3 and so on.
  private static let sines: [UInt32] = [
    0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, 0xF57C0FAF, 0x4787C62A, 0xA8304613, 0xFD469501,
    0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE, 0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821,
    0xF61E2562, 0xC040B340, 0x265E5A51, 0xE9B6C7AA, 0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8,
    0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, 0xA9E3E905, 0xFCEFA3F8, 0x676F02D9, 0x8D2A4C8A,
    0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C, 0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70,
    0x289B7EC6, 0xEAA127FA, 0xD4EF3085, 0x04881D05, 0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665,
    0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, 0x655B59C3, 0x8F0CCC92, 0xFFEFF47D, 0x85845DD1,
    0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1, 0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391,
  ]
}
