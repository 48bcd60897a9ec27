import AuxCodecs
import CAuxShims
import Foundation
import TestSupport
import Testing

/// The libraries that are loaded when they are first needed or linked to codec programs, as CAuxShims lists them.
@Suite("The list of libraries")
struct LibraryListTests {
  private struct Library: CustomTestStringConvertible, Sendable {
    let file: String
    let package: String
    var testDescription: String { file }
  }

  /// All libraries but those that the program itself is linked to.
  private static let all = (0..<Int32(AUX_LIBRARY_ZLIB)).compactMap { number in
    unsafe aux_library_at(number).map {
      unsafe Library(file: String(cString: $0.pointee.file), package: String(cString: $0.pointee.package))
    }
  }

  @Test("Each library has a version and a format", arguments: SystemLibrary.all)
  func tellsItsVersion(library: SystemLibrary) throws {
    let version = try library.version()
    #expect(version.first?.isNumber == true && version.count < 20, "\(version)")
    #expect(!(library.reads + library.writes).isEmpty)
  }

  @Test("libheif lists its coders; no other library has any")
  func tellsCoders() throws {
    let heif = try #require(SystemLibrary.all.first { $0.name == "libheif" })
    _ = try heif.version()
    #expect(heif.coders(ofAV1: false, areEncoders: true).contains { $0.contains("x265") })
    #expect(!heif.coders(ofAV1: true, areEncoders: false).isEmpty)
    #expect(SystemLibrary.all.filter { !$0.isLinked }.count == Self.all.count)
    let others = SystemLibrary.all.filter { $0 != heif }
    #expect(others.allSatisfy { $0.coders(ofAV1: false, areEncoders: true).isEmpty })
  }

  @Test("Each can be loaded here", arguments: all)
  private func loads(library: Library) throws {
    let handle = unsafe dlopen(library.file, RTLD_NOW | RTLD_LOCAL)
    #expect(unsafe handle != nil, "\(library.file) is not here, or the list names another version")
  }

  #if os(Linux)
    @Test(
      "Each is in its Debian package", .enabled(if: Program.installed("dpkg-query") != nil, "no dpkg"),
      arguments: all)
    private func isInItsPackage(library: Library) throws {
      let list = try Program.run("/usr/bin/env", ["dpkg-query", "-L", library.package])
      #expect(list.status == 0, "\(list.error)")
      #expect(list.text.split(separator: "\n").contains { $0.hasSuffix("/\(library.file)") })
    }

    @Test(
      "The program starts without them, and without the tables of ICU",
      .enabled(if: Program.installed("readelf") != nil, "no readelf"))
    func programNeedsNone() throws {
      let dynamic = try Program.run("/usr/bin/env", ["readelf", "-d", Program.built("auxdepth")]).text
      let needed = dynamic.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      #expect(!needed.isEmpty)
      // Exiv2 is behind a module of its own where the program is built as it is shipped, and here is linked.
      let names =
        Self.all.map(\.file).filter { !$0.contains("exiv2") } + ["libFoundation.so", "Internationalization"]
      for name in names { #expect(!needed.contains { $0.contains(name) }, "\(name)") }
    }
  #endif
}
