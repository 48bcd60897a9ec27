/// Streams of `cjxl -d 0` (libjxl 0.7), each of 8x6 pixels that a formula gives.
package enum JPEGXLVector {
  /// Codes of 8 bits, 31x + 7y.
  package static let gray8 = "ff0a2830101417020802010050004b18132f070b597af974007ffaff010000000000"
  /// Codes of 16 bits, 3001x + 777y; in boxes.
  package static let gray16 =
    "0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20000000096a786c6c0a000000576a786c63ff0a2830fc"
    + "00c5850802010004014b188b1501129e18866e18dc146e2ac5e1c9ddbffc7f2a55e5441f5bd7bc499878038b8401f26a28674af5ea"
    + "093860a584954e150d04c2c861bfb6f5095c618101"
  /// Red 31x, green 40y, blue 9(x + y), modulo 256.
  package static let colour =
    "ff0a283010505c080802010090004b2824c643412140c233139dec3e20956ee3001ec0404f28d9e90eb8a6fd0e0000000000"

  package static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
  }

  package static func codes<Code: FixedWidthInteger>(_ across: Int, _ down: Int) -> [Code] {
    (0..<48).map { Code(truncatingIfNeeded: $0 % 8 * across + $0 / 8 * down) }
  }
}
