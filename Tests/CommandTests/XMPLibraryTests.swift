import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The program as it is shipped, which is not linked with Exiv2: the dynamic linker reports the loaded libraries.
  @Suite(
    "Reading loads no library for XMP",
    .enabled(
      if: ProcessInfo.processInfo.environment["AUXDEPTH_PROGRAM"] != nil,
      "AUXDEPTH_PROGRAM names no shipped program, and that beside the tests is linked with Exiv2"))
  struct XMPLibraryTests {
    private let work: Workplace

    init() throws {
      work = try Workplace()
      try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    }

    /// Returns whether a run loads Exiv2; `LD_DEBUG` makes the linker name each file that it opens.
    private func loadsExiv2(_ arguments: String...) throws -> Bool {
      let outcome = try work.run(after: "LD_DEBUG=files", arguments)
      #expect(outcome.status == 0, "\(arguments)")
      #expect(outcome.error.contains("libc.so.6"), "the linker says nothing")
      return outcome.error.contains("libexiv2") || outcome.error.contains("libauxdepth-xmp")
    }

    @Test("info, extract, view and the commands that write")
    func others() throws {
      #expect(try !loadsExiv2("info", "--json", "in.jpg"))
      #expect(try !loadsExiv2("extract", "in.jpg", "--directory", "out", "--format", "plist"))
      #expect(try !loadsExiv2("view", "in.jpg", "-o", "out.html"))
      #expect(try !loadsExiv2("remove", "in.jpg", "--all", "-o", "out.jpg"))
      #expect(try !loadsExiv2("copy", "in.jpg", "out.jpg", "-o", "again.jpg"))
    }

    /// Otherwise the other test shows nothing.
    @Test("validate, which asks whether others read the packets")
    func validate() throws {
      #expect(try loadsExiv2("validate", "--no-sandbox", "in.jpg"))
    }
  }
#endif
