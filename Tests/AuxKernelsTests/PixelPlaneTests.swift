import AuxKernels
import Testing

@Suite("Planes as bytes")
struct PixelPlaneTests {
  /// Planes of 2 by 2 samples with their little-endian bytes.
  static let planes: [(PixelPlane, [UInt8])] = [
    (PixelPlane(width: 2, height: 2, known: .uint8([1, 2, 3, 4])), [1, 2, 3, 4]),
    (
      PixelPlane(width: 2, height: 2, known: .uint16([0x0102, 0x0304, 0x0506, 0x0708])),
      [2, 1, 4, 3, 6, 5, 8, 7]
    ),
    (
      PixelPlane(width: 2, height: 2, known: .half([0x3c00, 0x7e00, 0xc000, 0x0001])),
      [0x00, 0x3c, 0x00, 0x7e, 0x00, 0xc0, 0x01, 0x00]
    ),
    (
      // 1, -2, 2^-149, infinity
      PixelPlane(width: 2, height: 2, known: .float([1, -2, 0x1p-149, .infinity])),
      [0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 1, 0, 0, 0, 0, 0, 0x80, 0x7f]
    ),
  ]

  @Test("Bytes are little-endian and tightly packed", arguments: planes)
  func bytes(plane: PixelPlane, bytes: [UInt8]) {
    #expect(plane.data() == bytes)
    #expect(plane.bytesPerRow == bytes.count / 2)
    let back = PixelPlane(
      width: 2, height: 2, bytesPerRow: plane.bytesPerRow, data: bytes, sampleType: plane.sampleType)
    #expect(back == plane)
  }

  @Test("Padding is dropped; the last row needs none", arguments: planes)
  func padding(plane: PixelPlane, bytes: [UInt8]) {
    let row = plane.bytesPerRow
    let padded = bytes[..<row] + [0xee, 0xee, 0xee] + bytes[row...]
    let back = PixelPlane(
      width: 2, height: 2, bytesPerRow: row + 3, data: Array(padded), sampleType: plane.sampleType)
    #expect(back == plane)
  }

  @Test("Too few bytes and impossible sizes are refused", arguments: planes)
  func refuses(plane: PixelPlane, bytes: [UInt8]) {
    let row = plane.bytesPerRow
    func make(_ width: Int, _ height: Int, _ bytesPerRow: Int, _ data: [UInt8]) -> PixelPlane? {
      PixelPlane(
        width: width, height: height, bytesPerRow: bytesPerRow, data: data, sampleType: plane.sampleType)
    }
    for count in bytes.indices { #expect(make(2, 2, row, Array(bytes[..<count])) == nil) }
    #expect(make(2, 2, row - 1, bytes) == nil)
    #expect(make(0, 2, row, bytes) == nil)
    #expect(make(2, 0, row, bytes) == nil)
    #expect(make(-2, 2, row, bytes) == nil)
    #expect(make(2, .max, row, bytes) == nil)
    #expect(make(.max, 2, .max, bytes) == nil)
  }
}
