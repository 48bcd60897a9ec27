#if os(Linux)
  import AuxReader
  import TestSupport
  import Testing

  /// `codecs` and `--version`.
  @Suite struct CodecsTests {
    private let work: Workplace

    init() throws { work = try Workplace() }

    @Test func everyLibraryIsListed() throws {
      let libraries = try JSONObject.lines(work.succeed("codecs", "--json"))
      #expect(libraries.map { $0.string("name") } == CodecLibrary.all.map(\.name))
      for library in libraries {
        #expect(library.boolean("installed") == true && library.string("version") != nil, "\(library)")
      }
      let text = try work.succeed("codecs")
      for library in CodecLibrary.all {
        #expect(text.contains(library.name) && text.contains(library.debianPackage))
      }
    }

    /// A missing library is reported with its package, and the rest as before; `--version` loads no library.
    @Test func missingLibraries() throws {
      try work.folder.makeFolder("lib")
      for file in ["libheif.so.1", "libtiff.so.6"] {
        try work.folder.write(Array("no library".utf8), to: "lib/\(file)")
      }
      let outcome = try work.run(after: "LD_LIBRARY_PATH=lib", ["codecs", "--json"])
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      let missing = try JSONObject.lines(outcome.text).filter { $0.boolean("installed") == false }
      #expect(missing.map { $0.string("package") } == ["libheif1", "libtiff6"])
      #expect(missing.allSatisfy { $0.string("error") != nil && $0.string("version") == nil })
      let text = try work.run(after: "LD_LIBRARY_PATH=lib", ["codecs"]).text
      #expect(text.contains("libheif not installed"))
      let version = try work.run(after: "LD_LIBRARY_PATH=lib", ["--version"])
      #expect(try version.status == 0 && version.text == work.succeed("--version"))
    }

    @Test(arguments: [["--version"], ["info", "--version"]]) func version(_ arguments: [String]) throws {
      let text = try work.run(arguments).text
      #expect(text.hasPrefix("auxdepth \(AuxDepthVersion.text)\n"))
      for library in CodecLibrary.all { #expect(text.contains(library.name)) }
    }
  }
#endif
