import AuxContainers
import AuxImage
import Testing

@Suite struct HEIFBoxTests {
  @Test func `box headers of every form read and write back`() throws {
    let forms: [(bytes: String, type: FourCharacterCode, payload: Int, form: BoxHeader.SizeForm)] = [
      ("0000000C 66726565 01020304", "free", 4, .compact),
      ("00000001 6D646174 0000000000000012 0102", "mdat", 2, .large),
      ("00000000 6D646174 010203", "mdat", 3, .toEnd),
      ("0000001A 75756964 000102030405060708090A0B0C0D0E0F FFFE", "uuid", 2, .compact),
    ]
    for form in forms {
      let bytes = HEIFSupport.hex(form.bytes)
      var reader = ByteReader(bytes)
      let header = try BoxHeader(parsing: &reader, available: bytes.count, isTopLevel: true)
      #expect(header.type == form.type && header.payloadCount == form.payload && header.sizeForm == form.form)
      var whole = ByteReader(bytes)
      #expect(HEIFSupport.serialized(try HEIFSupport.box(&whole).serialize) == bytes)
    }
  }

  @Test(arguments: ["00000000", "00000001", "00000007", "FFFFFFFF"])
  func `a wrong size inside meta is refused`(size: String) {
    let bytes = HEIFSupport.hex(
      "00000020 6D657461 00000000 \(size) 68646C72 0000000000000000 7069637400000000")
    var reader = ByteReader(bytes)
    let error = #expect(throws: AuxError.self) { try HEIFSupport.box(&reader) }
    #expect(error?.place == "meta/hdlr")
  }

  @Test func `the payload of an overlay has its golden bytes`() throws {
    let offsets = [OverlayPayload.Offset(left: 10, top: -2), .init(left: -300, top: 0)]
    var overlay = OverlayPayload(fill: [1, 2, 3, 0xFFFF], width: 80, height: 70, offsets: offsets)
    let golden = HEIFSupport.hex(
      "00 00"  // version, flags: 16 bits
        + "0001 0002 0003 FFFF"  // red, green, blue, alpha
        + "0050 0046"  // 80x70
        + "000A FFFE FED4 0000")  // 10, -2 and -300, 0
    #expect(HEIFSupport.serialized(overlay.serialize) == golden)
    for wide in [false, true] {
      overlay.isWide = wide
      let bytes = HEIFSupport.serialized(overlay.serialize)
      #expect(bytes.count == (wide ? OverlayPayload.largestCount(images: 2) : golden.count))
      var reader = ByteReader(bytes)
      #expect(try OverlayPayload(parsing: &reader, images: 2) == overlay)
      for count in bytes.indices {
        var reader = ByteReader(Array(bytes[..<count]))
        #expect(throws: AuxError(.truncated, "")) { try OverlayPayload(parsing: &reader, images: 2) }
      }
    }
  }

  @Test func `a size of 2^63 is refused`() {
    let bytes = HEIFSupport.hex("00000001 6D646174 8000000000000000 00")
    var reader = ByteReader(bytes)
    #expect(throws: AuxError(.malformed, "")) { try HEIFSupport.box(&reader) }
  }

  @Test func `deep nesting stops at the limit`() {
    var box = Box("trak", boxes: [])
    for _ in 0..<40 { box = Box("trak", boxes: [box]) }
    var reader = ByteReader(HEIFSupport.serialized(box.serialize))
    #expect(throws: AuxError(.limitExceeded, "")) { try HEIFSupport.box(&reader) }
  }

  @Test func `the small boxes of items have their golden bytes`() {
    #expect(
      HEIFSupport.serialized(ItemInfoEntry(itemID: 2, type: "hvc1", isHidden: true).serialize)
        == HEIFSupport.hex(
          "02 000001"  // version 2, flag 1: hidden
            + "0002 0000 68766331"  // item 2, no protection, hvc1
            + "00"))  // an empty name
    #expect(
      HEIFSupport.serialized(
        ItemInfoEntry(itemID: 0x10003, type: "mime", isHidden: true, contentType: "application/rdf+xml")
          .serialize)
        == HEIFSupport.hex("03 000001 00010003 0000 6D696D65 00")  // version 3: an item number of 32 bits
        + Array("application/rdf+xml\0".utf8))  // no content encoding after it
    var references = ItemReferenceBox()
    references.append(.init("auxl", from: 2, to: [1]))
    #expect(
      HEIFSupport.serialized(references.serialize)
        == HEIFSupport.hex("00000000 0000000E 6175786C 0002 0001 0001"))  // from 2, one target, 1
    #expect(HEIFSupport.serialized(PrimaryItemBox(itemID: 49).serialize) == HEIFSupport.hex("00000000 0031"))
    #expect(
      HEIFSupport.serialized(PrimaryItemBox(itemID: 65536).serialize) == HEIFSupport.hex("01000000 00010000"))
    let auxiliary = AuxiliaryTypeProperty(urn: "urn:x", subtype: [9])
    #expect(HEIFSupport.serialized(auxiliary.serialize) == HEIFSupport.hex("00000000 75726E3A7800 09"))
    #expect(
      HEIFSupport.serialized(ImageSpatialExtentsProperty(width: 188, height: 250).serialize)
        == HEIFSupport.hex("00000000 000000BC 000000FA"))
    #expect(
      HEIFSupport.serialized(PixelInformationProperty(bitsPerChannel: [8]).serialize)
        == HEIFSupport.hex("00000000 01 08"))
    let grid = GridPayload(rows: 6, columns: 8, width: 4032, height: 3024)
    #expect(HEIFSupport.serialized(grid.serialize) == HEIFSupport.hex("00 00 05 07 0FC0 0BD0"))
  }

  @Test func `ipma has its golden bytes with short and long numbers`() throws {
    typealias Association = ItemPropertyAssociationBox.Association
    var box = ItemPropertyAssociationBox()
    box.append(
      .init(itemID: 2, associations: [Association(7, isEssential: true), Association(8, isEssential: false)]))
    #expect(HEIFSupport.serialized(box.serialize) == HEIFSupport.hex("00000000 00000001 0002 02 87 08"))
    box.append(.init(itemID: 65536, associations: [Association(300, isEssential: true)]))
    let long = HEIFSupport.hex(
      "01 000001 00000002"  // version 1, flag 1, two entries
        + "00000002 02 8007 0008"  // item 2: 7 essential, 8
        + "00010000 01 812C")  // item 65536: 300 essential
    #expect(HEIFSupport.serialized(box.serialize) == long)
    var reader = ByteReader(long)
    #expect(try ItemPropertyAssociationBox(parsing: &reader) == box)
  }

  @Test(arguments: [
    // version 0: sizes 4/4/0; item 1, data reference 0, one extent
    "00000000 44 00 0001  0001 0000 0001 00000100 00000020",
    // version 1: an index of 4, a base of 8; construction method 1
    "01000000 44 84 0001  0001 0001 0000 0000000000000010 0001 00000005 00000100 00000020",
    // version 2: 8/8; item 65536, two extents
    "02000000 88 00 00000001  00010000 0000 0000 0002 0000000100000000 0000000000000001 0000000000000000 0000000000000002",
  ])
  func `iloc of every version reads and writes back`(text: String) throws {
    let bytes = HEIFSupport.hex(text)
    var reader = ByteReader(bytes)
    let box = try ItemLocationBox(parsing: &reader)
    #expect(box.entries.count == 1 && box.rest.isEmpty)
    #expect(HEIFSupport.serialized(box.serialize) == bytes)
    for count in 0..<bytes.count {
      var short = ByteReader(Array(bytes[..<count]))
      #expect(throws: AuxError.self) { try ItemLocationBox(parsing: &short) }
    }
  }

  @Test func `extents without fields are bounded`() {
    var reader = ByteReader(HEIFSupport.hex("00000000 00 00 0001 0001 0000 FFFF"))
    #expect(throws: AuxError(.malformed, "")) { try ItemLocationBox(parsing: &reader) }
  }

  @Test func `colr, clap, groups and chunk offsets read and write back`() throws {
    let nclx = HEIFSupport.hex("6E636C78 0002 0002 0006 80")
    var reader = ByteReader(nclx)
    let colour = try ColourInformationProperty(parsing: &reader)
    #expect(colour == .nclx(primaries: 2, transfer: 2, matrix: 6, range: 0x80))
    #expect(HEIFSupport.serialized(colour.serialize) == nclx)
    let clap = HEIFSupport.hex("00000177 00000001 000001F4 00000001 FFFFFFFF 00000002 00000000 00000001")
    reader = ByteReader(clap)
    let aperture = try CleanApertureProperty(parsing: &reader)
    #expect(aperture.width.rounded == 375 && aperture.height.rounded == 500)
    #expect(HEIFSupport.serialized(aperture.serialize) == clap)
    let group = HEIFSupport.hex("00000000 00000035 00000002 0000001A 00000034 77")
    reader = ByteReader(group)
    #expect(HEIFSupport.serialized(try EntityGroup("ster", parsing: &reader).serialize) == group)
    let chunks = HEIFSupport.hex("00000000 00000001 0000000100000000")
    reader = ByteReader(chunks)
    #expect(HEIFSupport.serialized(try ChunkOffsetBox("co64", parsing: &reader).serialize) == chunks)
  }
}
