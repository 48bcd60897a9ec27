import AuxContainers
import AuxImage
import TestSupport
import Testing

@testable import AuxWriter

/// Images that no decoder sees: what counts is which bytes come where.
@Suite struct JPEGComposerTests {
  private static let exif = JPEGBytes.exif(orientation: 6)
  private static let profile = JPEGBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 9])
  private static let comment = JPEGBytes.segment(0xFE, Array("kept".utf8))
  private static let color = JPEGBytes.coded(components: [1, 2, 3])
  private static let added = JPEGBytes.image([JPEGBytes.xmp("<added/>")], width: 40)

  private static func secondary(_ name: String, count: Int) -> [UInt8] {
    JPEGBytes.image([JPEGBytes.xmp("<\(name)/>"), MultiPictureBytes.secondaryIndex(count: count)])
  }

  private static func portrait(trailer: [UInt8] = []) -> MultiPictureBytes {
    MultiPictureBytes(
      before: [MultiPictureBytes.appleJFIF, exif], after: [profile, comment], coded: color,
      secondaries: [secondary("one", count: 3), secondary("number two", count: 3)], trailer: trailer)
  }

  /// The whole file as it must be: the independent builder gives the same bytes.
  @Test func graftIntoAPlainPhoto() throws {
    let plain = JPEGBytes.soi + JPEGBytes.jfif + Self.exif + Self.profile + Self.comment + Self.color
    let appleJFIF = JPEGBytes.segment(0xE0, JPEGBytes.jfif[4...] + Array("AMPF".utf8))
    let expected = MultiPictureBytes(
      before: [appleJFIF, Self.exif], after: [Self.profile, Self.comment], coded: Self.color,
      secondaries: [Self.added])
    #expect(try WriterSupport.compose(plain, adding: [Self.added]) == expected.bytes)
  }

  @Test func graftBehindExistingImages() throws {
    var expected = Self.portrait()
    expected.secondaries = [
      Self.secondary("one", count: 4), Self.secondary("number two", count: 4), Self.added,
    ]
    #expect(try WriterSupport.compose(Self.portrait().bytes, adding: [Self.added]) == expected.bytes)
  }

  @Test func removalOfOneImage() throws {
    var expected = Self.portrait()
    expected.secondaries = [Self.secondary("number two", count: 2)]
    #expect(try WriterSupport.compose(Self.portrait().bytes, removing: [0]) == expected.bytes)
  }

  @Test func replacementOfOneImage() throws {
    var expected = Self.portrait()
    expected.secondaries = [Self.secondary("one", count: 3), Self.added]
    #expect(
      try WriterSupport.compose(Self.portrait().bytes, removing: [1], adding: [Self.added])
        == expected.bytes)
  }

  @Test func removalOfAllTakesIndexAndMarkAlong() throws {
    let result = try WriterSupport.compose(Self.portrait().bytes, removing: [0, 1])
    let jfif = JPEGBytes.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 1, 0x2C, 1, 0x2C, 0, 0])
    #expect(result == JPEGBytes.soi + jfif + Self.exif + Self.profile + Self.comment + Self.color)
  }

  @Test func noChangeIsNoChange() throws {
    let bytes = Self.portrait(trailer: [1, 2, 3]).bytes
    #expect(try WriterSupport.compose(bytes) == bytes)
  }

  @Test func addingThenRemovingGivesThePlainPhotoBack() throws {
    let plain = JPEGBytes.soi + JPEGBytes.jfif + Self.exif + Self.profile + Self.color
    let grafted = try WriterSupport.compose(plain, adding: [Self.added, Self.added])
    #expect(try WriterSupport.compose(grafted, removing: [0, 1]) == plain)
  }

  @Test func trailerStaysAtTheEnd() throws {
    let trailer = [UInt8](repeating: 0, count: 500) + Array("SEFT".utf8)
    let result = try WriterSupport.compose(Self.portrait(trailer: trailer).bytes, adding: [Self.added])
    #expect(result.suffix(trailer.count).elementsEqual(trailer))
    let file = try JPEGFile(MemoryByteSource(result))
    #expect(file.secondaries.count == 3)
    #expect(file.secondaries.last?.range.upperBound == result.count - trailer.count)
  }

  @Test func bytesBetweenImagesAreKept() throws {
    var gapped = Self.portrait()
    gapped.secondaries[1] = [0xAB, 0xCD] + gapped.secondaries[1]
    gapped.damage = { entries in
      entries[2].offset += 2
      entries[2].size -= 2
    }
    let result = try WriterSupport.compose(gapped.bytes, adding: [Self.added])
    let file = try JPEGFile(MemoryByteSource(result))
    #expect(file.notes.isEmpty && file.secondaries.count == 3)
    let gap = file.secondaries[0].range.upperBound..<file.secondaries[1].range.lowerBound
    #expect(Array(result[gap]) == [0xAB, 0xCD])
  }

  @Test func stalePrimarySizeIsPutRight() throws {
    var stale = Self.portrait()
    stale.damage = { $0[0].size -= 1000 }
    #expect(try WriterSupport.compose(stale.bytes) == Self.portrait().bytes)
  }

  @Test func imagesFoundWithoutTheIndexGetEntries() throws {
    var broken = Self.portrait()
    broken.damage = { entries in for index in 1...2 { entries[index].offset += 566 } }
    #expect(try WriterSupport.compose(broken.bytes) == Self.portrait().bytes)
  }

  /// An entry that is so long that the next lies inside it makes the index worthless, not the images.
  @Test func overlappingEntriesArePutRight() throws {
    var overlapping = Self.portrait()
    let second = overlapping.secondaries[1].count
    overlapping.damage = { $0[1].size += second }
    #expect(try WriterSupport.compose(overlapping.bytes) == Self.portrait().bytes)
  }

  /// The same with the entries the other way round, which reading does not see.
  @Test func overlappingImagesAreRefused() throws {
    var overlapping = Self.portrait()
    let second = overlapping.secondaries[1].count
    overlapping.damage = { entries in
      entries[1].size += second
      entries.swapAt(1, 2)
    }
    let bytes = overlapping.bytes
    #expect(throws: AuxError(.malformed, "")) { try WriterSupport.compose(bytes, adding: [Self.added]) }
  }

  /// The primary of a file that is cut inside its scan has no end, so that nothing can stand behind it.
  @Test func primaryWithoutEndIsRefused() {
    let bytes = Array((JPEGBytes.soi + Self.color).dropLast(2))
    #expect(throws: AuxError(.truncated, "")) { try WriterSupport.compose(bytes, adding: [Self.added]) }
  }

  /// What the index names and is there in part must not become a trailer without a name.
  @Test func imageCutShortIsRefused() {
    let whole = Self.portrait().bytes
    for cut in [1, 2, 20, 100] {
      #expect(throws: AuxError.self, "\(cut) bytes") {
        try WriterSupport.compose(Array(whole.dropLast(cut)), adding: [Self.added])
      }
    }
  }

  /// Tools that code a photo anew keep the index and drop the images; such a photo is whole.
  @Test func indexOfImagesThatAreGoneIsPutRight() throws {
    var portrait = Self.portrait()
    let gone = Array(portrait.bytes[..<portrait.secondaryOffsets[0]])
    portrait.secondaries = [Self.added]
    #expect(try WriterSupport.compose(gone, adding: [Self.added]) == portrait.bytes)
  }

  @Test func orderOfEntriesStays() throws {
    var swapped = Self.portrait()
    swapped.damage = { $0.swapAt(1, 2) }
    let result = try WriterSupport.compose(swapped.bytes, adding: [Self.added])
    let file = try JPEGFile(MemoryByteSource(result))
    #expect(file.secondaries.map(\.entry) == [2, 1, 3] && file.notes.isEmpty)
  }

  @Test func otherTagsOfTheIndexAreKept() throws {
    var index = MultiPictureFormat(
      numberOfImages: 2,
      entries: [
        .init(attribute: 0x2003_0000, dependents: [2, 0]), .init(attribute: 0x0002_0002, dependents: [1, 0]),
      ])
    index.endianness = .little
    index.numberOfImages = 2
    let primaryEnd = 4 + 150 + Self.color.count
    index.entries?[1].offset = UInt32(primaryEnd - 2 - 8)
    let other = JPEGBytes.image()
    index.entries?[1].size = UInt32(other.count)
    index.attributes = []
    var writer = ByteWriter()
    index.serialize(into: &writer)
    // A comment makes up for the length of the index, whose offsets were fixed above.
    let segment = JPEGBytes.segment(0xE2, writer.bytes)
    let padding = JPEGBytes.segment(0xFE, [UInt8](repeating: 1, count: 152 - segment.count - 4))
    let file = JPEGBytes.soi + segment + padding + Self.color + other
    let written = try JPEGFile(
      MemoryByteSource(try WriterSupport.compose(file, adding: [Self.added])))
    let new = try #require(written.multiPicture)
    #expect(new.endianness == .little && new.attributes == [] && written.notes.isEmpty)
    #expect(new.entries?.map(\.attribute) == [0x2003_0000, 0x0002_0002, 0])
    #expect(new.entries?.map(\.dependents) == [[2, 0], [1, 0], [0, 0]])
  }
}
