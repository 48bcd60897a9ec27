#if os(Linux)
  import AuxCodecs
  import AuxImage
  import TestSupport
  import Testing

  /// The program on a machine without ISA-L, which deflates PNG: zlib takes its place.
  @Suite("ISA-L is not there")
  struct MissingDeflaterTests {
    private let work: Workplace

    init() throws {
      work = try Workplace()
      try work.folder.makeFolder("lib")
      try work.folder.write(Array("no library".utf8), to: "lib/libisal.so.2")
    }

    /// What the pictures show; of each sort another way to deflate is chosen.
    enum Scene: CaseIterable { case noise, shading, stripes, text }

    /// Codes of 16 bits, several bands of them.
    private static func codes(_ scene: Scene, count: Int, width: Int) -> [UInt16] {
      var random = SeededRandom(seed: 3)
      return (0..<count).map { index in
        let (x, y) = (index % width, index / width)
        switch scene {
        case .noise: return UInt16.random(in: 0...65_535, using: &random)
        case .shading:
          let grain = Int.random(in: 0...700, using: &random)
          return UInt16(truncatingIfNeeded: x * 31 + y * 17 + grain)
        case .stripes: return UInt16(x / 9 % 7 * 9000)
        case .text: return (x * x + y / 12 * 77) % 41 < 6 && y % 12 < 8 ? 0 : 64_250
        }
      }
    }

    @Test("Pictures have the same pixels", arguments: Scene.allCases, [8, 16])
    func samePixels(scene: Scene, bits: Int) throws {
      let (width, height, channels) = (700, 800, bits == 8 ? 3 : 1)
      let codes = Self.codes(scene, count: width * height * channels, width: width * channels)
      let picture = try PhotoPixels(
        width: width, height: height, channels: channels,
        samples: bits == 16 ? .uint16(codes) : .uint8(codes.map { UInt8($0 >> 8) }))
      try work.folder.write(PNGCodec.encode(picture).bytes, to: "in.png")
      try work.succeed("render", "rosy", "in.png", "-o", "with.png")
      let outcome = try work.run(
        after: "LD_LIBRARY_PATH=lib", ["render", "rosy", "in.png", "-o", "without.png"])
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      let (with, without) = (try work.folder.read("with.png"), try work.folder.read("without.png"))
      #expect(try PNGCodec.decode(with).samples == PNGCodec.decode(without).samples)
      // What shrinks to next to nothing is left to zlib.
      let isLeftToZlib = scene == .stripes || scene == .text
      #expect((with == without) == isLeftToZlib, "ISA-L was loaded all the same, or never is")
      #expect(Double(with.count) < 1.03 * Double(without.count))
    }

    @Test("`codecs` says that it is not installed") func listed() throws {
      let text = try work.run(after: "LD_LIBRARY_PATH=lib", ["codecs"]).text
      #expect(text.contains("ISA-L not installed") && text.contains("libisal2"))
      #expect(try work.succeed("codecs").contains("ISA-L 2."))
    }
  }
#endif
