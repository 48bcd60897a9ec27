import AuxDepthKit
import Foundation
import LibraryExamples
import Testing

/// What a caller reaches with a plain import.
@Suite("The public interface")
struct InterfaceTests {
  private static func depth() throws -> DepthData {
    try DepthData(
      depthDataType: .depthFloat32,
      depthDataMap: PixelPlane(width: 2, height: 2, storage: .float([1, 2, 3, 4])))
  }

  @Test(
    "A wrong number of samples is an error",
    arguments: [(2, 2, 3), (0, 0, 0), (-1, -4, 4), (Int.max, 2, 4)])
  func sampleCount(width: Int, height: Int, count: Int) {
    let samples = [UInt8](repeating: 0, count: count)
    #expect(throws: AuxError(.usage, "")) {
      try PixelPlane(width: width, height: height, storage: .uint8(samples))
    }
  }

  @Test("Planes of a dictionary can be described")
  func planes() throws {
    let planes: [AuxiliaryDataInfo.Plane] = [
      .init(width: 4, height: 2, bytesPerRow: 8), .init(width: 2, height: 1, bytesPerRow: 6),
    ]
    let description = AuxiliaryDataInfo.Description(
      pixelFormat: PixelFormat(rawValue: 0x3432_3066), width: 4, height: 2, bytesPerRow: 8, planes: planes)
    #expect(description.planes == planes)
    #expect("\(AuxiliaryDataInfo(data: [], description: description))" == "4x2 420f")
  }

  @Test("Formats have the names of Core Video and their codes")
  func pixelFormats() {
    let formats: [PixelFormat] = [
      .disparityFloat16, .disparityFloat32, .depthFloat16, .depthFloat32, .oneComponent8, .oneComponent16,
    ]
    let names = ["hdis", "fdis", "hdep", "fdep", "L008", "L016"]
    #expect(formats.map(\.name) == names && names.map { PixelFormat(name: $0) } == formats)
  }

  @Test("Depth data and mattes have Apple's labels")
  func appleLabels() throws {
    var type: AuxiliaryDataType?
    let depth = try Self.depth()
    let info = depth.dictionaryRepresentation(forAuxiliaryDataType: &type)
    #expect(type == .depth)
    #expect(try DepthData(fromDictionaryRepresentation: info).values == depth.values)
    let image = try PixelPlane(width: 1, height: 1, storage: .uint8([7]))
    let portrait = try PortraitEffectsMatte(mattingImage: image)
    let portraitInfo = portrait.dictionaryRepresentation(forAuxiliaryDataType: &type)
    #expect(type == .portraitEffectsMatte)
    #expect(try PortraitEffectsMatte(fromDictionaryRepresentation: portraitInfo) == portrait)
    let hair = try SemanticSegmentationMatte(matteType: .hair, mattingImage: image)
    let hairInfo = hair.dictionaryRepresentation(forAuxiliaryDataType: &type)
    let read = try SemanticSegmentationMatte(
      fromImageSourceAuxiliaryDataType: #require(type), dictionaryRepresentation: hairInfo)
    #expect(read == hair)
  }

  @Test("Matrices are subscripted by column and row, and samples lend their bytes")
  func columnsAndBytes() throws {
    let calibration = try CameraCalibrationData(
      fx: 60, fy: 50, cx: 20, cy: 10, referenceDimensions: .init(width: 64, height: 32))
    #expect(calibration.intrinsicMatrixColumns == [[60, 0, 0], [0, 50, 0], [20, 10, 1]])
    #expect(calibration.intrinsicMatrixColumns[2][0] == 20)
    #expect(
      calibration.extrinsicMatrixColumns.count == 4 && calibration.extrinsicMatrixColumns[3] == [0, 0, 0])
    let map = try Self.depth().depthDataMap
    #expect(map.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } == [1, 2, 3, 4])
    let pixels = try PhotoPixels(width: 1, height: 1, rgb8: [1, 2, 3])
    #expect(pixels.channels == 3 && pixels.withUnsafeBytes { Array($0) } == [1, 2, 3])
  }

  @Test("Facts about types, containers, effects and metadata can be asked for")
  func facts() throws {
    #expect(try FocusMask(slope: 3).slope == 3)
    let options = EffectOptions()
    #expect(AuxEffect.blur.needsMap(options) && AuxEffect.composite.needsMatte(options))
    #expect(AuxEffect.all.allSatisfy { !$0.summary.isEmpty })
    #expect(AuxEffect.normals.parameters == [.camera])
    #expect(ImageContainer.allCases.filter(\.holdsAuxiliaryImages) == [.jpeg, .heif, .avif, .dng])
    #expect(ImageContainer.heif.photoBits == [10, 8])
    #expect(
      AuxiliaryDataType.all.contains(.alpha) && AuxiliaryDataType.portraitEffectsMatte.shortName == "portrait"
    )
    #expect(AuxiliaryDataType.hdrGainMap.family == .gainMap && AuxiliaryDataType.alpha.family == nil)
    let metadata = try #require(Self.depth().dictionaryRepresentation().info.metadata)
    #expect(metadata.nativeFormat == .fdep && metadata.storedFormat == nil)
    #expect(metadata.hdrGainMapHeadroom == nil)
    try StreamOptions().check()
    #expect(Validator.allRules.allSatisfy { $0.page.contains($0.id) })
  }

  @Test("Suggestions are in names that a caller can type")
  func suggestions() throws {
    let folder = try Folder()
    let pixels = try PhotoPixels(width: 2, height: 2, rgb8: [UInt8](repeating: 9, count: 12))
    try ImageDestination(pixels: pixels, as: .png).finalize(to: folder("photo.png"))
    let png = #expect(throws: AuxError(.unsupported, "")) {
      try ImageDestination(from: ImageSource(folder("photo.png")))
    }
    let error = try #require(png)
    let suggestion = try #require(error.suggestion)
    #expect(suggestion.contains("ImageDestination(encoding:as:)") && suggestion.contains(".avif"))
    #expect(error.recoverySuggestion == suggestion && "\(error)".hasSuffix(suggestion))
    let exists = #expect(throws: AuxError(.cannotCreate, "")) {
      try ImageDestination(pixels: pixels, as: .png).finalize(to: folder("photo.png"))
    }
    #expect(exists?.suggestion == "options: .replacing replaces it")
    try ImageDestination(pixels: pixels, as: .png).finalize(to: folder("photo.png"), options: .replacing)
  }

  @Test("Reports print as lines for people")
  func reports() throws {
    let folder = try Folder()
    let pixels = try PhotoPixels(width: 64, height: 48) { column, row in UInt8(column + row) }
    #expect("\(pixels)" == "64x48 RGB of 8 bits")
    #expect("\(try Self.depth())" == "2x2 fdep, low quality, relative accuracy")
    var destination = try ImageDestination(pixels: pixels, as: .jpeg)
    try destination.addDepth(
      DepthMap((0..<64 * 48).map { 1 + Float($0 % 64) / 16 }, width: 64, height: 48))
    let report = try destination.finalize(to: folder("photo.jpg"))
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.first == "jpeg: the photo was coded, 1 image added, 0 copied")
    #expect(lines.dropFirst().first?.hasPrefix("disparity 64x48, code values differ by at most ") == true)
    let stored = try #require(report.images.first?.stored)
    #expect("\(stored)" == "disparity 64x48 uint8")

    #expect("\(Validator().validate(path: folder("photo.jpg")))".hasPrefix("jpeg: valid"))
    let missing = "\(Validator().validate(path: folder("none.jpg")))"
    #expect(missing.hasPrefix("invalid\nerror "), "\(missing)")
    let renderer = try PhotoRenderer(ImageSource(folder("photo.jpg")))
    let rendering = try renderer.rendering(.blur)
    #expect("\(rendering.report)".hasPrefix("blur: focus at nearness 0.75, "))
    let page = try DepthPage([folder("photo.jpg")]).write(to: folder("page.html"))
    #expect("\(page)".contains("photo.jpg: valid"))
  }

  /// A filter that breaks its promise to return pictures of the size of the frames.
  private struct Shrinking: FrameFilter {
    mutating func prepare(width: Int, height: Int) throws(AuxError) {}
    mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels {
      try PhotoPixels(width: 1, height: 1, rgb8: [1, 2, 3])
    }
    mutating func reset() {}
  }

  @Test("Numbers that cannot be are errors, or the nearest that can be, and never end the process")
  func extremes() throws {
    let gray = try PixelPlane(width: 8, height: 8, storage: .uint8([UInt8](repeating: 9, count: 64)))
    let pixels = try PhotoPixels(width: 16, height: 16, rgb8: [UInt8](repeating: 9, count: 768))
    var destination = try ImageDestination(pixels: pixels, as: .heif)
    try destination.addGainMap(gray, headroom: 2, forms: [.iso])
    var limits = AuxLimits()
    (limits.images, limits.xmpBytes) = (-1, .max)
    #expect(limits.images == 0)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try ImageSource(data: destination.finalize().data, limits: limits)
    }
    limits.images = 8
    let source = try ImageSource(data: destination.finalize().data, limits: limits)
    #expect(source.auxiliaryImages.count == 1)

    var log = SARIFLog(mostResults: -1)
    let text = log.results(of: Validator().validate(data: [1, 2, 3]), path: "a.jpg")
    #expect(text.isEmpty && log.tail.contains("1 more results were left out"))
    var sum = 0
    AuxWorkerPool.inOrder(0..<5, jobs: .max) {
      $0
    } onResult: { _, result in
      sum += result.get()
    }
    #expect(sum == 10)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try DepthSamples(width: 1 << 40, height: 1) { _ in [] }.map()
    }
    let format = try VideoFrame.Format(width: 8, height: 6, chroma: .left420, range: .limited)
    let frame = try VideoFrame(format: format, bytes: [UInt8](repeating: 90, count: format.byteCount))
    var renderer = try StreamRenderer(filter: Shrinking())
    let map = try NormalisedMap(width: 8, height: 6, values: [Float](repeating: 0.5, count: 48))
    #expect(throws: AuxError(.usage, "")) { try renderer.render(frame, map: map) }
  }
}
