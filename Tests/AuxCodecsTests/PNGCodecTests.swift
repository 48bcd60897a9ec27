import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct PNGCodecTests {
  private static let gray8 = PixelPlane(
    width: 19, height: 7, known: .uint8((0..<133).map { UInt8(truncatingIfNeeded: $0 * 37) }))
  private static let gray16 = PixelPlane(
    width: 19, height: 7, known: .uint16((0..<133).map { UInt16(truncatingIfNeeded: $0 * 9973 + 258) }))

  @Test(arguments: [gray8, gray16]) func grayRoundTripIsExact(plane: PixelPlane) throws {
    let bytes = try PNGCodec.encode(plane)
    #expect(try GrayscaleMapReader.plane(from: PNGCodec.decode(bytes)) == plane)
    #expect(try PNGCodec.encode(plane) == bytes)
  }

  @Test func rgbRoundTripIsExact() throws {
    let samples = (0..<60).map { UInt8($0 * 4) }
    let image = try PNGCodec.decode(Pictures.png(rgb8: samples, width: 4, height: 5))
    #expect(image == InterleavedImage(width: 4, height: 5, channels: 3, samples: .uint8(samples)))
  }

  /// A profile that libpng takes: a header of RGB, and one tag of bytes that do not compress to too little.
  private static let profile: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 244)
    (bytes[3], bytes[8], bytes[131]) = (244, 4, 1)
    bytes.replaceSubrange(132..<144, with: Array("cprt".utf8) + [0, 0, 0, 144, 0, 0, 0, 100])
    bytes.replaceSubrange(144..<148, with: Array("text".utf8))
    for index in 152..<244 { bytes[index] = UInt8(truncatingIfNeeded: index * index * 37) }
    for (offset, text) in [(12, "mntr"), (16, "RGB "), (20, "XYZ "), (36, "acsp")] {
      bytes.replaceSubrange(offset..<offset + 4, with: Array(text.utf8))
    }
    // The illuminant D50.
    bytes.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
    return bytes
  }()

  @Test func profileAndMetadataGoAlong() throws {
    let exif = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    let metadata = PhotoMetadata(exif: exif, xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    let samples = PhotoPixels.Samples.uint16((0..<12).map { UInt16($0 * 5000 + 3) })
    let pixels = try PhotoPixels(
      width: 2, height: 2, channels: 3, samples: samples, iccProfile: Self.profile)
    let made = try PNGCodec.encode(pixels, metadata: metadata)
    #expect(made.keepsProfile)
    let image = try PNGCodec.decode(made.bytes)
    #expect(image.iccProfile == Self.profile && image.samples == samples)
    let source = MemoryByteSource(made.bytes)
    let file = try PNGFile(source)
    #expect(try file.exif(from: source, limits: .standard) == metadata.exif)
    let text = try file.text(PNGInternationalText.xmpKeyword, from: source, limits: .standard)
    #expect(text?.text == metadata.xmp && text?.isCompressed == false)
  }

  @Test func aProfileThatIsNoneIsLeftOutAndSaid() throws {
    var pixels = try PhotoPixels(width: 1, height: 1, rgb8: [1, 2, 3])
    pixels.iccProfile = Array("not a profile".utf8)
    let made = try PNGCodec.encode(pixels)
    #expect(try !made.keepsProfile && PNGCodec.decode(made.bytes).iccProfile == nil)
  }

  @Test func headerTellsTheFilesOwnDepth() throws {
    let header = try PNGCodec.header(PNGCodec.encode(Self.gray16))
    #expect(header.width == 19 && header.height == 7)
    #expect(header.bitDepth == 16 && header.colorType == .gray)
    var builder = PNGBuilder(width: 3, height: 1, bitDepth: 1, colorType: 0)
    #expect(try PNGCodec.header(builder.finish([0, 0xA0])).bitDepth == 1)
  }

  @Test func smallGrayDepthsExpandToFullScale() throws {
    var one = PNGBuilder(width: 3, height: 1, bitDepth: 1, colorType: 0)
    #expect(try PNGCodec.decode(one.finish([0, 0b1010_0000])).samples == .uint8([255, 0, 255]))
    var two = PNGBuilder(width: 4, height: 1, bitDepth: 2, colorType: 0)
    #expect(try PNGCodec.decode(two.finish([0, 0b0001_1011])).samples == .uint8([0, 85, 170, 255]))
    var four = PNGBuilder(width: 2, height: 1, bitDepth: 4, colorType: 0)
    #expect(try PNGCodec.decode(four.finish([0, 0x1F])).samples == .uint8([17, 255]))
  }

  @Test func paletteWithTransparencyBecomesRGBA() throws {
    var builder = PNGBuilder(width: 3, height: 1, bitDepth: 2, colorType: 3)
    builder.add("PLTE", [10, 20, 30, 40, 50, 60, 70, 80, 90])
    builder.add("tRNS", [128])
    let image = try PNGCodec.decode(builder.finish([0, 0b0001_1000]))
    #expect(image.channels == 4)
    #expect(image.samples == .uint8([10, 20, 30, 128, 40, 50, 60, 255, 70, 80, 90, 255]))
  }

  @Test func transparentGrayBecomesAlpha() throws {
    var builder = PNGBuilder(width: 2, height: 1, bitDepth: 8, colorType: 0)
    builder.add("tRNS", [0, 7])
    let image = try PNGCodec.decode(builder.finish([0, 7, 8]))
    #expect(image == InterleavedImage(width: 2, height: 1, channels: 2, samples: .uint8([7, 0, 8, 255])))
    #expect(try GrayscaleMapReader.plane(from: image).storage == .uint8([7, 8]))
  }

  @Test func interlacedPixelsComeInOrder() throws {
    // Of the seven passes, a 2x2 image has pixels in the first, the sixth and the seventh.
    var builder = PNGBuilder(width: 2, height: 2, bitDepth: 16, colorType: 0, interlaced: true)
    let image = try PNGCodec.decode(builder.finish([0, 1, 2, 0, 3, 4, 0, 5, 6, 7, 8]))
    #expect(image.samples == .uint16([0x0102, 0x0304, 0x0506, 0x0708]))
  }

  @Test func gammaChangesNothing() throws {
    var builder = PNGBuilder(width: 2, height: 1, bitDepth: 8, colorType: 0)
    builder.add("gAMA", [0, 0, 0xB1, 0x8F])
    #expect(try PNGCodec.decode(builder.finish([0, 100, 200])).samples == .uint8([100, 200]))
  }

  @Test func textIsNotInflated() throws {
    // Text of a kilobyte that expands to a megabyte, and damaged text: the pixels are read all the same.
    let bomb = try Deflate.compress([UInt8](repeating: 0x20, count: 1 << 20))
    var builder = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 0)
    builder.add("zTXt", Array("Comment".utf8) + [0, 0] + bomb)
    builder.add("iTXt", Array("Comment".utf8) + [0, 1, 0, 0, 0] + bomb.dropLast(9))
    builder.add("eXIf", [1, 2, 3])
    #expect(try PNGCodec.decode(builder.finish([0, 7])).samples == .uint8([7]))
  }

  @Test func everyPrefixIsRejected() throws {
    let bytes = try PNGCodec.encode(Self.gray16)
    for count in 0..<bytes.count {
      #expect(throws: AuxError.self, "\(count) bytes") { try PNGCodec.decode(Array(bytes[..<count])) }
    }
  }

  @Test func everyFlippedBitIsRejected() throws {
    // Each byte of a PNG file is a signature, a length, or covered by a checksum.
    let bytes = try PNGCodec.encode(Self.gray8)
    for at in bytes.indices {
      var broken = bytes
      broken[at] ^= 0x10
      #expect(throws: AuxError.self, "byte \(at)") { try PNGCodec.decode(broken) }
    }
  }

  @Test func truncationIsItsOwnKind() throws {
    let bytes = try PNGCodec.encode(Self.gray8)
    #expect(throws: AuxError(.truncated, "")) { try PNGCodec.decode(Array(bytes.dropLast(20))) }
  }

  @Test func limitComesBeforeThePixels() throws {
    var limits = AuxLimits()
    limits.pixels = 132
    let bytes = try PNGCodec.encode(Self.gray8)
    #expect(throws: AuxError(.limitExceeded, "")) { try PNGCodec.decode(bytes, limits: limits) }
    var builder = PNGBuilder(width: Int(Int32.max), height: Int(Int32.max), bitDepth: 16, colorType: 6)
    let huge = builder.finish([0])
    #expect(throws: AuxError(.limitExceeded, "")) { try PNGCodec.decode(huge) }
    #expect(try PNGCodec.header(huge).width == Int(Int32.max))
  }

  @Test func wrongArgumentsAreRejected() {
    let floats = PixelPlane(width: 1, height: 1, known: .float([1]))
    #expect(throws: AuxError(.usage, "")) { try PNGCodec.encode(floats) }
    #expect(throws: AuxError(.usage, "")) { try Pictures.png(rgb8: [1, 2], width: 1, height: 1) }
    #expect(throws: AuxError(.usage, "")) { try Pictures.png(rgb8: [], width: 0, height: 1) }
  }
}

@Suite struct GrayscaleMapTests {
  @Test func equalChannelsAreGray() throws {
    let rgba = InterleavedImage(
      width: 2, height: 1, channels: 4, samples: .uint16([500, 500, 500, 1, 900, 900, 900, 2]))
    #expect(try GrayscaleMapReader.plane(from: rgba).storage == .uint16([500, 900]))
    let rgb = InterleavedImage(width: 1, height: 2, channels: 3, samples: .uint8([5, 5, 5, 9, 9, 9]))
    #expect(try GrayscaleMapReader.plane(from: rgb).storage == .uint8([5, 9]))
  }

  @Test func colourIsNamedByItsFirstPixel() throws {
    let image = InterleavedImage(
      width: 2, height: 2, channels: 3, samples: .uint8([5, 5, 5, 6, 6, 6, 7, 7, 8, 9, 1, 9]))
    let error = #expect(throws: AuxError(.usage, "")) { try GrayscaleMapReader.plane(from: image) }
    #expect(error?.reason.contains("0, 1") == true)
  }
}
