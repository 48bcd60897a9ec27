import Foundation
import TestSupport
import Testing

/// Numbers of files that no camera writes: an error, and neither a signal nor memory for what they announce.
@Suite struct ExtremeNumberTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(PFM.bytes((0..<3072).map { 1 + Float($0 % 64) / 20 }, width: 64), to: "map.pfm")
  }

  private func attach(coefficients: String, reference: String) throws -> Program.Outcome {
    let text = """
      {"intrinsicMatrix":[2000,0,0,0,2000,0,2000,1500,1],"intrinsicMatrixReferenceDimensions":\(reference),\
      "pixelSize":0.001,"lensDistortionCenter":[2000,1500],"lensDistortionCoefficients":\(coefficients)}
      """
    try work.folder.write(Array(text.utf8), to: "camera.json")
    return try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "map.pfm", "--calibration", "camera.json", "--force")
  }

  @Test(
    "A lens that shows farther points nearer is an error of the file",
    arguments: ["[0,0,0,0,0,0,-1,0]", "[0,-90,0,0,0,0,0,0]", "[0,1e12,0,0,0,0,0,0]"])
  func lens(coefficients: String) throws {
    let attached = try attach(coefficients: coefficients, reference: "[4000,3000]")
    #expect(attached.status == 0, "\(attached.error)")
    for output in ["o.ply", "o.glb"] {
      let outcome = try work.run("extract", "out.jpg", "--type", "depthmap", "-o", output)
      #expect(outcome.status == 65 && outcome.error.contains("lens distortion"), "\(outcome.error)")
    }
    let normals = try work.run("render", "normals", "out.jpg", "-o", "n.png")
    #expect(normals.status == 65 && normals.error.contains("lens distortion"), "\(normals.error)")
  }

  @Test(
    "Numbers of a calibration that overflow when they are multiplied are refused",
    arguments: [("[0,1e300,0,0,0,0,0,0]", "[4000,3000]"), ("[0,0,0,0,0,0,0,0]", "[4000,1e308]")])
  func calibration(coefficients: String, reference: String) throws {
    let outcome = try attach(coefficients: coefficients, reference: reference)
    #expect([64, 65].contains(outcome.status) && outcome.error.contains("camera.json"), "\(outcome.error)")
  }

  @Test("Sizes of ispe that overflow when they are multiplied are errors")
  func sizes() throws {
    _ = try work.succeed("attach", "in.jpg", "--depth", "map.pfm", "-o", "photo.heic")
    let bytes = try work.folder.read("photo.heic")
    for (number, range) in bytes.ranges(of: Array("ispe".utf8)).enumerated() {
      for side in [UInt32.max - 1, 1 << 31, 1 << 27] {
        var changed = bytes
        let place = range.upperBound + 4
        changed.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(side >> (24 - 8 * $0) & 0xFF) })
        try work.folder.write(changed, to: "in.heic")
        for command in [
          ["edit", "--resize", "long=32", "-o", "o.heic"], ["edit", "--straighten", "5", "-o", "o.heic"],
          ["edit", "--lossless", "--crop", "0,0,32,32", "-o", "o.heic"],
          ["attach", "--depth", "map.pfm", "--stretch", "--resize", "half", "--replace", "-o", "o.heic"],
          ["validate"],
        ] {
          let arguments = [command[0], "in.heic"] + command.dropFirst()
          let outcome = try work.run(arguments + (command[0] == "validate" ? [] : ["--force"]))
          #expect(
            [0, 1, 65].contains(outcome.status), "ispe \(number), \(side), \(command): \(outcome.error)")
        }
      }
    }
  }

  @Test(
    "A map of half an announced size is checked before it is allocated",
    arguments: [([0xFF, 0xDC, 0xFF, 0xDC], "Limits.pixels"), ([0, 0, 0, 64], "no pixels")]
      as [([UInt8], String)])
  func half(sides: [UInt8], reason: String) throws {
    var bytes = try Inputs.photo()
    let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0])?.upperBound)
    bytes.replaceSubrange(frame + 3..<frame + 7, with: sides)
    try work.folder.write(bytes, to: "large.jpg")
    let outcome = try work.run(
      "attach", "large.jpg", "--depth", "map.pfm", "--stretch", "--resize", "half", "-o", "o.jpg")
    #expect(outcome.status == 65 && outcome.error.contains(reason), "\(outcome.error)")
    let drawn = try work.run("render", "blur", "large.jpg", "--depth", "map.pfm", "--stretch", "-o", "r.png")
    #expect(drawn.status == 65, "\(drawn.error)")
  }

  @Test("An Exif block that cannot be read is removed, and the photo stays turned")
  func orientation() throws {
    var bytes = try PhotoExif.photo(orientation: 6)
    let pointer = try #require(bytes.firstRange(of: [0x87, 0x69, 0, 4, 0, 0, 0, 1])?.upperBound)
    bytes.replaceSubrange(pointer..<pointer + 4, with: [0x7F, 0xFF, 0xFF, 0xF0])
    try work.folder.write(bytes, to: "turned.jpg")
    let outcome = try work.run("edit", "turned.jpg", "--strip", "all", "-o", "o.jpg")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try work.json("info", "--json", "o.jpg").object("primary")?.number("orientation") == 6)
  }

  @Test("A map of another aspect ratio than the photo is cut with it")
  func stretched() throws {
    try work.folder.write(PFM.bytes((0..<1728).map { 1 + Float($0 % 36) / 20 }, width: 36), to: "tall.pfm")
    _ = try work.succeed("attach", "in.jpg", "--depth", "tall.pfm", "--stretch", "-o", "photo.heic")
    let outcome = try work.run("edit", "photo.heic", "--lossless", "--crop", "0,0,64,32", "-o", "o.heic")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try work.succeed("info", "o.heic").contains("36x32"))
  }

  @Test("A pair of small pictures with thumbnails is written")
  func pair() throws {
    try work.folder.write(PhotoExif.photo(hasThumbnail: true), to: "small.jpg")
    let outcome = try work.run(
      "render", "stereo", "small.jpg", "--depth", "map.pfm", "--layout", "mpo", "-o", "o.mpo")
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  #if os(Linux)
    @Test("A map of a thousand samples for each pixel is drawn with little more memory than its samples take")
    func largeMap() throws {
      let side = 2048
      try work.folder.write(
        PFM.bytes((0..<side * side).map { 1 + Float($0 % side) / 100 }, width: side), to: "large.pfm")
      for effect in ["blur", "grayscale", "stereo"] {
        let outcome = try work.run(
          after: "ulimit -v \(220 << 10);",
          ["render", effect, "in.jpg", "--depth", "large.pfm", "--stretch", "-o", "r.png", "--force"])
        #expect(outcome.status == 0, "\(effect): \(outcome.error)")
      }
    }
  #endif
}
