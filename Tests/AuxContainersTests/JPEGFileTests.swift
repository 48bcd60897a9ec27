import AuxContainers
import AuxImage
import Synchronization
import TestSupport
import Testing

@Suite struct JPEGFileTests {
  /// A primary and two other images of different sizes.
  private static let file = MultiPictureBytes(
    after: [JPEGBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 42])], coded: JPEGBytes.coded(),
    secondaries: [
      JPEGBytes.image([JPEGBytes.xmp("<one/>")], width: 8),
      JPEGBytes.image([JPEGBytes.xmp("<number two/>")], width: 24),
    ])

  private static func open(_ bytes: [UInt8]) throws(AuxError) -> JPEGFile {
    try JPEGFile(MemoryByteSource(bytes))
  }

  /// The ranges of the two images in the file.
  private static var ranges: [Range<Int>] {
    zip(file.secondaryOffsets, file.secondaries).map { $0..<($0 + $1.count) }
  }

  private static func damaged(
    _ damage: @escaping @Sendable (inout [MultiPictureBytes.Entry]) -> Void
  ) -> [UInt8] {
    var copy = file
    copy.damage = damage
    return copy.bytes
  }

  @Test func rightIndex() throws {
    let file = try Self.open(Self.file.bytes)
    #expect(file.secondaries.map(\.range) == Self.ranges)
    #expect(file.secondaries.map(\.entry) == [1, 2])
    #expect(file.secondaries.map(\.image.frame.width) == [8, 24])
    #expect(file.notes.isEmpty)
    #expect(try file.primaryEnd() == Self.ranges[0].lowerBound)
  }

  @Test func noIndex() throws {
    let file = try Self.open(JPEGBytes.image([JPEGBytes.jfif]))
    #expect(file.multiPicture == nil && file.secondaries.isEmpty && file.notes.isEmpty)
  }

  /// ImageIO leaves the primary's size stale when it rewrites metadata.
  @Test func stalePrimarySize() throws {
    let file = try Self.open(Self.damaged { $0[0].size -= 15565 })
    #expect(file.secondaries.map(\.range) == Self.ranges && file.notes.isEmpty)
  }

  @Test func entriesInAnotherOrder() throws {
    let file = try Self.open(Self.damaged { $0.swapAt(1, 2) })
    #expect(file.secondaries.map(\.range) == Self.ranges)
    #expect(file.secondaries.map(\.entry) == [2, 1])
  }

  @Test(arguments: [-1, 1, 40, 1_000_000] as [Int])
  func wrongSizeOfAnImage(by difference: Int) throws {
    let file = try Self.open(Self.damaged { $0[1].size += difference })
    #expect(file.secondaries.map(\.range) == Self.ranges)
    #expect(!file.notes.isEmpty)
  }

  private static let broken: [(String, @Sendable (inout [MultiPictureBytes.Entry]) -> Void)] = [
    ("outside the file", { $0[1].offset = 0x7FFF_FFFF }),
    ("at the end of 32 bits", { $0[2].offset = 0xFFFF_FFFF }),
    ("itself", { $0[1].offset = 0 }),
    ("the primary's headers", { $0[1].offset = 4 }),
    ("the primary's scan", { $0[1].offset -= 6 }),
    ("another image", { $0[2].offset = $0[1].offset }),
    ("the middle of another image", { $0[2].offset = $0[1].offset + 10 }),
    // As Exiv2 leaves it when it puts a profile before the index.
    ("after, by a moved index", { entries in for index in 1...2 { entries[index].offset += 566 } }),
    ("one byte too far", { entries in for index in 1...2 { entries[index].offset += 1 } }),
  ]

  @Test(arguments: broken.indices)
  func offsetsThatDoNotHold(number: Int) throws {
    let (name, damage) = Self.broken[number]
    let file = try Self.open(Self.damaged(damage))
    #expect(file.secondaries.map(\.range) == Self.ranges, "\(name)")
    #expect(file.notes.contains { $0.contains("searched for") }, "\(name)")
  }

  @Test func unreadableIndex() throws {
    var bytes = Self.file.bytes
    let mark = Self.file.head.count + 8
    bytes[mark] = 0x58
    let file = try Self.open(bytes)
    #expect(file.multiPicture == nil)
    #expect(file.secondaries.map(\.range) == Self.ranges)
    #expect(file.notes.contains { $0.contains("unusable") })
  }

  @Test func imagesThatLostTheirIndexAreFound() throws {
    let primary = JPEGBytes.image([JPEGBytes.ampf])
    let bytes = primary + [0, 0, 0] + Self.file.secondaries[0] + Self.file.secondaries[1]
    let file = try Self.open(bytes)
    let first = primary.count + 3
    let second = first + Self.file.secondaries[0].count
    #expect(file.secondaries.map(\.range) == [first..<second, second..<bytes.count])
    #expect(file.secondaries.map(\.entry) == [nil, nil])
  }

  /// Listing a photo costs its headers, whatever its size, where nothing announces a further image.
  @Test func aPlainPhotoIsNotReadThrough() throws {
    let photo = JPEGBytes.image([JPEGBytes.jfif]).dropLast(2) + [UInt8](repeating: 0x55, count: 1 << 20)
    let source = CountingByteSource(Array(photo) + [0xFF, 0xD9])
    #expect(try JPEGFile(source).secondaries.isEmpty)
    #expect(source.bytesRead < 64 << 10)
  }

  @Test func zeroRunAtTheEnd() throws {
    var padded = Self.file
    padded.trailer = [UInt8](repeating: 0, count: 100_000)
    #expect(try Self.open(padded.bytes).secondaries.map(\.range) == Self.ranges)
    padded.damage = { $0[1].offset = 4 }
    #expect(try Self.open(padded.bytes).secondaries.map(\.range) == Self.ranges)
  }

  /// Bytes that begin like an image and are not one must not hide the image after them.
  @Test func falseStarts() throws {
    let primary = JPEGBytes.image([JPEGBytes.ampf])
    let decoy: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFF, 0xD8, 0xFF, 0x00]
    let file = try Self.open(primary + decoy + Self.file.secondaries[0])
    #expect(file.secondaries.map(\.range.lowerBound) == [primary.count + decoy.count])
    let many = (0..<200).flatMap { _ in [0xFF, 0xD8, 0xFF, 0x00] as [UInt8] }
    #expect(try Self.open(primary + many + Self.file.secondaries[0]).secondaries.isEmpty)
  }

  @Test func truncatedAtEveryByte() throws {
    let bytes = Self.file.bytes
    let headers = try Self.open(bytes).primary.scanOffset
    for count in bytes.indices {
      let cut = Array(bytes[..<count])
      if count < headers {
        #expect(throws: AuxError.self, "\(count) bytes") { try Self.open(cut) }
      } else {
        let file = try Self.open(cut)
        #expect(file.secondaries.count == (count < Self.ranges[0].upperBound ? 0 : 1), "\(count) bytes")
        #expect(!file.notes.isEmpty, "\(count) bytes")
      }
    }
  }

  @Test func mutatedFilesNeverTrap() {
    let seed: UInt64 = 20_250_103
    print("JPEGFileTests.mutatedFilesNeverTrap: seed \(seed)")
    var random = SeededRandom(seed: seed)
    let good = Self.file.bytes
    var (accepted, refused) = (0, 0)
    for _ in 0..<2000 {
      let source = MemoryByteSource(random.mutated(good))
      guard let file = try? JPEGFile(source) else {
        refused += 1
        continue
      }
      accepted += 1
      if let end = try? file.primaryEnd() { #expect(end <= source.byteCount, "seed \(seed)") }
      for secondary in file.secondaries {
        #expect(secondary.range.upperBound <= source.byteCount, "seed \(seed)")
        #expect(secondary.range.lowerBound < secondary.range.upperBound, "seed \(seed)")
      }
    }
    #expect(accepted > 100 && refused > 100, "\(accepted) accepted, \(refused) refused")
  }
}

/// A source that counts the bytes that are read.
private final class CountingByteSource: ByteSource {
  private let bytes: [UInt8]
  private let counter = Mutex(0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int { bytes.count }
  var bytesRead: Int { counter.withLock { $0 } }

  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    counter.withLock { $0 += count }
    return Array(bytes[offset..<(offset + count)])
  }
}
