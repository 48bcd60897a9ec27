import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// TIFF, WebP and OpenEXR files as sources of primaries.
@Suite struct PhotoSourceTests {
  private static let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  // TIFF

  /// Samples of 4 x 2 pixels: 8 bits as they are, 16 with every byte another.
  private static func samples(_ channels: Int) -> [UInt16] {
    (0..<(8 * channels)).map { UInt16($0 * 1811 + 513) }
  }

  private static func tiff(
    _ form: TIFFPhotoBytes = TIFFPhotoBytes(), channels: Int, bits: Int = 16, photometric: Int = 2,
    extra: [TIFFPhotoBytes.Field] = [], samples: [UInt16]? = nil
  ) -> [UInt8] {
    let samples = samples ?? Self.samples(channels)
    let strip =
      bits == 16 ? form.words(samples.map(Int.init)) : samples.map { UInt8(truncatingIfNeeded: $0) }
    return form.file(
      strip: strip,
      form.image(
        width: 4, height: 2, channels: channels, bits: bits, photometric: photometric, extra: extra))
  }

  @Test(arguments: [ByteReader.Endianness.little, .big], [false, true])
  func aTIFFGivesItsSamples(endianness: ByteReader.Endianness, isBig: Bool) throws {
    let form = TIFFPhotoBytes(endianness, isBig: isBig)
    let packet = TIFFPhotoBytes.Field(tag: 700, type: 1, count: Self.xmp.count, bytes: Self.xmp)
    let profile = TIFFPhotoBytes.Field(tag: 34675, type: 7, count: 5, bytes: [1, 2, 3, 4, 5])
    let source = try ImageSource(
      data: Self.tiff(
        form, channels: 3, extra: [form.short(274, 6), form.text(271, "Maker"), packet, profile]))
    #expect(source.container == .tiff && source.auxiliaryImages.isEmpty)
    #expect(source.primary == PrimaryImage(width: 4, height: 2, orientation: .right))
    let decoded = try source.decodedPrimary()
    #expect(decoded.notes.isEmpty)
    #expect(
      try decoded.pixels
        == PhotoPixels(
          width: 4, height: 2, channels: 3, samples: .uint16(Self.samples(3)), iccProfile: [1, 2, 3, 4, 5],
          orientation: .right))
    let metadata = try source.primaryMetadata()
    #expect(metadata.xmp == Self.xmp)
    #expect(try ExifBlock(try #require(metadata.exif)).orientation() == .right)
  }

  @Test func grayAndAlphaOfTIFF() throws {
    let white = try ImageSource(data: Self.tiff(channels: 1, bits: 8, photometric: 0)).primaryPixels()
    #expect(white.samples == .uint8(Self.samples(1).map { ~UInt8(truncatingIfNeeded: $0) }))
    let form = TIFFPhotoBytes()
    var samples = Self.samples(4)
    for pixel in 0..<8 { samples[4 * pixel + 3] = 65535 }
    let opaque = try ImageSource(
      data: Self.tiff(channels: 4, extra: [form.short(338, 2)], samples: samples)
    ).primaryPixels()
    #expect(opaque.channels == 3)
    #expect(opaque.samples == .uint16(samples.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)))
    let transparent = try ImageSource(data: Self.tiff(channels: 4, extra: [form.short(338, 2)]))
    // Over black, straight alpha multiplies; associated alpha is in the colors already.
    let flat = try transparent.decodedPrimary()
    #expect(flat.notes.first?.contains("have alpha below 1 and are flattened over black") == true)
    var associated = try ImageSource(
      data: Self.tiff(channels: 4, extra: [form.short(338, 1)], samples: [UInt16](repeating: 9000, count: 32))
    )
    #expect(try associated.primaryPixels().samples == .uint16([UInt16](repeating: 9000, count: 24)))
    associated.primaryOptions.alpha = .kept
    let kept = try associated.decodedPrimary()
    #expect(kept.pixels.samples == .uint16([UInt16](repeating: 65535, count: 24)))
    #expect(kept.alpha?.storage == .uint8([UInt8](repeating: 35, count: 8)))
    // A sample that is not declared as alpha is not taken for it.
    #expect(try ImageSource(data: Self.tiff(channels: 4)).primaryPixels().channels == 3)
  }

  @Test func otherTIFFFilesAreRefusedWithAReason() throws {
    let form = TIFFPhotoBytes()
    let palette = TIFFPhotoBytes.Field(
      tag: 320, type: 3, count: 768, bytes: form.words([Int](repeating: 9, count: 768)))
    for (file, word) in [
      (Self.tiff(channels: 1, photometric: 32803), "raw"),
      (Self.tiff(channels: 3, photometric: 34892), "raw"),
      (Self.tiff(channels: 4, photometric: 5), "CMYK"),
      (Self.tiff(channels: 1, bits: 8, photometric: 3, extra: [palette]), "palette"),
      (Self.tiff(channels: 3, extra: [form.short(339, 3)]), "floats"),
      (Self.tiff(channels: 3, photometric: 6), "YCbCr"),
    ] {
      let error = #expect(throws: AuxError(.unsupported, "")) { try ImageSource(data: file).primaryPixels() }
      #expect(error?.reason.contains(word) == true)
      #expect((error?.remedy == .developFirst) == (word == "raw"))
    }
    let cut = Self.tiff(channels: 3, samples: [UInt16](repeating: 0, count: 6))
    #expect(throws: AuxError.self) { try ImageSource(data: cut).primaryPixels() }
  }

  // WebP

  private static let isHigh = (0..<15).map { $0 % 4 == 1 }

  private static func lossless() -> [UInt8] {
    WebPBytes.lossless(width: 5, isHigh: isHigh, red: 200, green: (7, 90), blue: 3, alpha: 255)
  }

  @Test func aWebPGivesItsPixelsAndMetadata() throws {
    let exif = Array(JPEGBytes.exif(orientation: 8)[10...])
    let source = try ImageSource(
      data: WebPBytes.file([
        WebPBytes.chunk("VP8X", WebPBytes.extended(flags: 0x2C, width: 5, height: 3)),
        WebPBytes.chunk("ICCP", [9, 8, 7]), WebPBytes.chunk("VP8L", Self.lossless()),
        WebPBytes.chunk("EXIF", exif), WebPBytes.chunk("XMP ", Self.xmp),
      ]))
    #expect(source.container == .webp && source.notes.isEmpty)
    #expect(source.primary == PrimaryImage(width: 5, height: 3, orientation: .left))
    let pixels = try source.primaryPixels()
    #expect(pixels.rgb8 == Self.isHigh.flatMap { [200, $0 ? 90 : 7, 3] as [UInt8] })
    #expect(pixels.orientation == .left && pixels.iccProfile == [9, 8, 7])
    #expect(try source.primaryMetadata() == PhotoMetadata(exif: exif, xmp: Self.xmp))
  }

  @Test func animatedAndDamagedWebPIsRefused() throws {
    let head = WebPBytes.extended(flags: 0x02, width: 5, height: 3)
    let animated = try ImageSource(data: WebPBytes.file([WebPBytes.chunk("VP8X", head)]))
    #expect(animated.notes.contains { $0.contains("animat") })
    let error = #expect(throws: AuxError(.unsupported, "")) { try animated.primaryPixels() }
    #expect(error?.reason.contains("animation") == true)
    let good = WebPBytes.file([WebPBytes.chunk("VP8L", Self.lossless())])
    #expect(try ImageSource(data: good).primaryPixels().width == 5)
    for count in 25..<(good.count - 2) {
      #expect(throws: AuxError.self) { try ImageSource(data: Array(good.prefix(count))).primaryPixels() }
    }
    // A canvas that is not the image's.
    let other = WebPBytes.file([
      WebPBytes.chunk("VP8X", WebPBytes.extended(flags: 0, width: 6, height: 3)),
      WebPBytes.chunk("VP8L", Self.lossless()),
    ])
    #expect(throws: AuxError.self) { try ImageSource(data: other).primaryPixels() }
  }

  // OpenEXR

  @Test func lightOfOpenEXRIsClippedWithANote() throws {
    let red: [Float] = [0, 1, 3, 0.5, 0.5, 0.5]
    let file = EXRBytes(
      width: 3, height: 2, [("B", [Float](repeating: 0, count: 6)), ("G", red), ("R", red)])
    let source = try ImageSource(data: file.bytes)
    #expect(source.container == .exr && source.primary == PrimaryImage(width: 3, height: 2))
    #expect(try source.primaryMetadata() == PhotoMetadata())
    let decoded = try source.decodedPrimary()
    #expect(
      decoded.notes.count == 1 && decoded.notes[0].contains("1 of 6 pixels have light above 1, up to 3.0"))
    let codes = [0, 65535, 65535, 48192, 48192, 48192].flatMap { [$0, $0, 0] as [UInt16] }
    #expect(decoded.pixels.samples == .uint16(codes))
  }

  @Test func whatIsShownOfOpenEXRIsTheDisplayWindow() throws {
    var file = EXRBytes(width: 2, height: 1, [("Y", [1, 0.5])])
    file.displayWindow = [1, 0, 2, 1]
    let decoded = try ImageSource(data: file.bytes).decodedPrimary()
    #expect(decoded.pixels.channels == 1 && decoded.pixels.samples == .uint16([48192, 0, 0, 0]))
    #expect(decoded.notes == ["3 of 4 pixels hold no number and become black"])
  }

  @Test func chromaticitiesAlphaAndMissingPictures() throws {
    let one = [Float](repeating: 0.25, count: 2)
    var file = EXRBytes(width: 2, height: 1, [("A", [1, 0.999]), ("B", one), ("G", one), ("R", one)])
    #expect(try ImageSource(data: file.bytes).decodedPrimary().notes.isEmpty)
    let p3: [Float] = [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329]
    file.attributes = [("chromaticities", "chromaticities", EXRBytes.floats(p3))]
    let converted = try ImageSource(data: file.bytes).decodedPrimary()
    // Gray stays gray, since both whites are one.
    #expect(converted.notes.count == 1 && Set(converted.pixels.rgb8).count == 1)
    file.channels[0].samples[1] = 0.5
    #expect(
      try ImageSource(data: file.bytes).decodedPrimary().notes.first?.contains(
        "1 of 2 pixels have alpha below 1") == true)
    let depth = try ImageSource(data: EXRBytes(width: 2, height: 1, [("Z", one)]).bytes)
    let error = #expect(throws: AuxError(.unsupported, "")) { try depth.primaryPixels() }
    #expect(error?.reason.contains("it has Z") == true)
    for count in 0..<file.bytes.count {
      let cut = Array(file.bytes.prefix(count))
      #expect(throws: AuxError.self) { try ImageSource(data: cut).primaryPixels() }
    }
  }
}
