import TestSupport
import Testing

/// `extract --dataset`.
@Suite struct DatasetTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "depth.pfm")
    try work.succeed("attach", "plain.jpg", "--depth", "depth.pfm", "--accuracy", "relative", "-o", "a.jpg")
    for name in ["b", "c"] { try work.folder.write(work.folder.read("a.jpg"), to: "\(name).jpg") }
  }

  private static let noCamera =
    "note: no camera: the file says nothing of the camera: disparity has no calibration"
  private static let noMap = "note: there is no depth map; the photo is left out"

  @Test("What is to be said of many photos is said once, with the number of them")
  func sharedNotes() throws {
    let seen = try work.run("extract", "a.jpg", "plain.jpg", "b.jpg", "c.jpg", "--dataset", "set")
    #expect(seen.status == 0 && seen.text.split(separator: "\n").count == 3)
    #expect(
      seen.error.split(separator: "\n").map(String.init) == [
        "auxdepth: a.jpg and 2 others: \(Self.noCamera)",
        "auxdepth: a.jpg and 2 others: note: the scale of the distances is unknown (accuracy relative): "
          + "they may not be metres",
        "auxdepth: plain.jpg: \(Self.noMap)",
      ])
    #expect(try work.run("extract", "a.jpg", "b.jpg", "--dataset", "quiet", "--quiet").error.isEmpty)
  }

  @Test("As JSON, each photo has its own notes, and one that is left out no frame")
  func notesOfEachPhoto() throws {
    let seen = try work.run("extract", "a.jpg", "plain.jpg", "b.jpg", "--dataset", "set", "--json")
    let photos = try JSONObject.lines(seen.text)
    #expect(photos.map { $0.string("path") } == ["a.jpg", "plain.jpg", "b.jpg"])
    #expect(photos.map { $0.object("frame") != nil } == [true, false, true])
    for photo in photos {
      let note = photo.object("frame") == nil ? Self.noMap : Self.noCamera
      #expect(photo.strings("notes")?.map { "note: \($0)" } == [note])
    }
    #expect(seen.error.contains("a.jpg and 1 other: \(Self.noCamera)"))
  }
}
