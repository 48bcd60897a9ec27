import AuxCodecs
import AuxKernels
import AuxMaps
import TestSupport
import Testing

/// Maps of sensors and data sets: holes, code values that are no measurement, and quantities that contradict a convention.
@Suite struct SensorMapTests {
  private let work: Workplace
  private static let (width, height) = (64, 48)

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
  }

  private func write(_ name: String, _ value: (Int) -> UInt16) throws {
    let codes = (0..<(Self.width * Self.height)).map(value)
    let plane = PixelPlane(width: Self.width, height: Self.height, known: .uint16(codes))
    try work.folder.write(PNGCodec.encode(plane), to: name)
  }

  private func values(_ name: String) throws -> [Float] {
    let plane = try MapFile.read(work.folder.path(name))
    return if case .uint16(let codes) = plane.storage { codes.map(Float.init) } else { plane.floats }
  }

  /// Millimeters with a hole in each fourth sample, as sensors write them.
  private func writeMillimeters() throws { try write("mm.png") { $0 % 4 == 0 ? 0 : UInt16(1000 + $0) } }

  @Test(arguments: ["npy", "pfm", "tiff", "exr"]) func holesStayInMapFiles(kind: String) throws {
    try writeMillimeters()
    let report = try work.json(
      "convert", "mm.png", "--input-unit", "mm", "-o", "m.\(kind)", "--json")
    let read = try values("m.\(kind)")
    #expect(
      read.enumerated().allSatisfy { index, value in
        index % 4 == 0 ? value.isNaN : abs(value - Float(1000 + index) / 1000) < 1e-6
      })
    #expect(report.number("holes") == 768 && report.number("holesFilled") == 0)
    let filled = try work.json(
      "convert", "mm.png", "--input-unit", "mm", "-o", "m.\(kind)", "--force", "--holes", "fill", "--json")
    #expect(try values("m.\(kind)").allSatisfy { $0 > 0 })
    #expect(filled.number("holesFilled") == 768)
  }

  @Test func holesAreZeroInLengthsAndFilledInGray() throws {
    try writeMillimeters()
    try work.succeed("convert", "mm.png", "--input-unit", "mm", "--unit", "mm", "-o", "out.png")
    #expect(try values("out.png") == values("mm.png"))
    let gray = try work.run("convert", "mm.png", "--input-unit", "mm", "-o", "gray.png")
    #expect(
      gray.status == 0
        && gray.error.contains("768 of 3072 samples have no value, and get that of the nearest"))
    #expect(gray.error.contains("PNG with --unit mm"))
    let asked = try work.run(
      "convert", "mm.png", "--input-unit", "mm", "--holes", "keep", "-o", "gray.png", "--force")
    #expect(asked.status == 0 && asked.error.contains("768 of 3072 samples have no value"))
    // Of another size, too: a sample has no value if holes have most of its weight.
    try work.succeed("convert", "mm.png", "--input-unit", "mm", "--resize", "128x96", "-o", "large.npy")
    let share = try Double(values("large.npy").count { $0.isNaN }) / Double(128 * 96)
    #expect((0.1...0.4).contains(share))
  }

  @Test func photosSayHowHolesAreFilled() throws {
    try writeMillimeters()
    let done = try work.run("attach", "photo.jpg", "-o", "out.jpg", "--depth", "mm.png", "--input-unit", "mm")
    #expect(done.status == 0 && done.error.contains("768 of 3072 samples have no value"))
    #expect(done.error.contains("map files of convert keep holes"))
    let kept = try work.run(
      "attach", "photo.jpg", "-o", "no.jpg", "--depth", "mm.png", "--input-unit", "mm", "--holes", "keep")
    #expect(kept.status == 64 && kept.error.contains("cannot hold holes"))
  }

  @Test func aQuantityIsNotOverriddenByAConvention() throws {
    try write("k.png") { UInt16(2560 + $0) }
    for arguments in [
      ["attach", "photo.jpg", "-o", "out.jpg", "--disparity", "k.png", "--convention", "kitti"],
      ["convert", "k.png", "--from", "disparity", "--convention", "kitti", "-o", "out.npy"],
      ["compare", "k.png", "k.png", "--from", "disparity", "--convention", "kitti"],
    ] {
      let refused = try work.run(arguments)
      #expect(refused.status == 64 && refused.error.contains("kitti"), "\(refused.error)")
    }
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    let other = try work.run(
      "convert", "map.pfm", "--from", "depth", "--convention", "midas", "--near", "1", "--far", "9", "-o",
      "out.npy")
    #expect(other.status == 64 && other.error.contains("whose maps are of disparity"))
  }

  @Test(arguments: [
    ["--input-unit", "mm"], ["--convention", "metric"], ["--convention", "scannet"], ["--convention", "nyu"],
  ])
  func theGreatestCodeValueIsNoWall(meaning: [String]) throws {
    try write("mm.png") { $0 % 4 == 0 ? 65_535 : UInt16(1000 + $0) }
    let refused = try work.run(["convert", "mm.png", "-o", "out.npy"] + meaning)
    #expect(
      refused.status == 64 && refused.error.contains("768 of 3072 samples are 65535"), "\(refused.error)")
    #expect(
      refused.error.contains("--invalid 65535") && refused.error.contains("--far 65.535")
        && refused.error.contains("--invalid none"))
    try #expect(
      work.run(["convert", "mm.png", "-o", "holes.npy", "--invalid", "0,65535"] + meaning).status == 0)
    #expect(try values("holes.npy").count { $0.isNaN } == 768)
  }

  @Test(arguments: [["--input-unit", "mm"], ["--convention", "metric"]])
  func theGreatestCodeValueMayBeMeasured(meaning: [String]) throws {
    try write("mm.png") { $0 % 4 == 0 ? 65_535 : UInt16(1000 + $0) }
    try #expect(work.run(["convert", "mm.png", "-o", "far.npy", "--far", "65.535"] + meaning).status == 0)
    try #expect(work.run(["convert", "mm.png", "-o", "all.npy", "--invalid", "none"] + meaning).status == 0)
    for name in ["far.npy", "all.npy"] {
      #expect(try values(name).max() == 65.535 && values(name).allSatisfy { $0 > 0 })
    }
  }

  @Test func truthsHaveInvalidValuesToo() throws {
    try write("mm.png") { $0 % 4 == 0 ? 65_535 : UInt16(1000 + $0) }
    let arguments = [
      "compare", "mm.png", "mm.png", "--input-unit", "mm", "--invalid", "65535", "--truth-unit", "mm",
    ]
    let refused = try work.run(arguments)
    #expect(refused.status == 64 && refused.error.contains("--truth-invalid 65535"))
    try #expect(work.run(arguments + ["--truth-invalid", "65535"]).status == 0)
  }

  @Test func grayBetweenTwoEndsMayEndInWhite() throws {
    try write("gray.png") { $0 % 4 == 0 ? 65_535 : UInt16(1000 + $0) }
    let read = try work.run("convert", "gray.png", "--near", "1", "--far", "9", "-o", "out.npy")
    #expect(read.status == 0 && read.error.isEmpty)
  }

  /// Invalid floats take no part in the range of inverse depth.
  @Test func invalidFloatsAreHoles() throws {
    try work.folder.write(
      PFM.bytes((0..<(64 * 48)).map { $0 % 4 == 0 ? -1000 : Float($0) / 3072 }, width: 64), to: "rel.pfm")
    try work.succeed(
      "convert", "rel.pfm", "--convention", "midas", "--near", "1", "--far", "10", "--invalid", "-1000", "-o",
      "out.npy")
    let read = try values("out.npy")
    #expect(read.count { $0.isNaN } == 768)
    let known = read.filter { !$0.isNaN }
    #expect(try abs(#require(known.min()) - 1) < 1e-4 && abs(#require(known.max()) - 10) < 1e-3)
  }

  @Test func codeValuesThatAreNoLengthsAreWarnedOf() throws {
    try write("spread.png") { UInt16(UInt32($0) * 65_535 / 3071) }
    for meaning in [
      ["--convention", "metric"], ["--convention", "zoedepth"], ["--convention", "tum"],
      ["--input-unit", "mm"],
    ] {
      let read = try work.run(["convert", "spread.png", "-o", "out.npy", "--force"] + meaning)
      #expect(read.status == 0 && read.error.contains("spread over 0...65535"), "\(read.error)")
    }
    try write("sun.png") { UInt16(800 + $0) << 3 }
    let sun = try work.run("convert", "sun.png", "--input-unit", "mm", "-o", "out.npy", "--force")
    #expect(sun.status == 0 && sun.error.contains("SUN RGB-D"))
    try write("confidence.png") { UInt16($0 % 3) }
    for meaning in [["--near", "1", "--far", "5"], ["--input-unit", "mm"]] {
      let low = try work.run(["convert", "confidence.png", "-o", "out.npy", "--force"] + meaning)
      #expect(low.error.contains("no code value is above 2"), "\(low.error)")
    }
    try write("plain.png") { UInt16(800 + $0) }
    let plain = try work.run("convert", "plain.png", "--input-unit", "mm", "-o", "out.npy", "--force")
    #expect(plain.status == 0 && plain.error.isEmpty)
  }

  @Test func disparitiesInPixelsAreWarnedOf() throws {
    try work.folder.write(PFM.bytes((0..<(64 * 48)).map { 9.5 + Float($0) / 19 }, width: 64), to: "px.pfm")
    let read = try work.run("attach", "photo.jpg", "-o", "out.jpg", "--disparity", "px.pfm")
    #expect(read.status == 0 && read.error.contains("may be in pixels"), "\(read.error)")
    #expect(
      read.error.contains("--focal-pixels and --map-baseline")
        && read.error.contains("--convention middlebury"))
    try work.folder.write(PFM.bytes(Inputs.metres.map { 1 / $0 }, width: 64), to: "d.pfm")
    let right = try work.run("attach", "photo.jpg", "-o", "d.jpg", "--disparity", "d.pfm")
    #expect(right.status == 0 && right.error.isEmpty)
  }

  @Test func floatMillimetersUnderAConventionAreWarnedOf() throws {
    try work.folder.write(PFM.bytes(Inputs.metres.map { 1000.25 * $0 }, width: 64), to: "mm.pfm")
    for convention in ["metric", "unidepth", "metric3d"] {
      let read = try work.run("convert", "mm.pfm", "--convention", convention, "-o", "out.npy", "--force")
      #expect(read.status == 0 && read.error.contains("farther than 100 m"), "\(read.error)")
    }
  }

  @Test func reportsHaveUnitAndEnds() throws {
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "m.pfm")
    let (near, far) = (try #require(Inputs.metres.min()), try #require(Inputs.metres.max()))
    let gray = try work.json("convert", "m.pfm", "--from", "depth", "-o", "gray.png", "--json")
    #expect(
      gray.string("unit") == "m" && gray.number("black") == Double(far)
        && gray.number("white") == Double(near))
    let text = try work.run("convert", "m.pfm", "--from", "depth", "-o", "gray.png", "--force")
    #expect(text.text.contains("black \(Double(far)) m, white \(Double(near)) m"), "\(text.text)")
    let lengths = try work.json(
      "convert", "m.pfm", "--from", "depth", "--unit", "mm", "-o", "mm.png", "--json")
    #expect(lengths.string("unit") == "mm" && lengths.number("black") == nil)
    #expect(try agree(Inputs.metres, values("mm.png")) { abs($0 * 1000 - $1) < 0.51 })
    let disparity = try work.json(
      "convert", "m.pfm", "--from", "depth", "--as", "fdis", "-o", "d.npy", "--json")
    #expect(disparity.string("unit") == "1/m")
    let relative = try work.json(
      "convert", "m.pfm", "--convention", "midas", "--near", "1", "--far", "9", "-o", "rel.npy", "--json")
    #expect(relative.string("unit") == "m")
    #expect(try abs(#require(values("rel.npy").max()) - 9) < 1e-3)
  }
}
