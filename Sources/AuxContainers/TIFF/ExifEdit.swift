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

  /// Returns the directory that a pointer of the first one names; nil without one.
  static func directory(
    _ pointer: UInt16, _ name: String, in tiff: TIFFFile
  ) throws(AuxError) -> TIFFDirectory? {
    guard let offset = try tiff.integer(pointer, in: tiff.first) else { return nil }
    return try TIFFDirectory(
      at: offset, path: "\(tiff.first.path)/\(name)", in: tiff.source, endianness: tiff.endianness)
  }
}

// MARK: - Taking out

extension ExifEdit {
  /// Takes out the directory of GPS with its values; returns whether there was one.
  ///
  /// Throws where its place cannot be read: it would stay.
  package mutating func removeLocation() throws(AuxError) -> Bool {
    let tiff = try parsed()
    guard tiff.first[TIFFTag.gps] != nil else { return false }
    let gps = try Self.directory(TIFFTag.gps, "GPS", in: tiff)
    remove(TIFFTag.gps, from: tiff.first, tiff.endianness)
    guard let gps else { return true }
    let rest = try parsed()
    clear(Self.ranges(of: gps, in: bytes.count), keeping: try Self.used(by: rest, chain: true))
    return true
  }

  /// Takes out the thumbnail, with the directory that describes it; returns whether there was one.
  package mutating func removeThumbnail() throws(AuxError) -> Bool {
    let tiff = try parsed()
    guard tiff.first.next != 0 else { return false }
    var gone: [Range<Int>] = []
    for directory in tiff.directories.dropFirst() {
      gone += Self.ranges(of: directory, in: bytes.count)
      if let picture = Self.thumbnail(of: directory, in: tiff), picture.upperBound <= bytes.count {
        gone.append(picture)
      }
    }
    let link = tiff.first.range.upperBound - 4
    if link + 4 <= bytes.count { write(UInt32(0), at: link, tiff.endianness) }
    let used = try Self.used(by: try parsed(), chain: false)
    clear(gone, keeping: used)
    // Most cameras write the thumbnail last.
    if gone.map(\.upperBound).max() == bytes.count {
      cutZeros(from: max(gone.map(\.lowerBound).min() ?? bytes.count, used.ranges.last?.upperBound ?? 0))
    }
    return true
  }

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

  /// Sets ranges to zero, but for what else uses of them.
  mutating func clear(_ ranges: [Range<Int>], keeping used: ByteRanges) {
    for range in ranges {
      for gap in used.gaps(in: range) { for at in gap { bytes[at] = 0 } }
    }
  }

  /// Cuts off the zeros at the end of the block, none before an offset.
  mutating func cutZeros(from start: Int) {
    let last = bytes[start...].lastIndex { $0 != 0 }
    bytes.removeSubrange((last.map { $0 + 1 } ?? start)...)
  }

  /// Returns the bytes of a directory and of its values, as far as they are in the block.
  private static func ranges(of directory: TIFFDirectory, in count: Int) -> [Range<Int>] {
    var ranges = [directory.range]
    for entry in directory.entries where !entry.isInline {
      guard let size = entry.valueByteCount else { continue }
      let start = Int(entry.valueField)
      ranges.append(start..<(start + size))
    }
    return ranges.map { $0.clamped(to: 0..<count) }
  }

  /// Returns what the directories of a block use: the first one, those of Exif, GPS and interoperability, and with `chain` those
  /// after the first.
  static func used(by tiff: TIFFFile, chain: Bool) throws(AuxError) -> ByteRanges {
    let count = tiff.source.byteCount
    var ranges = [0..<TIFFFile.headerCount] + ranges(of: tiff.first, in: count)
    for (tag, name) in [(TIFFTag.exif, "Exif"), (TIFFTag.gps, "GPS")] {
      guard let directory = try? directory(tag, name, in: tiff) else { continue }
      ranges += Self.ranges(of: directory, in: count)
      if let offset = try? tiff.integer(TIFFTag.interoperability, in: directory),
        let inner = try? TIFFDirectory(
          at: offset, path: "Interoperability", in: tiff.source, endianness: tiff.endianness)
      {
        ranges += Self.ranges(of: inner, in: count)
      }
    }
    guard chain else { return ByteRanges(ranges) }
    for directory in tiff.directories.dropFirst() {
      ranges += Self.ranges(of: directory, in: count)
      if let picture = thumbnail(of: directory, in: tiff) { ranges.append(picture.clamped(to: 0..<count)) }
    }
    return ByteRanges(ranges)
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
