import AuxMaps
import Foundation
import TestSupport
import Testing

/// Real HEIC files and independent readers.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SampleContainersTests {
  private let work: Workplace
  private let folder: String

  init() throws {
    work = try Workplace()
    folder = try #require(Samples.folder)
  }

  /// The lines of expected.jsonl that are about HEIC files.
  private func expectations() throws -> [[String: Any]] {
    let lines = String(decoding: try Files.read("\(folder)/expected.jsonl"), as: UTF8.self).split(
      separator: "\n")
    let found = try lines.compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (object?["file"] as? String)?.hasSuffix(".heic") == true ? object : nil
    }
    try #require(!found.isEmpty, "expected.jsonl lists no HEIC file")
    return found
  }

  @Test(.enabled(if: Program.installed("sha256sum") != nil, "sha256sum is not installed"))
  func planesOfEveryHEIC() throws {
    let sum = try #require(Program.installed("sha256sum"))
    for expected in try expectations() {
      let name = try #require(expected["file"] as? String)
      let images = try #require(expected["auxiliary"] as? [[String: Any]])
      let report = try work.json("info", "--json", "--quiet", "\(folder)/\(name)")
      #expect(report.objects("auxiliary").count == images.count, "\(name)")
      for image in images {
        let urn = try #require(image["urn"] as? String)
        let listed = try #require(
          report.objects("auxiliary").first { $0.string("identifier") == urn }, "\(name) \(urn)")
        let type = try #require(listed.string("type"))
        try work.succeed(
          "extract", "\(folder)/\(name)", "--type", type, "--as", "L008", "-o", "plane.npy", "--force",
          "--quiet")
        let plane = try MapFile.decode(work.folder.read("plane.npy")).data()
        try work.folder.write(plane, to: "plane.raw")
        let digest = try Program.run(sum, ["plane.raw"], in: work.folder.path).text.prefix(64)
        #expect(String(digest) == image["plane_sha256"] as? String, "\(name) \(urn)")
        if let facts = image["metadata"] as? [String: Any], let low = facts["d_min"] as? Double {
          #expect(abs((listed.number("floatMin") ?? 0) - low) < 1e-6, "\(name)")
        }
      }
    }
  }

  /// One that has depth and one that has not, both with a grid as their primary.
  private static let grids = ["pillow_pug.heic", "brightroom_orientation_right_mirrored_gainmap.heic"]

  /// Attaches a map to a sample, as out.heic.
  private func graftDepth(_ name: String) throws -> JSONObject {
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    return try work.json(
      "attach", "\(folder)/\(name)", "-o", "out.heic", "--disparity", "map.pfm", "--stored", "--replace",
      "--json",
      "--quiet")
  }

  @Test(arguments: grids) func depthIsGrafted(name: String) throws {
    let report = try graftDepth(name)
    let attached = try #require(report.objects("attached").first)
    #expect(report.boolean("primaryUnchanged") == true)
    #expect((attached.number("maxCodeError") ?? 9) <= 2 && (attached.number("meanCodeError") ?? 9) <= 0.5)
  }

  @Test(
    .enabled(if: Program.installed("heif-info") != nil, "heif-info is not installed"), arguments: grids)
  func graftedDepthIsSeenByLibheif(name: String) throws {
    _ = try graftDepth(name)
    let heifInfo = try #require(Program.installed("heif-info"))
    let text = try Program.run(heifInfo, [work.folder.path("out.heic")]).text
    #expect(text.contains("depth channel: yes") && text.contains("uniform disparity"), "\(text)")
  }

  @Test(.enabled(if: Program.installed("exiftool") != nil, "exiftool is not installed"))
  func exiftoolReadsDepthTagsOfADNG() throws {
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.succeed(
      "attach", "\(folder)/synthetic_dng/no_mask.dng", "-o", "out.dng", "--disparity", "map.pfm", "--replace",
      "--quiet")
    let exiftool = try #require(Program.installed("exiftool"))
    let text = try Program.run(
      exiftool, ["-DepthFormat", "-DepthUnits", "-SubfileType", "-a", "out.dng"], in: work.folder.path
    ).text
    #expect(text.contains("Inverse") && text.contains("Meters"), "\(text)")
  }
}
