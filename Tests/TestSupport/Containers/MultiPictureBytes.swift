/// A multi-picture JPEG file put together by hand, as Apple's writer lays it out.
package struct MultiPictureBytes: Sendable {
  /// One MP entry.
  package struct Entry: Sendable {
    package var attribute: Int
    package var size: Int
    package var offset: Int

    package init(attribute: Int, size: Int, offset: Int) {
      self.attribute = attribute
      self.size = size
      self.offset = offset
    }
  }

  /// The primary's segments before the index.
  package var before: [[UInt8]]
  /// The primary's segments after the index.
  package var after: [[UInt8]] = []
  /// The primary from its tables to EOI.
  package var coded: [UInt8]
  /// The other images.
  package var secondaries: [[UInt8]]
  /// What follows the last image.
  package var trailer: [UInt8] = []
  /// The change that makes the index wrong.
  package var damage: (@Sendable (inout [Entry]) -> Void)?

  /// Apple's APP0.
  package static let appleJFIF = JPEGBytes.segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 1, 0x2C, 1, 0x2C, 0, 0] + Array("AMPF".utf8))

  package init(
    before: [[UInt8]] = [appleJFIF], after: [[UInt8]] = [], coded: [UInt8], secondaries: [[UInt8]],
    trailer: [UInt8] = []
  ) {
    self.before = before
    self.after = after
    self.coded = coded
    self.secondaries = secondaries
    self.trailer = trailer
  }

  /// Returns the payload of an index segment; no entries give that of a further image.
  package static func payload(count: Int, entries: [Entry]) -> [UInt8] {
    let (u16, u32) = (JPEGBytes.uint16, JPEGBytes.uint32)
    var block = Array("MM\0*".utf8) + u32(8) + u16(entries.isEmpty ? 2 : 3)
    block += u16(0xB000) + u16(7) + u32(4) + Array("0100".utf8)
    block += u16(0xB001) + u16(4) + u32(1) + u32(count)
    if !entries.isEmpty { block += u16(0xB002) + u16(7) + u32(16 * entries.count) + u32(50) }
    block += u32(0)
    for entry in entries { block += u32(entry.attribute) + u32(entry.size) + u32(entry.offset) + u32(0) }
    return Array("MPF\0".utf8) + block
  }

  /// Returns the index segment of a further image.
  package static func secondaryIndex(count: Int) -> [UInt8] {
    JPEGBytes.segment(0xE2, payload(count: count, entries: []))
  }

  /// The bytes of the primary before the index segment.
  package var head: [UInt8] { JPEGBytes.soi + before.flatMap { $0 } }

  /// The file.
  package var bytes: [UInt8] {
    let rest = after.flatMap { $0 } + coded
    let segmentCount = 4 + 4 + 50 + 16 * (1 + secondaries.count)
    let primarySize = head.count + segmentCount + rest.count
    let base = head.count + 8
    var entries = [Entry(attribute: 0x0003_0000, size: primarySize, offset: 0)]
    var position = primarySize
    for image in secondaries {
      entries.append(Entry(attribute: 0, size: image.count, offset: position - base))
      position += image.count
    }
    damage?(&entries)
    let payload = Self.payload(count: entries.count, entries: entries)
    return head + JPEGBytes.segment(0xE2, payload) + rest + secondaries.flatMap { $0 } + trailer
  }

  /// The offsets of the other images in ``bytes``.
  package var secondaryOffsets: [Int] {
    var position = head.count + 58 + 16 * (1 + secondaries.count) + after.flatMap { $0 }.count + coded.count
    return secondaries.map { image in
      defer { position += image.count }
      return position
    }
  }
}

extension MultiPictureBytes {
  /// Returns a file with one more segment after its index, as of a tool that leaves the offsets there.
  package static func withStaleIndex(_ bytes: [UInt8]) -> [UInt8] {
    guard let name = bytes.firstRange(of: Array("MPF\0".utf8)) else { return bytes }
    let length = Int(bytes[name.lowerBound - 2]) << 8 | Int(bytes[name.lowerBound - 1])
    var stale = bytes
    stale.insert(
      contentsOf: JPEGBytes.segment(0xE7, [UInt8](repeating: 7, count: 100)), at: name.lowerBound - 2 + length
    )
    return stale
  }
}

extension MultiPictureBytes {
  /// Returns where the images after the primary begin: what follows an EOI at once.
  package static func starts(in bytes: [UInt8]) -> [Int] {
    let joint: [UInt8] = [0xFF, 0xD9, 0xFF, 0xD8]
    return bytes.indices.dropLast(3).filter { bytes[$0..<$0 + 4].elementsEqual(joint) }.map { $0 + 2 }
  }
}
