#if os(Linux)
  import AuxReader
  import Foundation
  import TestSupport
  import Testing

  /// No library of formats is in the process of the program, but for those that deflate what is written: the dynamic linker
  /// reports what it loads there.
  @Suite("Libraries stay out of the program")
  struct UnmappedLibraryTests {
    private let work: Workplace
    private static let deflating = ["libz.so.1", "libisal.so.2"]

    init() throws {
      work = try Workplace()
      try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
      try work.succeed("extract", "in.jpg", "--type", "disparity", "--format", "exr", "-o", "map.exr")
      try work.succeed("attach", "in.jpg", "-o", "in.heic", "--disparity", "map.exr", "--replace")
    }

    /// Returns the libraries that a run loads; `LD_DEBUG` makes the linker name each file that it opens, and the processes that
    /// decode have no standard error.
    private func loaded(_ arguments: [String]) throws -> [String] {
      let outcome = try work.run(
        after: "LD_DEBUG=files", arguments)
      #expect(outcome.status == 0, "\(arguments) \(outcome.error.suffix(500))")
      #expect(outcome.error.contains("libc.so.6"), "the linker says nothing")
      let files =
        CodecLibrary.all.map(\.file).filter { !Self.deflating.contains($0) } + [
          "libx265", "libaom", "libauxdepth-xmp", "libauxdepth-exr",
        ]
      return files.filter { outcome.error.contains($0) }
    }

    @Test(
      "In no command",
      arguments: [
        "info --json in.heic", "validate in.jpg in.heic", "validate --decode-photo in.heic", "codecs",
        "view in.jpg -o out.html",
        "extract in.heic --type disparity -o out.png",
        "extract in.jpg --type disparity --format tiff -o out.tiff",
        "convert map.exr -o out.npy", "convert map.exr -o out.exr", "remove in.jpg --all -o out.jpg",
        "copy in.jpg in.heic -o out.heic --replace", "attach in.jpg -o out.jpg --disparity map.exr --replace",
        "attach in.jpg -o out.avif --disparity map.exr --replace",
        "render blur in.heic -o out.jpg",
      ])
    func none(line: String) throws {
      #expect(try loaded(line.split(separator: " ").map(String.init)) == [])
    }

    @Test("ISA-L is loaded where PNG is written, and only there")
    func deflater() throws {
      func isLoaded(_ arguments: String...) throws -> Bool {
        try work.run(after: "LD_DEBUG=files", arguments).error.contains("libisal.so.2")
      }
      #expect(try isLoaded("extract", "in.jpg", "--type", "disparity", "-o", "out.png"))
      #expect(try !isLoaded("extract", "in.jpg", "--type", "disparity", "-o", "out.exr"))
      #expect(try !isLoaded("validate", "in.jpg"))
    }

    /// Otherwise the other test shows nothing.
    @Test("Without the sandbox they are there")
    func without() throws {
      let all = try loaded(["validate", "--no-sandbox", "in.jpg", "in.heic"])
      #expect(all.contains("libauxdepth-xmp"))
      // What is linked to a codec program is in a process of its own in any case.
      #expect(!all.contains("libjpeg.so.62") && !all.contains("libde265.so.0"))
    }
  }
#endif
