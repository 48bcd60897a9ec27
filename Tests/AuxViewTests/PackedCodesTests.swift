import AuxCodecs
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

  /// Maps with the bytes of a sample.
  private static let maps: [(name: String, width: Int, height: Int, bytes: Int, codes: [UInt16])] = [
    ("smooth", 60, 40, 1, plane(60, 40) { x, y, _ in UInt16(wave(x, y) * 255) }),
    ("smooth, 16 bits", 60, 40, 2, plane(60, 40) { x, y, _ in UInt16(wave(x, y) * 65535) }),
    ("one column", 1, 700, 1, plane(1, 700) { _, y, _ in UInt16(128 + 100 * sin(Double(y) / 50)) }),
    ("one row", 700, 1, 2, plane(700, 1) { x, _, _ in UInt16(30000 + 20000 * sin(Double(x) / 50)) }),
    ("noise", 50, 40, 2, plane(50, 40) { _, _, random in UInt16(truncatingIfNeeded: random.next()) }),
    (
      "ends of 16 bits", 50, 40, 2,
      plane(50, 40) { _, y, r in [0, 1, 65534, 65535][y < 20 ? 0 : Int(r.next() % 4)] }
    ),
  ]

  @Test(arguments: maps.indices) func `Codes are exact, with the prediction of JPEG-LS`(index: Int) throws {
    let (name, width, height, bytes, codes) = Self.maps[index]
    let storage: PixelPlane.Storage = bytes == 1 ? .uint8(codes.map { UInt8($0) }) : .uint16(codes)
    let packed = try PackedCodes(PixelPlane(width: width, height: height, known: storage))
    #expect(packed.coding == .median, "\(name)")
    let part: [String: Any] = [
      "width": width, "height": height, "components": 1, "sample": bytes == 1 ? "uint8" : "uint16",
      "coding": "median", "part": "codes",
    ]
    let file = PageContent.File(
      members: part, parts: ["codes": Data(packed.data).base64EncodedString()])
    #expect(try file.codes() == codes.map { UInt32($0) }, "\(name)")
    #expect(packed.data.count < width * height * bytes + 100, "\(name)")
  }

  @Test func `Floats are stored as they are`() throws {
    let floats = PixelPlane(width: 2, height: 2, known: .float([1, 2, .nan, 4]))
    let packed = try PackedCodes(floats)
    #expect(packed.coding == .none)
    #expect(try Deflate.decompress(packed.data, maxBytes: 100) == floats.data())
  }
}
