import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct EXRHeaderTests {
  private static func header(_ file: EXRBytes) throws -> EXRHeader {
    try EXRHeader(MemoryByteSource(file.bytes))
  }

  private static func file(_ names: [String]) -> EXRBytes {
    EXRBytes(width: 3, height: 2, names.map { ($0, [Float](repeating: 0.5, count: 6)) })
  }

  private static func colour(_ names: String...) throws -> EXRColour {
    try EXRColour(of: header(file(names)).parts)
  }

  @Test func whatAHeaderSaysIsRead() throws {
    var file = Self.file(["A", "B", "G", "R"])
    file.displayWindow = [-1, -2, 6, 7]
    file.attributes = [("chromaticities", "chromaticities", EXRBytes.floats([1, 2, 3, 4, 5, 6, 7, 8]))]
    let part = try #require(try Self.header(file).parts.first)
    #expect(part.channels.map(\.name) == ["A", "B", "G", "R"] && !part.isDeep)
    #expect(part.displayWindow.map { [$0.width, $0.height, $0.xMin] } == [8, 10, -1])
    #expect(part.chromaticities == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func moreChannelsThanTheLimitAreRefused() throws {
    let source = MemoryByteSource(Self.file((0..<5).map { "c\($0)" }).bytes)
    var limits = AuxLimits.standard
    limits.exrChannels = 5
    #expect(try EXRHeader(source, limits: limits).parts.first?.channels.count == 5)
    limits.exrChannels = 4
    #expect(throws: AuxError(.limitExceeded, "")) { try EXRHeader(source, limits: limits) }
  }

  @Test func everyPrefixOfAHeaderIsAnError() throws {
    let file = Self.file(["Y"])
    let head = file.bytes.count - 2 * (8 + 8 + 12)
    for count in 0..<head {
      #expect(throws: AuxError.self) { try EXRHeader(MemoryByteSource(Array(file.bytes.prefix(count)))) }
    }
    #expect(throws: AuxError(.unsupported, "")) {
      try EXRHeader(MemoryByteSource(Array(file.bytes[..<4]) + [3] + file.bytes[5...]))
    }
  }

  @Test func thePictureIsChosenByItsNames() throws {
    #expect(try Self.colour("A", "B", "G", "R", "Z").colours == ["R", "G", "B"])
    #expect(try Self.colour("A", "B", "G", "R", "Z").alpha == "A")
    #expect(try Self.colour("Y").colours == ["Y"])
    let layer = try Self.colour("L.Beauty.B", "L.Beauty.G", "L.Beauty.R", "L.Depth.Z")
    #expect(layer.colours == ["L.Beauty.R", "L.Beauty.G", "L.Beauty.B"] && layer.alpha == nil)
    let combined = try Self.colour(
      "L.Combined.B", "L.Combined.G", "L.Combined.R", "L.Normal.B", "L.Normal.G", "L.Normal.R")
    #expect(combined.colours[0] == "L.Combined.R")
    for (names, code) in [
      (["Z"], AuxError.Code.unsupported), (["BY", "RY", "Y"], .unsupported),
      (["a.B", "a.G", "a.R", "b.B", "b.G", "b.R"], .usage),
    ] {
      #expect(throws: AuxError(code, "")) { try EXRColour(of: Self.header(Self.file(names)).parts) }
    }
  }
}
