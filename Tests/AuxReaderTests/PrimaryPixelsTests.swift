import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// The pixels and metadata of JPEG, PNG and DNG primaries.
@Suite struct PrimaryPixelsTests {
  private static let exif = Array(JPEGBytes.exif(orientation: 6)[10...])
  private static let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  private static func jpeg(_ stream: [UInt8]) throws -> [UInt8] {
    let profile = JPEGBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + [5, 6, 7])
    return JPEGBytes.soi + JPEGBytes.exif(orientation: 6)
      + JPEGBytes.xmp(String(decoding: xmp, as: UTF8.self))
      + profile + stream[2...]
  }

  @Test func colourJPEG() throws {
    let stream = try Pictures.photo(width: 40, height: 24)
    let source = try ImageSource(data: Self.jpeg(stream))
    let pixels = try source.primaryPixels()
    #expect((pixels.width, pixels.height, pixels.channels, pixels.orientation) == (40, 24, 3, .right))
    #expect(try pixels.rgb8 == JPEGCodec.decodeRGB(stream, width: 40, height: 24))
    #expect(pixels.iccProfile == [5, 6, 7])
    let metadata = try source.primaryMetadata()
    #expect(metadata.xmp == Self.xmp)
    #expect(try ExifBlock(#require(metadata.exif)).orientation() == .right)
    let upright = pixels.upright()
    #expect((upright.width, upright.height, upright.orientation) == (24, 40, .up))
    // The stored bottom left is displayed at the top left.
    #expect(Array(upright.rgb8[..<3]) == Array(pixels.rgb8[(23 * 40 * 3)..<(23 * 40 * 3 + 3)]))
  }

  @Test func grayJPEGStaysGray() throws {
    let plane = Pictures.ramp(width: 40, height: 24)
    let stream = try JPEGCodec.encode(gray: plane, quality: 90)
    let pixels = try ImageSource(data: Self.jpeg(stream)).primaryPixels()
    #expect(pixels.channels == 1)
    let decoded = try JPEGCodec.decodeGray(stream, width: 40, height: 24)
    #expect(.uint8(decoded.data()) == pixels.samples)
    #expect(pixels.rgb8.count == 40 * 24 * 3 && pixels.rgb8[3] == pixels.rgb8[5])
  }

  @Test func aLoneAuxiliaryImageHasNoPrimary() throws {
    let map = try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(), count: 1)
    let source = try ImageSource(data: map)
    #expect(source.primary == nil)
    #expect(throws: AuxError(.missingImage, "")) { try source.primaryPixels() }
    #expect(throws: AuxError(.missingImage, "")) { try source.primaryMetadata() }
  }

  @Test func damagedJPEGIsRefused() throws {
    let stream = try Pictures.photo()
    let cut = try ImageSource(data: Array(stream.dropLast(stream.count / 3)) + [0xFF, 0xD9])
    #expect(throws: AuxError(.codec, "")) { try cut.primaryPixels() }
    var limits = AuxLimits()
    limits.codedBytes = 100
    let large = try ImageSource(data: stream, limits: limits)
    #expect(throws: AuxError(.limitExceeded, "")) { try large.primaryPixels() }
  }

  @Test func sixteenBitsStaySixteen() throws {
    let samples = (0..<72).map { UInt16($0 * 911 + 7) }
    var pixels = try PhotoPixels(width: 6, height: 4, channels: 3, samples: .uint16(samples))
    pixels.orientation = .right
    let file = try PNGCodec.encode(pixels, metadata: PhotoMetadata(exif: Self.exif, xmp: Self.xmp)).bytes
    let source = try ImageSource(data: file)
    #expect(source.primary?.orientation == .right)
    #expect(try source.primaryPixels() == pixels)
    #expect(try source.primaryMetadata() == PhotoMetadata(exif: Self.exif, xmp: Self.xmp))
    #expect(pixels.rgb8.count == 72 && pixels.rgb8[71] == UInt8((71 * 911 + 7 + 128) / 257))
  }

  @Test func grayPNGStaysGrayAndOpaqueAlphaGoes() throws {
    let gray = PixelPlane(width: 5, height: 2, known: .uint16((0..<10).map { UInt16($0 * 6000) }))
    let one = try ImageSource(data: PNGCodec.encode(gray)).primaryPixels()
    #expect(try one == PhotoPixels(gray: gray))
    // A palette with an entry of alpha 255 is decoded to RGBA.
    let base = try PNGCodec.encode(PixelPlane(width: 2, height: 1, known: .uint8([0, 7])))
    let transparent = PNGBytes.adding("tRNS", [0, 7], to: base)
    #expect(try ImageSource(data: transparent).primaryPixels().samples == .uint8([0, 0]))
    let opaque = PNGBytes.adding("tRNS", [0, 9], to: base)
    let pixels = try ImageSource(data: opaque).primaryPixels()
    #expect(pixels.samples == .uint8([0, 7]) && pixels.channels == 1)
  }

  @Test func compressedXMPAndADamagedExifBlock() throws {
    let base = try PNGCodec.encode(PixelPlane(width: 1, height: 1, known: .uint8([0])))
    var text = PNGInternationalText(
      keyword: PNGInternationalText.xmpKeyword, text: try Deflate.compress(Self.xmp))
    text.isCompressed = true
    var writer = ByteWriter()
    text.serialize(into: &writer)
    let file = PNGBytes.adding("eXIf", [1, 2, 3], to: PNGBytes.adding("iTXt", writer.bytes, to: base))
    let source = try ImageSource(data: file)
    #expect(try source.primaryMetadata() == PhotoMetadata(exif: [1, 2, 3], xmp: Self.xmp))
    #expect(source.primary?.orientation == .up && source.notes.contains { $0.contains("Exif") })
    var limits = AuxLimits()
    limits.xmpBytes = 45
    let small = try ImageSource(data: file, limits: limits)
    text.text = try Deflate.compress([UInt8](repeating: 0x20, count: 1000))
    #expect(text.text.count < 45)
    #expect(throws: AuxError(.limitExceeded, "")) { try small.primaryMetadata() }
  }

  @Test func aDNGGivesItsLargestPreview() throws {
    var builder = DNGBuilder(width: 16, height: 8, linearRGB: [UInt16](repeating: 900, count: 16 * 8 * 3))
    builder.orientation = .left
    builder.xmp = Self.xmp
    func file() throws -> ImageSource {
      try ImageSource(data: builder.file().bytes.bytes(of: MemoryByteSource([])))
    }
    #expect(throws: AuxError(.unsupported, "")) { try file().primaryPixels() }
    let preview = try Pictures.photo(width: 12, height: 6)
    builder.preview = .init(jpeg: preview, width: 12, height: 6, subsampled: true)
    let source = try file()
    let pixels = try source.primaryPixels()
    #expect((source.primary?.width, pixels.width, pixels.height) == (16, 12, 6))
    #expect(pixels.orientation == .left)
    #expect(try pixels.rgb8 == JPEGCodec.decodeRGB(preview, width: 12, height: 6))
    #expect(try source.primaryMetadata() == PhotoMetadata(xmp: Self.xmp))
  }
}
