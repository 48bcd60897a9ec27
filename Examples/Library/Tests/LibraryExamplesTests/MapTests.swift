import AuxDepthKit
import Foundation
import LibraryExamples
import Testing

@Suite("Maps in, maps out")
struct MapTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let width = 64, height = 32
  /// 1 to 5 metres, from the left to the right.
  private static let metres: [Float] = (0..<width * height).map { 1 + Float($0 % width) / 16 }
  /// As far as coding moves a disparity: half a code by rounding, and two by the codec.
  private static let tolerance: Float = (1 / 1 - 1 / 5) / 255 * 2.5

  private func gradient(_ orientation: ImageOrientation = .up) throws -> PhotoPixels {
    var pixels = try PhotoPixels(width: Self.width, height: Self.height) { column, _ in UInt8(column * 4) }
    pixels.orientation = orientation
    return pixels
  }

  /// Writes a photo with the map, and returns its path.
  private func photo(
    _ name: String, as container: ImageContainer, orientation: ImageOrientation = .up, depth: Bool = true
  ) throws -> String {
    var destination = try ImageDestination(pixels: gradient(orientation), as: container)
    if depth {
      var map = try DepthMap(Self.metres, width: Self.width, height: Self.height)
      map.options.camera = .intrinsics(fx: 50, fy: 60, cx: 20, cy: 10)
      try destination.addDepth(map, isUpright: false)
    }
    try destination.finalize(to: folder(name))
    return folder(name)
  }

  @Test("The Z pass that OpenEXR's own package wrote goes onto a render, as HEIC")
  func zPass() throws {
    let render = try PhotoPixels(width: 74, height: 42) { column, row in UInt8(column * 2 + row) }
    try ImageDestination(pixels: render, as: .png).finalize(to: folder("render.png"))
    // numpy made it: column * 0.25 + row * 3 + 0.5 metres, but for NaN, infinity and 0.
    let pass = repository.appendingPathComponent("Tests/Fixtures/maps/openexr-blender.f32.exr").path
    let report = try portrait(of: folder("render.png"), pass: pass, output: folder("render.heic"))
    let counts = try #require(report.images.first?.map?.counts)
    #expect(counts.holes == 2 && counts.background == 1 && counts.clamped == 0)

    let file = try bytes(of: folder("render.heic"))
    #expect(String(decoding: file[4..<12], as: UTF8.self) == "ftypheic")
    #expect(file.contains("urn:mpeg:hevc:2015:auxid:2"))
    let found = try #require(try depth(of: folder("render.heic")))
    #expect((found.width, found.height) == (37, 21))
    for index in found.metres.indices where ![37 + 2, 2 * 37 + 3, 3 * 37 + 4].contains(index) {
      let expected = Float(index % 37) * 0.25 + Float(index / 37) * 3 + 0.5
      #expect(abs(1 / found.metres[index] - 1 / expected) < 2 / 255 * 2.6, "sample \(index)")
    }
    let written = try ImageSource(folder("render.heic")).primaryPixels()
    let errors = zip(written.rgb8, render.rgb8).map { abs(Float($0) - Float($1)) }
    #expect(statistics(errors).mean < 3)
  }

  @Test("Depth in metres comes out of a HEIC file and goes back, and nothing else of the photo changes")
  func editing() throws {
    let original = try photo("photo.heic", as: .heif)
    let report = try editDepth(of: original, output: folder("far.heic")) { $0.map { $0 * 2 } }
    let found = try #require(try depth(of: folder("far.heic")))
    #expect(greatestDisparityError(found.metres, Self.metres.map { $0 * 2 }) < Self.tolerance)
    #expect(greatestDisparityError(found.metres, Self.metres) > 0.4)
    #expect(report.primaryUnchanged)
    let (before, after) = (try ImageSource(original), try ImageSource(folder("far.heic")))
    #expect(try before.primaryPixels() == after.primaryPixels())
    #expect(after.auxiliaryImages.map(\.type) == [.disparity])

    let without = try photo("without.heic", as: .heif, depth: false)
    #expect(try depth(of: without) == nil)
    #expect(throws: AuxError(.missingImage, "")) {
      try editDepth(of: without, output: folder("no.heic")) { $0 }
    }
    #expect(!FileManager.default.fileExists(atPath: folder("no.heic")))
  }

  @Test("A JPEG in memory is the one that a file would be")
  func memory() throws {
    let pixels = try gradient()
    let file = try LibraryExamples.photo(
      of: pixels, metres: Self.metres, width: Self.width, height: Self.height)
    #expect(file.starts(with: [0xFF, 0xD8, 0xFF]) && file.contains("MPF\0"))
    let source = try ImageSource(data: file)
    let image = try #require(source.auxiliaryImage(.disparity))
    let depth = try source.depthData(image).converting(toDepthDataType: .fdep)
    #expect(greatestDisparityError(depth.values, Self.metres) < Self.tolerance)

    var destination = try ImageDestination(pixels: pixels, as: .jpeg)
    try destination.addDepth(DepthMap(Self.metres, width: Self.width, height: Self.height))
    try destination.finalize(to: folder("photo.jpg"))
    #expect(try bytes(of: folder("photo.jpg")) == file)
  }

  @Test("A matte goes in, is inverted, and goes back")
  func mattes() throws {
    let photo = try photo("photo.jpg", as: .jpeg, depth: false)
    let samples = (0..<32 * 16).map { UInt8($0 % 32 < 16 ? 0 : 255) }
    try attachMatte(samples, width: 32, height: 16, to: photo, output: folder("matte.jpg"))
    let matte = try #require(try portraitMatte(of: folder("matte.jpg")))
    #expect((matte.mattingImage.width, matte.mattingImage.height) == (32, 16))
    try editMatte(of: folder("matte.jpg"), output: folder("edited.jpg")) { $0.map { 255 - $0 } }
    let edited = try #require(try portraitMatte(of: folder("edited.jpg"))).mattingImage.data()
    #expect(edited.count == samples.count)
    #expect(zip(edited, samples).allSatisfy { abs(255 - Int($0) - Int($1)) <= 4 })
    #expect(try portraitMatte(of: photo) == nil)
    #expect(throws: AuxError(.missingImage, "")) { try editMatte(of: photo, output: folder("no.jpg")) { $0 } }
  }

  @Test("Photo, map and camera turn together")
  func rotation() throws {
    let found = try #require(try displayed(photo("turned.jpg", as: .jpeg, orientation: .right)))
    let map = found.depth.depthDataMap
    #expect((found.pixels.width, found.pixels.height, found.pixels.orientation) == (32, 64, .up))
    #expect((map.width, map.height) == (32, 64))
    // A column became a row, in both.
    let disparities = found.depth.values
    for row in 0..<64 {
      let gray = found.pixels.greens(columns: 7..<8, rows: row..<row + 1)[0]
      #expect(abs(gray - Float(row) * 4) <= 5)
      #expect(abs(disparities[row * 32 + 7] - 1 / (1 + Float(row) / 16)) < Self.tolerance)
    }
    let camera = try #require(found.depth.cameraCalibrationData)
    #expect((camera.intrinsicMatrix[0], camera.intrinsicMatrix[4]) == (60, 50))
    #expect((camera.intrinsicMatrix[6], camera.intrinsicMatrix[7]) == (32 - 10, 20))
    #expect(try displayed(photo("plain.jpg", as: .jpeg, depth: false)) == nil)
  }
}
