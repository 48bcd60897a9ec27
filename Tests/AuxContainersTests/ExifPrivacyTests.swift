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
      let after = try #require(try Self.without([.device], before))
      #expect(after.firstRange(of: Array("Lutetia".utf8)) == nil)
      let block = try ExifBlock(after)
      #expect(!block.hasMakerNote && block.camera.make == "Maker" && block.camera.lens == "A lens of 26 mm")
      #expect(try Self.without([.device], after) == after)
      // Apple's note names neither places nor people; another may.
      let apples = try Self.block(order, note: Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D])
      for kind in [MetadataKind.location, .people] {
        #expect(try ExifBlock(#require(try Self.without([kind], apples))).hasMakerNote)
        #expect(try !ExifBlock(#require(try Self.without([kind], before))).hasMakerNote)
      }
    }
  }

  @Test("A block with a directory that cannot be read goes as a whole, with a note")
  func unreadableDirectory() throws {
    var damaged = try Self.block(.big)
    let pointer = try #require(damaged.firstRange(of: [0x87, 0x69, 0, 4, 0, 0, 0, 1]))
    damaged[pointer.upperBound] = 0x7F
    let sweep = Self.sweep([.location])
    #expect(try sweep.exif(damaged) == nil)
    #expect(sweep.findings.notes.count == 1 && sweep.findings.taken.count == 1)
  }

  private static func sweep(_ kinds: Set<MetadataKind>) -> MetadataSweep {
    MetadataSweep(kinds, keepsHeadroom: false, removesVideos: false, limits: .standard) { _ in "" }
  }

  private static func without(_ kinds: Set<MetadataKind>, _ block: [UInt8]) throws -> [UInt8]? {
    try sweep(kinds).exif(block)
  }

  @Test func orientationAndColoursStay() throws {
    for order in Self.orders {
      let bytes = try #require(try Self.without([.all], Self.block(order)))
      for text in ["Maker", "lens", "Lutetia", "after"] {
        #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
      }
      let tiff = try TIFFFile(MemoryByteSource(bytes))
      #expect(tiff.first.entries.map(\.tag) == [TIFFTag.orientation, TIFFTag.exif])
      #expect(try ExifBlock(bytes).orientation() == .right)
      let place = try #require(try tiff.integer(TIFFTag.exif, in: tiff.first))
      let exif = try TIFFDirectory(at: place, path: "Exif", in: tiff.source, endianness: tiff.endianness)
      #expect(exif.entries.map(\.tag) == [TIFFTag.colorSpace])
      // Once more, nothing is left to take out.
      #expect(try Self.without([.all], bytes) == bytes)
    }
  }

  @Test func aDirectoryHasAnEntry() throws {
    for order in Self.orders {
      let block = try Self.block(order, orientation: nil, colours: false)
      let bytes = try #require(try Self.without([.all], block))
      let tiff = try TIFFFile(MemoryByteSource(bytes))
      #expect(tiff.first.entries.map(\.tag) == [TIFFTag.orientation])
      #expect(try ExifBlock(bytes).orientation() == .up)
      #expect(bytes.count <= 8 + 2 + 12 * 2 + 4 + 200)
    }
  }

  @Test func everyPrefixIsRefusedOrRead() throws {
    let whole = try Self.block(.big)
    for count in 0..<whole.count {
      for kind in MetadataKind.allCases {
        #expect(try Self.without([kind], Array(whole[..<count]))?.count ?? 0 <= count)
      }
    }
  }

}
