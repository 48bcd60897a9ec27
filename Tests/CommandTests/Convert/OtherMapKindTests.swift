import TestSupport
import Testing

/// Maps of COLMAP and of Netpbm, which are only read.
@Suite struct OtherMapKindTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
  }

  private static func colmap(_ values: [Float], _ header: String) -> [UInt8] {
    Array(header.utf8) + NumpyBytes.bytes(of: values)
  }

  private func values(_ file: String, _ options: String...) throws -> [Float] {
    let done = try work.run(["convert", file, "-o", "out.pfm", "--force"] + options)
    #expect(done.status == 0, "\(file) \(options): \(done.error)")
    return try PFM.values(work.folder.read("out.pfm"))
  }

  @Test func colmapIsRead() throws {
    let map = Self.colmap(Inputs.metres, "64&48&1&")
    try work.folder.write(map, to: "in.jpg.geometric.bin")
    #expect(try values("in.jpg.geometric.bin") == Inputs.metres)
    try work.succeed("attach", "in.jpg", "--depth", "in.jpg.geometric.bin", "-o", "out.jpg")
    // 0 is a hole.
    var holes = Inputs.metres
    holes[70] = 0
    try work.folder.write(Self.colmap(holes, "64&48&1&"), to: "holes.bin")
    let report = try work.json("convert", "holes.bin", "--from", "depth", "-o", "z.npy", "--json")
    #expect(report.number("holes") == 1)
    try work.folder.write(Self.colmap(Inputs.metres, "32&32&3&"), to: "normals.bin")
    let normals = try work.run("convert", "normals.bin", "-o", "n.npy")
    #expect(normals.status == 65 && normals.error.contains("3 channels, which are normals"))
    for count in 0..<map.count where count < 40 || count % 997 == 0 {
      try work.folder.write(Array(map[..<count]), to: "cut.bin")
      #expect(try work.run("convert", "cut.bin", "-o", "n.npy").status == 65, "\(count)")
    }
    let headers = ["64&48&1&\0", "64&48&0&", "64&0&1&", "999999&999999&1&", "64&48&1", "64&48&11&"]
    for header in headers {
      try work.folder.write(Self.colmap(Inputs.metres, header), to: "bad.bin")
      #expect([65, 77].contains(try work.run("convert", "bad.bin", "-o", "n.npy").status), "\(header)")
    }
    #expect(try work.run("convert", "holes.bin", "--format", "colmap", "-o", "n.bin").status == 64)
  }

  /// Codes as one of the four forms of PGM and PPM.
  private static func netpbm(_ form: Int, _ codes: [Int], width: Int, maximum: Int) -> [UInt8] {
    let header = "P\(form)\n# made by a test\n\(width) \(codes.count / width)\n#\n\(maximum)\n"
    let samples = form == 3 || form == 6 ? codes.flatMap { [$0, $0, $0] } : codes
    guard form > 3 else {
      return Array((header + samples.map { "\($0)" }.joined(separator: "\n") + "\n").utf8)
    }
    return Array(header.utf8)
      + samples.flatMap { maximum > 255 ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)] }
  }

  @Test(arguments: [2, 3, 5, 6], [255, 65535, 1023, 100])
  func netpbmIsRead(form: Int, maximum: Int) throws {
    let codes = (0..<48).map { $0 * maximum / 47 }
    let file = Self.netpbm(form, codes, width: 8, maximum: maximum)
    try work.folder.write(file, to: "z.ppm")
    // As lengths codes stay as they are; 0 is a hole.
    let lengths = try values("z.ppm", "--input-unit", "mm")
    #expect(zip(codes, lengths).allSatisfy { $0 == 0 || abs(Float($0) / 1000 - $1) < 1e-6 })
    // Between two ends white is the maximum.
    let ends = try values("z.ppm", "--near", "1", "--far", "3")
    #expect(zip(codes, ends).allSatisfy { abs(1 + 2 * Float($0) / Float(maximum) - $1) < 1e-5 })
    let disparities = try values("z.ppm", "--min", "0.5", "--max", "2.5", "--as", "fdis")
    #expect(zip(codes, disparities).allSatisfy { abs(0.5 + 2 * Float($0) / Float(maximum) - $1) < 1e-5 })
    // A matte is of white, too.
    try work.succeed("attach", "in.jpg", "--portrait", "z.ppm", "--stretch", "-o", "out.heic")
    try work.succeed("extract", "out.heic", "--type", "portrait", "-o", "matte.png")
    try work.succeed("convert", "matte.png", "--near", "1", "--far", "256", "-o", "m.pfm", "--force")
    let matte = try PFM.values(work.folder.read("m.pfm"))
    #expect(zip(codes, matte).allSatisfy { abs(255 * Float($0) / Float(maximum) - ($1 - 1)) < 4 })

    for count in stride(from: 0, to: file.count - 2, by: 7) {
      try work.folder.write(Array(file[..<count]), to: "cut.ppm")
      #expect(try work.run("convert", "cut.ppm", "-o", "n.npy").status == 65, "\(count)")
    }
    try work.folder.write(file + [0x30, 0x0A], to: "more.ppm")
    #expect(try work.run("convert", "more.ppm", "-o", "n.npy").status == 65)
  }

  @Test func conventionsReadPGM() throws {
    let codes = (0..<48).map { $0 * 1000 }
    try work.folder.write(Self.netpbm(5, codes, width: 8, maximum: 65535), to: "z.pgm")
    let depth = try values("z.pgm", "--convention", "tum")
    #expect(zip(codes, depth).allSatisfy { $0 == 0 || abs(Float($0) / 5000 - $1) < 1e-6 })
    let small = try values("z.pgm", "--convention", "marigold", "--near", "1", "--far", "2")
    #expect(zip(codes, small).allSatisfy { abs(1 + Float($0) / 65535 - $1) < 1e-5 })
  }

  @Test func badNetpbm() throws {
    let colors: [UInt8] = Array("P6 2 1 255\n".utf8) + [1, 1, 1, 7, 8, 7]
    try work.folder.write(colors, to: "c.ppm")
    let refused = try work.run("convert", "c.ppm", "-o", "n.npy")
    #expect(refused.status == 64 && refused.error.contains("the first coloured pixel is at 1, 0"))
    let bad = [
      "P5 2 1 65536\n\0\0\0\0", "P5 2 1 0\n\0\0", "P5 2 1 9\n\u{1}\u{a}", "P2 2 1 9\n1 10\n",
      "P2 2 1 9\n1 x\n",
      "P2 2 1 9\n1 -1\n", "P2 2 1 9\n1 2 3\n", "P5 99999 99999 255\n", "P2 99999 9999 255\n1 2",
      "P5 0 1 255\n",
      "P2 1 1 65535\n99999999999999999999", "P5 2", "P5 # 2 1 255 ",
    ]
    for text in bad {
      try work.folder.write(Array(text.utf8), to: "b.pgm")
      #expect(try work.run("convert", "b.pgm", "-o", "n.npy").status == 65, "\(text)")
    }
    #expect(try work.run("convert", "c.ppm", "-o", "n.pgm").status == 64)
  }
}
