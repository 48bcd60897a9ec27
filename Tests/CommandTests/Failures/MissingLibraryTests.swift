#if os(Linux)
  import AuxCodecs
  import AuxKernels
  import Foundation
  import TestSupport
  import Testing

  /// The program on a machine without the libraries of formats.
  ///
  /// Files that have the names of libraries that are loaded, and are no libraries, are found before the real ones. A codec
  /// program whose library is missing is a script that ends as the dynamic linker ends it.
  @Suite("A library that is not there")
  struct MissingLibraryTests {
    private let workplace: Workplace
    private static let files = [
      "libheif.so.1", "libtiff.so.6", "libOpenEXRCore-3_1.so.30",
    ]

    init() throws {
      workplace = try Workplace()
      let matte = PixelPlane(width: 64, height: 64, known: .uint8([UInt8](repeating: 9, count: 64 * 64)))
      try workplace.folder.write(PNGCodec.encode(matte), to: "matte.png")
      try workplace.folder.makeFolder("lib")
      for file in Self.files { try workplace.folder.write(Array("no library".utf8), to: "lib/\(file)") }
      try workplace.folder.makeFolder("codecs")
      let script = """
        #!/bin/sh
        echo "$0: error while loading shared libraries: libde265.so.0: cannot open shared object file: No such file" >&2
        exit 127
        """
      try workplace.folder.write(Array(script.utf8), to: "codecs/auxdepth-codec-hevc")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: workplace.folder.path("codecs/auxdepth-codec-hevc"))
      try FileManager.default.createSymbolicLink(
        atPath: workplace.folder.path("codecs/auxdepth-codec-jpeg"),
        withDestinationPath: Program.built("auxdepth-codec-jpeg"))
    }

    private func runWithout(_ arguments: [String]) throws -> Program.Outcome {
      try workplace.run(after: "AUXDEPTH_CODECS=codecs LD_LIBRARY_PATH=lib", arguments)
    }

    @Test(
      "It is named with its package, and the status is 69",
      arguments: [
        ("tiff", "libtiff.so.6", "libtiff6"), ("exr", "libOpenEXRCore-3_1.so.30", "libopenexr-3-1-30"),
      ],
      ["--sandbox", "--no-sandbox"])
    func isNamed(library: (kind: String, file: String, package: String), option: String) throws {
      let file = "map.\(library.kind)"
      try workplace.succeed("convert", "matte.png", "-o", file, "--near", "1", "--far", "9")
      for arguments in [
        ["convert", option, file, "-o", "out.pfm"],
        ["convert", option, "matte.png", "-o", "out.\(library.kind)", "--near", "1", "--far", "9"],
      ] {
        let outcome = try runWithout(arguments)
        #expect(outcome.status == 69)
        #expect(
          outcome.error.contains(library.file) && outcome.error.contains(library.package), "\(outcome.error)")
      }
    }

    @Test("OpenEXR's C++ library is needed for DWA alone", arguments: ["--sandbox", "--no-sandbox"])
    func compression(option: String) throws {
      let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Fixtures/maps")
      try workplace.folder.remove("lib/libOpenEXRCore-3_1.so.30")
      try workplace.folder.write(Array("no library".utf8), to: "lib/libOpenEXR-3_1.so.30")
      for (name, status) in [("openexr-dwab.smooth.exr", 69), ("openexr-zip.f32.exr", 0)] {
        try workplace.folder.write(
          Files.read(fixtures.appending(path: name).standardizedFileURL.path), to: "map.exr")
        let arguments = ["convert", option, "map.exr", "-o", "\(status).npy", "--from", "depth"]
        let outcome = try runWithout(arguments)
        #expect(Int(outcome.status) == status, "\(outcome.error)")
        guard status != 0 else { continue }
        #expect(
          outcome.error.contains("libopenexr-3-1-30") && outcome.error.contains("DWAA and DWAB"),
          "\(outcome.error)")
        #expect(try workplace.run(arguments).status == 0)
      }
    }

    @Test("A photo that cannot be decoded for it is not judged", arguments: ["--sandbox", "--no-sandbox"])
    func isNotJudged(option: String) throws {
      try workplace.succeed("attach", "matte.png", "-o", "photo.heic", "--skin", "matte.png")
      let outcome = try runWithout(["validate", option, "--json", "photo.heic"])
      let report = try JSONObject(outcome.text)
      #expect(outcome.status == 69 && report.boolean("judged") == false && report.boolean("valid") == nil)
      #expect(
        report.string("code") == "codecMissing"
          && !report.objects("findings").contains { $0.string("severity") == "error" })
      #expect(report.string("reason")?.contains("libde265-0") == true, "\(outcome.text)")
      // The headers are judged, and so is a photo that needs no library.
      let headers = try runWithout(["validate", option, "--json", "--headers-only", "photo.heic"])
      #expect(
        try headers.status == 0 && JSONObject(headers.text).boolean("valid") == true, "\(headers.error)")
      let both = try runWithout(["validate", option, "photo.heic", "matte.png"])
      #expect(both.status == 69 && both.text.contains("2 files, 0 invalid, 1 not judged"), "\(both.text)")
    }

    @Test("What does not need it works", arguments: ["--sandbox", "--no-sandbox"])
    func othersWork(option: String) throws {
      try workplace.succeed("attach", "matte.png", "-o", "photo.heic", "--skin", "matte.png")
      let info = try runWithout(["info", option, "photo.heic"])
      #expect(info.status == 0 && info.text.contains("SkinMatte"), "\(info.error)")
      let extracted = try runWithout(["extract", option, "photo.heic", "--directory", "out"])
      #expect(extracted.status == 69 && extracted.error.contains("libde265-0"), "\(extracted.error)")
      // Planes of HEVC need libde265 alone.
      let decoded = try workplace.run(
        after: "LD_LIBRARY_PATH=lib", ["extract", option, "photo.heic", "--directory", "out", "--force"])
      #expect(decoded.status == 0, "\(decoded.error)")
      let converted = try runWithout([
        "convert", option, "matte.png", "-o", "out.npy", "--near", "1", "--far", "9",
      ])
      #expect(converted.status == 0, "\(converted.error)")
    }
  }
#endif
