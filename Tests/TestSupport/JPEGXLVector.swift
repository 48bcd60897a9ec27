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

  /// The colours of ``colour`` to be turned by 90 degrees, a channel `Z` of depth, 3001x + 777y, of 16 bits, and one of alpha, 31x + 7y.
  ///
  /// Made by libjxl's encoder, as is ``floats``; in boxes.
  package static let maps =
    "0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20000000096a786c6c0a000000a16a786c63ff0a2830"
    + "0b10e48742ab0908200001001c024b18936e1c1c4c3252a021c518ac0331062f8ec11581182c8d3cc718bc3806c3ed01c4df00ac06"
    + "c0a704682e0510435c35b05feb5bd7f665a176abbb6d2ffef87f90e9ff27f6b9fbff73e7ce9dfbdf3b77ee0402814020100884df7b"
    + "02814020100804028140201008044b5e0281402010080402814020100866666f62f66f323a5e10eb18580c"
  /// The colours of ``colour``, and a channel of depth without a name, x + y / 4, of floats.
  package static let floats =
    "0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20000000096a786c6c0a000000dc6a786c63ff0a2830"
    + "20e540020808100018034b189bed4e41c134458af4c58a3178438cc17e19830331381083c331381a834331b84e21dd3106f31c3d0e"
    + "cafe0bafeafeafa33d4b4849a60313b8a80100a0411200806f5bf0fc0c00007c00000000006eee000000000000000000a0e0190000"
    + "e80000000000000000000e490000000000000000005e7c00000000000000000000000000000058d006000000000000000080ec3600"
    + "000000000000000000806d3b00000000000000000000000000cace00000000000000000000000000c06a03000000000000"

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
