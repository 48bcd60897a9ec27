internal import AuxContainers
internal import AuxImage

/// The tag Orientation of an Exif block.
enum ExifOrientationBlock {
  /// Returns a block that tells an orientation: the given one with its tag changed, or one of nothing else.
  ///
  /// A first directory without the tag is written anew behind the block, so that no offset in it changes. Nil
  /// where there is no block and `up` needs none; a block that cannot be read stays as it is.
  static func setting(_ orientation: ImageOrientation, in exif: [UInt8]?) -> [UInt8]? {
    guard let exif else { return orientation == .up ? nil : bytes(orientation) }
    return (try? block(exif, orientation)) ?? exif
  }

  private static func block(_ exif: [UInt8], _ orientation: ImageOrientation) throws(AuxError) -> [UInt8] {
    let source = MemoryByteSource(exif)
    let (endianness, first) = try TIFFFile.header(of: source)
    let directory = try TIFFDirectory(at: first, path: "IFD0", in: source, endianness: endianness)
    let isTold = { (entry: TIFFEntry) in entry.tag == TIFFTag.orientation && entry.type == .short }
    if let number = directory.entries.lastIndex(where: isTold) {
      // The value is at the left of the last four bytes of its entry.
      let place = directory.offset + 2 + TIFFEntry.byteCount * number + 8
      var value = ByteWriter(endianness: endianness)
      value.write(UInt16(orientation.rawValue))
      return exif[..<place] + value.bytes + exif[(place + value.count)...]
    }
    guard orientation != .up else { return exif }
    return try adding(
      orientation, to: TIFFNewDirectory(keeping: directory, endianness: endianness), behind: exif)
  }

  /// Returns a block of one tag.
  private static func bytes(_ orientation: ImageOrientation) -> [UInt8]? {
    // A header whose directory is yet to come.
    try? adding(
      orientation, to: TIFFNewDirectory(endianness: .big), behind: [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 0])
  }

  private static func adding(
    _ orientation: ImageOrientation, to directory: TIFFNewDirectory, behind block: [UInt8]
  ) throws(AuxError) -> [UInt8] {
    var directory = directory
    directory.set(TIFFTag.orientation, shorts: [orientation.rawValue])
    var writer = ByteWriter(endianness: directory.endianness)
    writer.write(block)
    let offset = try directory.serialize(into: &writer, base: 0)
    writer.patch(UInt32(offset), at: TIFFFile.pointerOffset)
    return writer.bytes
  }
}
