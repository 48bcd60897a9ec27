import AuxContainers
import AuxImage
import Testing

@Suite struct MultiPictureGoldenTests {
  /// The payload of Apple's 104-byte segment: three images.
  private static let primary: [UInt8] = [
    0x4D, 0x50, 0x46, 0x00,  // "MPF\0"
    0x4D, 0x4D, 0x00, 0x2A,  // "MM", 42: big-endian; offsets count from here
    0x00, 0x00, 0x00, 0x08,  // the index directory is at 8
    0x00, 0x03,  // three fields
    // MPFVersion "0100"
    0xB0, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x04, 0x30, 0x31, 0x30, 0x30,
    0xB0, 0x01, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x03,  // NumberOfImages, LONG, 3
    0xB0, 0x02, 0x00, 0x07, 0x00, 0x00, 0x00, 0x30, 0x00, 0x00, 0x00, 0x32,  // MPEntry, UNDEFINED[48] at 50
    0x00, 0x00, 0x00, 0x00,  // no further directory
    0x00, 0x03, 0x00, 0x00,  // entry 1: attribute, baseline primary
    0x00, 0x1F, 0x04, 0xD7,  // size 2,032,855
    0x00, 0x00, 0x00, 0x00,  // offset 0: the first image
    0x00, 0x00, 0x00, 0x00,  // no dependent images
    0x00, 0x00, 0x00, 0x00,  // entry 2: attribute, undefined
    0x00, 0x00, 0xA4, 0x9B,  // size 42,139
    0x00, 0x1F, 0x03, 0xF7,  // offset 2,032,631
    0x00, 0x00, 0x00, 0x00,  // no dependent images
    0x00, 0x00, 0x00, 0x00,  // entry 3: attribute, undefined
    0x00, 0x01, 0xF2, 0x29,  // size 127,529
    0x00, 0x1F, 0xA8, 0x92,  // offset 2,074,770
    0x00, 0x00, 0x00, 0x00,  // no dependent images
  ]

  /// The payload of the 44-byte segment of a further image.
  private static let secondary: [UInt8] = [
    0x4D, 0x50, 0x46, 0x00,  // "MPF\0"
    0x4D, 0x4D, 0x00, 0x2A,  // "MM", 42
    0x00, 0x00, 0x00, 0x08,  // the directory is at 8
    0x00, 0x02,  // two fields
    0xB0, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x04, 0x30, 0x31, 0x30, 0x30,  // MPFVersion "0100"
    0xB0, 0x01, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x03,  // NumberOfImages 3
    0x00, 0x00, 0x00, 0x00,  // no further directory
  ]

  private static func parse(_ bytes: [UInt8]) throws(AuxError) -> MultiPictureFormat {
    var reader = ByteReader(bytes)
    return try MultiPictureFormat(parsing: &reader)
  }

  private static func bytes(of index: MultiPictureFormat) -> [UInt8] {
    var writer = ByteWriter()
    index.serialize(into: &writer)
    return writer.bytes
  }

  @Test func primaryIndex() throws {
    #expect(Self.primary.count + 2 == 104)
    let index = try Self.parse(Self.primary)
    #expect(index.endianness == .big && index.numberOfImages == 3 && index.attributes == nil)
    #expect(
      index.entries == [
        .init(attribute: 0x0003_0000, size: 2_032_855, offset: 0),
        .init(attribute: 0, size: 42139, offset: 2_032_631),
        .init(attribute: 0, size: 127_529, offset: 2_074_770),
      ])
    #expect(Self.bytes(of: index) == Self.primary)
  }

  @Test func theSameIndexMadeAnew() throws {
    let entries: [MultiPictureFormat.Entry] = [
      .init(attribute: MultiPictureFormat.Entry.primaryAttribute, size: 2_032_855),
      .init(attribute: MultiPictureFormat.Entry.secondaryAttribute, size: 42139, offset: 2_032_631),
      .init(attribute: MultiPictureFormat.Entry.secondaryAttribute, size: 127_529, offset: 2_074_770),
    ]
    #expect(Self.bytes(of: MultiPictureFormat(numberOfImages: 3, entries: entries)) == Self.primary)
  }

  @Test func secondaryIndex() throws {
    #expect(Self.secondary.count + 2 == 44)
    let index = try Self.parse(Self.secondary)
    #expect(index.entries == nil && index.numberOfImages == 3)
    // "MPF\0", header, count, one field, then 8 bytes into the second.
    #expect(index.numberOfImagesOffset == 4 + 8 + 2 + 12 + 8)
    #expect(Self.bytes(of: index) == Self.secondary)
    #expect(Self.bytes(of: MultiPictureFormat(numberOfImages: 3, entries: nil)) == Self.secondary)
  }

  @Test(arguments: [primary, secondary])
  func everyPrefixIsRejected(bytes: [UInt8]) {
    for count in bytes.indices {
      #expect(throws: AuxError.self, "\(count) bytes") { try Self.parse(Array(bytes[..<count])) }
    }
  }

  /// Little-endian, as some cameras write it, with the list of unique identifiers left out.
  private static let littleEndian: [UInt8] = [
    0x4D, 0x50, 0x46, 0x00,  // "MPF\0"
    0x49, 0x49, 0x2A, 0x00,  // "II", 42
    0x08, 0x00, 0x00, 0x00,  // the directory is at 8
    0x03, 0x00,  // three fields
    0x00, 0xB0, 0x07, 0x00, 0x04, 0x00, 0x00, 0x00, 0x30, 0x31, 0x30, 0x30,  // MPFVersion "0100"
    0x01, 0xB0, 0x04, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,  // NumberOfImages 2
    0x02, 0xB0, 0x07, 0x00, 0x20, 0x00, 0x00, 0x00, 0x32, 0x00, 0x00, 0x00,  // MPEntry, 32 bytes at 50
    0x00, 0x00, 0x00, 0x00,  // no further directory
    // 1
    0x00, 0x00, 0x03, 0x20, 0x10, 0x27, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,
    // 2
    0x02, 0x00, 0x02, 0x00, 0xE8, 0x03, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  ]

  @Test func littleEndianIndex() throws {
    let index = try Self.parse(Self.littleEndian)
    #expect(index.endianness == .little && index.numberOfImages == 2)
    #expect(
      index.entries == [
        .init(attribute: 0x2003_0000, size: 10000, offset: 0, dependents: [2, 0]),
        .init(attribute: 0x0002_0002, size: 1000, offset: 8192),
      ])
    #expect(Self.bytes(of: index) == Self.littleEndian)
  }

  @Test func unknownFieldsAndTheAttributeDirectoryAreKept() throws {
    let bytes: [UInt8] = [
      0x4D, 0x50, 0x46, 0x00,  // "MPF\0"
      0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08,  // "MM", 42, directory at 8
      0x00, 0x04,  // four fields
      0xB0, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x04, 0x30, 0x31, 0x30, 0x30,  // MPFVersion
      0xB0, 0x01, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02,  // NumberOfImages 2
      0xB0, 0x04, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x09,  // TotalFrames 9
      0xB0, 0xFF, 0x00, 0x03, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x3E,  // unknown, SHORT[3] at 62
      0x00, 0x00, 0x00, 0x44,  // the attribute directory is at 68
      0x00, 0x01, 0x00, 0x02, 0x00, 0x03,  // the three numbers
      0x00, 0x02,  // two fields
      0xB1, 0x01, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01,  // MPIndividualNum 1
      0xB2, 0x04, 0x00, 0x05, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x62,  // ConvergenceAngle at 98
      0x00, 0x00, 0x00, 0x00,  // no further directory
      0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x07,  // 5/7
    ]
    let index = try Self.parse(bytes)
    #expect(index.fields.map(\.tag) == [0xB000, 0xB001, 0xB004, 0xB0FF])
    #expect(index.fields[3].value == [0, 1, 0, 2, 0, 3])
    #expect(index.attributes?.map(\.tag) == [0xB101, 0xB204])
    #expect(index.attributes?[1].value == [0, 0, 0, 5, 0, 0, 0, 7])
    #expect(Self.bytes(of: index) == bytes)
  }

  @Test func brokenIndexesAreRejected() {
    func changed(_ at: Int, _ bytes: [UInt8]) -> [UInt8] {
      var copy = Self.primary
      copy.replaceSubrange(at..<(at + bytes.count), with: bytes)
      return copy
    }
    let broken: [(String, [UInt8])] = [
      ("identifier", changed(0, [0x4D, 0x50, 0x47])), ("byte order", changed(4, [0x4D, 0x49])),
      ("directory outside", changed(8, [0, 0, 1, 0])),
      ("directory far outside", changed(8, [255, 255, 255, 255])),
      ("too many fields", changed(12, [255, 255])), ("entries outside", changed(46, [0, 0, 0, 100])),
      ("count of entries overflows", changed(42, [255, 255, 255, 255])),
      ("next directory outside", changed(50, [0, 0, 1, 0])),
    ]
    for (name, bytes) in broken {
      #expect(throws: AuxError.self, "\(name)") { try Self.parse(bytes) }
    }
  }

  @Test func moreEntriesThanTheLimitAreRefused() {
    var limits = AuxLimits()
    limits.images = 2
    #expect(throws: AuxError(.limitExceeded, "")) {
      var reader = ByteReader(Self.primary)
      _ = try MultiPictureFormat(parsing: &reader, limits: limits)
    }
  }
}
