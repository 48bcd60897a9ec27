import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@Suite("HEIF files that other programs cleaned, signed or changed") struct ForeignHEIFTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PhotoExif.photo(adding: JPEGBytes.xmp(Packets.titleAndFace)), to: "photo.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp(width: 64, height: 48)), to: "map.png")
    try work.folder.write(Inputs.png(Pictures.ramp(width: 64, height: 64)), to: "square.png")
  }

  private func file(_ name: String) throws -> HEIFFile {
    try HEIFFile(HEIFStructure(MemoryByteSource(work.folder.read(name)), limits: .standard))
  }

  /// Writes a file with changed tables.
  private func change(
    _ name: String, to changed: String, _ change: (inout MetaBox) throws -> Void
  ) throws {
    let source = MemoryByteSource(try work.folder.read(name))
    var edit = HEIFEdit(try HEIFFile(HEIFStructure(source, limits: .standard)))
    try change(&edit.meta)
    try work.folder.write(edit.composition(of: source).bytes(of: source), to: changed)
  }

  /// Runs the program, expects success, and returns what it printed.
  private func messages(_ arguments: String...) throws -> String {
    let outcome = try work.run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
    return outcome.text + outcome.error
  }

  @Test("Exif and XMP without bytes count as none, and are removed", arguments: ["Exif", "mime"])
  func emptyMetadata(_ type: String) throws {
    try work.succeed("edit", "photo.jpg", "-o", "photo.heic")
    let item = try #require(try file("photo.heic").items.first { $0.type.description == type })
    try change("photo.heic", to: "empty.heic") { meta in
      let entry = try #require(meta.locations.entries.firstIndex { $0.itemID == item.id })
      meta.locations.entries[entry].extents[0].length = 0
    }
    let note = "item \(item.id): the \(type == "mime" ? "XMP" : "Exif") is empty, and counts as none"
    #expect(try messages("info", "empty.heic").contains(note))
    #expect(try messages("edit", "empty.heic", "--strip", "all", "-o", "bare.heic").contains(note))
    #expect(try !file("bare.heic").items.contains { $0.type.description == type })
    #expect(try messages("edit", "empty.heic", "--rotate", "90", "-o", "rotated.heic").contains(note))
    try work.succeed("render", "rosy", "empty.heic", "-o", "rosy.jpg")
  }

  @Test("New files have no base offsets", arguments: ["heic", "avif"])
  func newFile(_ kind: String) throws {
    try work.folder.write(Pictures.portrait().bytes, to: "portrait.jpg")
    try work.succeed("edit", "portrait.jpg", "-o", "new.\(kind)")
    let locations = try file("new.\(kind)").meta.locations
    #expect(locations.entries.count > 2 && locations.baseOffsetSize == 0)
  }

  @Test(
    "A new item has a base offset if all others have one, and none has one otherwise",
    arguments: [HEIFCoding.hevc, .av1])
  func baseOffsets(_ coding: HEIFCoding) throws {
    let kind = coding == .av1 ? "avif" : "heic"
    let pixels = try PhotoPixels(width: 64, height: 64, rgb8: Pictures.gradient(width: 64, height: 64))
    let packet = PhotoMetadata(xmp: Array(Packets.titleAndFace.utf8))
    try work.folder.write(
      HEIFImageCodec.encode(pixels, as: coding, metadata: packet, quality: 90), to: "all.\(kind)")
    try change("all.\(kind)", to: "mixed.\(kind)") { meta in
      let base = meta.locations.entries[0].baseOffset
      meta.locations.offsetSize = 4
      meta.locations.entries[0].extents[0].offset += base
      meta.locations.entries[0].baseOffset = 0
    }
    for (name, hasBase) in [("all", true), ("mixed", false)] {
      let old = try file("\(name).\(kind)").meta.locations.entries.filter { $0.baseOffset != 0 }
      #expect(old.count == (hasBase ? 2 : 1))
      try work.succeed(
        "attach", "\(name).\(kind)", "--portrait", "square.png", "-o", "out.\(kind)", "--force")
      let new = try file("out.\(kind)").meta.locations.entries
      #expect(new.count > 2 && new.allSatisfy { ($0.baseOffset != 0) == hasBase })
      #expect(try work.run("validate", "out.\(kind)").status == 0)
    }
  }

  @Test("Text after the last box stays")
  func textAtEnd() throws {
    try work.succeed("edit", "photo.jpg", "-o", "photo.heic")
    let text = Array("<?xml version=\"1.0\"?><signature>0123</signature>\n".utf8)
    try work.folder.write(work.folder.read("photo.heic") + text, to: "signed.heic")
    #expect(
      try messages("info", "signed.heic").contains(
        "\(text.count) bytes after the last box are no box, and are kept"))
    try work.succeed("edit", "signed.heic", "--rotate", "90", "-o", "rotated.heic")
    try work.succeed("attach", "signed.heic", "--portrait", "map.png", "-o", "attached.heic")
    for name in ["rotated.heic", "attached.heic"] {
      #expect(try work.folder.read(name).suffix(text.count) == text[...], "\(name)")
    }
  }

  @Test("An item list of version 2 is read as version 1, and edited")
  func itemListVersion() throws {
    try work.succeed("edit", "photo.jpg", "-o", "photo.heic")
    try change("photo.heic", to: "two.heic") { $0.itemInfo.full.version = 2 }
    #expect(try messages("info", "two.heic").contains("iinf has version 2, and is read as version 1"))
    try work.succeed("edit", "two.heic", "--rotate", "90", "-o", "rotated.heic")
    #expect(
      try work.json("info", "--json", "rotated.heic").object("primary")?.number("orientation") == 6)
    try work.succeed("attach", "two.heic", "--portrait", "map.png", "-o", "attached.heic")
    #expect(try work.json("info", "--json", "attached.heic").objects("auxiliary").count == 1)
  }

  @Test("Samsung's offset of the video of a motion photo follows the video")
  func samsungVideo() throws {
    try work.succeed("edit", "photo.jpg", "-o", "photo.heic")
    let photo = try work.folder.read("photo.heic")
    let video = Array("\0\0\0\u{10}ftypmp42\0\0\0\0\0\0\0\u{14}mdatmoving picture".utf8)
    func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
      JPEGBytes.uint32(payload.count + 8) + Array(type.utf8) + payload
    }
    let place = Array("mpv2".utf8) + JPEGBytes.uint32(photo.count + 8) + JPEGBytes.uint32(video.count)
    let directory = TrailerBytes.samsung(parts: [(0x0A30, "MotionPhoto_Data", place)])
    try work.folder.write(photo + box("mpvd", video) + box("sefd", directory), to: "in.heic")
    let trailers = try work.json("info", "--json", "in.heic").objects("trailers")
    #expect(
      trailers.contains { $0.string("kind") == "video" && $0.number("byteCount") == Double(video.count) })
    #expect(try messages("info", "in.heic").contains("after the images: video, \(video.count) bytes"))
    try work.succeed("attach", "in.heic", "--portrait", "map.png", "-o", "attached.heic")
    try work.succeed("edit", "in.heic", "--rotate", "90", "-o", "rotated.heic")
    for name in ["attached.heic", "rotated.heic"] {
      let bytes = try work.folder.read(name)
      #expect(bytes.count != photo.count + video.count + directory.count + 16)
      let mark = try #require(bytes.firstRange(of: Array("mpv2".utf8)))
      var reader = ByteReader(Array(bytes[mark.upperBound...]))
      let (start, count) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
      #expect(Array(bytes[start...].prefix(count)) == video, "\(name)")
    }
  }

  @Test("Maps of AVIF of limited range are read as those of full range")
  func limitedRange() throws {
    try work.succeed(
      "attach", "photo.jpg", "--disparity", "map.png", "--min", "0", "--max", "1", "-o", "full.avif")
    let map = try #require(try file("full.avif").items.first { !$0.targets("auxl").isEmpty })
    try change("full.avif", to: "limited.avif") { meta in
      let points = ColourInformationProperty.nclx(primaries: 2, transfer: 2, matrix: 2, range: 0)
      meta.properties.append(Box("colr", points.serialize))
      let entry = try #require(meta.associations[0].entries.firstIndex { $0.itemID == map.id })
      let own = meta.associations[0].entries[entry].associations.filter {
        meta.properties[Int($0.index) - 1].type != "colr"
      }
      meta.associations[0].replaceAssociations(
        at: entry, with: own + [.init(meta.properties.count, isEssential: true)])
    }
    func codes(_ name: String) throws -> [UInt8] {
      let source = try ImageSource(work.folder.path(name))
      return try source.stored(source.auxiliaryImages[0]).codes.data()
    }
    let expected = try codes("full.avif").map { code in
      UInt8(min(max(((Double(code) - 16) * 255 / 219).rounded(), 0), 255))
    }
    #expect(Set(expected).count > 90)
    #expect(try codes("limited.avif") == expected)
  }

  @Test(
    "An image of AVIF that selects an operating point or a layer is refused by name",
    arguments: ["a1op", "lsel"])
  func layers(_ property: String) throws {
    try work.succeed(
      "attach", "photo.jpg", "--disparity", "map.png", "--min", "0", "--max", "1", "-o", "whole.avif")
    let map = try #require(try file("whole.avif").items.first { !$0.targets("auxl").isEmpty })
    try change("whole.avif", to: "part.avif") { meta in
      meta.properties.append(property == "a1op" ? Box("a1op", [1]) : Box("lsel", [0, 1]))
      let entry = try #require(meta.associations[0].entries.firstIndex { $0.itemID == map.id })
      let own = meta.associations[0].entries[entry].associations
      meta.associations[0].replaceAssociations(
        at: entry, with: own + [.init(meta.properties.count, isEssential: true)])
    }
    let outcome = try work.run("extract", "part.avif", "-o", "map.pfm")
    #expect(outcome.status == 65 && outcome.error.contains("1 of the image is selected"), "\(outcome.error)")
  }

  @Test("Exif may begin with the identifier of JPEG where the offset is 0")
  func exifWithIdentifier() throws {
    let block = try #require(try PhotoExif.block(of: PhotoExif.photo(orientation: 1)))
    var builder = HEIFBuilder()
    try builder.add(1, CodedTile.image(seed: 1))
    builder.items[0].info.full.flags = 0
    builder.add(2, "Exif", [0, 0, 0, 0] + Array("Exif\0\0".utf8) + block, [], isHidden: true)
    builder.references.append(.init("cdsc", from: 2, to: [1]))
    try work.folder.write(builder.bytes(), to: "in.heic")
    #expect(try PhotoExif.block(of: work.folder.read("in.heic")) == block)
    try work.succeed("edit", "in.heic", "-o", "out.jpg")
    let exif = try #require(try PhotoExif.block(of: work.folder.read("out.jpg")))
    #expect(try PhotoExif.statesPosition(exif))
  }
}

@Suite("JPEG files whose images other programs listed wrong or not at all") struct ForeignJPEGTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.png(Pictures.ramp(width: 64, height: 48)), to: "map.png")
  }

  /// Returns the file that `attach` makes of `in.jpg`, and its images after the photo.
  private func attached() throws -> (bytes: [UInt8], images: [JPEGFile.Secondary]) {
    try work.succeed("attach", "in.jpg", "--portrait", "map.png", "-o", "out.jpg")
    let bytes = try work.folder.read("out.jpg")
    return (bytes, try JPEGFile(MemoryByteSource(bytes)).secondaries)
  }

  @Test("A second JPEG that nothing lists is listed in a new index")
  func unlisted() throws {
    let other = try Pictures.detailedPhoto(width: 96, height: 64)
    try work.folder.write(Inputs.photo() + other, to: "in.jpg")
    let (bytes, images) = try attached()
    #expect(images.count == 2 && images.allSatisfy { $0.entry != nil })
    #expect(images.contains { Array(bytes[$0.range]) == other })
    let report = try work.run("validate", "out.jpg")
    #expect(report.status == 0 && report.text.contains("out.jpg (jpeg): valid"), "\(report.text)")
  }

  @Test("A wrong length in GContainer puts a new map into no other data")
  func wrongLength() throws {
    var photo = UltraHDRBytes()
    photo.hasIndex = false
    let map = try photo.map
    let trailer = TrailerBytes.samsung()
    let text = String(map.count + trailer.count / 2)
    try #require(text.utf8.count == String(map.count).utf8.count)
    var bytes = try photo.bytes
    let length = try #require(bytes.firstRange(of: Array("Item:Length=\"\(map.count)\"".utf8)))
    bytes.replaceSubrange(length, with: Array("Item:Length=\"\(text)\"".utf8))
    // Without this mark of Apple, the images are found by the lengths alone.
    let mark = try #require(bytes.firstRange(of: Array("AMPF".utf8)))
    bytes.replaceSubrange(mark, with: [0, 0, 0, 0])
    try work.folder.write(bytes + trailer, to: "in.jpg")
    let (out, images) = try attached()
    let gainMap = try #require(images.first { out[$0.range].elementsEqual(map) })
    #expect(images.contains { $0.range.lowerBound == gainMap.range.upperBound })
    #expect(out.suffix(trailer.count) == trailer[...])
    #expect(images.last?.range.upperBound == out.count - trailer.count)
  }

  @Test("The video of a motion photo that XMP announces alone is listed")
  func microVideo() throws {
    let video = Array("\0\0\0\u{10}ftypmp42\0\0\0\0\0\0\0\u{14}mdatmoving picture".utf8)
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MicroVideo="1" \
      GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="\(video.count)"/></rdf:RDF></x:xmpmeta>
      """
    try work.folder.write(PhotoExif.photo(adding: JPEGBytes.xmp(packet)) + video, to: "in.jpg")
    let trailers = try work.json("info", "--json", "in.jpg").objects("trailers")
    #expect(trailers.map { $0.string("kind") } == ["video"])
    #expect(trailers.first?.number("byteCount") == Double(video.count))
  }

  @Test("Copies of an XMP packet are removed with it")
  func copiesOfPacket() throws {
    let bytes = try UltraHDRBytes().bytes
    let image = try JPEGFile(MemoryByteSource(bytes)).primary
    let packet = try #require(image.segments.first { $0.kind == .xmp }).range
    var copied = bytes
    for _ in 0..<2 { copied.insert(contentsOf: bytes[packet], at: packet.upperBound) }
    try work.folder.write(copied, to: "in.jpg")
    try work.succeed("remove", "in.jpg", "--all", "-o", "out.jpg")
    let report = try work.run("validate", "--strict", "out.jpg")
    #expect(report.status == 0, "\(report.text)")
  }

  @Test("Extended XMP that cannot be read is removed with all metadata")
  func unreadableExtendedPacket() throws {
    let digest = "0123456789ABCDEF0123456789ABCDEF"
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg" xmpNote:HasExtendedXMP="\(digest)"/></rdf:RDF>\
      </x:xmpmeta>
      """
    // The packet has 9 bytes, and states a million.
    let more = JPEGBytes.segment(
      0xE1,
      JPEGIdentifier.extendedXMP + Array(digest.utf8) + JPEGBytes.uint32(1_000_000) + JPEGBytes.uint32(0)
        + Array("<secret/>".utf8))
    try work.folder.write(PhotoExif.photo(adding: JPEGBytes.xmp(packet) + more), to: "in.jpg")
    try work.succeed("edit", "in.jpg", "--strip", "all", "-o", "out.jpg")
    let text = String(decoding: try work.folder.read("out.jpg"), as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("HasExtendedXMP"))
  }

  @Test("A JPEG XL file that was a JPEG has a note on djxl")
  func jpegReconstruction() throws {
    let file = JPEGXLVector.bytes(JPEGXLVector.gray16)
    try work.folder.write(file, to: "plain.jxl")
    try work.folder.write(file + JPEGBytes.uint32(12) + Array("jbrd".utf8) + [0, 0, 0, 0], to: "was.jxl")
    #expect(try !work.run("info", "plain.jxl").error.contains("djxl"))
    #expect(try work.run("info", "was.jxl").error.contains("note: the photo was a JPEG"))
  }
}
