import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

/// Coded data that are damaged or incomplete never give pixels that no decoder wrote.
@Suite("Damaged coded data")
struct DamagedDataTests {
  /// Returns an image whose one slice ends after a share of its bytes.
  private static func cut(_ image: SingleImageFile, to share: Double) -> SingleImageFile {
    var image = image
    let count = Int(Double(image.payload.count - 4) * share)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    image.payload = length + image.payload[4..<(4 + count)]
    return image
  }

  /// Returns an image with one bit changed.
  private static func flipped(_ image: SingleImageFile, bit: Int) -> SingleImageFile {
    var image = image
    image.payload[bit / 8] ^= 1 << UInt8(bit % 8)
    return image
  }

  /// Returns the image of a file that the program's own encoder made.
  private static func image(in file: [UInt8]) throws -> SingleImageFile {
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let item = heif.primaryItem
    let type: FourCharacterCode = item.type == "av01" ? "av1C" : "hvcC"
    let size = try heif.imageSize(of: item)
    return SingleImageFile(
      itemType: item.type, configuration: try #require(heif.property(type, of: item)).box, width: size.width,
      height: size.height, payload: try heif.data(of: item, from: source, maxBytes: file.count))
  }

  private static func photo(_ coding: HEIFCoding) throws -> SingleImageFile {
    try image(in: HEIFImageCodec.encode(Sample.image(256, 192, seed: 5), as: coding, quality: 90))
  }

  /// The bits that say BT.709, sRGB and BT.601 where a bitstream states its colours (H.273), and reserved code points.
  private static let (colours, reserved) = (0x010D06, 0x030303)

  /// Returns bytes in which the colours are reserved code points.
  private static func withReservedColours(_ bytes: [UInt8]) throws -> [UInt8] {
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    func digits(_ number: Int) -> [UInt8] { (0..<24).map { UInt8(number >> (23 - $0) & 1) } }
    let place = try #require(bits.firstRange(of: digits(colours)), "the bitstream states no colours")
    bits.replaceSubrange(place, with: digits(reserved))
    return stride(from: 0, to: bits.count, by: 8).map { at in bits[at..<(at + 8)].reduce(0) { $0 << 1 | $1 } }
  }

  @Test("A plane of HEVC with missing rows is an error", arguments: [false, true], [0.3, 0.9])
  func missingRows(lossless: Bool, share: Double) throws {
    let plane = HEVCPlanes.salt(256, 192)
    let image = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: lossless)
    #expect(throws: AuxError(.codec, "")) { try HEIFImageCodec.decodeGray(Self.cut(image, to: share)) }
  }

  @Test("So is one that threads decode")
  func missingRowsOfALargePlane() throws {
    let image = try HEIFImageCodec.encode(gray: HEVCPlanes.disc(1280, 1024), quality: 100, lossless: false)
    #expect(throws: AuxError(.codec, "")) { try HEIFImageCodec.decodeGray(Self.cut(image, to: 0.6)) }
  }

  @Test("And a photo", arguments: [0.3, 0.9])
  func missingRowsOfAPhoto(share: Double) throws {
    let image = try Self.photo(.hevc)
    _ = try HEIFImageCodec.decodePlanes(image)
    #expect(throws: AuxError(.codec, "")) { try HEIFImageCodec.decodePlanes(Self.cut(image, to: share)) }
  }

  @Test("A flipped bit is an error, or gives one picture, whatever was decoded before")
  func flips() throws {
    let image = try HEIFImageCodec.encode(gray: HEVCPlanes.salt(256, 192), quality: 100, lossless: true)
    let other = try HEIFImageCodec.encode(gray: HEVCPlanes.noise(256, 192), quality: 100, lossless: true)
    var random = SeededRandom(seed: 21)
    var errors = 0
    for _ in 0..<60 {
      let bit = 64 * 8 + random.below(image.payload.count * 8 - 64 * 8)
      let pictures = try (0..<2).map { round -> PixelPlane? in
        // Of the memory of one of both, something else was there.
        if round == 1 { _ = try HEIFImageCodec.decodeGray(other) }
        return try? HEIFImageCodec.decodeGray(Self.flipped(image, bit: bit)).plane
      }
      #expect(pictures[0] == pictures[1], "bit \(bit)")
      errors += pictures[0] == nil ? 1 : 0
    }
    #expect(errors > 20)
  }

  @Test("Slices of camera files that end early are errors, filtered as they are")
  func missingRowsOfSamples() throws {
    var count = 0
    for path in ["pillow_pug.heic", "fidmaa_depth_allmattes_gainmap.heic"].compactMap(Samples.path) {
      let source = try FileByteSource(path: path)
      let heif = try HEIFFile(source)
      for item in heif.items.filter({ $0.type == "hvc1" }) {
        let property = try #require(heif.property("hvcC", of: item))
        let size = try heif.imageSize(of: item)
        let image = SingleImageFile(
          itemType: "hvc1", configuration: property.box, width: size.width, height: size.height,
          payload: try heif.data(of: item, from: source, maxBytes: 1 << 24))
        guard (try? HEIFImageCodec.decodeGray(image)) != nil else { continue }
        count += 1
        for share in [0.3, 0.7] {
          #expect(throws: AuxError(.codec, ""), "item \(item.id) of \(path), \(share)") {
            try HEIFImageCodec.decodeGray(Self.cut(image, to: share))
          }
        }
      }
    }
    #expect(count > 0 || Samples.folder == nil)
  }

  @Test(
    "Colours of AV1 that libheif does not know are an error of one line, and nothing is written past its room"
  )
  func reservedColoursOfAV1() throws {
    var image = try Self.photo(.av1)
    image.payload = try Self.withReservedColours(image.payload)
    for _ in 0..<5 {
      let error = #expect(throws: AuxError.self) { try image.rgb() }
      #expect(
        error?.code == .codec && error?.description.contains("3 faults") == true,
        "\(String(describing: error))")
    }
  }

  @Test("Reserved colours of HEVC are those that are not stated (H.265, E.3.1)")
  func reservedColoursOfHEVC() throws {
    let image = try Self.photo(.hevc)
    var changed = image
    var reader = image.configuration.reader
    var configuration = try HEVCDecoderConfiguration(parsing: &reader)
    for array in configuration.arrays.indices where configuration.arrays[array].unitType == 33 {
      configuration.arrays[array].units = try configuration.arrays[array].units.map(Self.withReservedColours)
    }
    changed.configuration = Box("hvcC", configuration.serialize)
    // Without code points of their own, photos are of BT.601, as this one says.
    #expect(try changed.rgb() == image.rgb())
  }

  @Test("Damage that libjpeg bridges is an error in TIFF, too")
  func damagedJPEGInTIFF() throws {
    let stream = try JPEGCodec.encode(
      rgb: Sample.image(64, 48, seed: 8).rgb8, width: 64, height: 48, quality: 80, subsampled: false)
    let builder = TIFFPhotoBytes()
    let fields = builder.image(width: 64, height: 48, channels: 3, bits: 8, photometric: 6).map {
      $0.tag == 258 ? builder.short(258, 8, 8, 8) : $0.tag == 259 ? builder.short(259, 7) : $0
    }
    func decode(_ stream: [UInt8]) throws -> InterleavedImage {
      let file = builder.file(strip: stream, fields)
      return try TIFFPhotoCodec.decode(
        file, directory: file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) })
    }
    #expect(try decode(stream).width == 64)
    for share in [0.5, 0.8] {
      let part = Array(stream.prefix(Int(Double(stream.count) * share))) + [0xFF, 0xD9]
      #expect(throws: AuxError.self) { try decode(part) }
    }
  }
}
