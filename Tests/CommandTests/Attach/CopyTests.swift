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
