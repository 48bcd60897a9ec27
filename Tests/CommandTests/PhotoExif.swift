import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// An Exif block of a photo for tests: what it states may be stale, or of another picture.
enum PhotoExif {
  /// Returns a JPEG photo of 64x48 with a block that states 4000x3000, a position if `hasGPS`, a maker's note with a picture if
  /// `hasNote`, and a green thumbnail of 24x18 if `hasThumbnail`.
  static func photo(
    orientation: Int = 1, hasGPS: Bool = true, hasNote: Bool = false, hasThumbnail: Bool = true
  ) throws -> [UInt8] {
    var writer = ByteWriter(endianness: .big)
    writer.write(Array("MM\0*".utf8) + [0, 0, 0, 0])
    var root = TIFFNewDirectory(endianness: .big)
    var exif = TIFFNewDirectory(endianness: .big)
    exif.set(TIFFTag.pixelXDimension, longs: [4000])
    exif.set(TIFFTag.pixelYDimension, longs: [3000])
    if hasNote { exif.set(TIFFTag.makerNote, bytes: Array("Acme\0".utf8) + (try greenPicture())) }
    root.set(TIFFTag.exif, longs: [try exif.serialize(into: &writer, base: 0)])
    if hasGPS {
      var gps = TIFFNewDirectory(endianness: .big)
      gps.set(2, rationals: [.init(48, 1), .init(8, 1), .init(14, 1)])
      gps.set(4, rationals: [.init(11, 1), .init(34, 1), .init(31, 1)])
      root.set(TIFFTag.gps, longs: [try gps.serialize(into: &writer, base: 0)])
    }
    root.set(TIFFTag.imageWidth, longs: [4000])
    root.set(TIFFTag.imageLength, longs: [3000])
    root.set(TIFFTag.orientation, shorts: [orientation])
    root.set(TIFFTag.make, text: "Acme")
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    var edit = try ExifEdit(writer.bytes)
    if hasThumbnail { try edit.addThumbnail(greenPicture()) }
    return try JPEGBytes.soi + JPEGBytes.jfif
      + JPEGBytes.segment(0xE1, JPEGIdentifier.exif + edit.bytes)
      + Pictures.photo(width: 64, height: 48)[2...]
  }

  /// Returns the photo with more segments between the JFIF header and Exif.
  static func photo(adding segments: [UInt8], orientation: Int = 1) throws -> [UInt8] {
    let start = JPEGBytes.soi.count + JPEGBytes.jfif.count
    let photo = try photo(orientation: orientation)
    return photo[..<start] + segments + photo[start...]
  }

  /// A JPEG of 24x18, all green.
  static func greenPicture() throws -> [UInt8] {
    let green = (0..<24 * 18).flatMap { _ in [0, 255, 0] as [UInt8] }
    return try JPEGCodec.encode(rgb: green, width: 24, height: 18, quality: 90, subsampled: true)
  }

  /// True if a block states a position.
  static func statesPosition(_ block: [UInt8]) throws -> Bool {
    try TIFFFile(MemoryByteSource(block), limits: .standard).first[TIFFTag.gps] != nil
  }

  /// Returns the block of a file; nil without one.
  static func block(of file: [UInt8]) throws -> [UInt8]? {
    try ImageSource(data: file).primaryMetadata().exif
  }

  /// The integers of tags that state a size, as far as a file states them: ImageWidth, ImageLength, PixelXDimension,
  /// PixelYDimension.
  static func sizes(of file: [UInt8]) throws -> [Int?] {
    let tiff = try TIFFFile(MemoryByteSource(#require(try block(of: file))), limits: .standard)
    let exif = try #require(try tiff.integer(TIFFTag.exif, in: tiff.first))
    let inner = try TIFFDirectory(at: exif, path: "Exif", in: tiff.source, endianness: tiff.endianness)
    return try [
      tiff.integer(TIFFTag.imageWidth, in: tiff.first), tiff.integer(TIFFTag.imageLength, in: tiff.first),
      tiff.integer(TIFFTag.pixelXDimension, in: inner), tiff.integer(TIFFTag.pixelYDimension, in: inner),
    ]
  }

  /// Returns the size and the mean of green of the thumbnail; nil without one.
  static func thumbnail(of file: [UInt8]) throws -> (width: Int, height: Int, green: Int)? {
    guard let block = try block(of: file) else { return nil }
    let tiff = try TIFFFile(MemoryByteSource(block), limits: .standard)
    guard let second = tiff.directories.dropFirst().first else { return nil }
    let start = try #require(try tiff.integer(TIFFTag.thumbnailOffset, in: second))
    let count = try #require(try tiff.integer(TIFFTag.thumbnailByteCount, in: second))
    let stream = Array(block[start..<(start + count)])
    let frame = try JPEGImage(in: MemoryByteSource(stream), at: 0, limits: .standard).frame
    let rgb = try JPEGCodec.decodeRGB(stream, width: frame.width, height: frame.height)
    let greens = stride(from: 1, to: rgb.count, by: 3).map { Int(rgb[$0]) }
    return (frame.width, frame.height, greens.reduce(0, +) / greens.count)
  }

  /// Returns how often a file holds some bytes.
  static func count(of part: [UInt8], in file: [UInt8]) -> Int {
    file.indices.count { file[$0...].starts(with: part) }
  }
}
