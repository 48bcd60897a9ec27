import Foundation
import TestSupport
import Testing

/// Outputs that are one of the files they are made of, by their names or by links.
@Suite struct OutputIsInputTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    try work.folder.write(Array(#"{"headroom": 2}"#.utf8), to: "gain.json")
    try work.folder.write(Video.plain([1, 2]).bytes, to: "c.y4m")
    try work.succeed("attach", "plain.jpg", "--depth", "d.pfm", "--skin", "matte.png", "-o", "photo.jpg")
    try work.succeed("convert", "d.pfm", "-o", "d.npy")
    for name in ["photo.jpg", "d.pfm", "d.npy", "matte.png", "c.y4m"] {
      try FileManager.default.linkItem(
        atPath: work.folder.path(name), toPath: work.folder.path("hard-\(name)"))
      try FileManager.default.createSymbolicLink(
        atPath: work.folder.path("soft-\(name)"), withDestinationPath: name)
    }
  }

  /// `OUT` is where the name of the output, and so of the input that it is, goes.
  static let commands: [(file: String, words: String)] = [
    ("photo.jpg", "view photo.jpg -o OUT"), ("photo.jpg", "view plain.jpg photo.jpg --embed -o OUT"),
    ("photo.jpg", "extract photo.jpg --type depthmap -o OUT --format png"),
    ("photo.jpg", "extract photo.jpg --format ply -o OUT"),
    ("photo.jpg", "extract photo.jpg --type depthmap -o new.png --camera OUT"),
    ("photo.jpg", "render grayscale photo.jpg -o OUT"),
    ("d.pfm", "render grayscale plain.jpg --depth d.pfm --container png -o OUT"),
    ("matte.png", "render composite photo.jpg --background matte.png -o OUT"),
    ("d.npy", "convert d.npy -o OUT"), ("d.pfm", "convert d.pfm --as fdep -o OUT"),
    ("d.pfm", "compare d.pfm d.npy -o OUT"), ("d.npy", "compare d.pfm d.npy -o OUT"),
    ("photo.jpg", "copy photo.jpg plain.jpg --no-compare -o OUT"),
    ("d.npy", "attach plain.jpg --depth d.npy --container jpeg -o OUT"),
    ("matte.png", "attach plain.jpg --skin matte.png --container jpeg -o OUT"),
    ("c.y4m", "stream --color c.y4m --depth c.y4m --filter grayscale -o OUT"),
  ]

  @Test(arguments: commands.indices, ["", "hard-", "soft-"])
  func inputsStay(_ index: Int, _ link: String) throws {
    let (file, words) = Self.commands[index]
    let before = try work.folder.read(file)
    let names = try work.folder.names.sorted()
    for options in [["--force"], []] {
      let all = words.split(separator: " ").map { $0 == "OUT" ? link + file : String($0) } + options
      let outcome = try work.run(all)
      #expect(outcome.status == 64, "\(all): \(outcome.status) \(outcome.error)")
      #expect(outcome.error.contains("\(link)\(file): is "), "\(all): \(outcome.error)")
      #expect(outcome.error.contains("give the output another name"), "\(all): \(outcome.error)")
      #expect(try work.folder.read(file) == before, "\(all)")
      #expect(try work.folder.names.sorted() == names, "\(all)")
    }
  }

  @Test func standardInputIsOne() throws {
    let before = try work.folder.read("photo.jpg")
    for words in ["view - -o photo.jpg", "extract - --type depthmap --format png -o photo.jpg"] {
      let command = words.split(separator: " ").map(String.init) + ["--force"]
      let outcome = try work.run(after: "exec < photo.jpg;", command)
      #expect(outcome.status == 64 && outcome.error.contains("standard input"), "\(words): \(outcome.error)")
      #expect(try work.folder.read("photo.jpg") == before)
    }
  }

  @Test func filesOfFoldersAreChecked() throws {
    try work.folder.makeFolder("set")
    try work.folder.makeFolder("set/color")
    try work.folder.write(work.folder.read("photo.jpg"), to: "set/color/photo.jpg")
    let before = try work.folder.read("photo.jpg")
    let set = try work.run("extract", "set/color/photo.jpg", "--dataset", "set", "--force")
    #expect(set.status == 64 && set.error.contains("set/color/photo.jpg"), "\(set.status) \(set.error)")
    #expect(try work.folder.read("set/color/photo.jpg") == before)
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.path("photo.portraitEffectsMatte.png"), withDestinationPath: "photo.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.path("photo.disparity.png"), withDestinationPath: "photo.jpg")
    let maps = try work.run("extract", "photo.jpg", "--force")
    #expect(maps.status == 64 && maps.error.contains("photo.disparity.png"), "\(maps.status) \(maps.error)")
    #expect(try work.folder.read("photo.jpg") == before)
  }

  @Test func photosThatAreEditedAreReplaced() throws {
    try work.succeed("edit", "photo.jpg", "--rotate", "90", "-o", "photo.jpg", "--force")
    try work.succeed("attach", "photo.jpg", "--hair", "matte.png", "--stretch", "-o", "photo.jpg", "--force")
    try work.succeed("remove", "photo.jpg", "--all", "-o", "photo.jpg", "--force")
    #expect(try work.run("convert", "d.pfm", "--format", "pfm", "-o", "/dev/null", "--force").status == 0)
  }
}
