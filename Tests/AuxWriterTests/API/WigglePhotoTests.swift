import AuxContainers
import AuxImage
import AuxWriter
import TestSupport
import Testing

@Suite struct WigglePhotoTests {
  private static func eye(_ first: UInt8, width: Int = 97, height: Int = 61) throws -> PhotoPixels {
    try PhotoPixels(
      width: width, height: height,
      rgb8: (0..<(width * height)).flatMap { [first, UInt8($0 % width % 256), UInt8($0 / width)] })
  }

  @Test func bothEyesAreFrames() throws {
    let metadata = PhotoMetadata(xmp: Array("<x/>".utf8))
    let photo = try WigglePhoto(left: Self.eye(40), right: Self.eye(200), metadata: metadata)
    #expect(photo.notes.isEmpty)
    let data = try photo.finalize()
    let folder = try TemporaryFolder()
    try photo.finalize(to: folder.path("a.webp"))
    #expect(try folder.read("a.webp") == data)
    #expect(throws: AuxError(.cannotCreate, "")) { try photo.finalize(to: folder.path("a.webp")) }
    let file = try WebPFile(MemoryByteSource(data))
    #expect((file.width, file.height) == (97, 61) && file.isAnimated && file.notes.isEmpty)
    let frames = file.chunks.filter { $0.type == "ANMF" }
    #expect(frames.count == 2)
    // The duration of each frame, three bytes after place and size (RFC 9649, 2.7.1.1).
    for frame in frames {
      let start = frame.range.lowerBound + 12
      #expect(data[start..<start + 3].elementsEqual([UInt8(WigglePhoto.milliseconds), 0, 0]))
    }
    #expect(try file.xmp(from: MemoryByteSource(data), limits: .standard) == metadata.xmp)
  }

  @Test func whatIsNoAnimationIsRefused() throws {
    let left = try Self.eye(1)
    #expect(throws: AuxError(.usage, "")) { try WigglePhoto(left: left, right: Self.eye(1, width: 95)) }
    #expect(throws: AuxError(.usage, "")) { try WigglePhoto(left: left, right: left, quality: 0) }
    let long = try Self.eye(1, width: 16384, height: 1)
    #expect(throws: AuxError(.usage, "")) { try WigglePhoto(left: long, right: long) }
    try WigglePhoto.check("a.webp")
    try WigglePhoto.check("-")
    for (path, container) in [("a.gif", nil), ("a.webp", .png)] as [(String, ImageContainer?)] {
      #expect(throws: AuxError(.usage, "")) { try WigglePhoto.check(path, container) }
    }
  }
}
