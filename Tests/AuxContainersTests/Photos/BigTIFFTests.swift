import AuxContainers
import AuxImage
import TestSupport
import Testing

/// BigTIFF, and what of a TIFF file's tags becomes an Exif block.
@Suite struct BigTIFFTests {
  private static let strip: [UInt8] = [1, 2, 3, 4, 5, 6]

  /// A gray image of 3 x 2 with a text that does not fit an entry, and Exif, GPS and interoperability.
  private static func file(_ endianness: ByteReader.Endianness, isBig: Bool) -> [UInt8] {
    let tiff = TIFFPhotoBytes(endianness, isBig: isBig)
    let exposure = TIFFPhotoBytes.Field(tag: 33434, type: 5, count: 1, bytes: tiff.longs([1, 125]))
    let note = TIFFPhotoBytes.Field(tag: 37500, type: 7, count: 9, bytes: [UInt8](repeating: 7, count: 9))
    return tiff.file(
      strip: strip,
      tiff.image(
        width: 3, height: 2, channels: 1, bits: 8, photometric: 1,
        extra: [tiff.text(271, "A maker of cameras"), tiff.text(272, "M"), tiff.short(274, 6)]),
      pointers: [
        (34665, [exposure, note, tiff.short(41989, 28)]),
        (34853, [tiff.text(1, "N"), tiff.text(29, "2024:01:02")]),
      ])
  }

  @Test(arguments: [ByteReader.Endianness.little, .big], [false, true])
  func directoriesAreRead(endianness: ByteReader.Endianness, isBig: Bool) throws {
    let bytes = Self.file(endianness, isBig: isBig)
    let tiff = try TIFFFile(MemoryByteSource(bytes))
    #expect(tiff.isBig == isBig && tiff.notes.isEmpty)
    #expect(try tiff.integer(256, in: tiff.first) == 3)
    #expect(try tiff.text(271, in: tiff.first) == "A maker of cameras")
    let layout = try TIFFLayout(of: tiff.first, in: tiff)
    #expect(layout.chunks.map(\.range).map { Array(bytes[$0]) } == [Self.strip])
    let text = try #require(try tiff.range(of: 272, in: tiff.first, most: 10))
    #expect(Array(bytes[text]) == Array("M\0".utf8))
    for count in 0..<(bytes.count - (isBig ? 8 : 4)) {
      #expect(throws: AuxError.self) { try TIFFFile(MemoryByteSource(Array(bytes.prefix(count)))) }
    }
  }

  @Test func numbersBeyond32BitsAreErrors() throws {
    let tiff = TIFFPhotoBytes(.little, isBig: true)
    var bytes = tiff.file(strip: [1], tiff.image(width: 1, height: 1, channels: 1, bits: 8, photometric: 1))
    bytes[12] = 1  // the first directory, at 4 GiB and more
    #expect(throws: AuxError(.truncated, "")) { try TIFFFile(MemoryByteSource(bytes)) }
    bytes[15] = 0x80
    #expect(throws: AuxError(.malformed, "")) { try TIFFFile(MemoryByteSource(bytes)) }
  }

  @Test func valuesOf64BitsAreNumbers() throws {
    let tiff = TIFFPhotoBytes(.big, isBig: true)
    let long8 = TIFFPhotoBytes.Field(tag: 40000, type: 16, count: 1, bytes: [0, 0, 0, 0, 255, 0, 0, 2])
    let two = TIFFPhotoBytes.Field(
      tag: 40001, type: 17, count: 2, bytes: [UInt8](repeating: 255, count: 8) + [0, 0, 0, 0, 0, 0, 0, 3])
    let large = TIFFPhotoBytes.Field(tag: 40002, type: 16, count: 1, bytes: [0, 0, 0, 1, 0, 0, 0, 2])
    let file = try TIFFFile(
      MemoryByteSource(
        tiff.file(
          strip: [1],
          tiff.image(
            width: 1, height: 1, channels: 1, bits: 8, photometric: 1, extra: [long8, two, large]))))
    #expect(throws: AuxError(.limitExceeded, "")) { try file.values(40002, in: file.first)?.integers() }
    #expect(try file.values(40000, in: file.first)?.integers() == [0xFF00_0002])
    #expect(try file.values(40001, in: file.first)?.integers() == [-1, 3])
  }

  @Test(arguments: [ByteReader.Endianness.little, .big], [false, true])
  func tagsOfExifAreGathered(endianness: ByteReader.Endianness, isBig: Bool) throws {
    let gathered = ExifBlock.gathered(
      from: try TIFFFile(MemoryByteSource(Self.file(endianness, isBig: isBig))))
    #expect(gathered.leftOut.count == 1 && gathered.leftOut[0].contains("maker's note"))
    let bytes = try #require(gathered.bytes)
    let block = try TIFFFile(MemoryByteSource(bytes))
    #expect(!block.isBig && block.endianness == endianness && block.notes.isEmpty)
    #expect(block.first.entries.map(\.tag) == [271, 272, 274, 34665, 34853])
    #expect(try block.text(271, in: block.first) == "A maker of cameras")
    #expect(try ExifBlock(bytes).orientation() == .right)
    #expect(try ExifBlock(bytes).focalLengthIn35mmFilm == 28)
    let offset = try #require(try block.integer(34853, in: block.first))
    let gps = try TIFFDirectory(at: offset, path: "GPS", in: block.source, endianness: endianness)
    #expect(try block.text(29, in: gps) == "2024:01:02")
  }

  @Test func aFileWithoutSuchTagsHasNoBlock() throws {
    let tiff = TIFFPhotoBytes()
    let bytes = tiff.file(
      strip: [1],
      tiff.image(width: 1, height: 1, channels: 1, bits: 8, photometric: 1, extra: [tiff.short(274, 3)]))
    #expect(ExifBlock.gathered(from: try TIFFFile(MemoryByteSource(bytes))).bytes == nil)
    // A directory that is not there costs only itself.
    let astray = tiff.file(
      strip: [1],
      tiff.image(
        width: 1, height: 1, channels: 1, bits: 8, photometric: 1,
        extra: [tiff.text(271, "M"), tiff.long(34665, 9999)]))
    let gathered = ExifBlock.gathered(from: try TIFFFile(MemoryByteSource(astray)))
    #expect(gathered.bytes != nil && gathered.leftOut.contains { $0.contains("Exif directory") })
  }
}
