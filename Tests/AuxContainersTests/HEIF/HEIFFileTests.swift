import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct HEIFFileTests {
  @Test func `items, references and data are found`() throws {
    let source = MemoryByteSource(HEIFBuilder.standard().bytes())
    let file = try HEIFFile(source)
    #expect(file.primaryItemID == 1 && file.items.map(\.id) == [1, 2, 3])
    let auxiliary = try #require(file.auxiliaryItems.first)
    #expect(auxiliary.id == 2 && auxiliary.isHidden)
    #expect(try file.auxiliaryType(of: auxiliary)?.urn == "urn:com:apple:photo:2020:aux:hdrgainmap")
    #expect(file.xmpItem(for: 2)?.id == 3)
    #expect(try file.data(of: auxiliary, from: source, maxBytes: 4) == Array("gain".utf8))
    #expect(throws: AuxError(.limitExceeded, "")) { try file.data(of: auxiliary, from: source, maxBytes: 3) }
    #expect(try file.imageSize(of: auxiliary) == (64, 48))
    #expect(try file.displaySize(of: auxiliary) == (48, 64))
    #expect(try file.orientation(of: auxiliary) == .rightMirrored)
  }

  @Test func `irot and imir give the eight orientations in any order`() {
    typealias Transform = ImageTransformProperty
    let cases: [([Transform], ImageOrientation)] = [
      ([], .up), ([.rotation(1)], .left), ([.rotation(2)], .down), ([.rotation(3)], .right),
      ([.mirror(leftRight: true)], .upMirrored), ([.mirror(leftRight: false)], .downMirrored),
      ([.rotation(1), .mirror(leftRight: true)], .rightMirrored),
      ([.mirror(leftRight: true), .rotation(1)], .leftMirrored),
      ([.rotation(1), .mirror(leftRight: false)], .leftMirrored),
      ([.mirror(leftRight: true), .mirror(leftRight: false)], .down),
    ]
    for (transforms, orientation) in cases { #expect(ImageOrientation(transforms) == orientation) }
    for orientation in ImageOrientation.allCases {
      #expect(ImageOrientation(orientation.transforms) == orientation)
    }
  }

  @Test func `the images of the base of a derived primary are found, and a loop ends`() throws {
    var builder = HEIFBuilder.standard()
    builder.items.append(.init(info: .init(itemID: 4, type: "tmap"), data: [0]))
    builder.references.append(.init("dimg", from: 4, to: [1, 2]))
    builder.primaryID = 4
    #expect(try HEIFFile(MemoryByteSource(builder.bytes())).auxiliaryItems.map(\.id) == [2])
    builder.references.references.removeLast()
    builder.references.append(.init("dimg", from: 4, to: [4]))
    #expect(try HEIFFile(MemoryByteSource(builder.bytes())).auxiliaryItems.isEmpty)
  }

  @Test func `a grid lists its tiles`() throws {
    var builder = HEIFBuilder.standard()
    let payload = HEIFSupport.serialized(GridPayload(rows: 1, columns: 2, width: 100, height: 48).serialize)
    builder.locations.full.version = 1
    builder.items.append(.init(info: .init(itemID: 4, type: "grid"), data: payload, method: 1))
    builder.references.append(.init("dimg", from: 4, to: [1, 2]))
    let source = MemoryByteSource(builder.bytes())
    let file = try HEIFFile(source)
    let grid = try file.grid(of: try #require(file.item(4)), from: source)
    #expect(grid.tiles.map(\.id) == [1, 2] && grid.grid.width == 100)
    #expect(try file.extents(of: try #require(file.item(4))).isInItemData)
  }

  @Test func `bytes after the boxes are the trailer`() throws {
    var builder = HEIFBuilder.standard()
    builder.tail = [0, 0, 1, 10, 14, 0, 0, 0, 0x53, 0x45, 0x46, 0x54]
    let file = try HEIFFile(MemoryByteSource(builder.bytes()))
    #expect(file.layout.trailer.count == 12 && file.notes.count == 1)
  }

  @Test func `the smallest file around one image has its golden bytes`() throws {
    let single = SingleImageFile(
      itemType: "av01", configuration: Box("av1C", [0x81, 0, 0x1C, 0]), width: 3, height: 2, payload: [7])
    let expected = HEIFSupport.hex(
      "0000001C 66747970 61766966 00000000 61766966 6D696631 6D696166"  // ftyp avif: avif mif1 miaf
        + "000000C1 6D657461 00000000"  // meta
        + "00000021 68646C72 00000000 00000000 70696374 000000000000000000000000 00"  // hdlr pict
        + "0000000E 7069746D 00000000 0001"  // pitm 1
        + "00000023 69696E66 00000000 0001"  // iinf, one entry
        + "00000015 696E6665 02000000 0001 0000 61763031 00"  // infe 1 av01
        + "00000045 69707270 00000028 6970636F"  // iprp, ipco
        + "0000000C 61763143 81001C00"  // av1C
        + "00000014 69737065 00000000 00000003 00000002"  // ispe 3x2
        + "00000015 69706D61 00000000 00000001 0001 02 81 02"  // ipma: 1 essential, 2
        + "0000001E 696C6F63 00000000 44 00 0001"  // iloc, 4/4/0
        + "0001 0000 0001 000000E5 00000001"  // item 1: one byte at 229
        + "00000009 6D646174 07")
    #expect(try single.bytes() == expected)
  }
}
