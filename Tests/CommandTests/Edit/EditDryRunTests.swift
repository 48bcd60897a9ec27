import AuxKernels
import TestSupport
import Testing

/// Dry runs and edits end alike.
@Suite struct EditDryRunTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(width: 128, height: 96), to: "in.jpg")
  }

  /// Expects that an edit and its dry run are refused with a message.
  private func expectRefusal(
    _ name: String, _ edit: [String], _ message: String, location: SourceLocation = #_sourceLocation
  ) throws {
    for more in [["--dry-run"], []] {
      let outcome = try work.run(["edit", name, "-o", "o-" + name, "--force"] + edit + more)
      #expect(outcome.status == 65, "\(edit + more): \(outcome.error)", sourceLocation: location)
      #expect(outcome.error.contains(message), "\(outcome.error)", sourceLocation: location)
    }
  }

  @Test(
    "A form that needs a headroom, which nothing states, is an error of both, whatever else is edited",
    arguments: ["map.jpg", "map.heic", "map.avif"])
  func headroom(_ name: String) throws {
    try work.folder.write(Pictures.rampPNG(), to: "ramp.png")
    try work.succeed("attach", "in.jpg", "--gainmap", "ramp.png", "--gainmap-form", "apple", "-o", name)
    for more in [[], ["--rotate", "90"], ["--crop", "0,0,64,64"], ["--resize", "50%"]] {
      try expectRefusal(
        name, ["--gainmap-form", "iso"] + more, "nothing states the headroom of the gain map")
    }
    for more in [["--dry-run"], []] {
      let arguments = ["edit", name, "--gainmap-form", "iso", "--gainmap-headroom", "4", "-o", "iso-" + name]
      #expect(try work.run(arguments + more).status == 0)
    }
  }

  @Test("A crop about the subject needs a matte that marks one")
  func emptyMatte() throws {
    let empty = PixelPlane(width: 64, height: 48, known: .uint8([UInt8](repeating: 0, count: 64 * 48)))
    try work.folder.write(Inputs.png(empty), to: "empty.png")
    let crop = ["--aspect", "1:1", "--anchor", "subject"]
    for name in ["matte.jpg", "matte.heic"] {
      try work.succeed("attach", "in.jpg", "--portrait", "empty.png", "-o", name)
      try expectRefusal(name, crop, "the matte marks no subject: all its samples are 0; --anchor center")
    }
    try expectRefusal("in.jpg", crop, "there is no portraitEffectsMatte image")
  }
}
