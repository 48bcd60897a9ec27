import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Files of pixels, on disk and in memory.
@Suite struct PixelDestinationTests {
  private static let exif = Array(JPEGBytes.exif(orientation: 3)[10...])
  private static let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  private static func pixels(_ orientation: ImageOrientation = .right) throws -> PhotoPixels {
    var pixels = try PhotoPixels(width: 64, height: 48, rgb8: Pictures.gradient(width: 64, height: 48))
    pixels.orientation = orientation
    return pixels
  }

  @Test(arguments: [ImageContainer.jpeg, .heif, .png, .dng], [ImageOrientation.up, .right])
  func pixelsComeBack(container: ImageContainer, orientation: ImageOrientation) throws {
    let pixels = try Self.pixels(orientation)
    let destination = try ImageDestination(
      pixels: pixels, metadata: PhotoMetadata(exif: Self.exif, xmp: Self.xmp), as: container)
    let (data, report) = try destination.finalize()
    #expect(report.container == container && !report.primaryUnchanged && report.images.isEmpty)
    let source = try ImageSource(data: data)
    #expect(source.container == container)
    let primary = try #require(source.primary)
    #expect((primary.width, primary.height, primary.orientation) == (64, 48, orientation))
    #expect(destination.primary == primary)
    let back = try source.primaryPixels()
    #expect(back.orientation == orientation && back.bitsPerSample == 8)
    let error = Difference.compare(back.rgb8, pixels.rgb8)
    #expect(error.max <= (container == .png ? 0 : 40) && error.mean <= 4)
    let metadata = try source.primaryMetadata()
    // In JPEG the packet has a wrapper.
    let xmp = try #require(metadata.xmp)
    #expect(container == .jpeg ? xmp.firstRange(of: Self.xmp) != nil : xmp == Self.xmp)
    if container == .dng {
      // The orientation is a tag of the file, and no reason for a block.
      #expect(metadata.exif == nil && destination.notes.isEmpty)
    } else {
      // Exif has the new orientation of the pixels.
      var expected = Self.exif
      expected[19] = UInt8(orientation.rawValue)
      #expect(metadata.exif == expected && destination.notes.isEmpty)
    }
  }

  @Test func memoryAndFileAreTheSame() throws {
    let folder = try TemporaryFolder()
    for container in [ImageContainer.jpeg, .heif, .dng] {
      var destination = try ImageDestination(pixels: Self.pixels(.up), as: container)
      try destination.addAuxiliaryImage(WriterSupport.disparity())
      let report = try destination.finalize(to: folder.path("\(container)"))
      let (data, inMemory) = try destination.finalize()
      #expect(try data == folder.read("\(container)"))
      #expect(inMemory.images.map(\.stored) == report.images.map(\.stored) && report.images.count == 1)
    }
  }

  @Test func grayAndDeepPixels() throws {
    let gray = try PhotoPixels(
      gray: PixelPlane(width: 32, height: 24, known: .uint16((0..<768).map { UInt16($0 * 85) })))
    let png = try ImageDestination(pixels: gray, as: .png)
    #expect(try png.notes.isEmpty && ImageSource(data: png.finalize().data).primaryPixels() == gray)
    let jpeg = try ImageDestination(pixels: gray, as: .jpeg)
    #expect(jpeg.notes.contains { $0.contains("16 bits") })
    #expect(try ImageSource(data: jpeg.finalize().data).primaryPixels().channels == 1)
    let deep = try PhotoPixels(
      width: 2, height: 1, channels: 3, samples: .uint16([1, 300, 65535, 40000, 7, 258]))
    let file = try ImageDestination(pixels: deep, as: .png).finalize().data
    #expect(try ImageSource(data: file).primaryPixels() == deep)
  }

  @Test func pngTakesNoAuxiliaryImages() throws {
    var destination = try ImageDestination(pixels: Self.pixels(), as: .png)
    #expect(throws: AuxError(.unsupported, "")) {
      try destination.addAuxiliaryImage(WriterSupport.disparity())
    }
    let (info, type) = try WriterSupport.depth().dictionaryRepresentation()
    #expect(throws: AuxError(.unsupported, "")) { try destination.addAuxiliaryDataInfo(info, type: type) }
    let portrait = try ImageSource(data: Pictures.portrait().bytes)
    #expect(throws: AuxError(.unsupported, "")) {
      try destination.copyAuxiliaryImage(portrait.auxiliaryImages[0], from: portrait)
    }
    try destination.addAuxiliaryImages(from: portrait)
    #expect(destination.notes.count == portrait.auxiliaryImages.count)
    #expect(try destination.finalize().report.images.isEmpty)
    #expect(throws: AuxError(.unsupported, "")) { try ImageDestination(encoding: portrait, as: .png) }
  }

  @Test func auxiliaryImagesAreTurnedWithThePixels() throws {
    let folder = try TemporaryFolder()
    var first = try ImageDestination(pixels: Self.pixels(), as: .jpeg)
    try first.addAuxiliaryImage(WriterSupport.matte())
    try first.finalize(to: folder.path("a.jpg"))
    let source = try ImageSource(folder.path("a.jpg"))
    var upright = try ImageDestination(pixels: source.primaryPixels().upright(), as: .heif)
    try upright.addAuxiliaryImages(from: source, turning: .right)
    let report = try upright.finalize().report
    let before = try source.stored(try #require(source.auxiliaryImages.first))
    #expect(report.images.map(\.stored.codes.width) == [24] && report.images[0].maxCodeError <= 2)
    let turned = Orient.apply(ImageOrientation.right.rawValue, to: before.codes)
    let difference = Difference.compare(report.images[0].stored.codes.data(), turned.data())
    #expect(difference.max <= 2)
    // What came along may be replaced, and a second of its type is left out.
    try upright.addAuxiliaryImages(from: source)
    #expect(upright.notes.count == 1)
    try upright.addAuxiliaryImage(WriterSupport.matte(), replacing: true)
    #expect(try upright.finalize().report.images.count == 1)
  }

  @Test func imagesThatAreThereAreNotAddedAgain() throws {
    let source = try ImageSource(data: Pictures.portrait().bytes)
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImages(from: source)
    #expect(destination.notes.count == source.auxiliaryImages.count)
    #expect(try destination.finalize().data == Pictures.portrait().bytes)
  }

  @Test func wrongArgumentsAreRefused() throws {
    let pixels = try Self.pixels()
    for quality in [0, 101] {
      #expect(throws: AuxError(.usage, "")) {
        try ImageDestination(pixels: pixels, as: .jpeg, quality: quality)
      }
    }
    #expect(throws: AuxError(.unsupported, "")) { try ImageDestination(pixels: pixels, as: .webp) }
    for (container, bits) in [(.jpeg, 16), (.heif, 16), (.png, 10), (.tiff, 12)] as [(ImageContainer, Int)] {
      let error = #expect(throws: AuxError(.usage, "")) {
        try ImageDestination(pixels: pixels, as: container, bitsPerSample: bits)
      }
      #expect(error?.reason.contains("bits a sample") == true)
    }
    let long = try PhotoPixels(width: 70_000, height: 1, rgb8: [UInt8](repeating: 0, count: 210_000))
    #expect(throws: AuxError(.usage, "")) { try ImageDestination(pixels: long, as: .jpeg) }
  }
}
