import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite struct MultiPicturePhotoTests {
  private static func eye(_ first: UInt8, width: Int = 96, height: Int = 64) throws -> PhotoPixels {
    try PhotoPixels(
      width: width, height: height,
      rgb8: (0..<(width * height)).flatMap { [first, UInt8($0 % width), UInt8($0 / width)] })
  }

  @Test func bothEyesComeBack() throws {
    let eyes = try [Self.eye(40), Self.eye(200)]
    let photo = try MultiPicturePhoto(
      left: eyes[0], right: eyes[1], metadata: PhotoMetadata(xmp: Array("<x/>".utf8)))
    #expect(photo.notes.isEmpty)
    let data = try photo.finalize()
    let folder = try TemporaryFolder()
    try photo.finalize(to: folder.path("a.mpo"))
    #expect(try folder.read("a.mpo") == data)
    #expect(throws: AuxError(.cannotCreate, "")) { try photo.finalize(to: folder.path("a.mpo")) }
    let source = try ImageSource(data: data)
    #expect(source.container == .jpeg && source.auxiliaryImages.isEmpty)
    guard case .jpeg(let reader) = source.parsed else { throw AuxError(.codec, "no JPEG") }
    let second = try #require(reader.file.secondaries.first).range
    #expect(second.upperBound == data.count && reader.file.secondaries.count == 1)
    // Each image is a whole JPEG file of its own.
    for (range, eye) in zip([0..<second.lowerBound, second], eyes) {
      let alone = try ImageSource(data: Array(data[range]))
      let pixels = try alone.primaryPixels()
      #expect((pixels.width, pixels.height) == (96, 64))
      #expect(zip(pixels.rgb8, eye.rgb8).allSatisfy { abs(Int($0) - Int($1)) < 24 })
      #expect(try alone.primaryMetadata().xmp?.firstRange(of: Array("<x/>".utf8)) != nil)
    }
    let index = try #require(reader.file.multiPicture)
    let entries = try #require(index.entries)
    #expect(entries.map(\.attribute) == [0x2002_0002, 0x0002_0002])
    #expect(entries.map(\.size) == [UInt32(second.lowerBound), UInt32(second.count)])
    #expect(index.attributes?.map(\.tag) == [0xB000, 0xB101, 0xB204, 0xB205, 0xB206])
    #expect(index.attributes?.first { $0.tag == 0xB101 }.map { Array($0.value) } == [0, 0, 0, 1])
  }

  @Test func picturesThatAreNoPairAreRefused() throws {
    let left = try Self.eye(1)
    var turned = left
    turned.orientation = .down
    for right in [try Self.eye(1, width: 95), turned] {
      #expect(throws: AuxError(.usage, "")) { try MultiPicturePhoto(left: left, right: right) }
    }
  }

  @Test func namesOfFiles() throws {
    for path in ["a.mpo", "a.JPG", "a.jpeg", "-"] { try MultiPicturePhoto.check(path) }
    try MultiPicturePhoto.check("a", .jpeg)
    for path in ["a.png", "a"] { #expect(throws: AuxError(.usage, "")) { try MultiPicturePhoto.check(path) } }
    #expect(throws: AuxError(.usage, "")) { try MultiPicturePhoto.check("a.mpo", .png) }
  }
}
