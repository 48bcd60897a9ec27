import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("TIFF directories")
struct TIFFFileTests {
  /// A big-endian file with bytes between header and directory, as Apple's ProRAW has.
  static let golden: [UInt8] = [
    0x4D, 0x4D, 0, 42, 0, 0, 0, 18,  // MM, 42, IFD 0 at 18
    0x41, 0x50, 0x50, 0x4C, 0x45, 0x44, 0x4E, 0x47, 0, 0,  // APPLEDNG
    0, 4,  // four entries
    0x01, 0x0F, 0, 2, 0, 0, 0, 3, 0x41, 0x42, 0, 0xEE,  // Make, ASCII, "AB", one byte of filling
    0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,  // Orientation, SHORT, 6
    0x01, 0x1A, 0, 5, 0, 0, 0, 1, 0, 0, 0, 72,  // XResolution, RATIONAL at 72
    0xEA, 0x60, 0, 99, 0, 0, 0, 1, 1, 2, 3, 4,  // tag 60000 of the unknown type 99
    0, 0, 0, 0,  // no next directory
    0, 0, 0, 72, 0, 0, 0, 5,  // 72/5
  ]

  @Test("A file by hand")
  func goldenBytes() throws {
    let file = try TIFFFile(MemoryByteSource(Self.golden))
    #expect(file.notes.isEmpty)
    #expect(file.endianness == .big)
    #expect(file.first.offset == 18 && file.first.path == "IFD0")
    #expect(file.first.range == 18..<72)
    #expect(file.first.entries.map(\.tag) == [271, 274, 282, 60000])
    #expect(file.first[60000]?.valueField == 0x0102_0304)
    #expect(try file.text(271, in: file.first) == "AB")
    #expect(try file.integer(274, in: file.first) == 6)
    #expect(try file.values(282, in: file.first)?.rationals() == [TIFFRational(72, 5)])
    #expect(try file.values(282, in: file.first)?.numbers() == [14.4])
    #expect(try file.integer(256, in: file.first) == nil)
    #expect(throws: AuxError(.unsupported, "")) { try file.values(60000, in: file.first) }
    #expect(file.notes == [])
  }

  @Test(
    "Entries come back as they were, in both byte orders", arguments: [ByteReader.Endianness.big, .little])
  func entryRoundTrip(endianness: ByteReader.Endianness) throws {
    let bytes: [UInt8] = [1, 2, 0, 3, 5, 6, 7, 8, 9, 10, 11, 12]
    var reader = ByteReader(bytes, endianness: endianness)
    var writer = ByteWriter(endianness: endianness)
    try TIFFEntry(parsing: &reader).serialize(into: &writer)
    #expect(writer.bytes == bytes)
  }

  @Test("Every type of value")
  func types() throws {
    var sample = TIFFSample(first: 24)
    sample.writer.write(UInt64((-1.5).bitPattern))  // 8: a double
    for number in [UInt32(bitPattern: -3), 4] { sample.writer.write(number) }  // 16: -3/4
    sample.directory([
      .init(1, 1, 2, 0x0000_FF01), .init(2, 6, 2, 0x0000_FF01), .init(3, 8, 1, 0xFFFE),
      .init(4, 9, 1, 0xFFFF_FFFD), .init(5, 13, 1, 7), .init(6, 11, 1, Float(0.5).bitPattern),
      .init(7, 12, 1, 8), .init(8, 10, 1, 16), .init(9, 7, 3, 0x0000_4241), .init(10, 3, 0, 0),
    ])
    let file = try TIFFFile(sample.source)
    #expect(file.notes.isEmpty)
    func values(_ tag: UInt16) throws -> TIFFValues { try #require(try file.values(tag, in: file.first)) }
    #expect(try values(1).integers() == [1, 255])
    #expect(try values(2).integers() == [1, -1])
    #expect(try values(3).integers() == [-2])
    #expect(try values(4).integers() == [-3])
    #expect(try values(5).integers() == [7])
    #expect(try values(6).numbers() == [0.5])
    #expect(try values(7).numbers() == [-1.5])
    #expect(try values(8).rationals() == [TIFFRational(-3, 4)])
    #expect(try values(9).text() == "AB")
    #expect(throws: AuxError(.malformed, "")) { try values(6).integers() }
    #expect(throws: AuxError(.malformed, "")) { try values(7).text() }
    #expect(throws: AuxError(.malformed, "")) { try file.integer(10, in: file.first) }
  }

  @Test("Every prefix is refused, or has lost only the content of a value outside the directory")
  func prefixes() throws {
    for count in 0..<Self.golden.count {
      let source = MemoryByteSource(Array(Self.golden.prefix(count)))
      guard let file = try? TIFFFile(source) else { continue }
      #expect(count >= 68)
      #expect(throws: AuxError(.truncated, "")) { try file.values(282, in: file.first) }
    }
    let dng = TIFFSample.dng()
    for count in 0..<dng.count - 4 {
      #expect(throws: AuxError.self) { try DNGFile(MemoryByteSource(Array(dng.prefix(count)))) }
    }
  }

  @Test("BigTIFF, other magic and wrong pointers")
  func headers() {
    func code(_ bytes: [UInt8]) -> AuxError.Code? {
      do throws(AuxError) {
        _ = try TIFFFile(MemoryByteSource(bytes))
        return nil
      } catch { return error.code }
    }
    #expect(code([0x49, 0x49, 43, 0, 4, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]) == .malformed)
    #expect(code([0x49, 0x49, 41, 0, 8, 0, 0, 0]) == .malformed)
    #expect(code([0x49, 0x4D, 42, 0, 8, 0, 0, 0]) == .malformed)
    #expect(code([0x49, 0x49, 42, 0, 4, 0, 0, 0, 0, 0]) == .malformed)
    // Pillow writes such Exif; it says nothing, and does no harm.
    #expect(code([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
    #expect(code([0x49, 0x49, 42, 0, 255, 255, 255, 255]) == .truncated)
  }

  @Test("Loops end with a note")
  func loops() throws {
    var chain = TIFFSample(first: 8)
    chain.directory([.init(256, 1)], next: 26)
    chain.directory([.init(256, 2)], next: 8)
    var nested = TIFFSample(first: 8)
    nested.directory([.init(330, 8)])
    var selfish = TIFFSample(first: 8)
    selfish.directory([.init(256, 1)], next: 8)
    for (sample, count) in [(chain, 2), (nested, 1), (selfish, 1)] {
      let file = try TIFFFile(sample.source)
      #expect(file.allDirectories.count == count)
      #expect(file.notes.count == 1 && file.notes[0].contains("loop"))
    }
  }

  @Test("Too many directories are refused")
  func manyDirectories() {
    var sample = TIFFSample(first: 8)
    for number in 1...300 { sample.directory([.init(256, 1)], next: UInt32(8 + 18 * number)) }
    #expect(throws: AuxError(.limitExceeded, "")) { try TIFFFile(sample.source) }
    var list = TIFFSample(first: 8)
    list.directory([.init(330, 4, 0xFFFF_FFFF, 8)])
    #expect(throws: AuxError(.limitExceeded, "")) { try TIFFFile(list.source) }
  }

  @Test("Values outside and counts that overflow")
  func values() throws {
    var sample = TIFFSample(first: 8)
    sample.directory([
      .init(700, 1, 5, 1000), .init(701, 12, 0xFFFF_FFFF, 8), .init(702, 1, 17 << 20, 8),
      .init(703, 1, 8, 0xFFFF_FFFF),
    ])
    let file = try TIFFFile(sample.source)
    func error(_ tag: UInt16) -> AuxError? {
      #expect(throws: AuxError.self) { try file.values(tag, in: file.first) }
    }
    let outside = try #require(error(700))
    #expect(outside.code == .truncated && outside.place == "IFD0/XMP" && outside.offset == 1000)
    #expect(error(701)?.code == .limitExceeded)
    #expect(error(702)?.code == .limitExceeded)
    #expect(error(703)?.code == .truncated)
  }

  @Test("A SubIFD outside is left out with a note")
  func childOutside() throws {
    var sample = TIFFSample(first: 8)
    sample.directory([.init(256, 1), .init(330, 5000)])
    let file = try TIFFFile(sample.source)
    #expect(file.allDirectories.count == 1 && file.notes.count == 1)
    #expect(file.notes[0].hasPrefix("IFD0/SubIFD0"))
  }

  @Test("Unsorted and doubled tags are noted")
  func disorder() throws {
    for tags in [[257, 256], [256, 256]] as [[UInt16]] {
      var sample = TIFFSample(first: 8)
      sample.directory(tags.map { .init($0, UInt32($0)) })
      #expect(try TIFFFile(sample.source).notes.count == 1)
    }
  }

  @Test("Rationals: nearest quotients are exact where 32 bits can be")
  func rationals() throws {
    #expect(TIFFRational(nearestTo: 0) == TIFFRational(0, 1))
    #expect(TIFFRational(nearestTo: 0.5) == TIFFRational(1, 2))
    #expect(TIFFRational(nearestTo: 3) == TIFFRational(3, 1))
    #expect(TIFFRational(nearestTo: 1.26171875) == TIFFRational(323, 256))
    #expect(TIFFRational(nearestTo: 1 / 3) == TIFFRational(1, 3))
    #expect(TIFFRational(nearestTo: 0x1p-24)?.value == 0x1p-24)
    for value in [-1, .nan, .infinity, 5e9, 1e-12] { #expect(TIFFRational(nearestTo: value) == nil) }
    var generator = SeededRandom(seed: 4)
    for _ in 0..<1000 {
      let value = Double.random(in: 0.001...1000, using: &generator)
      let quotient = try #require(TIFFRational(nearestTo: value)?.value)
      #expect(abs(quotient - value) <= value * 1e-9, "\(value)")
    }
  }
}
