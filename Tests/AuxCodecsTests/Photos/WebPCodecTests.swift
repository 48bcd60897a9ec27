import AuxCodecs
import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct WebPCodecTests {
  /// Smooth colours; sides that are no multiples of a block's.
  private static let (width, height) = (61, 43)
  private static let colours: [UInt8] = (0..<width * height).flatMap { index -> [UInt8] in
    let (x, y) = (index % width, index / width)
    return [UInt8(40 + x * 3), UInt8(220 - y * 4), UInt8(60 + x + y)]
  }

  private static func file(quality: Int, method: Int = 4) throws -> [UInt8] {
    try WebPCodec.encode(rgb: colours, width: width, height: height, quality: quality, method: method)
  }

  @Test(arguments: [0, 2, 4, 6])
  func `A picture comes back nearly, in a file of one chunk`(method: Int) throws {
    let bytes = try Self.file(quality: 90, method: method)
    let file = try WebPFile(MemoryByteSource(bytes), limits: .standard)
    #expect(file.width == Self.width && file.height == Self.height && !file.hasAlpha && !file.isAnimated)
    #expect(Array(bytes[8..<16]) == Array("WEBPVP8 ".utf8))
    let decoded = try WebPCodec.decode(bytes, width: Self.width, height: Self.height, hasAlpha: false)
    guard case .uint8(let samples) = decoded.samples else {
      Issue.record("samples of 8 bits")
      return
    }
    let away = zip(samples, Self.colours).map { abs(Int($0) - Int($1)) }
    #expect(away.max() ?? 255 <= 12 && Double(away.reduce(0, +)) / Double(away.count) < 2)
  }

  @Test func `Less quality takes fewer bytes, and the same always the same ones`() throws {
    let sizes = try [20, 60, 95].map { try Self.file(quality: $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    #expect(try Self.file(quality: 60) == Self.file(quality: 60))
  }

  @Test func `What is no picture of the format is refused`() throws {
    let longest = WebPCodec.longestSide
    let row = [UInt8](repeating: 9, count: longest * 3)
    #expect(throws: Never.self) {
      try WebPCodec.encode(rgb: row, width: longest, height: 1, quality: 50, method: 0)
    }
    for (width, height) in [(0, 1), (1, 0), (longest + 1, 1), (1, longest + 1), (.max, .max)] {
      #expect(throws: AuxError(.usage, "")) {
        try WebPCodec.encode(rgb: row, width: width, height: height, quality: 50, method: 0)
      }
    }
    #expect(throws: AuxError(.usage, "")) {
      try WebPCodec.encode(rgb: row, width: longest, height: 2, quality: 50, method: 0)
    }
    for (quality, method) in [(-1, 4), (101, 4), (.max, 4), (50, -1), (50, 7), (50, .min)] {
      #expect(throws: AuxError(.usage, "")) { try Self.file(quality: quality, method: method) }
    }
  }
}
