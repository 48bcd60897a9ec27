#if os(Linux)
  import AuxCodecs
  import AuxKernels
  import Foundation
  import TestSupport
  import Testing

  /// Decoding in processes that can reach nothing: the program with and without.
  @Suite("--sandbox")
  struct SandboxTests {
    private let workplace: Workplace
    private static let matte = PixelPlane(
      width: 48, height: 32, known: .uint8((0..<(48 * 32)).map { UInt8(truncatingIfNeeded: $0 * 5) }))

    init() throws { workplace = try Workplace() }

    /// Makes a photo with a map and a matte.
    private func makePhoto(_ name: String) throws {
      let codes = (0..<(96 * 64 * 3)).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try workplace.folder.write(Pictures.png(rgb8: codes, width: 96, height: 64), to: "in.png")
      try workplace.folder.write(PNGCodec.encode(Self.matte), to: "skin.png")
      try workplace.succeed(
        "attach", "in.png", "-o", name, "--skin", "skin.png", "--disparity", "skin.png", "--min", "0.2",
        "--max",
        "2")
    }

    @Test("What comes out is the same", arguments: ["jpg", "heic", "avif", "dng"])
    func sameOutput(container: String) throws {
      try makePhoto("photo.\(container)")
      for (folder, option) in [("with", "--sandbox"), ("without", "--no-sandbox")] {
        try workplace.succeed("extract", option, "photo.\(container)", "--directory", folder)
        try workplace.succeed(
          "render", option, "grayscale", "photo.\(container)", "-o", "\(folder)/render.png")
        let info = try workplace.run("info", option, "--json", "photo.\(container)")
        try workplace.folder.write(info.output, to: "\(folder)/info.json")
        let report = try workplace.run("validate", option, "--json", "photo.\(container)")
        try workplace.folder.write(report.output, to: "\(folder)/report.json")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: workplace.folder.path("with"))
      #expect(names.count >= 5)
      for name in names {
        #expect(
          try workplace.folder.read("with/\(name)") == workplace.folder.read("without/\(name)"), "\(name)")
      }
    }

    @Test("Map files go through it, too", arguments: ["png", "tiff", "exr"])
    func mapFiles(kind: String) throws {
      try workplace.folder.write(PNGCodec.encode(Self.matte), to: "first.png")
      let meaning = kind == "png" ? ["--near", "1", "--far", "9"] : []
      if kind != "png" {
        try workplace.succeed("convert", "first.png", "-o", "first.\(kind)", "--near", "1", "--far", "9")
      }
      for option in ["--sandbox", "--no-sandbox"] {
        let outcome = try workplace.run(
          ["convert", option, "first.\(kind)", "-o", "out\(option).pfm"] + meaning)
        #expect(outcome.status == 0, "\(outcome.error)")
      }
      #expect(try workplace.folder.read("out--sandbox.pfm") == workplace.folder.read("out--no-sandbox.pfm"))
    }

    @Test("Damage is reported in the same words")
    func sameErrors() throws {
      try makePhoto("photo.heic")
      try workplace.folder.write(Array(workplace.folder.read("photo.heic").dropLast(200)), to: "cut.heic")
      try workplace.folder.write(Array(Pictures.portrait().bytes.dropLast(40)), to: "cut.jpg")
      for name in ["cut.heic", "cut.jpg"] {
        let with = try workplace.run("extract", "--sandbox", name, "--directory", "a")
        let without = try workplace.run("extract", "--no-sandbox", name, "--directory", "a", "--force")
        #expect(with.status == without.status)
        #expect(with.error == without.error)
      }
    }

    @Test(
      "A codec program that is missing is an error in every mode",
      arguments: ["--sandbox", "--no-sandbox", "--quiet"])
    func missingProgram(option: String) throws {
      try makePhoto("photo.jpg")
      let missing = "AUXDEPTH_CODECS=/nowhere"
      let outcome = try workplace.run(after: missing, ["validate", option, "--json", "photo.jpg"])
      let report = try JSONObject(outcome.text)
      #expect(outcome.status == 69 && report.string("code") == "codecMissing", "\(outcome.text)")
      #expect(report.string("reason")?.contains("auxdepth-codec-jpeg") == true, "\(outcome.text)")
      // What decodes nothing needs none.
      #expect(
        try workplace.run(after: missing, ["info", option, "photo.jpg"].filter { $0 != "--quiet" }).status
          == 0)
    }

    @Test("A codec program that does not start is an error", arguments: ["--sandbox", "--no-sandbox"])
    func brokenProgram(option: String) throws {
      try makePhoto("photo.jpg")
      try workplace.folder.makeFolder("codecs")
      for name in ["auxdepth-codec-jpeg", "auxdepth-codec-hevc"] {
        try FileManager.default.createSymbolicLink(
          atPath: workplace.folder.path("codecs/\(name)"), withDestinationPath: "/bin/true")
      }
      let outcome = try workplace.run(after: "AUXDEPTH_CODECS=codecs", ["validate", option, "photo.jpg"])
      #expect(outcome.status == 74, "\(outcome.text)\(outcome.error)")
    }

    @Test("Where there are too few descriptors for a process, photos are not judged")
    func fewDescriptors() throws {
      try makePhoto("photo.jpg")
      let outcome = try workplace.run(after: "ulimit -n 6;", ["validate", "photo.jpg"])
      #expect(outcome.status == 74, "\(outcome.text)\(outcome.error)")
    }

    @Test("It is used unless it is declined")
    func usual() throws {
      #expect(try workplace.succeed("codecs").hasSuffix("\nsandbox: on\n"))
      for library in try JSONObject.lines(workplace.succeed("codecs", "--json")) {
        #expect(library.string("sandbox") == "on")
      }
      try makePhoto("photo.heic")
      #expect(try !workplace.succeed("validate", "--json", "photo.heic").contains("\"sandbox\""))
    }

    @Test("Standard streams that are closed at the start stay out of it")
    func closedStreams() throws {
      try makePhoto("photo.heic")
      for closed in ["exec <&-;", "exec 2>&-;", "exec <&- 2>&-;"] {
        let outcome = try workplace.run(after: closed, ["validate", "photo.heic"])
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("photo.heic (heif): valid\n"))
      }
    }
  }
#endif
