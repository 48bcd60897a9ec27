import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Whoever states limits gets these, and not the standard ones: files within wider limits are read, and narrower ones hold.
@Suite("Limits that a caller states")
struct ExplicitLimitsTests {
  private static func limits(_ change: (inout AuxLimits) -> Void) -> AuxLimits {
    var limits = AuxLimits()
    change(&limits)
    return limits
  }

  /// Returns an Exif block of so many directories, which name a maker and say that the photo is turned.
  private static func exif(directories count: Int) -> [UInt8] {
    var bytes = Array("MM\0*".utf8) + JPEGBytes.uint32(8)
    for number in 1...count {
      let maker = [0x010F, 2].flatMap(JPEGBytes.uint16) + JPEGBytes.uint32(4) + Array("abc\0".utf8)
      let turned = [0x0112, 3].flatMap(JPEGBytes.uint16) + JPEGBytes.uint32(1) + [0, 6, 0, 0]
      let next = number == count ? 0 : bytes.count + 2 + 24 + 4
      bytes += JPEGBytes.uint16(2) + maker + turned + JPEGBytes.uint32(next)
    }
    return bytes
  }

  /// More segments than the standard limit of 4,096, and the record of another file after them.
  private static let manySegments =
    JPEGBytes.soi + [[UInt8]](repeating: JPEGBytes.segment(0xEF, []), count: 5000).flatMap(\.self)
    + JPEGBytes.segment(0xFE, Array("auxdepth 1 00".utf8)) + JPEGBytes.coded()

  @Test("Memory, by files and by pipes")
  func memory() throws {
    let narrow = Self.limits { $0.memory = 1 << 20 }
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 7, count: 3 << 20), to: "large")
    let count = 3 << 20
    #expect(try FileByteSource(path: path).read(at: 0, count: count).count == count)
    for source in [
      try FileByteSource(path: path, limits: narrow), try FileByteSource.locked(path: path, limits: narrow),
      try InputBytes.open(path, limits: narrow), try InputFile.source(path, limits: narrow),
    ] {
      #expect(throws: AuxError(.limitExceeded, "")) { try source.read(at: 0, count: count) }
      #expect(source.failure == nil)
    }
    let file = try FileByteSource(path: path)
    #expect(throws: AuxError(.limitExceeded, "")) { try InputBytes.readAll(file.descriptor, limits: narrow) }
  }

  @Test("Directories of Exif blocks")
  func directories() throws {
    let (wide, narrow) = (Self.limits { $0.directories = 400 }, Self.limits { $0.directories = 2 })
    let (long, short) = (Self.exif(directories: 300), Self.exif(directories: 3))
    #expect(throws: AuxError(.limitExceeded, "")) { try ExifBlock(long) }
    #expect(try ExifBlock(long, limits: wide).orientation() == .right)
    #expect(try ExifBlock(short).orientation() == .right)
    #expect(throws: AuxError(.limitExceeded, "")) { try ExifBlock(short, limits: narrow) }

    var notes: [String] = []
    #expect(ExifBlock.orientation(&notes, limits: wide) { long } == .right && notes.isEmpty)
    #expect(ExifBlock.orientation(&notes, limits: narrow) { short } == .up && notes.count == 1)

    var builder = DNGBuilder(width: 1, height: 1, linearRGB: [1, 2, 3])
    for (block, limits, isKept) in [(long, wide, true), (short, narrow, false)] {
      (builder.exif, builder.limits) = (block, limits)
      #expect(try builder.file().leftOut.isEmpty == isKept)
    }
  }

  @Test("Blocks that are made shorter")
  func shortened() throws {
    let block = Self.exif(directories: 300)
    var losses: [String] = []
    #expect(ExifBlock.shortened(block, to: 100, limits: AuxLimits(), &losses) == nil)
    #expect(losses == ["Exif of \(block.count) bytes does not fit JPEG and was left out"])
    let wide = Self.limits { $0.directories = 400 }
    let shortened = try #require(ExifBlock.shortened(block, to: 100, limits: wide, &losses))
    #expect(try ExifBlock(shortened).camera.make == "abc")
  }

  @Test("Segments of images that are taken over, and of the pictures of a pair")
  func segments() throws {
    let wide = Self.limits { $0.jpegSegments = 6000 }
    let bytes = Self.manySegments
    // What cannot be parsed keeps the record of the other file.
    #expect(JPEGCodedImage(bytes).bytes == bytes)
    #expect(JPEGCodedImage(bytes, limits: wide).bytes.count < bytes.count)

    #expect(throws: AuxError(.limitExceeded, "")) { try MultiPicturePair.bytes(left: bytes, right: bytes) }
    let pair = try MultiPicturePair.bytes(left: bytes, right: bytes, limits: wide)
    #expect(try JPEGFile(MemoryByteSource(pair), limits: wide).secondaries.count == 1)

    let source = MemoryByteSource(JPEGBytes.image([JPEGBytes.jfif]))
    var edit = JPEGEdit(try JPEGFile(source, limits: wide))
    edit.add(JPEGCodedImage(bytes, limits: wide))
    let edited = try HEIFSupport.bytes(edit.composition(of: source), of: source)
    #expect(try JPEGFile(MemoryByteSource(edited), limits: wide).secondaries.count == 1)
  }
}
