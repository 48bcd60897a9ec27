package import AuxImage

extension ExifEdit {
  /// The longer side of the thumbnail, in pixels; nil where the block has none that can be read.
  package var thumbnailSide: Int? {
    guard let tiff = try? parsed(), let directory = tiff.directories.dropFirst().first,
      let place = Self.thumbnail(of: directory, in: tiff), place.upperBound <= bytes.count,
      let image = try? JPEGImage(in: MemoryByteSource(Array(bytes[place])), at: 0, limits: limits)
    else { return nil }
    return max(image.frame.width, image.frame.height)
  }

  /// Adds a thumbnail to a block that has none: a JPEG stream without application segments, at the end of the block.
  ///
  /// Throws `usage` where there is one, and as parsing does. Source: Exif 2.32, 4.5.8 and 4.6.3.
  package mutating func addThumbnail(_ stream: [UInt8]) throws(AuxError) {
    let tiff = try parsed()
    guard tiff.first.next == 0 else { throw AuxError(.usage, "the Exif block has a thumbnail already") }
    let link = tiff.first.range.upperBound - 4
    guard link + 4 <= bytes.count else {
      throw AuxError(.truncated, "the Exif block ends in its first directory")
    }
    var writer = ByteWriter(endianness: tiff.endianness)
    writer.write(bytes)
    writer.pad(base: 0)
    let place = writer.count
    writer.write(stream)
    var directory = TIFFNewDirectory(endianness: tiff.endianness)
    // JPEG, at 72 to the inch.
    directory.set(TIFFTag.compression, shorts: [6])
    for tag in [TIFFTag.xResolution, TIFFTag.yResolution] {
      directory.set(tag, rationals: [TIFFRational(72, 1)])
    }
    directory.set(TIFFTag.resolutionUnit, shorts: [2])
    directory.set(TIFFTag.thumbnailOffset, longs: [place])
    directory.set(TIFFTag.thumbnailByteCount, longs: [stream.count])
    let offset = try directory.serialize(into: &writer, base: 0)
    bytes = writer.bytes
    write(UInt32(offset), at: link, tiff.endianness)
  }
}
