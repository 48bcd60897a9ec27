import TestSupport
import Testing

/// Gain maps that a rendered picture keeps in another container.
@Suite struct KeptGainMapTests {
  @Test(arguments: ["avif", "heic"])
  func takesTheFormsOfTheContainer(_ suffix: String) throws {
    let work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "map.png")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    try work.succeed(
      "attach", "plain.jpg", "--depth", "d.pfm", "--gainmap", "map.png", "--gainmap-form", "ultrahdr",
      "--gainmap-headroom", "4", "-o", "photo.jpg")
    try work.succeed("render", "blur", "photo.jpg", "--keep-aux", "-o", "blurred.\(suffix)")
    let images = try work.json("info", "blurred.\(suffix)", "--json").objects("auxiliary")
    #expect(images.contains { $0.string("type") == "isoGainMap" }, "\(images)")
  }
}
