import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("What goes out of Exif")
struct ExifPrivacyTests {
  /// A block with a note in the directory of Exif; without an orientation where `orientation` is nil.
  private static func block(
    _ endianness: ByteReader.Endianness, orientation: Int? = 6, colours: Bool = true,
    note: [UInt8] = Array("Maker: took this in Lutetia".utf8)
  ) throws -> [UInt8] {
    var writer = ByteWriter(endianness: endianness)
    writer.write((endianness == .big ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + [0, 0, 0, 0])
    var inner = TIFFNewDirectory(endianness: endianness)
    inner.set(TIFFTag.lensModel, text: "A lens of 26 mm")
    if colours { inner.set(TIFFTag.colorSpace, shorts: [0xFFFF]) }
    inner.set(TIFFTag.makerNote, .undefined, count: note.count, bytes: note)
    let exif = try inner.serialize(into: &writer, base: 0)
    var root = TIFFNewDirectory(endianness: endianness)
    root.set(TIFFTag.make, text: "Maker")
    if let orientation { root.set(TIFFTag.orientation, shorts: [orientation]) }
    root.set(TIFFTag.exif, longs: [exif])
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    writer.write(Array("after the directories".utf8))
    return writer.bytes
  }

  private static let orders: [ByteReader.Endianness] = [.big, .little]

  @Test func theNoteBecomesZeros() throws {
    for order in Self.orders {
      let before = try Self.block(order)
      #expect(try ExifBlock(before).hasTellingMakerNote)
      var edit = try ExifEdit(before)
      #expect(try edit.removeMakerNote(keepingHeadroom: true))
      #expect(edit.bytes.count == before.count)
      #expect(edit.bytes.firstRange(of: Array("Lutetia".utf8)) == nil)
      let block = try ExifBlock(edit.bytes)
      #expect(!block.hasMakerNote && block.camera.make == "Maker" && block.camera.lens == "A lens of 26 mm")
      #expect(try !edit.removeMakerNote(keepingHeadroom: true))
      let apples = try ExifBlock(Self.block(order, note: Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]))
      #expect(apples.hasMakerNote && !apples.hasTellingMakerNote)
    }
  }

  /// Of a directory that cannot be read nobody knows that it has no note.
  @Test func aNoteThatMayBeThereIsAnError() throws {
    var damaged = try Self.block(.big)
    let pointer = try #require(damaged.firstRange(of: [0x87, 0x69, 0, 4, 0, 0, 0, 1]))
    damaged[pointer.upperBound] = 0x7F
    var edit = try ExifEdit(damaged)
    #expect(throws: AuxError.self) { try edit.removeMakerNote(keepingHeadroom: false) }
    #expect(throws: AuxError.self) { try edit.removeAllButEssentials(keepingHeadroom: false) }
  }

  @Test func orientationAndColoursStay() throws {
    for order in Self.orders {
      var edit = try ExifEdit(Self.block(order))
      try edit.removeAllButEssentials(keepingHeadroom: false)
      for text in ["Maker", "lens", "Lutetia", "after"] {
        #expect(edit.bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
      }
      let tiff = try TIFFFile(MemoryByteSource(edit.bytes))
      #expect(tiff.first.entries.map(\.tag) == [TIFFTag.orientation, TIFFTag.exif])
      #expect(try ExifBlock(edit.bytes).orientation() == .right)
      let place = try #require(try tiff.integer(TIFFTag.exif, in: tiff.first))
      let exif = try TIFFDirectory(at: place, path: "Exif", in: tiff.source, endianness: tiff.endianness)
      #expect(exif.entries.map(\.tag) == [TIFFTag.colorSpace])
      // Once more, nothing is left to take out.
      var again = try ExifEdit(edit.bytes)
      try again.removeAllButEssentials(keepingHeadroom: false)
      #expect(again.bytes == edit.bytes)
    }
  }

  @Test func aDirectoryHasAnEntry() throws {
    for order in Self.orders {
      var edit = try ExifEdit(Self.block(order, orientation: nil, colours: false))
      try edit.removeAllButEssentials(keepingHeadroom: false)
      let tiff = try TIFFFile(MemoryByteSource(edit.bytes))
      #expect(tiff.first.entries.map(\.tag) == [TIFFTag.orientation])
      #expect(try ExifBlock(edit.bytes).orientation() == .up)
      #expect(edit.bytes.count <= 8 + 2 + 12 * 2 + 4 + 200)
    }
  }

  @Test func everyPrefixIsRefusedOrRead() throws {
    let whole = try Self.block(.big)
    for count in 0..<whole.count {
      guard var edit = try? ExifEdit(Array(whole[..<count])) else { continue }
      try? edit.removeAllButEssentials(keepingHeadroom: true)
      #expect(edit.bytes.count <= count)
    }
  }

  @Test func placesInImageResources() {
    let header = Array("Photoshop 3.0\0".utf8)
    #expect(ImageResources.namePlace(header + [0x1C, 2, 90, 0, 5] + Array("Paris".utf8)))
    #expect(!ImageResources.namePlace(header + [0x1C, 2, 80, 0, 3] + Array("Ada".utf8)))
    #expect(!ImageResources.namePlace([0x1C, 2, 90, 0, 5]))
  }
}
