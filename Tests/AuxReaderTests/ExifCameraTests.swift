import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// What Exif states of camera and lens.
@Suite struct ExifCameraTests {
  /// Returns a photo with an Exif block of these directories.
  private static func photo(
    _ root: TIFFNewDirectory, exif inner: TIFFNewDirectory
  ) throws -> ImageSource {
    var writer = ByteWriter(endianness: .little)
    writer.write([0x49, 0x49, 42, 0, 0, 0, 0, 0] as [UInt8])
    var root = root
    root.set(TIFFTag.exif, longs: [try inner.serialize(into: &writer, base: 0)])
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    let plain = try Pictures.photo()
    let segment = JPEGBytes.segment(0xE1, Array("Exif\0\0".utf8) + writer.bytes)
    return try ImageSource(data: Array(plain.prefix(2)) + segment + plain.dropFirst(2))
  }

  @Test func camera() throws {
    var root = TIFFNewDirectory(endianness: .little)
    root.set(TIFFTag.make, text: "Maker")
    root.set(TIFFTag.model, text: "Model 5")
    var inner = TIFFNewDirectory(endianness: .little)
    inner.set(TIFFTag.lensModel, text: "A lens of 26 mm")
    inner.set(TIFFTag.focalLength, rationals: [.init(27, 4)])
    inner.set(TIFFTag.focalLengthIn35mmFilm, shorts: [26])
    let source = try Self.photo(root, exif: inner)
    let camera = try #require(try source.exifCamera())
    #expect(camera.make == "Maker" && camera.model == "Model 5" && camera.lens == "A lens of 26 mm")
    #expect(camera.focalLength == 6.75 && camera.focalLengthIn35mmFilm == 26)
    let json =
      #""exif":{"make":"Maker","model":"Model 5","lens":"A lens of 26 mm","focalLength":6.75,"focalLength35mm":26}"#
    #expect(source.json.text.contains(json))
  }

  /// 0 is unknown.
  @Test func nothingStated() throws {
    var inner = TIFFNewDirectory(endianness: .little)
    inner.set(TIFFTag.focalLength, rationals: [.init(0, 1)])
    inner.set(TIFFTag.focalLengthIn35mmFilm, shorts: [0])
    let source = try Self.photo(TIFFNewDirectory(endianness: .little), exif: inner)
    #expect(try source.exifCamera() == nil)
    #expect(try ImageSource(data: Pictures.photo()).exifCamera() == nil)
    #expect(!source.json.text.contains("exif"))
  }
}
