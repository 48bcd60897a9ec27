import TestSupport
import Testing

/// Edits of photos whose gain map metadata are unusable.
@Suite struct GainMapFaultTests {
  static let faults: [(name: String, value: String?)] = [
    ("Gamma", "0"), ("GainMapMin", "3"), ("HDRCapacityMax", "-1"), ("HDRCapacityMax", nil),
    ("Version", "2.0"),
  ]

  @Test("Converting or scaling a gain map without a meaning is 65, and names --drop", arguments: faults)
  func refused(name: String, value: String?) throws {
    let work = try Workplace()
    var photo = UltraHDRBytes()
    if name == "Version", let value { photo.version = value } else { photo[name] = value }
    try work.folder.write(photo.bytes, to: "in.jpg")
    for edit in [["-o", "out.heic"], ["-o", "out.avif"], ["--resize", "50%", "-o", "out.jpg"]] {
      let outcome = try work.run(["edit", "in.jpg"] + edit)
      #expect(outcome.status == 65, "\(edit): \(outcome.error)")
      #expect(outcome.error.contains("auxdepth: in.jpg: image 2/XMP: "), "\(outcome.error)")
      #expect(
        outcome.error.contains("nothing says what the gain map means; edit --drop gainmap leaves it out"),
        "\(outcome.error)")
    }
    try work.succeed("edit", "in.jpg", "--drop", "gainmap", "-o", "dropped.heic")
    #expect(try work.json("info", "--json", "dropped.heic").objects("auxiliary").isEmpty)
    // Without new pixels the coded bytes stay, right or wrong.
    try work.succeed("edit", "in.jpg", "--rotate", "90", "-o", "turned.jpg")
    #expect(try work.json("info", "--json", "turned.jpg").objects("auxiliary").count == 1)
  }
}
