import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// Images whose `ispe` is the size as coded, which the conformance window of the bitstream makes smaller.
@Suite struct CodedSizeTests {
  private static let (side, shown) = (CodedTile.side, CodedTile.side - 4)

  private static func image(seed: Int) throws -> SingleImageFile {
    try CodedTile.cutImage(seed: seed, rows: side - shown)
  }

  private static func rgb(_ image: SingleImageFile) throws -> [UInt8] {
    try image.rgb()
  }

  private static func builder(_ images: [SingleImageFile], _ tail: [Box]) throws -> HEIFBuilder {
    var builder = HEIFBuilder()
    for (number, image) in images.enumerated() {
      builder.add(
        UInt32(number + 1), "hvc1", image.payload,
        [image.configuration, CodedTile.extents(side, side)] + (images.count == 1 ? tail : []))
    }
    return builder
  }

  @Test("The decoded size of tiles gives their places")
  func tiles() throws {
    let images = [try Self.image(seed: 0), try Self.image(seed: 2)]
    var builder = try Self.builder(images, [])
    var payload = ByteWriter()
    GridPayload(rows: 2, columns: 1, width: Self.side, height: 2 * Self.shown).serialize(into: &payload)
    builder.add(100, "grid", payload.bytes, [CodedTile.extents(Self.side, 2 * Self.shown)])
    builder.references.append(.init("dimg", from: 100, to: [1, 2]))
    builder.primaryID = 100
    let pixels = try ImageSource(data: builder.bytes()).primaryPixels()
    #expect((pixels.width, pixels.height) == (Self.side, 2 * Self.shown))
    #expect(try pixels.rgb8 == Self.rgb(images[0]) + Self.rgb(images[1]))
  }

  @Test("A clean aperture is that of the coded size")
  func aperture() throws {
    let image = try Self.image(seed: 0)
    let clap = try #require(
      CleanApertureProperty(firstColumns: 63, rows: 59, of: (Self.side, Self.side)))
    let source = try ImageSource(
      data: Self.builder([image], [Box("clap", clap.serialize)]).bytes())
    let pixels = try source.primaryPixels()
    #expect((pixels.width, pixels.height) == (63, 59))
    #expect((source.primary?.width, source.primary?.height) == (63, 59))
    let whole = try Self.rgb(image)
    let rowSize = Self.side * 3
    let expected = (0..<59).flatMap { row in whole[row * rowSize..<row * rowSize + 63 * 3] }
    #expect(pixels.rgb8 == expected)
  }

  @Test("An image of another size than it declares is refused if nothing crops it")
  func uncut() throws {
    let data = try Self.builder([try Self.image(seed: 0)], []).bytes()
    let error = #expect(throws: AuxError.self) { try ImageSource(data: data).primaryPixels() }
    #expect(error?.code == .codec)
  }

  @Test("An identity is cut by its own clean aperture")
  func derived() throws {
    var builder = try Self.builder([try CodedTile.image(seed: 0)], [])
    let clap = try #require(
      CleanApertureProperty(firstColumns: 30, rows: 20, of: (Self.side, Self.side)))
    builder.add(2, "iden", [], [CodedTile.extents(Self.side, Self.side), Box("clap", clap.serialize)])
    builder.references.append(.init("dimg", from: 2, to: [1]))
    builder.primaryID = 2
    let pixels = try ImageSource(data: builder.bytes()).primaryPixels()
    #expect((pixels.width, pixels.height) == (30, 20))
  }
}
