import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Edits that decode a photo once and code it once.
@Suite("Edits of pixels")
struct EditPixelTests {
  private static let containers: [ImageContainer] = [.jpeg, .heif, .avif]

  /// Returns the greatest difference of two pictures of 8 bits of one size.
  private func difference(_ one: PhotoPixels, _ two: PhotoPixels) -> Int {
    guard (one.width, one.height) == (two.width, two.height) else { return .max }
    return zip(one.rgb8, two.rgb8).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(
    "A crop shows the part as displayed, of the photo and of its maps", arguments: containers,
    [ImageOrientation.up, .right, .downMirrored])
  func crop(_ container: ImageContainer, _ orientation: ImageOrientation) throws {
    let source = try EditSupport.photo(container, orientation: orientation)
    let part = try PixelRectangle(x: 16, y: 32, width: 64, height: 48)
    let (written, plan, report, _) = try EditSupport.edited(source) { edit in
      edit.crop = .rectangle(part)
      edit.quality = 100
    }
    #expect(!report.primaryUnchanged && plan.codesPhoto)
    #expect(written.primary?.displaySize ?? (0, 0) == (64, 48) && written.orientation == orientation)
    let asked = try source.primaryPixels().upright().cropped(left: 16, top: 32, width: 64, height: 48)
    #expect(try difference(written.primaryPixels().upright(), asked) <= 12)
    // Edges are at samples of the maps, of which one covers two pixels: codes stay.
    for image in written.auxiliaryImages where image.type != .disparity || container != .jpeg {
      let old = try #require(source.auxiliaryImages.first { $0.type == image.type })
      let before = try source.stored(old).applyingExifOrientation(orientation).codes
        .cropped(left: 8, top: 16, width: 32, height: 24)
      let after = try written.stored(image).applyingExifOrientation(orientation).codes
      #expect((after.width, after.height) == (32, 24))
      if container != .jpeg { #expect(after == before, "\(image.type)") }
    }
  }

  @Test("Exif and XMP say what the result is", arguments: containers)
  func metadata(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container)
    let written = try EditSupport.edited(source) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 64, y: 0, width: 64, height: 96))
    }.source
    let block = try #require(try written.primaryMetadata().exif)
    let tiff = try TIFFFile(MemoryByteSource(block), limits: .standard)
    let offset = try #require(try tiff.integer(TIFFTag.exif, in: tiff.first))
    let exif = try TIFFDirectory(at: offset, path: "Exif", in: tiff.source, endianness: tiff.endianness)
    #expect(try tiff.integer(TIFFTag.pixelXDimension, in: exif) == 64)
    #expect(try tiff.integer(TIFFTag.pixelYDimension, in: exif) == 96)
    #expect(try tiff.values(TIFFTag.subjectArea, in: exif)?.integers() == [32, 48, 20, 10])
    // The thumbnail is of the result, with the longer side that it had.
    let thumbnail = try #require(tiff.directories.dropFirst().first)
    let place = try #require(try tiff.integer(TIFFTag.thumbnailOffset, in: thumbnail))
    let count = try #require(try tiff.integer(TIFFTag.thumbnailByteCount, in: thumbnail))
    let small = try ImageSource(data: Array(block[place..<(place + count)])).primaryPixels()
    #expect((small.width, small.height) == (11, 16))
    let whole = try written.primaryPixels().reduced(toLongerSide: 16)
    #expect(difference(small, whole) <= 24)
    let properties = try EditSupport.properties(written)
    // The face at 0.25 of the width is cut off.
    #expect(properties["Regions/mwg-rs:RegionList[1]/mwg-rs:Type"] == "Focus")
    #expect(properties["Regions/mwg-rs:RegionList[2]/mwg-rs:Type"] == nil)
    for (name, wanted) in [("x", 0.5), ("y", 0.5), ("w", 0.2), ("h", 0.2)] {
      let text = try #require(properties["Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:\(name)"])
      #expect(abs((Double(text) ?? 0) - wanted) < 1e-12)
    }
    #expect(properties["Regions/mwg-rs:AppliedToDimensions/stDim:w"] == "64")
    #expect(properties["Orientation"] == nil)
  }

  @Test("A smaller photo has the mean light of what each pixel covers")
  func light() throws {
    // Black and white lines, whose light is half: the code of sRGB is 188.
    let lines = (0..<(64 * 64)).flatMap { index -> [UInt8] in
      let code: UInt8 = index / 64 % 2 == 0 ? 255 : 0
      return [code, code, code]
    }
    let pixels = try PhotoPixels(width: 64, height: 64, rgb8: lines)
    var geometry = PhotoGeometry(of: PrimaryImage(width: 64, height: 64))
    try geometry.scale(toWidth: 32, height: 32)
    var notes: [String] = []
    let small = try pixels.edited(by: geometry, jobs: 2, &notes)
    #expect(small.rgb8.allSatisfy { (187...189).contains($0) } && notes.isEmpty)
    let deep = try pixels.withBitsPerSample(16).edited(by: geometry, jobs: 1, &notes)
    guard case .uint16(let codes) = deep.samples else { throw AuxError(.codec, "no 16 bits") }
    #expect(codes.allSatisfy { abs(Int($0) - 48192) < 100 }, "\(codes[0])")
    let gray = try PhotoPixels(
      width: 64, height: 64, channels: 1, samples: .uint8((0..<4096).map { $0 / 64 % 2 == 0 ? 255 : 0 }))
    #expect(try gray.edited(by: geometry, jobs: 3, &notes).samples8.allSatisfy { (187...189).contains($0) })
  }

  @Test(
    "Sizes: exact, in per cent, and of the longer and the shorter side, which never grow",
    arguments: [
      (PhotoEdit.Size.pixels(width: 48, height: 64), (48, 64)), (.percent(25), (24, 32)),
      (.longSide(64), (48, 64)), (.shortSide(12), (12, 16)), (.longSide(4000), (96, 128)),
      (.percent(200), (192, 256)),
    ])
  func sizes(_ size: PhotoEdit.Size, _ expected: (Int, Int)) throws {
    // Displayed upright: 96x128.
    let source = try EditSupport.photo(.jpeg, orientation: .right)
    let written = try EditSupport.edited(source) { $0.size = size }.source
    #expect(written.primary?.displaySize ?? (0, 0) == expected)
    #expect(throws: AuxError(.usage, "")) {
      try EditSupport.edited(source) { $0.size = .pixels(width: 128, height: 96) }
    }
  }

  @Test("Upright pixels have no orientation left, and the same picture", arguments: containers)
  func upright(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container, orientation: .leftMirrored)
    let (written, _, _, _) = try EditSupport.edited(source) { edit in
      edit.isUpright = true
      edit.quality = 100
    }
    #expect(written.orientation == .up && written.primary?.width == 96)
    #expect(try difference(written.primaryPixels(), source.primaryPixels().upright()) <= 12)
    let old = try #require(source.auxiliaryImage(.disparity))
    let new = try #require(written.auxiliaryImage(.disparity))
    let (before, after) = (try source.stored(old), try written.stored(new))
    #expect(after.metadata.calibration == before.metadata.calibration?.applyingExifOrientation(.leftMirrored))
    if container != .jpeg {
      #expect(after.codes == before.applyingExifOrientation(.leftMirrored).codes)
    }
  }

  @Test("An aspect ratio takes the largest part, about the subject where that is asked for")
  func aspect() throws {
    var destination = try ImageDestination(
      from: ImageSource(data: WriterSupport.jpeg(width: 128, height: 96)))
    var codes = [UInt8](repeating: 0, count: 64 * 48)
    for row in 20..<30 { for column in 50..<60 { codes[row * 64 + column] = 255 } }
    try destination.addMatte(
      PixelPlane(width: 64, height: 48, known: .uint8(codes)), type: .portraitEffectsMatte)
    let source = try ImageSource(data: destination.finalize().data)
    var edit = PhotoEdit()
    edit.crop = .aspect(width: 1, height: 1, anchor: .center)
    #expect(try edit.plan(for: source).geometry.part == PixelRectangle(x: 16, y: 0, width: 96, height: 96))
    edit.crop = .aspect(width: 1, height: 2, anchor: .subject)
    let part = try edit.plan(for: source).geometry.part
    #expect((part.width, part.height) == (48, 96) && abs(part.x - 80) <= 2, "\(part)")
    let bare = try ImageSource(data: WriterSupport.jpeg())
    #expect(throws: AuxError(.missingImage, "")) { try edit.plan(for: bare) }
  }

  @Test("What an unknown image shows is not known at another size")
  func unknownTypes() throws {
    let type = AuxiliaryDataType(urn: "urn:example:some:map")
    var destination = try ImageDestination(from: EditSupport.photo(.heif))
    try destination.addAuxiliaryImage(
      StoredAuxiliaryImage(type: type, codes: Pictures.ramp(width: 32, height: 24), metadata: .init()))
    let source = try ImageSource(data: destination.finalize().data)
    let (written, plan, _, notes) = try EditSupport.edited(source) { $0.size = .percent(50) }
    #expect(written.auxiliaryImages.count == 3 && plan.images.last?.fate == .leftOut)
    #expect(notes.contains { $0.contains("some:map") })
    let converted = try EditSupport.edited(source, as: .avif) { _ in }.source
    #expect(converted.auxiliaryImages.count == 4)
  }

  @Test("A plan says what an edit then does", arguments: containers)
  func plans(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(.heif, orientation: .right)
    let result = try EditSupport.edited(source, as: container) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 7, y: 9, width: 71, height: 83))
      edit.size = .percent(50)
      edit.dropped = [.type(.portraitEffectsMatte)]
      edit.isUpright = true
    }
    var edit = PhotoEdit()
    edit.crop = .rectangle(try PixelRectangle(x: 7, y: 9, width: 71, height: 83))
    (edit.size, edit.dropped, edit.isUpright) = (.percent(50), [.type(.portraitEffectsMatte)], true)
    let plan = try edit.plan(for: source, as: container)
    #expect(plan.images == result.plan.images && plan.geometry == result.plan.geometry)
    #expect(result.source.primary == plan.geometry.result)
    for image in plan.images where image.fate == .coded {
      let there = try #require(
        result.source.auxiliaryImages.first { $0.type.sharesPlace(with: image.image.type) })
      #expect((there.width, there.height) == (image.width, image.height))
    }
  }
}
