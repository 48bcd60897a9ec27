import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

/// Writing in bands: all kinds of pixels, several readers, and any number of threads.
@Suite struct PNGBandTests {
  /// What a picture shows.
  enum Scene: CaseIterable {
    case noise, shading, edges, plain
    /// Distances of whole disparities, few values far apart, with noise of a code.
    case levels
  }

  private static func codes(_ scene: Scene, count: Int, width: Int) -> [UInt16] {
    var random = SeededRandom(seed: 5)
    return (0..<count).map { index in
      switch scene {
      case .noise: UInt16.random(in: 0...65_535, using: &random)
      case .shading: UInt16(truncatingIfNeeded: index % width * 31 + index / width * 17)
      case .edges: index % width / 40 % 2 == index / width / 40 % 2 ? 60_000 : UInt16(index % 3)
      case .plain: 40_001
      case .levels:
        UInt16(65_535 / (index % width / 16 + index / width / 8 % 50 + Int.random(in: 2...4, using: &random)))
      }
    }
  }

  private static func picture(
    _ scene: Scene, width: Int, height: Int, channels: Int, bits: Int
  ) throws -> PhotoPixels {
    let codes = codes(scene, count: width * height * channels, width: width * channels)
    let samples: PhotoPixels.Samples =
      bits == 16 ? .uint16(codes) : .uint8(codes.map { UInt8($0 >> 8) })
    return try PhotoPixels(width: width, height: height, channels: channels, samples: samples)
  }

  private static func expectReturn(of picture: PhotoPixels) throws {
    let image = try PNGCodec.decode(PNGCodec.encode(picture).bytes)
    #expect(image.samples == picture.samples)
    #expect(
      (image.width, image.height, image.channels) == (picture.width, picture.height, picture.channels))
  }

  /// One band, and several with a small last one.
  private static let someSizes = [(1, 1), (1, 9), (301, 903)]

  @Test(arguments: Scene.allCases, someSizes) func everyKindComesBack(
    _ scene: Scene, _ size: (width: Int, height: Int)
  ) throws {
    for (channels, bits) in [(1, 8), (1, 16), (3, 8), (3, 16)] {
      try Self.expectReturn(
        of: Self.picture(
          scene, width: size.width, height: size.height, channels: channels, bits: bits))
    }
  }

  @Test("A column of several bands, and rows longer than a band", arguments: [(1, 300_001), (530_000, 3)])
  func extremeShapes(_ size: (width: Int, height: Int)) throws {
    for (scene, bits) in [(Scene.noise, 8), (.edges, 16)] {
      try Self.expectReturn(
        of: Self.picture(scene, width: size.width, height: size.height, channels: 1, bits: bits))
    }
  }

  @Test func theNumberOfThreadsChangesNoByte() throws {
    for scene in Scene.allCases {
      let picture = try Self.picture(scene, width: 801, height: 1401, channels: 3, bits: 8)
      let file = try PNGCodec.encode(picture, jobs: 1).bytes
      for jobs in [2, 3, 64] { #expect(try PNGCodec.encode(picture, jobs: jobs).bytes == file) }
    }
  }

  /// The chunks of a file: type and data.
  private static func chunks(_ file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var (at, chunks) = (8, [(type: String, data: [UInt8])]())
    while at + 12 <= file.count {
      let count = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        (String(decoding: file[at + 4..<at + 8], as: UTF8.self), Array(file[at + 8..<at + 8 + count])))
      at += 12 + count
    }
    return chunks
  }

  @Test func bandsAreOneStream() throws {
    let picture = try Self.picture(.shading, width: 801, height: 1401, channels: 3, bits: 8)
    let chunks = Self.chunks(try PNGCodec.encode(picture).bytes)
    let data = chunks.filter { $0.type == "IDAT" }.map(\.data)
    // Seven bands of 218 rows and less, and the checksum.
    #expect(data.count == 8 && data.last?.count == 4)
    #expect(chunks.map(\.type) == ["IHDR"] + Array(repeating: "IDAT", count: 8) + ["IEND"])
    let line = 801 * 3 + 1
    // zlib's own reader checks the sum.
    let lines = try Deflate.decompress(Array(data.joined()), count: 1401 * line)
    #expect(Set(stride(from: 0, to: lines.count, by: line).map { lines[$0] }).isSubset(of: [2, 4]))
  }

  @Test("Noise grows by little, and plain pixels compress to almost nothing")
  func sizesOfFiles() throws {
    for (channels, bits) in [(1, 8), (1, 16), (3, 8), (3, 16)] {
      func size(_ scene: Scene) throws -> Double {
        let picture = try Self.picture(scene, width: 900, height: 700, channels: channels, bits: bits)
        return Double(try PNGCodec.encode(picture).bytes.count) / Double(900 * 700 * channels * bits / 8)
      }
      #expect(try size(.noise) < 1.003)
      #expect(try size(.plain) < 0.003)
      #expect(try size(.edges) < 0.02)
    }
  }

  @Test("Few values are matched as they are: the filter Up makes two thirds more of them")
  func fewValues() throws {
    let picture = try Self.picture(.levels, width: 600, height: 400, channels: 1, bits: 16)
    let count = try PNGCodec.encode(picture).bytes.count
    #expect(Double(count) / (600 * 400 * 2) < 0.3)
  }

  /// Returns what ImageMagick's names of raw samples are for these channels.
  private static func rawName(_ channels: Int) -> String { channels == 1 ? "gray" : "rgb" }

  @Test(
    "ImageMagick reads the same samples", .enabled(if: Program.imageMagick != nil, "no ImageMagick"),
    arguments: Scene.allCases)
  func imageMagickAgrees(_ scene: Scene) throws {
    let folder = try TemporaryFolder()
    for (channels, bits) in [(1, 8), (1, 16), (3, 8), (3, 16)] {
      let picture = try Self.picture(scene, width: 301, height: 903, channels: channels, bits: bits)
      try folder.write(try PNGCodec.encode(picture).bytes, to: "in.png")
      let outcome = try Program.run(
        try #require(Program.imageMagick),
        [
          folder.path("in.png"), "-depth", "\(bits)", "-endian", "LSB",
          "\(Self.rawName(channels)):\(folder.path("out"))",
        ])
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      #expect(try folder.read("out") == Self.bytes(of: picture), "\(channels) channels of \(bits) bits")
    }
  }

  private static let pillow = Program.python(with: "PIL")

  @Test("Pillow reads the same samples", .enabled(if: pillow != nil, "no Pillow"), arguments: Scene.allCases)
  func pillowAgrees(_ scene: Scene) throws {
    let folder = try TemporaryFolder()
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      image.load()
      open(sys.argv[2], "wb").write(image.tobytes())
      """
    // Of 16 bits, Pillow reads gray only.
    for (channels, bits) in [(1, 8), (1, 16), (3, 8)] {
      let picture = try Self.picture(scene, width: 301, height: 903, channels: channels, bits: bits)
      try folder.write(try PNGCodec.encode(picture).bytes, to: "in.png")
      let outcome = try Program.run(
        try #require(Self.pillow), ["-c", script, folder.path("in.png"), folder.path("out")])
      #expect(outcome.status == 0, "\(outcome.error)")
      let read = try folder.read("out")
      // Older ones give 16 bits as integers of 32.
      let wide = bits == 16 && read.count == 4 * 301 * 903
      let samples = wide ? read.indices.filter { $0 % 4 < 2 }.map { read[$0] } : read
      #expect(samples == Self.bytes(of: picture), "\(channels) channels of \(bits) bits")
    }
  }

  /// The samples, the least significant byte first.
  private static func bytes(of picture: PhotoPixels) -> [UInt8] {
    switch picture.samples {
    case .uint8(let codes): codes
    case .uint16(let codes): codes.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
  }
}
