import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import Testing

@Suite struct PFMCodecTests {
  private static func file(_ header: String, _ floats: [Float], littleEndian: Bool) -> [UInt8] {
    Array(header.utf8)
      + floats.flatMap { value in
        let shifts = littleEndian ? [0, 8, 16, 24] : [24, 16, 8, 0]
        return shifts.map { UInt8(truncatingIfNeeded: value.bitPattern >> $0) }
      }
  }

  private static func decode(_ bytes: [UInt8]) throws(AuxError) -> PixelPlane {
    try PFMCodec.decode(MemoryByteSource(bytes))
  }

  /// Two rows; the file gives the lower one first.
  private static let plane = PixelPlane(width: 3, height: 2, known: .float([1, 2, 3, 4, 5, 6]))
  private static let stored: [Float] = [4, 5, 6, 1, 2, 3]

  @Test func bothByteOrdersAreRead() throws {
    let little = Self.file("Pf\n3 2\n-1.0\n", Self.stored, littleEndian: true)
    let big = Self.file("Pf\n3 2\n1.0\n", Self.stored, littleEndian: false)
    #expect(try Self.decode(little) == Self.plane)
    #expect(try Self.decode(big) == Self.plane)
    #expect(try PFMCodec.encode(Self.plane) == little)
  }

  @Test func holesAndInfinitiesSurvive() throws {
    let values: [Float] = [.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, 1e30]
    let plane = PixelPlane(width: 2, height: 3, known: .float(values))
    let read = try Self.decode(PFMCodec.encode(plane))
    #expect(read.data() == plane.data())
  }

  @Test(arguments: [
    "Pf 3 2 -1 ", "Pf\r\n3\t2\r\n-0.5\n", "Pf\n3\n2\n-1e3\t", "Pf  3  2  -255\n",
  ])
  func spacingAndMagnitudeChangeNothing(header: String) throws {
    let bytes = Self.file(header, Self.stored, littleEndian: true)
    #expect(try Self.decode(bytes) == Self.plane)
  }

  @Test func everyPrefixIsRejected() throws {
    let bytes = try PFMCodec.encode(Self.plane)
    for count in 0..<bytes.count {
      #expect(throws: AuxError(.truncated, ""), "\(count) bytes") {
        try Self.decode(Array(bytes[..<count]))
      }
    }
  }

  @Test func trailingBytesAreRejected() throws {
    let bytes = try PFMCodec.encode(Self.plane)
    let error = #expect(throws: AuxError(.malformed, "")) { try Self.decode(bytes + [10]) }
    #expect(error?.offset == bytes.count)
  }

  @Test(arguments: [
    "Pf\n3 2\n0\n", "Pf\n3 2\nnan\n", "Pf\n3 2\ninf\n", "Pf\n3 2\n-1x\n", "Pf\n0 2\n-1\n",
    "Pf\n-3 2\n-1\n", "Pf\n+3 2\n-1\n", "Pf\n3.0 2\n-1\n", "Pf3 2\n-1\n", "P5\n3 2\n-1\n",
    "Pf\n# a comment\n3 2\n-1\n", "Pf\n99999999999999999999 2\n-1\n",
    "Pf\n00000000000000000000000000000000000000000000003 2\n-1\n",
  ])
  func badHeadersAreMalformed(header: String) {
    let bytes = Self.file(header, Self.stored, littleEndian: true)
    #expect(throws: AuxError(.malformed, "")) { try Self.decode(bytes) }
  }

  @Test func colourIsNamed() {
    let error = #expect(throws: AuxError(.unsupported, "")) {
      try Self.decode(Array("PF\n1 1\n-1\n".utf8) + [UInt8](repeating: 0, count: 12))
    }
    #expect(error?.reason.contains("colour") == true)
  }

  @Test func hugeSizesAreNotAllocated() {
    for header in ["Pf\n16384 16384\n-1\n", "Pf\n99999999 1\n-1\n"] {
      #expect(throws: AuxError(.truncated, "")) { try Self.decode(Array(header.utf8)) }
    }
    #expect(throws: AuxError(.limitExceeded, "")) {
      try Self.decode(Array("Pf\n9223372036854775807 9223372036854775807\n-1\n".utf8))
    }
  }

  @Test func codesAreNotWritten() {
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([1]))
    #expect(throws: AuxError(.usage, "")) { try PFMCodec.encode(codes) }
  }
}
