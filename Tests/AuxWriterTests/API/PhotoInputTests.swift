import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Photos of containers that are only read go into those that hold auxiliary images.
@Suite struct PhotoInputTests {
  private static func webp() -> [UInt8] {
    let isHigh = (0..<(32 * 24)).map { $0 / 8 % 2 == 1 }
    return WebPBytes.file([
      WebPBytes.chunk("VP8X", WebPBytes.extended(flags: 0x08, width: 32, height: 24)),
      WebPBytes.chunk(
        "VP8L", WebPBytes.lossless(width: 32, isHigh: isHigh, red: 120, green: (60, 180), blue: 90)),
      WebPBytes.chunk("EXIF", Array(JPEGBytes.exif(orientation: 6)[10...])),
    ])
  }

  private static func exr() -> [UInt8] {
    let light = (0..<(32 * 24)).map { Float($0 % 32) / 16 }
    return EXRBytes(width: 32, height: 24, [("B", light), ("G", light), ("R", light)]).bytes
  }

  @Test func pixelsAndExifGoAlong() throws {
    let source = try ImageSource(data: Self.webp())
    for container in [ImageContainer.jpeg, .heif, .dng] {
      let data = try ImageDestination(from: source, as: container, quality: 100).finalize().data
      let written = try ImageSource(data: data)
      #expect(written.container == container && written.primary?.orientation == .right)
      let (old, new) = (try source.primaryPixels().rgb8, try written.primaryPixels().rgb8)
      #expect(zip(old, new).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
    }
  }

  @Test func whatWasClippedIsNoted() throws {
    let destination = try ImageDestination(from: ImageSource(data: Self.exr()), as: .jpeg)
    #expect(destination.notes.contains { $0.contains("light above 1, up to 1.9375") })
    #expect(destination.notes.contains { $0.contains("16 bits") })
  }

  @Test(arguments: [ImageContainer.webp, .exr])
  func theyAreNoOutputs(container: ImageContainer) throws {
    #expect(container.outputExtensions.isEmpty && !container.holdsAuxiliaryImages)
    let pixels = try ImageSource(data: Self.webp()).primaryPixels()
    let error = #expect(throws: AuxError(.unsupported, "")) {
      try ImageDestination(pixels: pixels, as: container)
    }
    #expect(error?.remedy == .otherContainer)
  }

  @Test func inPlaceIsRefusedWithTheContainersThereAre() throws {
    let error = #expect(throws: AuxError(.unsupported, "")) {
      try ImageDestination(from: ImageSource(data: Self.webp()))
    }
    #expect(error?.remedy == .otherContainer)
  }
}
