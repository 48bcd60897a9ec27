package import AuxImage

/// Changes to an Exif block that leave every other byte, and so every offset, where it is.
///
/// A maker's note may have offsets that nobody knows: nothing may move. What is taken out becomes zeros; only zeros at the end
/// of the block are cut off. Source: Exif 2.32, 4.6; TIFF 6.0, section 2.
package struct ExifEdit: Sendable {
  package internal(set) var bytes: [UInt8]
  let limits: AuxLimits

  /// Begins a change of a block; throws as `ExifBlock.init(_:limits:)`, and `malformed` for BigTIFF.
  package init(_ block: [UInt8], limits: AuxLimits = .standard) throws(AuxError) {
    guard try !ExifBlock(block, limits: limits).tiff.isBig else {
      throw AuxError(.malformed, "Exif is no BigTIFF (Exif 2.32, 4.5.2)")
    }
    (bytes, self.limits) = (block, limits)
  }

  func parsed() throws(AuxError) -> TIFFFile { try ExifBlock(bytes, limits: limits).tiff }
}

extension ExifEdit {
  /// Removes an entry of a directory; those after it move up, and what they left becomes zeros.
  mutating func remove(
    _ tag: UInt16, from directory: TIFFDirectory, _ endianness: ByteReader.Endianness
  ) {
    var kept: [UInt8] = []
    var count = 0
    for (number, entry) in directory.entries.enumerated() where entry.tag != tag {
      let at = directory.entryOffset(number)
      kept += bytes[at..<(at + TIFFEntry.byteCount)]
      count += 1
    }
    var head = ByteWriter(endianness: endianness)
    head.write(UInt16(count))
    head.write(kept)
    head.write(directory.next)
    let range = directory.range.clamped(to: 0..<bytes.count)
    let filled = (head.bytes + [UInt8](repeating: 0, count: range.count)).prefix(range.count)
    bytes.replaceSubrange(range, with: filled)
  }

  /// Returns where a directory says that its JPEG picture is, which may be outside of the block; nil where it says nothing.
  static func thumbnail(of directory: TIFFDirectory, in tiff: TIFFFile) -> Range<Int>? {
    guard let offset = try? tiff.integer(TIFFTag.thumbnailOffset, in: directory),
      let count = try? tiff.integer(TIFFTag.thumbnailByteCount, in: directory), offset >= 0, count > 0
    else { return nil }
    return offset..<(offset + count)
  }

  mutating func write(_ number: UInt32, at place: Int, _ endianness: ByteReader.Endianness) {
    var writer = ByteWriter(endianness: endianness)
    writer.write(number)
    bytes.replaceSubrange(place..<(place + 4), with: writer.bytes)
  }
}

extension ExifEdit {
  /// Adds the tags that Exif requires in JPEG and not in HEIF, where a block with an Exif directory lacks them:
  /// ComponentsConfiguration, FlashpixVersion, and YCbCrPositioning with the value centered.
  ///
  /// Throws as parsing does. Source: Exif 2.32, 4.6.4, YCbCrPositioning; 4.6.5, ComponentsConfiguration and FlashpixVersion;
  /// table 21.
  package mutating func completeForJPEG() throws(AuxError) {
    let tiff = try parsed()
    guard let exif = tiff.exif, let number = tiff.first.entries.firstIndex(where: { $0.tag == TIFFTag.exif })
    else {
      return
    }
    var own = TIFFNewDirectory(keeping: exif, endianness: tiff.endianness)
    // Y, Cb and Cr.
    let texts = [
      (TIFFTag.componentsConfiguration, [1, 2, 3, 0]), (TIFFTag.flashpixVersion, Array("0100".utf8)),
    ]
    let missing = texts.filter { !own.holds($0.0) }
    for (tag, bytes) in missing { own.set(tag, .undefined, count: bytes.count, bytes: bytes) }
    if !missing.isEmpty { try move(exif, to: own, link: tiff.first.entryOffset(number) + 8) }
    var first = TIFFNewDirectory(keeping: try parsed().first, endianness: tiff.endianness)
    guard !first.holds(TIFFTag.yCbCrPositioning) else { return }
    first.set(TIFFTag.yCbCrPositioning, shorts: [1])
    try move(tiff.first, to: first, link: 4)
    // ExifTool expects the directory of the thumbnail after the first.
    let moved = try parsed()
    guard let second = moved.directories.dropFirst().first else { return }
    try move(
      second, to: TIFFNewDirectory(keeping: second, endianness: tiff.endianness),
      link: moved.first.range.upperBound - 4)
  }

  /// Writes a directory at the end of the block, fills the old one's bytes with zeros, and points `link` at the new one.
  private mutating func move(
    _ old: TIFFDirectory, to new: TIFFNewDirectory, link: Int
  ) throws(AuxError) {
    var writer = ByteWriter(endianness: new.endianness)
    writer.write(bytes)
    let offset = try new.serialize(into: &writer, base: 0)
    bytes = writer.bytes
    let range = old.range.clamped(to: 0..<bytes.count)
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    write(UInt32(offset), at: link, new.endianness)
  }
}
