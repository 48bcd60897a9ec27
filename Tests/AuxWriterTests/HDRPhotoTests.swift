import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Photos of PQ and HLG in the containers that keep them, and in the others.
@Suite struct HDRPhotoTests {
  private static let side = 64

  private static func photo(_ transfer: Int) throws -> PhotoPixels {
    let codes = (0..<(side * side)).flatMap { index -> [UInt16] in
      let (x, y) = (index % side, index / side)
      return [UInt16(x * 800), UInt16(y * 700 + 2000), UInt16((x + y) * 350)]
    }
    return try PhotoPixels(
      width: side, height: side, channels: 3, samples: .uint16(codes),
      iccProfile: ICCProfileWriter.profile(colourPrimaries: 9, transferCharacteristics: transfer))
  }

  private static func written(
    _ pixels: PhotoPixels, as container: ImageContainer, bits: Int? = nil
  ) throws -> (source: ImageSource, notes: [String]) {
    let destination = try ImageDestination(
      pixels: pixels, as: container, quality: 98, bitsPerSample: bits)
    return (try ImageSource(data: destination.finalize().data), destination.notes)
  }

  @Test(arguments: [ImageContainer.heif, .avif], [16, 18])
  func tenBitsKeepCodesAndCodePoints(container: ImageContainer, transfer: Int) throws {
    let photo = try Self.photo(transfer)
    let (source, notes) = try Self.written(photo, as: container)
    #expect(!notes.contains { $0.contains("tone mapped") })
    guard case .heif(let reader) = source.parsed else { throw AuxError(.malformed, "not HEIF") }
    let colours = try reader.file.colours(of: reader.file.primaryItem)
    #expect(colours.iccProfile == nil)
    #expect(
      colours.codePoints
        == ColourCodePoints(primaries: 9, transfer: transfer, matrix: 9, isFullRange: true))
    let pixels = try source.primaryPixels()
    #expect(pixels.bitsPerSample == 16 && pixels.iccProfile == photo.iccProfile)
    let errors = zip(pixels.rgb16, photo.rgb16).map { abs(Int($0) - Int($1)) }
    // Chroma is coarser than luma; the mean is below four codes of 10 bits.
    #expect(errors.reduce(0, +) / errors.count < 256, "\(errors.reduce(0, +) / errors.count)")
    #expect(try source.hasHDRPrimary())
  }

  @Test(arguments: [ImageContainer.png, .tiff])
  func picturesOf16BitsKeepThem(container: ImageContainer) throws {
    for transfer in [16, 18] {
      let photo = try Self.photo(transfer)
      let (source, notes) = try Self.written(photo, as: container)
      let pixels = try source.primaryPixels()
      #expect(pixels.rgb16 == photo.rgb16 && pixels.iccProfile == photo.iccProfile)
      #expect(!notes.contains { $0.contains("tone mapped") })
    }
  }

  @Test(
    arguments: [
      (ImageContainer.jpeg, nil), (.dng, nil), (.png, 8), (.tiff, 8), (.heif, 8), (.avif, 8),
    ] as [(ImageContainer, Int?)])
  func othersGetThePictureToneMapped(container: ImageContainer, bits: Int?) throws {
    let photo = try Self.photo(16)
    let (source, notes) = try Self.written(photo, as: container, bits: bits)
    #expect(notes.filter { $0.hasPrefix("the photo's PQ was tone mapped to SDR in Display P3") }.count == 1)
    let pixels = try source.primaryPixels()
    let mapped = try #require(try photo.toneMapped(jobs: 1)).pixels
    #expect(pixels.iccProfile == mapped.iccProfile)
    let errors = zip(pixels.rgb8, mapped.rgb8).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) < errors.count * 4, "\(container)")
  }

  @Test func aChunkOfCodePointsGoesBeforeTheProfile() throws {
    let png = try PNGCodec.encode(Self.photo(18)).bytes
    let file = try PNGFile(MemoryByteSource(png))
    let points = try #require(file.chunks.first { $0.type == "cICP" })
    #expect(Array(png[points.range]) == [9, 18, 0, 1])
    #expect(file.chunks.contains { $0.type == "iCCP" })
  }

  @Test func aGainMapOfPQDoesNotGoToThePictureOfSDR() throws {
    let photo = try Self.photo(16)
    var destination = try ImageDestination(pixels: photo, as: .heif)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 32), headroom: 4)
    let source = try ImageSource(data: destination.finalize().data)
    #expect(source.auxiliaryImages.count == 1)
    let converted = try ImageDestination(encoding: source, as: .jpeg)
    let written = try ImageSource(data: converted.finalize().data)
    #expect(written.auxiliaryImages.isEmpty)
    #expect(converted.notes.contains { $0.hasSuffix("it was made for PQ or HLG, which is tone mapped") })
  }

  /// A gain map by Adobe's URN, which Apple's makes room for.
  @Test func aGainMapOfAnotherMakerDoesNotGoThereEither() throws {
    var destination = try ImageDestination(pixels: Self.photo(16), as: .heif)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 32), headroom: 4)
    var bytes = try destination.finalize().data
    let old = Array("urn:com:apple:photo:2020:aux:hdrgainmap".utf8)
    let new = Array("urn:com:photo:aux:hdrgainmap".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
    bytes.replaceSubrange(
      place..<place + old.count, with: new + [UInt8](repeating: 0, count: old.count - new.count))
    let source = try ImageSource(data: bytes)
    #expect(source.auxiliaryImages.map(\.type) == [.adobeGainMap])
    let converted = try ImageDestination(encoding: source, as: .jpeg)
    #expect(converted.notes.contains { $0.hasSuffix("it was made for PQ or HLG, which is tone mapped") })
  }
}
