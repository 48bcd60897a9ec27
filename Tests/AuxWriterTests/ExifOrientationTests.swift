import AuxCodecs
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// The orientation in Exif blocks of pictures that are coded anew.
@Suite struct ExifOrientationTests {
  /// A little-endian block with Make "ab" behind the directory, and where asked for an orientation.
  private static func block(orientation: UInt8?) -> [UInt8] {
    let make: [UInt8] = [0x0F, 1, 2, 0, 3, 0, 0, 0, 0x61, 0x62, 0, 0]
    let tag: [UInt8] = orientation.map { [0x12, 1, 3, 0, 1, 0, 0, 0, $0, 0, 0, 0] } ?? []
    return Array("II".utf8) + [42, 0, 8, 0, 0, 0, orientation == nil ? 1 : 2, 0] + make + tag + [0, 0, 0, 0]
  }

  @Test func aTagIsChangedInPlace() throws {
    let before = Self.block(orientation: 6)
    let after = try #require(ExifOrientationBlock.setting(.up, in: before))
    #expect(after.count == before.count && zip(after, before).count(where: !=) == 1)
    #expect(try ExifReader.orientation(ofTIFF: after) == .up)
    #expect(ExifOrientationBlock.setting(.right, in: before) == before)
  }

  @Test(arguments: [0, 1]) func aMissingTagIsAddedBehindTheBlock(padding: Int) throws {
    let before = Self.block(orientation: nil) + [UInt8](repeating: 7, count: padding)
    let after = try #require(ExifOrientationBlock.setting(.left, in: before))
    #expect(try ExifReader.orientation(ofTIFF: after) == .left)
    // Everything but the offset of the directory is where it was.
    #expect(after[8..<before.count] == before[8...])
    let directory = Int(after[4])
    #expect(directory == before.count + padding)
    #expect(Array(after[directory..<directory + 14]) == [2, 0] + Self.block(orientation: nil)[10..<22])
    #expect(ExifOrientationBlock.setting(.up, in: before) == before)
  }

  @Test func withoutABlockOneIsMade() throws {
    #expect(ExifOrientationBlock.setting(.up, in: nil) == nil)
    let made = try #require(ExifOrientationBlock.setting(.down, in: nil))
    #expect(try ExifReader.orientation(ofTIFF: made) == .down)
    for count in made.indices {
      _ = ExifOrientationBlock.setting(.left, in: Array(made[..<count]))
    }
  }

  @Test func whatHEIFTurnedIsTurnedInJPEG() throws {
    // Turned by irot; its Exif says nothing of it.
    let jpeg = JPEGBytes.soi + JPEGBytes.jfif + JPEGBytes.exif(orientation: 6) + (try Pictures.photo())[2...]
    var picture = try PrimaryPicture(of: ImageSource(data: jpeg))
    picture.exif = Self.block(orientation: nil)
    let heif = try ImageSource(data: PrimaryEncoder.encode(picture, as: .heif, quality: 90).bytes)
    #expect(heif.primary?.orientation == .right)
    let again = try PrimaryEncoder.encode(heif, as: .jpeg, quality: 90).file
    #expect(again.primary?.orientation == .right)
  }

  @Test(arguments: [("GRAY", true), ("CMYK", true), ("RGB ", false)])
  func aProfileOfOtherPixelsIsLeftOut(space: String, isLost: Bool) throws {
    var picture = try PrimaryPicture(of: ImageSource(data: Pictures.photo()))
    picture.iccProfile =
      [UInt8](repeating: 0, count: 16) + Array(space.utf8) + [UInt8](repeating: 0, count: 200)
    for container in [ImageContainer.jpeg, .heif] {
      let (_, losses) = try PrimaryEncoder.encode(picture, as: container, quality: 90)
      #expect(losses.contains { $0.contains("ICC") } == isLost)
    }
  }
}
