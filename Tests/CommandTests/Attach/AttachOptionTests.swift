import AuxKernels
import TestSupport
import Testing

@Suite struct AttachOptionTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
  }

  private func attached(_ options: String...) throws -> JSONObject {
    let outcome = try work.run(["attach", "in.jpg", "-o", "out.jpg", "--json"] + options)
    try #require(outcome.status == 0, "\(outcome.error)")
    return try #require(try JSONObject(outcome.text).objects("attached").first)
  }

  private func extracted(_ file: String = "out.jpg") throws -> [Float] {
    try work.succeed("extract", file, "-o", "back.pfm", "--as", "fdep", "--force")
    return try PFM.values(work.folder.read("back.pfm"))
  }

  /// A flat wall at 2 m, a nearer half at 1 m, and in the wall four holes and two samples of background.
  private static let holed: [Float] = {
    var values = (0..<(64 * 48)).map { $0 % 64 < 32 ? Float(1) : 2 }
    for (index, hole) in [Float.nan, .infinity, -1, 0, 1e10, -.infinity].enumerated() {
      values[10 * 64 + 40 + index] = hole
    }
    return values
  }()

  @Test func holesAreFilledAndCounted() throws {
    try work.folder.write(PFM.bytes(Self.holed, width: 64), to: "holed.pfm")
    let image = try attached("--depth", "holed.pfm")
    #expect(image.number("holesFilled") == 4 && image.number("backgroundSamples") == 2)
    #expect(image.number("holeShare") == 4 / 3072 && image.number("backgroundShare") == 2 / 3072)
    let back = try extracted()
    #expect(back.count == Self.holed.count && back.allSatisfy { $0.isFinite && $0 > 0.98 && $0 < 2.05 })
    // The error is that of the samples that were given.
    let given = Self.holed.map { $0.isFinite && $0 > 0 && $0 < 1e9 ? $0 : .nan }
    #expect(abs(try #require(image.number("maxError")) - largestDistance(given, back)) <= 1e-6)
  }

  @Test func holesBecomeTheFarthest() throws {
    var values = Self.holed
    for row in 0..<8 { for column in 0..<8 { values[row * 64 + column] = .nan } }
    try work.folder.write(PFM.bytes(values, width: 64), to: "holed.pfm")
    #expect(try attached("--depth", "holed.pfm", "--holes", "far").number("holesFilled") == 68)
    // The corner is surrounded by 1 m and becomes 2 m.
    #expect(abs(try extracted()[3 * 64 + 3] - 2) < 0.05)
  }

  @Test func holesAreRefused() throws {
    try work.folder.write(PFM.bytes(Self.holed, width: 64), to: "holed.pfm")
    let outcome = try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "holed.pfm", "--holes", "error")
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("holed.pfm") && outcome.error.contains("4 holes"))
    #expect(outcome.error.contains("(40, 10)"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
  }

  @Test func nearAndFarClampAFloatMap() throws {
    let image = try attached("--depth", "map.pfm", "--near", "1", "--far", "3", "--as", "fdep")
    #expect(image.number("floatMin") == 1 && image.number("floatMax") == 3)
    let outside = Double(Inputs.metres.count { $0 < 1 || $0 > 3 })
    #expect(image.number("clampedShare") == outside / 3072)
  }

  /// What would be clamped for the most part is of another meaning.
  @Test func nearAndFarAreNoGuess() throws {
    let parts = Inputs.metres.map { ($0 - 0.5) / 4 }
    try work.folder.write(PFM.bytes(parts, width: 64), to: "mist.pfm")
    let ends = ["--near", "1", "--far", "9", "--as", "fdep"]
    let refused = try work.run(["attach", "in.jpg", "-o", "out.jpg", "--depth", "mist.pfm"] + ends)
    #expect(refused.status == 64 && refused.error.contains("--normalised"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
    let image = try attached(
      "--depth", "mist.pfm", "--near", "1", "--far", "9", "--as", "fdep", "--normalised")
    #expect(image.number("floatMin") == 1 && image.number("floatMax") == 9)
    let wanted = parts.map { 1 + 8 * $0 }
    #expect(
      largestDistance(wanted, try extracted()) <= 8.0 / 255 * (0.5 + (image.number("maxCodeError") ?? 0))
        + 1e-5)
  }

  /// The sky of a render is far, and takes no part in the error.
  @Test func backgroundIsFar() throws {
    var values = Inputs.metres
    for index in 0..<(64 * 10) { values[index] = 1e10 }
    try work.folder.write(PFM.bytes(values, width: 64), to: "sky.pfm")
    let image = try attached("--depth", "sky.pfm", "--as", "fdep")
    #expect(image.number("backgroundShare") == 640 / 3072 && image.number("holesFilled") == 0)
    let given = values.map { $0 < 1e9 ? $0 : .nan }
    let farthest = try #require(values.filter { $0 < 1e9 }.max())
    let back = try extracted()
    #expect(abs(try #require(image.number("maxError")) - largestDistance(given, back)) <= 1e-6)
    #expect(back[..<640].allSatisfy { abs($0 - farthest) < 0.05 })
    try work.folder.remove("out.jpg")
    // Two codes of 255 between 0.5 and 50 m.
    _ = try attached("--depth", "sky.pfm", "--far", "50", "--as", "fdep")
    #expect(try extracted()[..<640].allSatisfy { abs($0 - 50) < 0.5 })
  }

  @Test func scaleGivesMetres() throws {
    try work.folder.write(PFM.bytes(Inputs.metres.map { $0 * 1000 }, width: 64), to: "mm.pfm")
    let image = try attached("--depth", "mm.pfm", "--input-scale", "0.001", "--as", "fdep")
    #expect(abs(try #require(image.number("floatMin")) - 0.5) < 1e-6)
    #expect(abs(try #require(image.number("floatMax")) - 4.5) < 1e-5)
  }

  @Test func qualityAccuracyAndFilter() throws {
    _ = try attached("--depth", "map.pfm")
    var facts = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    #expect(facts.string("quality") == "high" && facts.string("accuracy") == "absolute")
    #expect(facts.boolean("filtered") == true && facts.string("pixelFormat") == "hdis")
    try work.folder.remove("out.jpg")
    _ = try attached("--depth", "map.pfm", "--quality", "low", "--accuracy", "relative", "--unfiltered")
    facts = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    #expect(facts.string("quality") == "low" && facts.string("accuracy") == "relative")
    #expect(facts.boolean("filtered") == false)
  }

  private func calibration() throws -> JSONObject {
    let image = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    return try #require(image.object("calibration"))
  }

  @Test func intrinsics() throws {
    _ = try attached("--depth", "map.pfm", "--intrinsics", "50.5,51,31.5,24")
    #expect(try calibration().numbers("intrinsicMatrix") == [50.5, 0, 0, 0, 51, 0, 31.5, 24, 1])
    #expect(try calibration().numbers("intrinsicMatrixReferenceDimensions") == [64, 48])
    #expect(try calibration().numbers("extrinsicMatrix") == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    try work.folder.remove("out.jpg")
    _ = try attached("--depth", "map.pfm", "--intrinsics", "3000,3000,2016,1512,4032,3024")
    #expect(try calibration().numbers("intrinsicMatrixReferenceDimensions") == [4032, 3024])
  }

  /// What `info` prints is what `--calibration` takes.
  @Test func calibrationFile() throws {
    let text = """
      {"intrinsicMatrix":[3032.5,0,0,0,3033.25,0,1988,1512,1],"intrinsicMatrixReferenceDimensions":[4032,3024],\
      "extrinsicMatrix":[0,-1,0,1,0,0,0,0,1,0.5,0,0],"pixelSize":0.0019,"lensDistortionCenter":[1990.5,1500],\
      "lensDistortionCoefficients":[0,1.5,-2,3,4,5,6,7],"inverseLensDistortionCoefficients":[0,-1.5,2,3,4,5,6,7]}
      """
    try work.folder.write(Array(text.utf8), to: "calibration.json")
    _ = try attached("--depth", "map.pfm", "--calibration", "calibration.json")
    #expect(try work.succeed("info", "--json", "out.jpg").contains(text))
  }

  @Test(arguments: [
    "{}", "[]", "", #"{"intrinsicMatrix":[1],"intrinsicMatrixReferenceDimensions":[4,3]}"#,
    #"{"intrinsicMatrix":[1,2,3,4,5,6,7,8,9],"intrinsicMatrixReferenceDimensions":[4]}"#,
  ])
  func badCalibrationFiles(text: String) throws {
    try work.folder.write(Array(text.utf8), to: "bad.json")
    let outcome = try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "map.pfm", "--calibration", "bad.json")
    #expect([64, 65].contains(outcome.status), "\(outcome.error)")
    #expect(outcome.error.contains("bad.json"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
  }

  @Test func stretchTakesAnotherAspectRatio() throws {
    try work.folder.write(PFM.bytes([1.5, 2, 3, 4, 5], width: 5), to: "strip.pfm")
    let outcome = try work.run("attach", "in.jpg", "-o", "out.jpg", "--depth", "strip.pfm")
    #expect(outcome.status == 64 && outcome.error.contains("--stretch"))
    #expect(outcome.error.contains("5x1") && outcome.error.contains("64x48"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
    let image = try attached("--depth", "strip.pfm", "--stretch")
    #expect(image.number("width") == 5 && image.number("height") == 1)
  }

  /// One percent passes: the map of a cropped photo is seldom exact.
  @Test func aspectRatiosMayDifferALittle() throws {
    let ramp = (0..<(67 * 50)).map { 1 + Float($0) / 5000 }
    try work.folder.write(PFM.bytes(ramp, width: 67), to: "close.pfm")
    #expect(try attached("--depth", "close.pfm").number("width") == 67)
  }

  @Test func auxiliaryQuality() throws {
    let fine = try attached("--depth", "map.pfm")
    let size = try work.folder.read("out.jpg").count
    try work.folder.remove("out.jpg")
    let coarse = try attached("--depth", "map.pfm", "--aux-quality", "5")
    #expect(try work.folder.read("out.jpg").count < size)
    #expect(try #require(coarse.number("meanError")) > (try #require(fine.number("meanError"))))
  }

  @Test func losslessIsRefused() throws {
    let outcome = try work.run("attach", "in.jpg", "-o", "out.jpg", "--depth", "map.pfm", "--lossless")
    #expect(outcome.status == 65 && outcome.error.contains("lossless"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
  }
}
