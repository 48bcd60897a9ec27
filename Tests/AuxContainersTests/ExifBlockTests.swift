import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct ExifBlockTests {
  /// Returns a TIFF block whose one directory has one SHORT.
  private static func block(tag: UInt16, value: UInt16, littleEndian: Bool) -> [UInt8] {
    func short(_ value: UInt16) -> [UInt8] {
      let bytes = [UInt8(value & 0xFF), UInt8(value >> 8)]
      return littleEndian ? bytes : bytes.reversed()
    }
    func long(_ value: UInt16) -> [UInt8] {
      littleEndian ? short(value) + short(0) : short(0) + short(value)
    }
    let header = Array((littleEndian ? "II" : "MM").utf8) + short(42) + long(8)
    // One entry: tag, type SHORT, count 1, the value at the left of its four bytes.
    return header + short(1) + short(tag) + short(3) + long(1) + short(value) + short(0) + long(0)
  }

  @Test(arguments: ImageOrientation.allCases, [false, true])
  func orientationIsRead(orientation: ImageOrientation, littleEndian: Bool) throws {
    let block = Self.block(
      tag: 0x0112, value: UInt16(orientation.rawValue), littleEndian: littleEndian)
    #expect(try ExifBlock(block).orientation() == orientation)
  }

  @Test func absentOrOddValuesAreNil() throws {
    #expect(try ExifBlock(Self.block(tag: 0x0103, value: 6, littleEndian: true)).orientation() == nil)
    for value in [0, 9, 65_535] as [UInt16] {
      let block = Self.block(tag: 0x0112, value: value, littleEndian: false)
      #expect(try ExifBlock(block).orientation() == nil)
    }
  }

  @Test(arguments: [(27, 27), (0, nil)] as [(UInt8, Int?)])
  func focalLengthIsRead(value: UInt8, expected: Int?) throws {
    // IFD 0 at 8 with the pointer to the Exif directory at 26, in which FocalLengthIn35mmFilm is a SHORT.
    let block =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
      + [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0xA4, 0x05, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    #expect(try ExifBlock(block).focalLengthIn35mmFilm == expected)
    let plain = Self.block(tag: 0x0112, value: 6, littleEndian: true)
    #expect(try ExifBlock(plain).focalLengthIn35mmFilm == nil)
  }

  @Test func garbageIsRejected() {
    for garbage in [[], [0x49], Array("Exif\0\0 is not a header".utf8)] as [[UInt8]] {
      #expect(throws: AuxError(.malformed, "")) { try ExifBlock(garbage).orientation() }
    }
  }

  @Test func mutatedBlocksNeverCrash() {
    let block = Self.block(tag: 0x0112, value: 6, littleEndian: true)
    for count in block.indices { _ = try? ExifBlock(Array(block[..<count])).orientation() }
    var random = SeededRandom(seed: 20_240_602)
    var (accepted, refused, changed) = (0, 0, 0)
    for _ in 0..<5000 {
      var broken = block
      broken[random.below(block.count)] = UInt8(random.below(256))
      broken[random.below(block.count)] = UInt8(random.below(256))
      guard (try? ExifBlock(broken).orientation()) != nil else {
        refused += 1
        continue
      }
      accepted += 1
      guard let turned = ExifBlock.setting(.down, in: broken) else { continue }
      changed += 1
      #expect((try? ExifBlock(turned).orientation()) == .down)
    }
    #expect(accepted > 0 && refused > 0 && changed > 0, "\(accepted), \(refused), \(changed)")
  }

  /// A little-endian block with Make "ab" after the directory, and where asked for an orientation.
  private static func withMake(orientation: UInt8?) -> [UInt8] {
    let make: [UInt8] = [0x0F, 1, 2, 0, 3, 0, 0, 0, 0x61, 0x62, 0, 0]
    let tag: [UInt8] = orientation.map { [0x12, 1, 3, 0, 1, 0, 0, 0, $0, 0, 0, 0] } ?? []
    return Array("II".utf8) + [42, 0, 8, 0, 0, 0, orientation == nil ? 1 : 2, 0] + make + tag + [0, 0, 0, 0]
  }

  @Test func aTagIsChangedInPlace() throws {
    let before = Self.withMake(orientation: 6)
    let after = try #require(ExifBlock.setting(.up, in: before))
    #expect(after.count == before.count && zip(after, before).count(where: !=) == 1)
    #expect(try ExifBlock(after).orientation() == .up)
    #expect(ExifBlock.setting(.right, in: before) == before)
  }

  /// Another type, and a count of 65,537 whose values would be elsewhere.
  @Test(arguments: [(place: 24, byte: UInt8(2)), (place: 28, byte: UInt8(1))])
  func aDamagedTagIsReplaced(damage: (place: Int, byte: UInt8)) throws {
    var before = Self.withMake(orientation: 6)
    before[damage.place] = damage.byte
    #expect((try? ExifBlock(before).orientation()) != .right)
    let after = try #require(ExifBlock.setting(.left, in: before))
    #expect(try ExifBlock(after).orientation() == .left)
  }

  @Test(arguments: [0, 1]) func aMissingTagIsAddedAfterTheBlock(padding: Int) throws {
    let before = Self.withMake(orientation: nil) + [UInt8](repeating: 7, count: padding)
    let after = try #require(ExifBlock.setting(.left, in: before))
    #expect(try ExifBlock(after).orientation() == .left)
    // Everything but the offset of the directory is where it was.
    #expect(after[8..<before.count] == before[8...])
    let directory = Int(after[4])
    #expect(directory == before.count + padding)
    let entries: [UInt8] = [2, 0] + Self.withMake(orientation: nil)[10..<22]
    #expect(Array(after[directory..<directory + 14]) == entries)
    #expect(ExifBlock.setting(.up, in: before) == before)
  }

  @Test func withoutABlockOneIsMade() throws {
    #expect(ExifBlock.setting(.up, in: nil) == nil)
    let made = try #require(ExifBlock.setting(.down, in: nil))
    #expect(try ExifBlock(made).orientation() == .down)
    for count in made.indices {
      _ = ExifBlock.setting(.left, in: Array(made[..<count]))
    }
  }

  /// Readers differ in which of two entries of one tag they take.
  @Test func everyTagIsChanged() throws {
    let entry: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let before = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0] + entry + entry + [0, 0, 0, 0]
    let after = try #require(ExifBlock.setting(.down, in: before))
    #expect(after[18] == 3 && after[30] == 3 && zip(after, before).count(where: !=) == 2)
  }

  /// A chain that leads nowhere says nothing of the first directory.
  @Test func laterDirectoriesMayBeDamaged() throws {
    var block = Self.block(tag: 0x0112, value: 6, littleEndian: true)
    block.replaceSubrange((block.count - 4)..., with: [0xFF, 0, 0, 0])
    #expect(try ExifBlock(block).orientation() == .right)
  }
}
