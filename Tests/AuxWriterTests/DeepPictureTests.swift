import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("Pictures of more than 8 bits")
struct DeepPictureTests {
  /// A gradient that 8 bits would cut into steps, and gray beside it.
  private static func pixels(width: Int = 96, height: Int = 64) throws -> PhotoPixels {
    var codes: [UInt16] = []
    for row in 0..<height {
      for column in 0..<width {
        let code = UInt16(20_000 + row * 40 + column * 20)
        codes += [code, code, code &+ UInt16(row * 10)]
      }
    }
    return try PhotoPixels(width: width, height: height, channels: 3, samples: .uint16(codes))
  }

  private func codes(_ pixels: PhotoPixels) throws -> [UInt16] {
    guard case .uint16(let codes) = pixels.samples else { throw CancellationError() }
    return codes
  }

  @Test(
    "PNG and TIFF keep every code, and 8 bits where that is asked for",
    arguments: [ImageContainer.png, .tiff])
  func whole(container: ImageContainer) throws {
    let pixels = try Self.pixels()
    let deep = try ImageDestination(pixels: pixels, as: container)
    #expect(deep.notes.isEmpty)
    #expect(try ImageSource(data: deep.finalize().data).primaryPixels() == pixels)
    let shallow = try ImageDestination(pixels: pixels, as: container, bitsPerSample: 8)
    #expect(shallow.notes.contains { $0.contains("16 bits per sample became 8") })
    #expect(try ImageSource(data: shallow.finalize().data).primaryPixels().rgb8 == pixels.rgb8)
    let spread = try ImageDestination(
      pixels: PhotoPixels(width: 96, height: 64, rgb8: pixels.rgb8), as: container, bitsPerSample: 16)
    #expect(spread.notes.isEmpty)
    #expect(try ImageSource(data: spread.finalize().data).primaryPixels().rgb8 == pixels.rgb8)
  }

  @Test(
    "HEIF and AVIF have 10 bits out of 16, and 8 where that is asked for",
    arguments: [ImageContainer.heif, .avif])
  func tenBits(container: ImageContainer) throws {
    let pixels = try Self.pixels()
    let destination = try ImageDestination(pixels: pixels, as: container, quality: 100)
    #expect(destination.notes.contains { $0.contains("16 bits per sample became 10") })
    let read = try ImageSource(data: destination.finalize().data).primaryPixels()
    let (given, found) = (try codes(pixels), try codes(read))
    let worst = zip(given, found).map { abs(Int($0) - Int($1)) }.max() ?? 0
    // Three codes of 10 bits, since chroma has half the columns; a code of 8 bits is 257.
    #expect(worst <= 192, "\(worst)")
    let short = try ImageDestination(pixels: pixels, as: container, bitsPerSample: 8)
    #expect(try ImageSource(data: short.finalize().data).primaryPixels().bitsPerSample == 8)
    let plain = try ImageDestination(pixels: pixels.withBitsPerSample(8), as: container)
    #expect(try ImageSource(data: plain.finalize().data).primaryPixels().bitsPerSample == 8)
  }

  @Test("A TIFF is upright, and says what it leaves out")
  func tiff() throws {
    var pixels = try Self.pixels(width: 64, height: 48)
    pixels.orientation = .right
    let exif = try #require(ExifBlock.setting(ImageOrientation.right, in: nil))
    let destination = try ImageDestination(pixels: pixels, metadata: PhotoMetadata(exif: exif), as: .tiff)
    #expect(destination.notes == ["TIFF pictures are written without Exif"])
    #expect(try ImageSource(data: destination.finalize().data).primaryPixels() == pixels.upright())
  }
}
