import AuxKernels
import Foundation
import TestSupport
import Testing

@testable import AuxView

@Suite struct PackedCodesTests {
  /// A wave with a step, between 0 and 1.
  private static func wave(_ column: Int, _ row: Int) -> Double {
    let (x, y) = (Double(column), Double(row))
    return 0.35 + 0.3 * sin(y / 9) * cos(x / 14) + (column > 20 ? 0.3 : 0)
  }

  private static func plane<Code: FixedWidthInteger & UnsignedInteger>(
    _ width: Int, _ height: Int, _ code: (Int, Int, inout SeededRandom) -> Code
  ) -> [Code] {
    var random = SeededRandom(seed: 7)
    return (0..<width * height).map { code($0 % width, $0 / width, &random) }
  }

  private static func noise(_ random: inout SeededRandom, _ amplitude: Double) -> Double {
    (Double(random.next() % 1024) / 512 - 1) * amplitude
  }

  /// Maps of all kinds of statistics, with the bytes of a sample.
  private static let maps: [(name: String, width: Int, height: Int, bytes: Int, codes: [UInt16])] = [
    ("smooth", 60, 40, 1, plane(60, 40) { x, y, _ in UInt16(wave(x, y) * 255) }),
    ("smooth, 16 bits", 60, 40, 2, plane(60, 40) { x, y, _ in UInt16(wave(x, y) * 65535) }),
    (
      "noisy, 16 bits", 50, 40, 2,
      plane(50, 40) { x, y, r in UInt16(30000 * wave(x, y) + 500 + noise(&r, 500)) }
    ),
    ("few codes of 16 bits", 50, 40, 2, plane(50, 40) { x, y, _ in UInt16(wave(x, y) * 255) * 257 }),
    ("steps", 50, 40, 1, plane(50, 40) { x, y, _ in UInt16(wave(x, y) * 255) / 16 * 16 }),
    ("a matte", 50, 40, 1, plane(50, 40) { x, y, r in wave(x, y) + noise(&r, 0.1) > 0.5 ? 255 : 0 }),
    ("one column", 1, 700, 1, plane(1, 700) { _, y, _ in UInt16(128 + 100 * sin(Double(y) / 50)) }),
    ("one row", 700, 1, 2, plane(700, 1) { x, _, _ in UInt16(30000 + 20000 * sin(Double(x) / 50)) }),
    (
      "ends of 16 bits", 50, 40, 2,
      plane(50, 40) { _, y, r in [0, 1, 65534, 65535][y < 20 ? 0 : Int(r.next() % 4)] }
    ),
  ]

  @Test(arguments: maps.indices) func `Codes in contexts are exact and smaller`(index: Int) throws {
    let (name, width, height, bytes, codes) = Self.maps[index]
    let storage: PixelPlane.Storage = bytes == 1 ? .uint8(codes.map { UInt8($0) }) : .uint16(codes)
    let packed = try PackedCodes(PixelPlane(width: width, height: height, known: storage))
    try #require(packed.coding == .contexts, "\(name)")
    let read = try PageCodes.samples(
      packed.data, width: width, height: height, sampleBytes: bytes, rows: height)
    #expect(read == codes.map { UInt32($0) }, "\(name)")
    var damaged = packed.data
    damaged[damaged.count / 2] ^= 1
    #expect(throws: (any Error).self, "\(name)") {
      try PageCodes.samples(damaged, width: width, height: height, sampleBytes: bytes, rows: height)
    }
  }

  @Test func `What repeats stays with zlib, as do floats`() throws {
    let tile = Self.plane(16, 16) { _, _, random in UInt8(truncatingIfNeeded: random.next()) }
    let repeated = Self.plane(128, 128) { x, y, _ in tile[(y % 16) * 16 + x % 16] }
    let plane = PixelPlane(width: 128, height: 128, known: .uint8(repeated))
    #expect(try PackedCodes(plane).coding == .median)
    let floats = PixelPlane(width: 2, height: 2, known: .float([1, 2, .nan, 4]))
    #expect(try PackedCodes(floats).coding == .none)
  }

  @Test func `Parts are characters of seven bits that no parser of HTML changes`() throws {
    var random = SeededRandom(seed: 3)
    for count in Array(0...16) + [997, 20000] {
      let bytes = (0..<count).map { index -> UInt8 in
        UInt8(truncatingIfNeeded: index < 256 ? UInt64(index) : random.next())
      }
      let encoded = PartText.encoded(bytes)
      let text = try #require(String(validating: encoded, as: UTF8.self))
      #expect(!text.unicodeScalars.contains { [0, 13, 27, 60].contains($0.value) })
      #expect(text.unicodeScalars.count == (count * 8 + 6) / 7)
      #expect(PageContent.bytes(text) == bytes)
      #expect(count < 1000 || Double(encoded.count) < 1.19 * Double(count))
    }
    #expect(PartText.encoded([0x00, 0x35, 0xE0]) == [0xC3, 0x80, 0xC3, 0x8D, 0xC3, 0xBC, 0xC3, 0x80])
  }
}
