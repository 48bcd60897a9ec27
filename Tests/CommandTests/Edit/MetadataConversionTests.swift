import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite("Metadata that containers hold in different forms") struct MetadataConversionTests {
  private let work: Workplace
  private static let texts: [(number: UInt8, text: String)] = [
    (120, "A caption."), (25, "evening"), (25, "harbor"), (55, "20240131"), (22, "FIXTURE"),
  ]

  init() throws { work = try Workplace() }

  /// Writes a photo with IPTC, and with a packet of XMP if one is given.
  private func write(_ packet: String? = nil) throws {
    let segments = (packet.map(JPEGBytes.xmp) ?? []) + JPEGBytes.photoshop(JPEGBytes.iptc(Self.texts))
    try work.folder.write(PhotoExif.photo(adding: segments), to: "in.jpg")
  }

  private func metadata(_ name: String) throws -> PhotoMetadata {
    try ImageSource(work.folder.path(name)).primaryMetadata()
  }

  /// Returns the values of a property of XMP; nil without it.
  private func values(_ property: String, of name: String) throws -> [String]? {
    let properties = try metadata(name).xmp.map(XMPReader.properties) ?? []
    return properties.first { "\($0.prefix):\($0.name)" == property }?.members
  }

  private static func packet(_ properties: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\(properties)</rdf:Description>\
    </rdf:RDF></x:xmpmeta>
    """
  }

  @Test("IPTC stays in a JPEG that is coded again")
  func iptcInJPEG() throws {
    try write()
    try work.succeed("edit", "in.jpg", "--resize", "50%", "-o", "out.jpg")
    #expect(try work.folder.read("out.jpg").firstRange(of: JPEGBytes.iptc(Self.texts)) != nil)
    #expect(try work.run("validate", "out.jpg").status == 0)
  }

  @Test(
    "IPTC becomes XMP in other containers, and what has no place there is reported",
    arguments: ["heic", "avif", "png"])
  func iptcAsXMP(_ kind: String) throws {
    try write()
    let outcome = try work.run("edit", "in.jpg", "-o", "out.\(kind)")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.contains("warning: ")
        && outcome.error.contains("IPTC 2:22 has no place in XMP and is left out"), "\(outcome.error)")
    #expect(try values("dc:description", of: "out.\(kind)") == ["A caption."])
    #expect(try values("dc:subject", of: "out.\(kind)") == ["evening", "harbor"])
    #expect(try values("photoshop:DateCreated", of: "out.\(kind)") == ["2024-01-31"])
  }

  @Test("XMP of the photo wins over IPTC")
  func xmpWins() throws {
    try write(
      Self.packet(
        "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">Own.</rdf:li></rdf:Alt></dc:description>"))
    try work.succeed("edit", "in.jpg", "-o", "out.heic")
    #expect(try values("dc:description", of: "out.heic") == ["Own."])
    #expect(try values("dc:subject", of: "out.heic") == ["evening", "harbor"])
  }

  @Test("Captions of IPTC are removed with descriptions, whatever is coded", arguments: ["jpg", "heic"])
  func strippedCaption(_ kind: String) throws {
    try write()
    try work.succeed("edit", "in.jpg", "--strip", "description", "--resize", "50%", "-o", "out.\(kind)")
    let text = String(decoding: try work.folder.read("out.\(kind)"), as: UTF8.self)
    #expect(!text.contains("A caption."))
    #expect(text.contains(kind == "jpg" ? "20240131" : "2024-01-31"))
  }

  @Test("Exif of a new JPEG has the tags that JPEG asks for")
  func exifOfJPEG() throws {
    try work.folder.write(PhotoExif.photo(), to: "in.jpg")
    try work.succeed("edit", "in.jpg", "-o", "in.heic")
    try work.succeed("edit", "in.heic", "-o", "out.jpg")
    func has(_ name: String) throws -> [Bool] {
      let tiff = try TIFFFile(MemoryByteSource(try #require(metadata(name).exif)), limits: .standard)
      let place = try #require(try tiff.integer(TIFFTag.exif, in: tiff.first))
      let exif = try TIFFDirectory(at: place, path: "Exif", in: tiff.source, endianness: tiff.endianness)
      return [
        exif[TIFFTag.componentsConfiguration] != nil, exif[TIFFTag.flashpixVersion] != nil,
        tiff.first[TIFFTag.yCbCrPositioning] != nil,
      ]
    }
    #expect(try has("in.heic") == [false, false, false] && has("out.jpg") == [true, true, true])
  }

  @Test("XMP of a new JPEG has a wrapper, unless it is in UTF-16")
  func wrapper() throws {
    let packet = Self.packet("<dc:format>image/jpeg</dc:format>")
    let wide: [UInt8] = [0xFE, 0xFF] + packet.utf16.flatMap { JPEGBytes.uint16(Int($0)) }
    for (bytes, isWrapped) in [(Array(packet.utf8), true), (wide, false)] {
      let segment = JPEGBytes.segment(0xE1, JPEGIdentifier.xmp + bytes)
      try work.folder.write(PhotoExif.photo(adding: segment), to: "in.jpg")
      try work.succeed("edit", "in.jpg", "-o", "in.heic", "--force")
      #expect(try metadata("in.heic").xmp == bytes)
      try work.succeed("edit", "in.heic", "-o", "out.jpg", "--force")
      let new = try #require(try metadata("out.jpg").xmp)
      #expect(new.starts(with: "<?xpacket begin".utf8) == isWrapped)
      #expect(new.firstRange(of: bytes) != nil)
    }
  }
}
