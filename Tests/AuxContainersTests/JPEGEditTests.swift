import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Images that no decoder sees: what counts is which bytes come where.
@Suite struct JPEGEditTests {
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

  /// Returns the added image with what it says of a file of one image, by which that comes back.
  private static func recorded(_ file: [UInt8]) throws -> [UInt8] {
    let index = try #require(JPEGImage(in: MemoryByteSource(file), at: 0).first(.multiPicture))
    let parts = [MultiPictureBytes.appleJFIF, Array(file[index.range])]
    let numbers = [1, file.count, file.count].flatMap(JPEGBytes.uint32)
    let digits = (numbers + parts.flatMap { JPEGBytes.uint16($0.count) + $0 }).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    let record = JPEGBytes.segment(0xFE, Array("auxdepth 1 \(digits.joined())".utf8))
    return JPEGBytes.image([JPEGBytes.xmp("<added/>"), record], width: 40)
  }

  /// The whole file as it must be: the independent builder gives the same bytes.
  @Test func graftIntoAPlainPhoto() throws {
    let plain = JPEGBytes.soi + JPEGBytes.jfif + Self.exif + Self.profile + Self.comment + Self.color
    let appleJFIF = JPEGBytes.segment(0xE0, JPEGBytes.jfif[4...] + Array("AMPF".utf8))
    let expected = MultiPictureBytes(
      before: [appleJFIF, Self.exif], after: [Self.profile, Self.comment], coded: Self.color,
      secondaries: [Self.added])
    #expect(try JPEGSupport.edited(plain, adding: [Self.added]) == expected.bytes)
  }

  @Test func graftAfterExistingImages() throws {
    var expected = Self.portrait()
    expected.secondaries = [
      Self.secondary("one", count: 4), Self.secondary("number two", count: 4), Self.added,
    ]
    #expect(try JPEGSupport.edited(Self.portrait().bytes, adding: [Self.added]) == expected.bytes)
  }

  @Test func removalOfOneImage() throws {
    var expected = Self.portrait()
    expected.secondaries = [Self.secondary("number two", count: 2)]
    #expect(try JPEGSupport.edited(Self.portrait().bytes, removing: [0]) == expected.bytes)
  }

  @Test func replacementOfOneImage() throws {
    var expected = Self.portrait()
    expected.secondaries = [Self.secondary("one", count: 3), Self.added]
    #expect(
      try JPEGSupport.edited(Self.portrait().bytes, removing: [1], adding: [Self.added])
        == expected.bytes)
  }

  @Test func removalOfAllTakesIndexAndMarkAlong() throws {
    let result = try JPEGSupport.edited(Self.portrait().bytes, removing: [0, 1])
    let jfif = JPEGBytes.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 1, 0x2C, 1, 0x2C, 0, 0])
    #expect(result == JPEGBytes.soi + jfif + Self.exif + Self.profile + Self.comment + Self.color)
  }

  @Test func noChangeIsNoChange() throws {
    let bytes = Self.portrait(trailer: [1, 2, 3]).bytes
    #expect(try JPEGSupport.edited(bytes) == bytes)
  }

  @Test func addingThenRemovingGivesThePlainPhotoBack() throws {
    let plain = JPEGBytes.soi + JPEGBytes.jfif + Self.exif + Self.profile + Self.color
    let grafted = try JPEGSupport.edited(plain, adding: [Self.added, Self.added])
    #expect(try JPEGSupport.edited(grafted, removing: [0, 1]) == plain)
  }

  @Test func trailerStaysAtTheEnd() throws {
    let trailer = [UInt8](repeating: 0, count: 500) + Array("SEFT".utf8)
    let result = try JPEGSupport.edited(Self.portrait(trailer: trailer).bytes, adding: [Self.added])
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
    let result = try JPEGSupport.edited(gapped.bytes, adding: [Self.added])
    let file = try JPEGFile(MemoryByteSource(result))
    #expect(file.notes.isEmpty && file.secondaries.count == 3)
    let gap = file.secondaries[0].range.upperBound..<file.secondaries[1].range.lowerBound
    #expect(Array(result[gap]) == [0xAB, 0xCD])
  }

  @Test func stalePrimarySizeIsPutRight() throws {
    var stale = Self.portrait()
    stale.damage = { $0[0].size -= 1000 }
    #expect(try JPEGSupport.edited(stale.bytes) == Self.portrait().bytes)
  }

  @Test func imagesFoundWithoutTheIndexGetEntries() throws {
    var broken = Self.portrait()
    broken.damage = { entries in for index in 1...2 { entries[index].offset += 566 } }
    #expect(try JPEGSupport.edited(broken.bytes) == Self.portrait().bytes)
  }

  /// An entry that is long enough to contain the next makes the index worthless, not the images.
  @Test func overlappingEntriesArePutRight() throws {
    var overlapping = Self.portrait()
    let second = overlapping.secondaries[1].count
    overlapping.damage = { $0[1].size += second }
    #expect(try JPEGSupport.edited(overlapping.bytes) == Self.portrait().bytes)
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
    #expect(throws: AuxError(.malformed, "")) { try JPEGSupport.edited(bytes, adding: [Self.added]) }
  }

  /// The primary of a file that is cut inside its scan has no end, so nothing can be after it.
  @Test func primaryWithoutEndIsRefused() {
    let bytes = Array((JPEGBytes.soi + Self.color).dropLast(2))
    #expect(throws: AuxError(.truncated, "")) { try JPEGSupport.edited(bytes, adding: [Self.added]) }
  }

  /// A truncated image of the index must not become an unnamed trailer.
  @Test func imageCutShortIsRefused() {
    let whole = Self.portrait().bytes
    for cut in [1, 2, 20, 100] {
      #expect(throws: AuxError.self, "\(cut) bytes") {
        try JPEGSupport.edited(Array(whole.dropLast(cut)), adding: [Self.added])
      }
    }
  }

  /// Tools that code a photo anew keep the index and drop the images; such a photo is whole.
  @Test func indexOfImagesThatAreGoneIsPutRight() throws {
    var portrait = Self.portrait()
    let gone = Array(portrait.bytes[..<portrait.secondaryOffsets[0]])
    portrait.secondaries = [try Self.recorded(gone)]
    let result = try JPEGSupport.edited(gone, adding: [Self.added])
    #expect(result == portrait.bytes)
    #expect(try JPEGSupport.edited(result, removing: [0]) == gone)
  }

  @Test func orderOfEntriesStays() throws {
    var swapped = Self.portrait()
    swapped.damage = { $0.swapAt(1, 2) }
    let result = try JPEGSupport.edited(swapped.bytes, adding: [Self.added])
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
      MemoryByteSource(try JPEGSupport.edited(file, adding: [Self.added])))
    let new = try #require(written.multiPicture)
    #expect(new.endianness == .little && new.attributes == [] && written.notes.isEmpty)
    #expect(new.entries?.map(\.attribute) == [0x2003_0000, 0x0002_0002, 0])
    #expect(new.entries?.map(\.dependents) == [[2, 0], [1, 0], [0, 0]])
  }

  @Test func imagesThatAreNotThereAreNotRemoved() throws {
    var edit = JPEGEdit(try JPEGFile(MemoryByteSource(Self.portrait().bytes)))
    for number in [-1, 2] { #expect(throws: AuxError(.missingImage, "")) { try edit.remove(number) } }
    try edit.remove(1)
    #expect(throws: AuxError(.missingImage, "")) { try edit.remove(1) }
  }

  /// An added image states the number of images of its new file, whatever it stated before.
  @Test func countInsideAnAddedImageIsPutRight() throws {
    var expected = Self.portrait()
    expected.secondaries = [
      Self.secondary("one", count: 4), Self.secondary("number two", count: 4),
      Self.secondary("added", count: 4),
    ]
    let added = Self.secondary("added", count: 9)
    #expect(try JPEGSupport.edited(Self.portrait().bytes, adding: [added]) == expected.bytes)
  }

  @Test func nothingComesBetweenThePrimaryAndWhatItsXMPCounts() throws {
    let listed = [UInt8](repeating: 0xEE, count: 40)
    let file = Self.portrait(trailer: listed + [1, 2, 3]).bytes
    let end = file.count - 3
    let result = try JPEGSupport.edited(file) { edit in
      edit.directoryEnd = end
      edit.add(JPEGCodedImage(Self.added))
    }
    let written = try JPEGFile(MemoryByteSource(result))
    #expect(written.secondaries.count == 3 && written.notes.isEmpty)
    #expect(result.suffix(Self.added.count + 3).elementsEqual(Self.added + [1, 2, 3]))
    let start = try #require(written.secondaries.last).range.lowerBound
    #expect(result[..<start].suffix(40).elementsEqual(listed))
  }

  /// Apple's order, whatever order the encoder writes in: SOI, XMP, MPF, DQT, DRI, SOF0, DHT, SOS.
  @Test func encodedImagesAreLaidOut() throws {
    let (dht1, dht2) = (JPEGBytes.segment(0xC4, [1, 2]), JPEGBytes.segment(0xC4, [3]))
    let (dqt, dri) = (JPEGBytes.segment(0xDB, [4]), JPEGBytes.segment(0xDD, [0, 8]))
    let frame = JPEGBytes.frame(width: 16, height: 8)
    let scan = JPEGBytes.scanHeader() + JPEGBytes.scan + JPEGBytes.eoi
    let stream = JPEGBytes.soi + JPEGBytes.jfif + dht1 + frame + dqt + dri + dht2 + scan
    let image = try JPEGCodedImage(stream: stream, xmp: Array("<a/>".utf8))
    let head = JPEGBytes.soi + JPEGBytes.xmp("<a/>")
    let rest = dqt + dri + frame + JPEGBytes.segment(0xC4, [1, 2, 3]) + scan
    #expect(image.bytes == head + MultiPictureBytes.secondaryIndex(count: 0) + rest)
    let plain = JPEGBytes.soi + JPEGBytes.jfif + Self.color
    let result = try JPEGSupport.edited(plain) { $0.add(image) }
    #expect(result.suffix(image.bytes.count) == head[...] + MultiPictureBytes.secondaryIndex(count: 2) + rest)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try JPEGCodedImage(stream: stream, xmp: [UInt8](repeating: 0x20, count: 65_505))
    }
  }
}
