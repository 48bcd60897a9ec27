import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("Maps are cut as the picture was")
struct CroppedCopyTests {
  private static let photo = DetailedPicture(width: 128, height: 96, seed: 5)

  private func jpeg(_ picture: DetailedPicture, orientation: Int = 1) throws -> ImageSource {
    let coded = try JPEGCodec.encode(
      rgb: picture.rgb, width: picture.width, height: picture.height, quality: 95, subsampled: false)
    return try ImageSource(
      data: JPEGBytes.soi + JPEGBytes.exif(orientation: orientation) + coded[2...])
  }

  /// The photo with a calibrated disparity map of half its size, and two mattes.
  private func donor(orientation: Int = 1) throws -> ImageSource {
    let folder = try TemporaryFolder()
    return try WriterSupport.portrait(
      folder.path("a.jpg"), from: jpeg(Self.photo, orientation: orientation))
  }

  private func copied(
    _ donor: ImageSource, to target: ImageSource, _ placement: ImageDestination.CopyPlacement = .compared
  ) throws -> (source: ImageSource, images: [WriteReport.CopiedImage], notes: [String]) {
    var destination = try ImageDestination(from: target)
    let images = try destination.copyAuxiliaryImages(CopySelection(of: donor), placing: placement)
    return try (ImageSource(data: destination.finalize().data), images, destination.notes)
  }

  private func codes(_ source: ImageSource) throws -> StoredAuxiliaryImage {
    try source.stored(#require(source.auxiliaryImage(.disparity)))
  }

  private func farthest(_ a: PixelPlane, _ b: PixelPlane) throws -> Int {
    guard case .uint8(let one) = a.storage, case .uint8(let two) = b.storage,
      (a.width, a.height) == (b.width, b.height)
    else { throw AuxError(.usage, "\(a) and \(b)") }
    return zip(one, two).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("A crop that was mirrored gets cut and mirrored codes, and a calibration that fits")
  func cropAndMirror() throws {
    let donor = try donor()
    let part = Self.photo.cropped(16, 8, 96, 72)
    var pixels = try PhotoPixels(width: 96, height: 72, channels: 1, samples: .uint8(part.samples))
    pixels.orientation = .upMirrored
    guard case .uint8(let mirrored) = pixels.upright().samples else { throw AuxError(.usage, "codes") }
    let target = try jpeg(DetailedPicture(width: 96, height: 72, samples: mirrored))
    let (written, images, notes) = try copied(donor, to: target)
    #expect(images.allSatisfy { !$0.isUndecoded } && notes.count == 1, "\(notes)")
    #expect(notes.first?.contains("the part 16,8,96,72 of the photo as displayed") == true, "\(notes)")
    #expect(images.first.map { [$0.width, $0.height] } == [48, 36])
    let old = try codes(donor)
    let truth = Orient.apply(2, to: old.codes.cropped(left: 8, top: 4, width: 48, height: 36))
    // The codec may lose a code.
    #expect(try farthest(codes(written).codes, truth) <= 1)
    // The reference image is half the photo: 8 and 4 of its pixels go, and x runs the other way: 48 - (30 - 8), 25 - 4.
    let calibration = try #require(try codes(written).metadata.calibration)
    let intrinsicMatrix: [Double] = [70, 0, 0, 0, 71, 0, 26, 21, 1]
    #expect(calibration.intrinsicMatrix == intrinsicMatrix)
    #expect(calibration.intrinsicMatrixReferenceDimensions == .init(width: 48, height: 36))
  }

  @Test("A part that is stated is one of the photo as displayed")
  func stated() throws {
    let donor = try donor(orientation: 6)
    // Displayed 96x128; its top left quarter is the stored bottom left.
    let part = try PixelRectangle(x: 0, y: 0, width: 48, height: 64)
    let target = try jpeg(Self.photo.cropped(0, 48, 64, 48), orientation: 6)
    let (written, _, _) = try copied(donor, to: target, .stated(crop: part, turn: nil))
    let truth = try codes(donor).codes.cropped(left: 0, top: 24, width: 32, height: 24)
    #expect(try farthest(codes(written).codes, truth) <= 1)
    let (compared, _, notes) = try copied(donor, to: target)
    #expect(try codes(compared).codes == codes(written).codes)
    #expect(notes.first?.contains("the part 0,0,48,64 of") == true, "\(notes)")
    let wide = try PixelRectangle(x: 60, y: 0, width: 48, height: 64)
    #expect(throws: AuxError(.usage, "")) { try copied(donor, to: target, .stated(crop: wide, turn: nil)) }
    let flat = try PixelRectangle(x: 0, y: 0, width: 48, height: 32)
    #expect(throws: AuxError(.usage, "")) { try copied(donor, to: target, .stated(crop: flat, turn: nil)) }
  }

  @Test("Coded bytes go over where nothing was cut or turned, whatever the tags say")
  func undecoded() throws {
    let donor = try donor(orientation: 6)
    let scaled = try jpeg(Self.photo.halved().mapped { $0 * 0.8 + 20 }, orientation: 1)
    let (_, images, notes) = try copied(donor, to: scaled)
    #expect(images.count == 3 && images.allSatisfy(\.isUndecoded) && notes.isEmpty, "\(notes)")
  }

  @Test("A gain map on a photo whose colours were changed is noted, and on the same colours it is not")
  func changedColours() throws {
    var original = try ImageDestination(from: jpeg(Self.photo))
    try original.addAuxiliaryImage(WriterSupport.matte(.hdrGainMap))
    let donor = try ImageSource(data: original.finalize().data)
    let (part, dark) = (Self.photo.cropped(16, 8, 96, 72), Self.photo.mapped { $0 * 0.8 })
    for (picture, isChanged) in [(part, false), (Self.photo.halved(), false), (dark, true)] {
      let (_, images, notes) = try copied(donor, to: jpeg(picture))
      let isNoted = notes.contains { $0.contains("gain map was made for the pixels as they were") }
      #expect(images.count == 1 && isNoted == isChanged, "\(notes)")
    }
  }

  @Test("Another photo gets nothing, unless the comparison is skipped; decoding errors are reported")
  func others() throws {
    let donor = try donor()
    let other = try jpeg(DetailedPicture(width: 128, height: 96, seed: 6))
    #expect(throws: AuxError(.usage, "")) { try copied(donor, to: other) }
    #expect(try copied(donor, to: other, .byTags).images.count == 3)
    var bytes = try WriterSupport.jpeg()
    // The size in the frame header stays; the scan is gone.
    let scan = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    bytes = bytes[..<scan] + [0xFF, 0xD9]
    if let damaged = try? ImageSource(data: Array(bytes)) {
      let error = #expect(throws: AuxError.self) { try copied(donor, to: damaged) }
      #expect(error?.remedy == .skipComparison && error?.reason.contains("cannot be compared") == true)
    }
  }
}
