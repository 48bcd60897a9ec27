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
      "Where it is not to be had, --sandbox is an error, and the program says so once and goes on without",
      arguments: ["ulimit -n 6;", "AUXDEPTH_WORKER=/nowhere", "AUXDEPTH_WORKER=/bin/true"])
    func unavailable(limit: String) throws {
      try makePhoto("photo.jpg")
      let asked = try workplace.run(after: limit, ["validate", "--sandbox", "photo.jpg"])
      #expect(asked.status == 69)
      #expect(asked.error.hasPrefix("auxdepth: --sandbox: decoders cannot be confined: "), "\(asked.error)")
      #expect(asked.output.isEmpty)
      // Too few descriptors for the helper are too few for files that are written, too.
      let extract = ["extract", "--directory", "out", "--force"]
      for command in limit.hasPrefix("ulimit") ? [["validate"]] : [["validate"], extract] {
        // One after the other: two photos that are open at once take all descriptors.
        let usual = try workplace.run(after: limit, command + ["photo.jpg", "photo.jpg", "--jobs", "1"])
        #expect(usual.status == 0, "\(usual.error)")
        #expect(usual.error.components(separatedBy: "no sandbox is used").count == 2, "\(usual.error)")
        let declined = try workplace.run(after: limit, command + ["photo.jpg", "--no-sandbox"])
        #expect(declined.status == 0 && !declined.error.contains("sandbox"), "\(declined.error)")
        let json = try workplace.run(after: limit, command + ["photo.jpg", "--json"])
        #expect(json.text.hasSuffix("\"sandbox\":\"off\"}\n"), "\(json.text)")
      }
      let quiet = try workplace.run(after: limit, ["validate", "photo.jpg", "--quiet"])
      #expect((quiet.status, quiet.error) == (0, ""))
      let codecs = try workplace.run(after: limit, ["codecs"])
      #expect(codecs.text.contains("\nsandbox: off: decoders cannot be confined: "), "\(codecs.text)")
    }

    @Test("It is used unless it is declined, and what needs no decoder does without")
    func usual() throws {
      try makePhoto("photo.heic")
      let broken = "AUXDEPTH_WORKER=/nowhere"
      #expect(try workplace.run(after: broken, ["info", "photo.heic"]).error == "")
      #expect(
        try workplace.run(after: broken, ["extract", "photo.heic", "--directory", "out"]).error
          .contains("no sandbox is used"))
      #expect(try workplace.succeed("codecs").hasSuffix("\nsandbox: on\n"))
      for library in try JSONObject.lines(workplace.succeed("codecs", "--json")) {
        #expect(library.string("sandbox") == "on")
      }
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
