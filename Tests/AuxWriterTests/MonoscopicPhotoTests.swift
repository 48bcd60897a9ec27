import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Files with a picture for one eye beside those for two, all in one group.
@Suite struct MonoscopicPhotoTests {
  /// Positions are those of the cameras in micrometres, or nil where the file states none; the primary, item 1, is in the middle.
  private static func file(
    members: [UInt32] = [1, 2, 3], positions: [Int]? = [32_000, 0, 64_000]
  ) throws -> ImageSource {
    var builder = HEIFBuilder()
    builder.fileType = FileTypeBox(majorBrand: "heic", compatibleBrands: ["heic", "mif1"])
    for number in 0..<3 {
      let place = (positions?[number]).map { position in
        [Box("cmex", [0, 0, 0, 1] + TrailerBytes.little(position).reversed())]
      }
      let tile = try CodedTile.image(seed: 2 * number)
      builder.add(
        UInt32(number + 1), tile.itemType, tile.payload,
        [tile.configuration, CodedTile.extents(64, 64)] + (place ?? []))
    }
    builder.groups = [EntityGroup("ster", groupID: 9, entityIDs: members)]
    return try ImageSource(data: builder.bytes())
  }

  @Test(
    "The pair are the outer cameras, in whatever order they are",
    arguments: [[1, 2, 3], [3, 1, 2], [2, 3, 1]] as [[UInt32]])
  func outer(members: [UInt32]) throws {
    let source = try Self.file(members: members)
    let pair = try #require(source.stereoPair)
    #expect((pair.left.number, pair.right.number) == (2, 3) && !pair.left.isPrimary && !pair.right.isPrimary)
    #expect(pair.baseline == 0.064)
    for eye in StereoEye.allCases {
      let photo = try EyePhoto(eye, of: source)
      let alone = try ImageSource(data: photo.bytes)
      #expect(alone.stereoPair == nil && photo.isTakenOver)
      #expect(try alone.primaryPixels().rgb8 == source.pixels(of: eye).rgb8)
      guard case .heif(let reader) = alone.parsed else { continue }
      #expect(reader.file.items.count == 1 && reader.file.meta.groups.isEmpty)
    }
  }

  @Test("Three pictures whose cameras are not stated are no pair, and a note says so")
  func unstated() throws {
    let source = try Self.file(positions: nil)
    #expect(source.stereoPair == nil)
    #expect(source.notes.contains { $0.contains("do not say which two are the pair") }, "\(source.notes)")
  }

  @Test("Edits are of the picture for one eye")
  func edits() throws {
    let source = try Self.file()
    let turned = try EditSupport.edited(source) { $0.rotation = .right }.source
    #expect(turned.stereoPair == source.stereoPair)
    let (written, _, _, notes) = try EditSupport.edited(source) { edit in
      (edit.crop, edit.quality) = (.rectangle(try PixelRectangle(x: 0, y: 0, width: 64, height: 32)), 100)
    }
    #expect(written.stereoPair == nil && notes.contains { $0.contains("stereo pair") }, "\(notes)")
    let (new, old) = (try written.primaryPixels().rgb8, try source.primaryPixels().rgb8)
    #expect(zip(new, old).allSatisfy { abs(Int($0) - Int($1)) < 24 })
  }
}
