import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite struct SpatialPhotoTests {
  private static func eye(_ first: UInt8, width: Int = 96, height: Int = 64) throws -> PhotoPixels {
    try PhotoPixels(
      width: width, height: height,
      rgb8: (0..<(width * height)).flatMap { [first, UInt8($0 % width), UInt8($0 / width)] })
  }

  private static func photo(_ left: PhotoPixels, _ right: PhotoPixels) throws -> SpatialPhoto {
    try SpatialPhoto(
      left: left, right: right, metadata: PhotoMetadata(xmp: Array("<x/>".utf8)),
      camera: StereoCamera(focalLength: 0.6, baseline: 0.064, disparityAdjustment: 0.02))
  }

  @Test(arguments: [(96, 64), (101, 67)]) func bothEyesComeBack(width: Int, height: Int) throws {
    let eyes = try [Self.eye(40, width: width, height: height), Self.eye(200, width: width, height: height)]
    let photo = try Self.photo(eyes[0], eyes[1])
    #expect(photo.notes.isEmpty)
    let data = try photo.finalize()
    let folder = try TemporaryFolder()
    try photo.finalize(to: folder.path("a.heic"))
    #expect(try folder.read("a.heic") == data)
    #expect(throws: AuxError(.cannotCreate, "")) { try photo.finalize(to: folder.path("a.heic")) }
    let source = try ImageSource(data: data)
    guard case .heif(let reader) = source.parsed else { throw AuxError(.codec, "no HEIF") }
    let pair = try #require(reader.file.meta.groups.first { $0.type == "ster" }).entityIDs
    #expect(pair.first == reader.file.primaryItemID && pair.count == 2)
    let decoder = HEIFImageDecoder(file: reader.file, source: source.bytes, limits: .standard)
    for (id, eye) in zip(pair, eyes) {
      let pixels = try decoder.photo(of: #require(reader.file.item(id)))
      #expect((pixels.width, pixels.height) == (width, height))
      #expect(zip(pixels.rgb8, eye.rgb8).allSatisfy { abs(Int($0) - Int($1)) < 24 })
    }
    #expect(try source.primaryMetadata().xmp == Array("<x/>".utf8))
    let stereo = try #require(source.stereoPair)
    #expect(stereo.left == .init(number: Int(pair[0]), width: width, height: height, isPrimary: true))
    #expect(stereo.right == .init(number: Int(pair[1]), width: width, height: height, isPrimary: false))
    #expect(stereo.baseline == 0.064 && stereo.disparityAdjustment == 0.02)
    #expect(abs((stereo.fieldOfView ?? 0) - 79.6111421845) < 1e-6)
    #expect(source.json.text.contains(#""baseline":64,"disparityAdjustment":0.02}"#))
    // The pair can be written again, byte for byte.
    let again = try SpatialPhoto(
      left: eyes[0], right: eyes[1], metadata: PhotoMetadata(xmp: Array("<x/>".utf8)),
      camera: try #require(stereo.camera))
    #expect(try again.finalize() == data)
  }

  @Test func picturesThatAreNoPairAreRefused() throws {
    let left = try Self.eye(1)
    var turned = left
    turned.orientation = .down
    for right in [try Self.eye(1, width: 95), turned] {
      #expect(throws: AuxError(.usage, "")) { try Self.photo(left, right) }
    }
  }

  /// A photo of one eye with the primary and, where asked for, a matte.
  private static func source(
    _ container: ImageContainer, level: UInt8, width: Int = 96, height: Int = 64,
    orientation: ImageOrientation = .up,
    hasMatte: Bool = false
  ) throws -> ImageSource {
    var pixels = try eye(level, width: width, height: height)
    pixels.orientation = orientation
    var destination = try ImageDestination(pixels: pixels, as: container)
    if hasMatte { try destination.addAuxiliaryImage(WriterSupport.matte()) }
    return try ImageSource(data: destination.finalize().data)
  }

  @Test func anEyeTakenOutAndPutBackIsTheSame() throws {
    let pair = try ImageSource(data: Self.photo(Self.eye(40), Self.eye(200)).finalize())
    let eyes = try StereoEye.allCases.map { eye in
      let photo = try EyePhoto(eye, of: pair)
      #expect(photo.isTakenOver && photo.notes.isEmpty && (photo.width, photo.height) == (96, 64))
      return try ImageSource(data: photo.bytes)
    }
    #expect(eyes.allSatisfy { $0.stereoPair == nil })
    for (eye, image) in zip(eyes, [try Self.eye(40), try Self.eye(200)]) {
      #expect(zip(try eye.primaryPixels().rgb8, image.rgb8).allSatisfy { abs(Int($0) - Int($1)) < 24 })
      #expect(try eye.primaryMetadata().xmp == Array("<x/>".utf8))
    }
    let again = try SpatialPhoto(left: eyes[0], right: eyes[1])
    #expect(again.notes.isEmpty)
    let report = try again.destination().finalize().report
    #expect(report.primaryUnchanged && report.stereoPair?.camera == pair.stereoPair?.camera)
    let swapped = #expect(throws: AuxError(.usage, "")) { try SpatialPhoto(left: eyes[1], right: eyes[0]) }
    #expect(swapped?.remedy == .swapEyes)
    let twice = #expect(throws: AuxError(.usage, "")) { try SpatialPhoto(left: pair, right: eyes[0]) }
    #expect(twice?.remedy == .takeEye)
    let other = try SpatialPhoto(left: eyes[0], right: eyes[1], baseline: 0.07, disparityAdjustment: -0.5)
    let camera = try #require(try ImageSource(data: other.finalize()).stereoPair?.camera)
    #expect(camera.baseline == 0.07 && camera.disparityAdjustment == -0.5)
    #expect(abs(camera.focalLength - 0.6) < 1e-8)
  }

  @Test(arguments: [ImageContainer.jpeg, .png, .heif])
  func photosOfAnyContainerBecomeAPair(container: ImageContainer) throws {
    let left = try Self.source(container, level: 40, width: 95, height: 65, hasMatte: container != .png)
    let right = try Self.source(.jpeg, level: 200, width: 95, height: 65)
    let unknown = #expect(throws: AuxError(.usage, "")) { try SpatialPhoto(left: left, right: right) }
    #expect(unknown?.remedy == .stateBaseline)
    let unseen = #expect(throws: AuxError(.usage, "")) {
      try SpatialPhoto(left: left, right: right, baseline: 0.06)
    }
    #expect(unseen?.remedy == .stateFieldOfView)
    var destination = try SpatialPhoto(
      left: left, right: right, focalLength: 0.8, baseline: 0.06, disparityAdjustment: 0.01
    ).destination()
    #expect(destination.notes.isEmpty)
    try destination.addAuxiliaryImage(WriterSupport.disparity())
    let (data, report) = try destination.finalize()
    #expect(report.primaryUnchanged == (container == .heif))
    let pair = try ImageSource(data: data)
    #expect(pair.stereoPair?.camera == report.stereoPair?.camera && pair.stereoPair?.left.width == 95)
    #expect(pair.auxiliaryImage(.disparity) != nil)
    #expect((pair.auxiliaryImage(.portraitEffectsMatte) != nil) == (container != .png))
    // With the eye go its maps, and not with the other.
    #expect(try ImageSource(data: EyePhoto(.right, of: pair).bytes).auxiliaryImages.isEmpty)
    let jpeg = try ImageSource(data: EyePhoto(.left, of: pair, as: .jpeg).bytes)
    #expect(jpeg.container == .jpeg && jpeg.auxiliaryImages.count == pair.auxiliaryImages.count)
    let png = try EyePhoto(.left, of: pair, as: .png)
    #expect((png.width, png.height) == (95, 65) && png.notes.count == 1)
    #expect(throws: AuxError(.unsupported, "")) { try EyePhoto(.left, of: pair, as: .dng) }
    #expect(throws: AuxError(.missingImage, "")) { try EyePhoto(.left, of: left) }
  }

  @Test func turnedPhotosAreTurnedUpright() throws {
    let left = try Self.source(.jpeg, level: 40, width: 64, height: 96, orientation: .right, hasMatte: true)
    let right = try Self.source(.heif, level: 200, width: 64, height: 96, orientation: .right)
    let photo = try SpatialPhoto(left: left, right: right, focalLength: 1, baseline: 0.06)
    #expect(photo.notes.count == 1)
    let pair = try ImageSource(data: photo.finalize())
    #expect((pair.stereoPair?.left.width, pair.stereoPair?.right.height) == (96, 64))
    #expect(pair.primary?.orientation == .up)
    let matte = try #require(pair.auxiliaryImage(.portraitEffectsMatte))
    #expect((matte.width, matte.height) == (24, 32))
    #expect(throws: AuxError(.usage, "")) {
      try SpatialPhoto(
        left: left, right: Self.source(.jpeg, level: 1, width: 64, height: 96), focalLength: 1, baseline: 0.06
      )
    }
  }

  @Test func eyesOfSeveralPairsGetNamesOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let pair = try ImageSource(data: Self.photo(Self.eye(40), Self.eye(200)).finalize())
    var extractor = EyeExtractor(into: folder.path("eyes"))
    var paths: [String] = []
    for name in ["a/x.heic", "b/x.heic"] {
      try extractor.extract(from: pair, named: name) { paths.append(PathText.fileName(of: $0.path)) }
    }
    #expect(paths == ["x.left.heic", "x.right.heic", "x-2.left.heic", "x-2.right.heic"])
    var second = EyeExtractor(into: folder.path("eyes"))
    #expect(throws: AuxError(.cannotCreate, "")) {
      try second.extract([.right], from: pair, named: "x.heic") { _ in }
    }
  }

  @Test func theFocalLengthIsThatOfTheCalibrationOrOfExif() throws {
    let (wide, tall) = (try Self.eye(1, width: 96, height: 72), try Self.eye(1, width: 72, height: 96))
    let calibration = try CameraCalibrationData(
      intrinsicMatrix: [300, 0, 0, 0, 300, 0, 200, 150, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 400, height: 300), pixelSize: 0.001)
    #expect(try SpatialPhoto.focalLength(of: wide, calibration: calibration) == 0.75)
    // 0.75 of the longer side, 96, is one width of 72.
    #expect(try SpatialPhoto.focalLength(of: tall, calibration: calibration) == 1)
    // FocalLengthIn35mmFilm 26 in the Exif directory, which tag 0x8769 of IFD 0 points to.
    let exif: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
      + [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0xA4, 0x05, 0, 3, 0, 0, 0, 1, 0, 26, 0, 0, 0, 0, 0, 0]
    let metadata = PhotoMetadata(exif: exif)
    let length = try #require(try SpatialPhoto.focalLength(of: wide, metadata: metadata))
    // The diagonal of 96x72 is 120, that of 36x24 43.27.
    #expect(abs(length - 26 / 43.266_615 * 120 / 96) < 1e-6)
    #expect(try SpatialPhoto.focalLength(of: wide, metadata: metadata, calibration: calibration) == 0.75)
    #expect(try SpatialPhoto.focalLength(of: wide) == nil)
  }
}
