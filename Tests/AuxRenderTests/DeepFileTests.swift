import AuxEffects
import AuxImage
import AuxKernels
import AuxRender
import AuxWriter
import TestSupport
import Testing

@Suite("Pictures of 16 bits, and gain maps, in files")
struct DeepFileTests {
  private let folder: TemporaryFolder
  private static let (width, height) = (96, 72)

  init() throws { folder = try TemporaryFolder() }

  /// A smooth photo of 16 bits, and nearness that falls from left to right.
  private func renderer(bits: Int? = nil) throws -> PhotoRenderer {
    let (width, height) = (Self.width, Self.height)
    let codes = (0..<width * height).flatMap { pixel -> [UInt16] in
      let (x, y) = (pixel % width, pixel / width)
      return [UInt16(20_000 + x * 100 + y * 30), UInt16(30_000 + x * 20), UInt16(9000 + y * 50)]
    }
    let photo = try PhotoPixels(width: width, height: height, channels: 3, samples: .uint16(codes))
    let source = try ImageSource(data: ImageDestination(pixels: photo, as: .png).finalize().data)
    let map = try NormalisedMap(
      width: width, height: height, values: (0..<width * height).map { 1 - Float($0 % width) / 95 })
    return try PhotoRenderer(source, map: RenderMap(map), bitsPerSample: bits, jobs: 2)
  }

  private func codes(_ pixels: PhotoPixels) throws -> [UInt16] {
    guard case .uint16(let codes) = pixels.samples else { throw CancellationError() }
    return codes
  }

  @Test(
    "Files have as many bits as the photo, as far as they hold them",
    arguments: [AuxEffect.blur, .spotlight, .stereo])
  func files(effect: AuxEffect) throws {
    let renderer = try renderer()
    #expect(renderer.bitsPerSample == 16 && renderer.photo.bitsPerSample == 16)
    let picture = try renderer.picture(effect)
    for name in ["a.png", "a.tif"] {
      let path = folder.path(name)
      #expect(try renderer.write(effect, to: path)[0].notes.isEmpty)
      #expect(try ImageSource(path).primaryPixels() == picture)
    }
    for name in ["a.heic", "a.avif"] {
      let path = folder.path(name)
      try renderer.write(effect, to: path, quality: 100)
      let back = try codes(ImageSource(path).primaryPixels())
      let off = zip(back, try codes(picture)).map { abs(Int($0) - Int($1)) }
      // A code of 10 bits is 64; chroma has half the columns.
      #expect(Double(off.reduce(0, +)) / Double(off.count) < 100)
    }
    try renderer.write(effect, to: folder.path("a.jpg"))
    #expect(try ImageSource(folder.path("a.jpg")).primaryPixels().bitsPerSample == 8)
    try renderer.write(effect, to: folder.path("8.png"), bitsPerSample: 8)
    #expect(try ImageSource(folder.path("8.png")).primaryPixels().rgb8 == picture.rgb8)
    #expect(throws: AuxError(.usage, "")) {
      try renderer.write(effect, to: folder.path("10.png"), bitsPerSample: 10)
    }
    #expect(throws: AuxError(.usage, "")) { try self.renderer(bits: 10) }
  }

  @Test("A spatial photo has 10 bits of a photo of 16, and a mixture and gray have 16")
  func others() throws {
    let options = try SpatialOptions(baseline: 0.06, fieldOfView: 60)
    let renderer = try renderer()
    let range = try NormalisedMap(
      normalising: DepthData(
        depthDataType: .fdis,
        depthDataMap: PixelPlane(width: 2, height: 2, known: .float([0.5, 1, 1, 2]))))
    let near = try PhotoRenderer(renderer.source, map: RenderMap(range), jobs: 2)
    let path = folder.path("s.heic")
    try near.spatialPhoto(options).photo.finalize(to: path)
    #expect(try ImageSource(path).primaryPixels().bitsPerSample == 16)
    try near.spatialPhoto(options, bitsPerSample: 8).photo.finalize(to: folder.path("8.heic"))
    #expect(try ImageSource(folder.path("8.heic")).primaryPixels().bitsPerSample == 8)
    var mixed = EffectOptions()
    mixed.mixer = try EffectMixer(mix: 0.5)
    for effect in [AuxEffect.grayscale, .highlight, .rosy] {
      let picture = try renderer.picture(effect, mixed)
      #expect(Set(try codes(picture).map { $0 % 257 }).count > 100, "\(effect)")
    }
    #expect(Set(try codes(renderer.picture(.mask))).count > 20)
  }

  @Test("A gain map that is kept is blurred with the photo", arguments: GainMapDescription.Form.allCases)
  func keptGainMap(form: GainMapDescription.Form) throws {
    let (width, height) = (Self.width, Self.height)
    func isLamp(_ x: Int, _ y: Int) -> Bool { abs(x - 70) < 5 && abs(y - 36) < 5 }
    let codes = (0..<width * height).flatMap { pixel in
      [UInt8](repeating: isLamp(pixel % width, pixel / width) ? 255 : 50, count: 3)
    }
    let photo = try PhotoPixels(width: width, height: height, rgb8: codes)
    var destination = try ImageDestination(pixels: photo, as: .jpeg, quality: 100)
    let gains = (0..<48 * 36).map { pixel -> UInt8 in isLamp(pixel % 48 * 2, pixel / 48 * 2) ? 255 : 0 }
    try destination.addGainMap(
      PixelPlane(width: 48, height: 36, known: .uint8(gains)), headroom: form == .apple ? 8 : nil,
      forms: [form], metadata: form == .apple ? nil : GainMapMetadata(headroom: 8))
    let source = try ImageSource(data: destination.finalize().data)
    let values = (0..<width * height).map { pixel -> Float in pixel % width < 30 ? 0.75 : 0 }
    let map = try NormalisedMap(width: width, height: height, values: values)
    let renderer = try PhotoRenderer(source, map: RenderMap(map), jobs: 2)
    var options = EffectOptions()
    options.blur = try FocalBlur(radius: 400)
    let files = try renderer.write(
      .blur, options, to: folder.path("b.jpg"), quality: 95, keepsAuxiliaryImages: true)
    #expect(files[0].notes.isEmpty, "\(files[0].notes)")
    let report = files[0].report
    #expect((report.recoveredShare ?? 0) > 0.005 && (report.recoveredShare ?? 1) < 0.03)
    #expect((report.madeUpShare ?? 0) > 0 && (report.madeUpShare ?? 1) < 0.8)
    let written = try ImageSource(folder.path("b.jpg"))
    let image = try #require(written.auxiliaryImages.first { $0.type.isGainMap })
    let old = try #require(source.auxiliaryImages.first { $0.type.isGainMap })
    #expect(image.gainMap?.forms == old.gainMap?.forms && image.metadata == old.metadata)
    guard case .uint8(let found) = try written.stored(image).codes.storage,
      case .uint8(let before) = try source.stored(old).codes.storage
    else { throw CancellationError() }
    // No sharp lamp any more, no gain on sharp pixels, and none far away.
    #expect(before[18 * 48 + 35] > 250 && found[18 * 48 + 35] < 250)
    let sharpest = (0..<47).map { abs(Int(found[18 * 48 + $0]) - Int(found[18 * 48 + $0 + 1])) }.max() ?? 0
    #expect(sharpest < 130, "\(sharpest)")
    #expect(found[2 * 48 + 3] < 12)
    // The picture shows the lamp brighter than without a gain map.
    let plain = try PhotoRenderer(
      ImageSource(data: ImageDestination(pixels: photo, as: .jpeg, quality: 100).finalize().data),
      map: RenderMap(map), jobs: 2)
    let (one, two) = (try plain.picture(.blur, options), try renderer.picture(.blur, options))
    #expect(Int(two.rgb8[(36 * width + 70) * 3]) > Int(one.rgb8[(36 * width + 70) * 3]) + 30)
    #expect(try plain.rendering(.blur, options).report.recoveredShare == nil)
  }
}
