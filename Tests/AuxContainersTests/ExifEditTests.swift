import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("Changes to Exif that move no byte")
struct ExifEditTests {
  /// A little-endian block: Make, Orientation, the directories of Exif and GPS, then a thumbnail.
  private static func block(withThumbnail: Bool = true) throws -> [UInt8] {
    var writer = ByteWriter(endianness: .little)
    writer.write([0x49, 0x49, 42, 0, 0, 0, 0, 0] as [UInt8])
    var inner = TIFFNewDirectory(endianness: .little)
    inner.set(TIFFTag.lensModel, text: "A lens of 26 mm")
    inner.set(TIFFTag.pixelXDimension, longs: [4032])
    inner.set(TIFFTag.pixelYDimension, shorts: [3024])
    inner.set(TIFFTag.subjectArea, shorts: [1000, 500, 200])
    let exif = try inner.serialize(into: &writer, base: 0)
    var gps = TIFFNewDirectory(endianness: .little)
    gps.set(1, text: "N")
    gps.set(2, rationals: [.init(48, 1), .init(51, 1), .init(4012, 100)])
    let place = try gps.serialize(into: &writer, base: 0)
    var root = TIFFNewDirectory(endianness: .little)
    root.set(TIFFTag.make, text: "Maker")
    root.set(TIFFTag.orientation, shorts: [6])
    root.set(TIFFTag.exif, longs: [exif])
    root.set(TIFFTag.gps, longs: [place])
    if withThumbnail {
      var second = TIFFNewDirectory(endianness: .little)
      second.set(TIFFTag.thumbnailOffset, longs: [writer.count + 30])
      second.set(TIFFTag.thumbnailByteCount, longs: [9])
      root.next = UInt32(try second.serialize(into: &writer, base: 0))
      writer.write([UInt8](repeating: 0xAB, count: 9))
    }
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    return writer.bytes
  }

  /// Expects what is neither location nor thumbnail to be there.
  private func check(_ bytes: [UInt8]) throws {
    let block = try ExifBlock(bytes)
    #expect(block.camera.make == "Maker" && block.camera.lens == "A lens of 26 mm")
    #expect(try block.orientation() == .right)
  }

  @Test func locationBecomesZeros() throws {
    let before = try Self.block()
    let bytes = try #require(try Self.without([.location], before))
    #expect(bytes.count <= before.count)
    #expect(bytes.firstRange(of: [0xAC, 0x0F, 0, 0, 100, 0, 0, 0]) == nil)
    try check(bytes)
    #expect(try Self.without([.location], bytes) == bytes)
    let tiff = try TIFFFile(MemoryByteSource(bytes), limits: .standard)
    #expect(tiff.first[TIFFTag.gps] == nil && tiff.directories.count == 2)
  }

  @Test func theThumbnailGoesWithItsDirectory() throws {
    let bytes = try #require(try Self.without([.thumbnail], Self.block()))
    #expect(!bytes.contains(0xAB))
    try check(bytes)
    #expect(try TIFFFile(MemoryByteSource(bytes), limits: .standard).directories.count == 1)
    let without = try Self.block(withThumbnail: false)
    #expect(try Self.without([.thumbnail], without) == without)
  }

  private static func without(_ kinds: Set<MetadataKind>, _ block: [UInt8]) throws(AuxError) -> [UInt8]? {
    try MetadataSweep(kinds, keepsHeadroom: true, removesVideos: false, limits: .standard) { _ in "" }.exif(
      block)
  }

  @Test func sizesAndTheSubjectAreThoseOfTheResult() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 4032, height: 3024, orientation: .right))
    // Displayed 3024x4032: the upper half is the left half as stored.
    try geometry.crop(to: PixelRectangle(x: 0, y: 0, width: 3024, height: 2016))
    try geometry.scale(toWidth: 1512, height: 1008)
    var edit = try ExifEdit(Self.block())
    try edit.describe(geometry)
    let tiff = try TIFFFile(MemoryByteSource(edit.bytes), limits: .standard)
    let offset = try #require(try tiff.integer(TIFFTag.exif, in: tiff.first))
    let exif = try TIFFDirectory(at: offset, path: "Exif", in: tiff.source, endianness: .little)
    #expect(try tiff.integer(TIFFTag.pixelXDimension, in: exif) == 1008)
    #expect(try tiff.integer(TIFFTag.pixelYDimension, in: exif) == 1512)
    // A circle of 200 pixels about 1000, 500.
    #expect(try tiff.values(TIFFTag.subjectArea, in: exif)?.integers() == [500, 250, 100])
    try check(edit.bytes)
    // The right half does not show it.
    var other = PhotoGeometry(of: PrimaryImage(width: 4032, height: 3024, orientation: .right))
    try other.crop(to: PixelRectangle(x: 0, y: 2016, width: 3024, height: 2016))
    try edit.describe(other)
    let again = try TIFFFile(MemoryByteSource(edit.bytes), limits: .standard)
    let rest = try TIFFDirectory(at: offset, path: "Exif", in: again.source, endianness: .little)
    #expect(rest[TIFFTag.subjectArea] == nil && rest[TIFFTag.lensModel] != nil)
  }

  @Test("The focal length of 35 mm film grows with a crop, and the focal plane has the pixels of the result")
  func optics() throws {
    var writer = ByteWriter(endianness: .little)
    writer.write([0x49, 0x49, 42, 0, 0, 0, 0, 0] as [UInt8])
    var inner = TIFFNewDirectory(endianness: .little)
    inner.set(TIFFTag.focalLengthIn35mmFilm, shorts: [26])
    inner.set(TIFFTag.focalPlaneXResolution, rationals: [.init(4_032_000, 907)])
    inner.set(TIFFTag.focalPlaneYResolution, rationals: [.init(3_024_000, 605)])
    let exif = try inner.serialize(into: &writer, base: 0)
    var root = TIFFNewDirectory(endianness: .little)
    root.set(TIFFTag.exif, longs: [exif])
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    // A third of both sides, at half of the size, turned by a quarter.
    var geometry = PhotoGeometry(of: PrimaryImage(width: 4032, height: 3024))
    try geometry.crop(to: PixelRectangle(x: 0, y: 0, width: 1344, height: 1008))
    try geometry.scale(toWidth: 672, height: 504)
    geometry.turnPixels(by: .right)
    var edit = try ExifEdit(writer.bytes)
    try edit.describe(geometry)
    let tiff = try TIFFFile(MemoryByteSource(edit.bytes), limits: .standard)
    let directory = try TIFFDirectory(at: exif, path: "Exif", in: tiff.source, endianness: .little)
    #expect(try tiff.integer(TIFFTag.focalLengthIn35mmFilm, in: directory) == 78)
    func resolution(_ tag: UInt16) throws -> Double {
      let value = try #require(try tiff.values(tag, in: directory)?.rationals().first)
      return Double(value.numerator) / Double(value.denominator)
    }
    #expect(abs(try resolution(TIFFTag.focalPlaneXResolution) - 3_024_000.0 / 605 / 2) < 1e-6)
    #expect(abs(try resolution(TIFFTag.focalPlaneYResolution) - 4_032_000.0 / 907 / 2) < 1e-6)
  }

  @Test("A new thumbnail is at the end, where the first directory leads to")
  func newThumbnail() throws {
    var edit = try ExifEdit(Self.block())
    #expect(edit.thumbnailSide == nil)
    #expect(throws: AuxError.self) { try edit.addThumbnail([1, 2, 3]) }
    edit = try ExifEdit(#require(try Self.without([.thumbnail], edit.bytes)))
    let picture = try Pictures.photo(width: 24, height: 16)
    try edit.addThumbnail(picture)
    #expect(edit.thumbnailSide == 24)
    try check(edit.bytes)
    let tiff = try TIFFFile(MemoryByteSource(edit.bytes), limits: .standard)
    let second = try #require(tiff.directories.dropFirst().first)
    let place = try #require(try tiff.integer(TIFFTag.thumbnailOffset, in: second))
    #expect(Array(edit.bytes[place..<(place + picture.count)]) == picture)
  }

  @Test("Damaged blocks are errors, or edited, and never more than that", arguments: [UInt64(1), 2, 3])
  func mutated(_ seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    var geometry = PhotoGeometry(of: PrimaryImage(width: 4032, height: 3024))
    try geometry.crop(to: PixelRectangle(x: 100, y: 200, width: 3000, height: 2000))
    let block = try Self.block()
    for count in 0...block.count { try edit(Array(block.prefix(count)), geometry) }
    for _ in 0..<2000 { try edit(generator.mutated(block), geometry) }
  }

  private func edit(_ bytes: [UInt8], _ geometry: PhotoGeometry) throws {
    do {
      var edit = try ExifEdit(bytes)
      try edit.describe(geometry)
      for kind in MetadataKind.allCases { _ = try Self.without([kind], bytes) }
      #expect(edit.bytes.count <= bytes.count)
    } catch {
      #expect([.malformed, .truncated, .unsupported, .limitExceeded].contains(error.code), "\(error)")
    }
  }
}
