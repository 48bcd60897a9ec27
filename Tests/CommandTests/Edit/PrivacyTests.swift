import AuxContainers
import AuxImage
import Foundation
import TestSupport
import Testing

/// What edits take out of the metadata of photos, by the bytes of the written files.
@Suite struct PrivacyTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  private static func packet(_ attributes: String = "", elements: String = "") -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:my="http://example.com/" \
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" dc:format="image/jpeg" \
      photoshop:Headline="Evening" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func xmp(_ packet: [UInt8]) throws -> [UInt8] {
    try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + packet)
  }

  /// Writes a photo with segments after SOI and bytes after EOI.
  private func write(_ segments: [UInt8]..., after: [UInt8] = []) throws {
    let photo = try Pictures.photo(width: 64, height: 48)
    try work.folder.write(photo[..<2] + segments.joined() + photo[2...] + after, to: "in.jpg")
  }

  /// Edits the photo, and returns the new file as text.
  private func edited(_ options: String...) throws -> String {
    let outcome = try work.run(["edit", "in.jpg", "-o", "out.jpg", "--force"] + options)
    #expect(outcome.status == 0, "\(outcome.error)")
    return String(decoding: try work.folder.read("out.jpg"), as: UTF8.self)
  }

  @Test("Coordinates go out of structures, bags, second packets and packets that nothing names")
  func location() throws {
    let point = "exif:GPSLatitude=\"48,51.6712N\""
    let nested = """
      <my:Pantry><rdf:Bag><rdf:li rdf:parseType="Resource"><my:Data \(point)/><my:Name>still here</my:Name></rdf:li></rdf:Bag>\
      </my:Pantry>
      """
    let orphan = JPEGIdentifier.extendedXMP + [UInt8](repeating: 0x41, count: 32)
    let more = Self.packet(point)
    let head = orphan + [0, 0, UInt8(more.count >> 8), UInt8(more.count & 0xFF), 0, 0, 0, 0]
    try write(
      Self.xmp(Self.packet(point, elements: nested)), Self.xmp(Self.packet("photoshop:City=\"Lutetia\"")),
      JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: head + more))
    let text = try edited("--strip", "location")
    #expect(!text.contains("48,51") && !text.contains("Lutetia"))
    #expect(text.contains("still here") && text.contains("Evening"))
  }

  @Test("Of IPTC and image resources only the place goes")
  func iptc() throws {
    let records = JPEGBytes.iptc([
      (90, "Lutetia"), (25, "Places|Gaul"), (25, "Evening"), (120, "A caption."),
    ])
    let point = Self.packet("exif:GPSLatitude=\"48,51.6712N\"")
    let inner =
      Array("8BIM".utf8) + [4, 0x24, 0, 0, 0, 0, UInt8(point.count >> 8), UInt8(point.count & 0xFF)] + point
    try write(JPEGBytes.photoshop(records + inner))
    let text = try edited("--strip", "location")
    #expect(!text.contains("Lutetia") && !text.contains("Gaul") && !text.contains("48,51"))
    #expect(text.contains("Evening") && text.contains("A caption."))
  }

  @Test(
    "A face without an area, keywords of people and IPTC's regions go with people",
    arguments: ["people", "all"])
  func people(_ kind: String) throws {
    let regions = """
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ada \
      Byron</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
      <dc:subject><rdf:Bag><rdf:li>Ada Byron</rdf:li><rdf:li>People|Babbage</rdf:li><rdf:li>engine</rdf:li></rdf:Bag></dc:subject>
      """
    try write(Self.xmp(Self.packet(elements: regions)))
    let text = try edited("--strip", kind)
    #expect(!text.contains("Byron") && !text.contains("Babbage") && !text.contains("RegionList"))
    #expect(text.contains("engine") == (kind == "people"))
  }

  @Test("A packet in UTF-16 loses the place, and is then in UTF-8")
  func utf16() throws {
    let text = String(decoding: Self.packet("photoshop:City=\"Lutetia\""), as: UTF8.self)
    try write(Self.xmp([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
    let edited = try edited("--strip", "location")
    #expect(edited.contains("Evening") && !edited.filter { $0 != "\0" }.contains("Lutetia"))
  }

  @Test("The preview in a maker's note becomes zeros, and the note keeps its size; a crop does that as well")
  func makerNotePreview() throws {
    try work.folder.write(PhotoExif.photo(hasNote: true), to: "in.jpg")
    let picture = try PhotoExif.greenPicture()
    for options in [["--strip", "thumbnail"], ["--crop", "0,0,32,24"]] {
      try #require(work.run(["edit", "in.jpg", "-o", "out.jpg", "--force"] + options).status == 0)
      let bytes = try work.folder.read("out.jpg")
      let block = try #require(try PhotoExif.block(of: bytes))
      #expect(block.firstRange(of: Array(picture[20...])) == nil)
      #expect(block.firstRange(of: Array("Acme\0".utf8) + [UInt8](repeating: 0, count: picture.count)) != nil)
    }
  }

  @Test(
    "A maker's note with the picture of the thumbnail goes, and the thumbnail stays",
    arguments: ["device", "location"])
  func noteWithThumbnail(_ kind: String) throws {
    try work.folder.write(PhotoExif.photo(hasNote: true), to: "in.jpg")
    for options in [[], ["--resize", "50%"], ["--container", "heif"]] {
      let output = options.contains("heif") ? "out.heic" : "out.jpg"
      let outcome = try work.run(["edit", "in.jpg", "--strip", kind, "-o", output, "--force"] + options)
      #expect(outcome.status == 0, "\(options): \(outcome.error)")
      let file = try work.folder.read(output)
      #expect(try PhotoExif.thumbnail(of: file) != nil)
      #expect(try !ExifBlock(#require(try PhotoExif.block(of: file))).hasMakerNote)
    }
  }

  @Test("Metadata nested in metadata cost a bounded number of levels")
  func nesting() throws {
    let photo = try Pictures.photo(width: 16, height: 16)
    var inner =
      try Array(photo[..<2]) + JPEGSegment.bytes(marker: JPEGMarker.COM, payload: Array("Lutetia".utf8))
      + Array(photo[2...])
    for _ in 0..<40 {
      var writer = ByteWriter(endianness: .big)
      writer.write(Array("MM\0*".utf8) + [0, 0, 0, 0])
      var root = TIFFNewDirectory(endianness: .big)
      root.set(TIFFTag.make, text: "Acme")
      let first = try root.serialize(into: &writer, base: 0)
      writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
      var edit = try ExifEdit(writer.bytes)
      try edit.addThumbnail(inner)
      inner =
        try Array(photo[..<2])
        + JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.exif + edit.bytes)
        + Array(photo[2...])
    }
    try work.folder.write(inner, to: "in.jpg")
    #expect(try !edited("--strip", "description").contains("Lutetia"))
  }

  @Test("Unknown bytes after the images go with a note; the place of a video becomes a free box")
  func trailers() throws {
    try write(after: Array("who knows what this says".utf8))
    let outcome = try work.run(["edit", "in.jpg", "-o", "out.jpg", "--strip", "people"])
    #expect(outcome.status == 0 && outcome.error.contains("24 bytes after the images"))
    #expect(!String(decoding: try work.folder.read("out.jpg"), as: UTF8.self).contains("who knows"))
    func box(_ type: [UInt8], _ payload: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(8 + payload.count)] + type + payload
    }
    let place = box([0xA9] + Array("xyz".utf8), [0, 18, 0x15, 0xC7] + Array("+48.8612+002.3366/".utf8))
    let video =
      box(Array("ftyp".utf8), Array("mp42\0\0\0\0".utf8))
      + box(Array("moov".utf8), box(Array("udta".utf8), place))
      + box(Array("mdat".utf8), Array("the sound".utf8))
    try write(after: video)
    let text = try edited("--strip", "location")
    #expect(!text.contains("48.86") && text.contains("free") && text.contains("the sound"))
    #expect(try work.folder.read("out.jpg").count == work.folder.read("in.jpg").count)
    #expect(try !edited("--strip", "all").contains("the sound"))
    #expect(try !edited("--for", "web").contains("the sound"))
  }

  @Test("A policy forbids kinds of metadata by the same list")
  func policy() throws {
    try write(Self.xmp(Self.packet("photoshop:City=\"Lutetia\"")))
    try work.folder.write(
      Array("{\"version\": 1, \"forbidMetadata\": [\"location\", \"device\"]}".utf8), to: "policy.json")
    let before = try work.run("validate", "--policy", "policy.json", "in.jpg")
    #expect(before.status == 1 && before.text.contains("POLICY-METADATA"), "\(before.text)\(before.error)")
    _ = try edited("--strip", "location")
    #expect(try work.run("validate", "--policy", "policy.json", "out.jpg").status == 0)
  }
}
