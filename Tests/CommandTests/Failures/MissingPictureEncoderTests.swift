#if os(Linux)
  import AuxCodecs
  import Foundation
  import TestSupport
  import Testing

  /// Pages of a machine without libraries for small pictures: the next larger form that can be written is used.
  @Suite("No encoder of AVIF, or of WebP")
  struct MissingPictureEncoderTests {
    private let work: Workplace

    init() throws {
      work = try Workplace()
      for (folder, files) in [
        ("heif", ["libheif.so.1"]), ("webp", ["libwebp.so.7"]), ("both", ["libheif.so.1", "libwebp.so.7"]),
      ] {
        try work.folder.makeFolder(folder)
        for file in files { try work.folder.write(Array("no library".utf8), to: "\(folder)/\(file)") }
      }
      try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
      try work.folder.write(Pictures.photo(width: 2100, height: 560), to: "b.jpg")
    }

    /// Returns what the texts of a page say of each picture: its type, and the first bytes of it.
    private func pictures(_ name: String) throws -> (types: Set<String>, heads: Set<String>, rest: String) {
      let page = String(decoding: try work.folder.read(name), as: UTF8.self)
      let types = page.matches(of: /"type":"(image\/[a-z]+)"|"data:(image\/[a-z]+);/).map {
        String($0.output.1 ?? $0.output.2 ?? "")
      }
      let heads = page.matches(of: /id="part-\d+-photo(?:-tile-\d+)?">([^<]{4})/).map { String($0.output.1) }
      let previews = page.matches(of: /"coding":"preview",.*?"part":"([^"]+)"/).map { String($0.output.1) }
      let rest = page.replacing(/image\/[a-z]+/, with: "").replacing(/;base64,[^"]+/, with: "")
        .replacing(/id="(part-[^"]+)">[^<]*/) { part in
          let (name, whole) = (String(part.output.1), String(part.output.0))
          return name.contains("-photo") || previews.contains(name) ? name : whole
        }
      return (Set(types), Set(heads), rest)
    }

    @Test(
      "A page is the same but for the coding of its pictures",
      arguments: [("heif", "webp"), ("webp", "avif"), ("both", "jpeg")], ["--sandbox", "--no-sandbox"])
    func samePage(lacking: (library: String, form: String), option: String) throws {
      let arguments = ["view", "a.jpg", "b.jpg", "--full", option, "-o"]
      let with = try work.run(arguments + ["with.html"])
      let without = try work.run(
        after: "LD_LIBRARY_PATH=\(lacking.library)", arguments + ["without.html"])
      #expect(with.status == 0 && without.status == 0 && with.error == without.error, "\(without.error)")
      let (own, other) = (try pictures("with.html"), try pictures("without.html"))
      #expect(own.types == ["image/avif"] && other.types == ["image/\(lacking.form)"])
      #expect(own.heads.count == 1 && other.heads.count == 1)
      #expect((own.heads == other.heads) == (lacking.form == "avif"))
      #expect(own.rest == other.rest)
    }

    @Test("The pictures of a report are there") func report() throws {
      let arguments = ["validate", "b.jpg", "a.jpg", "--format", "html"]
      try work.folder.write(Array(work.folder.read("a.jpg").dropLast(600)), to: "a.jpg")
      let without = try work.run(after: "LD_LIBRARY_PATH=both", arguments)
      let with = try work.run(arguments)
      #expect(with.status == without.status && with.error == without.error)
      #expect(with.text.contains("data:image/avif;base64,"))
      #expect(without.text.contains("data:image/jpeg;base64,/9j/"))
      #expect(!without.text.contains("data:image/avif"))
    }
  }
#endif
