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
    guard let directory = try? Directory(exif) else { return exif }
    var block = exif
    if let place = directory.orientation {
      block.replaceSubrange(place..<place + 2, with: directory.short(UInt16(orientation.rawValue)))
      return block
    }
    guard orientation != .up else { return exif }
    // Directories begin at even offsets.
    if block.count % 2 == 1 { block.append(0) }
    block.replaceSubrange(4..<8, with: directory.long(UInt32(block.count)))
    return block + directory.bytes(adding: orientation)
  }

  /// Returns a block of one tag.
  private static func bytes(_ orientation: ImageOrientation) -> [UInt8] {
    let empty = Directory()
    return [0x4D, 0x4D] + empty.short(42) + empty.long(8) + empty.bytes(adding: orientation)
  }

  /// The first directory of a TIFF block.
  private struct Directory {
    private var endianness = ByteReader.Endianness.big
    /// The entries, 12 bytes each, and the offset of the next directory.
    private var entries: [[UInt8]] = []
    private var next: [UInt8] = [0, 0, 0, 0]
    /// The offset of the orientation's value, where it is a SHORT.
    private(set) var orientation: Int?

    init() {}

    init(_ block: [UInt8]) throws(AuxError) {
      var reader = ByteReader(block)
      endianness = try reader.readBytes(2) == [0x4D, 0x4D] ? .big : .little
      reader.endianness = endianness
      try reader.skip(2)
      try reader.seek(to: Int(try reader.readUInt32()))
      for _ in 0..<(try reader.readUInt16()) {
        let entry = try reader.readBytes(12)
        if tag(of: entry) == TIFFTag.orientation, number(entry[2], entry[3]) == 3 {
          orientation = reader.offset - 4
        }
        entries.append(entry)
      }
      next = try reader.readBytes(4)
    }

    /// Returns the directory with an orientation, its entries in the order of their tags.
    func bytes(adding orientation: ImageOrientation) -> [UInt8] {
      let entry =
        short(TIFFTag.orientation) + short(3) + long(1) + short(UInt16(orientation.rawValue)) + [0, 0]
      let kept = entries.filter { tag(of: $0) != TIFFTag.orientation }
      let position = kept.firstIndex { tag(of: $0) > TIFFTag.orientation } ?? kept.count
      let all = kept[..<position] + [entry] + kept[position...]
      return short(UInt16(truncatingIfNeeded: all.count)) + all.flatMap(\.self) + next
    }

    func short(_ value: UInt16) -> [UInt8] {
      let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)]
      return endianness == .big ? bytes : bytes.reversed()
    }

    func long(_ value: UInt32) -> [UInt8] {
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
      return endianness == .big ? bytes : bytes.reversed()
    }

    private func number(_ first: UInt8, _ second: UInt8) -> UInt16 {
      endianness == .big ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
    }

    private func tag(of entry: [UInt8]) -> UInt16 { number(entry[0], entry[1]) }
  }
}
