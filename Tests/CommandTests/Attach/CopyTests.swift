import AuxCodecs
import Foundation
import TestSupport
import Testing

@Suite("copy compares pictures, and says what it cannot know") struct CopyTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  private func write(_ picture: DetailedPicture, _ name: String) throws {
    let jpeg = try JPEGCodec.encode(
      rgb: picture.rgb, width: picture.width, height: picture.height, quality: 92, subsampled: false)
    try work.folder.write(jpeg, to: name)
  }

  @Test("A part that looks like others is refused with the options that help")
  func repeats() throws {
    let tile = DetailedPicture(width: 48, height: 48, seed: 3)
    let tiles = DetailedPicture(
      width: 384, height: 288, samples: (0..<384 * 288).map { tile.samples[$0 / 384 % 48 * 48 + $0 % 48] })
    try write(tiles, "photo.jpg")
    try write(tiles.cropped(60, 70, 192, 144), "part.jpg")
    try work.folder.write(Pictures.rampPNG(), to: "map.png")
    try work.succeed("attach", "photo.jpg", "--portrait", "map.png", "-o", "original.jpg")
    let refused = try work.run("copy", "original.jpg", "part.jpg", "-o", "out.jpg")
    #expect(refused.status == 64 && refused.error.contains("repeats itself too much"), "\(refused.error)")
    #expect(refused.error.contains("--crop") && refused.error.contains("--no-compare"), "\(refused.error)")
    try work.succeed("copy", "original.jpg", "part.jpg", "-o", "out.jpg", "--crop", "60,70,192,144")
  }

  @Test(
    "The original is found by the names that editors and downloads make",
    arguments: [
      "IMG_1.jpg", "img_1.jpg", "IMG_1-edited.jpg", "IMG_E1.jpg", "IMG_1 (1).jpg", "IMG_1-edited(2).jpg",
    ])
  func editedNames(_ name: String) throws {
    for folder in ["originals", "edited"] { try work.folder.makeFolder(folder) }
    try work.folder.write(Pictures.photo(), to: "edited/" + name)
    // Of two with the stem, one has maps.
    try work.folder.write(Pictures.portrait().bytes, to: "originals/IMG_1.jpeg")
    try work.folder.write(Pictures.photo(), to: "originals/IMG_1.JPG")
    let copied = try work.run(
      "copy", "-r", "edited", "--from", "originals", "--directory", "out", "--no-compare")
    #expect(copied.status == 0 && copied.text.contains("disparity"), "\(copied.error)")
    try work.folder.write(Pictures.portrait().bytes, to: "originals/IMG_1.JPG")
    let doubt = try work.run(
      "copy", "-r", "edited", "--from", "originals", "--directory", "new", "--no-compare")
    #expect(
      doubt.status == 64
        && doubt.error.contains("which of originals/IMG_1.JPG and originals/IMG_1.jpeg belongs to"))
  }

  @Test("--missing-only takes what the photo lacks, and passes over a photo that lacks nothing")
  func missingOnly() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "original.jpg")
    try work.folder.makeFolder("edited")
    try work.succeed("remove", "original.jpg", "--type", "gainmap", "-o", "edited/some.jpg")
    try work.folder.write(Pictures.portrait().bytes, to: "edited/whole.jpg")
    let outcome = try work.run(
      "copy", "-r", "edited", "--from", "original.jpg", "--in-place", "--missing-only", "--json")
    #expect(outcome.status == 64, "one original for two photos")
    try work.folder.makeFolder("originals")
    for name in ["some", "whole"] {
      try work.folder.write(Pictures.portrait().bytes, to: "originals/\(name).jpg")
    }
    let copied = try work.run(
      "copy", "-r", "edited", "--from", "originals", "--in-place", "--missing-only", "--json")
    #expect(copied.status == 0, "\(copied.error)")
    let reports = try JSONObject.lines(copied.text)
    #expect(reports.map { $0.objects("copied").map { $0.string("type") } } == [["hdrGainMap"]])
    #expect(copied.error.contains("edited/whole.jpg: note: it has its auxiliary images already"))
    #expect(try work.folder.read("edited/whole.jpg") == Pictures.portrait().bytes)
    #expect(try work.json("info", "--json", "edited/some.jpg").objects("auxiliary").count == 2)
  }

  @Test("A border and a stretched picture are refused with a way on")
  func waysOn() throws {
    let photo = DetailedPicture(width: 384, height: 288, seed: 4)
    try write(photo, "photo.jpg")
    try write(photo.cropped(40, 40, 300, 200), "part.jpg")
    try work.folder.write(Pictures.rampPNG(), to: "map.png")
    try work.succeed("attach", "part.jpg", "--portrait", "map.png", "--stretch", "-o", "original.jpg")
    let refused = try work.run("copy", "original.jpg", "photo.jpg", "-o", "out.jpg")
    #expect(refused.status == 64 && refused.error.contains("crop the border away first"), "\(refused.error)")
  }

  @Test("A gain map on a photo whose colours were changed is noted as attach notes it")
  func changedColours() throws {
    let photo = DetailedPicture(width: 128, height: 96, seed: 4)
    try write(photo, "photo.jpg")
    try write(photo.mapped { $0 * 0.7 }, "dark.jpg")
    try work.folder.write(Pictures.rampPNG(), to: "map.png")
    try work.succeed("attach", "photo.jpg", "--gainmap", "map.png", "-o", "original.jpg")
    let copied = try work.run("copy", "original.jpg", "dark.jpg", "-o", "out.jpg")
    #expect(copied.status == 0, "\(copied.error)")
    #expect(copied.error.contains("it may no longer belong to them"), "\(copied.error)")
    let same = try work.run("copy", "original.jpg", "photo.jpg", "-o", "same.jpg")
    #expect(same.status == 0 && !same.error.contains("gain map"), "\(same.error)")
  }

  @Test(
    "A gain map without a meaning is left out with a note, and is an error where it is asked for",
    arguments: ["heic", "avif"])
  func unusableGainMap(_ kind: String) throws {
    var photo = UltraHDRBytes()
    photo.iso = UltraHDRBytes.iso()
    try work.folder.write(photo.bytes, to: "in.jpg")
    try work.folder.write(Pictures.rampPNG(), to: "map.png")
    try work.succeed("attach", "in.jpg", "--portrait", "map.png", "-o", "in.\(kind)")
    var bytes = try work.folder.read("in.\(kind)")
    let payload = try #require(bytes.firstRange(of: UltraHDRBytes.iso()))
    // The denominator of the base headroom, after versions, flags and the numerator.
    bytes.replaceSubrange((payload.lowerBound + 9)..<(payload.lowerBound + 13), with: [0, 0, 0, 0])
    try work.folder.write(bytes, to: "unusable.\(kind)")
    try work.folder.write(Pictures.photo(), to: "photo.jpg")
    let all = try work.run("copy", "unusable.\(kind)", "photo.jpg", "-o", "out.jpg")
    #expect(all.status == 0, "\(all.error)")
    let note = all.error.split(separator: "\n").first { $0.contains("isoGainMap is left out: ") }
    #expect(note?.contains("a denominator 0") == true, "\(all.error)")
    #expect(
      try work.json("info", "--json", "out.jpg").objects("auxiliary").map { $0.string("type") }
        == ["portraitEffectsMatte"])
    let named = try work.run("copy", "unusable.\(kind)", "photo.jpg", "-o", "named.jpg", "--type", "gainmap")
    #expect(named.status == 65, "\(named.error)")
  }
}
