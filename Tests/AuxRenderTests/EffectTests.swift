import AuxRender
import TestSupport
import Testing

@Suite("The list of effects")
struct EffectTests {
  @Test("Names, and which effects are for what")
  func list() {
    #expect(
      AuxEffect.all.filter(\.isForPhotos).map(\.name)
        == [
          "grayscale", "mask", "matte", "spotlight", "highlight", "blur", "rosy", "composite", "normals",
          "stereo", "parallax",
        ])
    #expect(
      AuxEffect.all.filter(\.isForStreams).map(\.name)
        == [
          "none", "grayscale", "mask", "spotlight", "highlight", "blur", "rosy", "normals", "stereo",
        ])
    for effect in AuxEffect.all {
      #expect(AuxEffect(named: effect.name) == effect && !effect.summary.isEmpty)
      #expect(effect.isForPhotos || effect.isForStreams)
    }
    #expect(AuxEffect(named: "sepia") == nil && AuxEffect(named: "") == nil)
    #expect(AuxEffect.blur != .mask && "\(AuxEffect.blur)" == "blur")
    #expect(AuxEffect.all.filter { !$0.needsMap } == [.none, .matte, .rosy, .composite])
    #expect(AuxEffect.all.filter(\.isStereo) == [.stereo])
  }

  /// The result of an effect, by the effects themselves.
  private func expected(
    _ effect: AuxEffect, _ image: PhotoPixels, _ map: NormalisedMap
  ) throws -> [UInt8] {
    let mask = FocusMask.standard.mask(of: map, jobs: 1)
    func gray(_ values: [Float]) -> [UInt8] {
      values.flatMap { [UInt8](repeating: UInt8(($0 * 255).rounded(.toNearestOrEven)), count: 3) }
    }
    switch effect {
    case .none: return image.rgb8
    case .rosy: return try Rosy().applied(to: image, jobs: 1).rgb8
    case .spotlight: return try Spotlight().applied(to: image, mask: mask, jobs: 1).rgb8
    case .highlight: return try Highlight().applied(to: image, mask: mask, jobs: 1).rgb8
    case .blur: return try FocalBlur.standard.applied(to: image, map: map, focus: .standard, jobs: 1).rgb8
    case .normals:
      // A camera of 60 degrees whose map's disparities are 0.1 to 1.
      let focal = 48 / 2 / (3 as Double).squareRoot() * 3
      let camera = try CameraCalibrationData(
        intrinsicMatrix: [focal, 0, 0, 0, focal, 0, 24, 18, 1],
        intrinsicMatrixReferenceDimensions: .init(width: 48, height: 36), pixelSize: 0)
      var options = SpaceOptions()
      options.maxStep = .infinity
      let cloud = try PointCloud(
        depths: map.values.map { 1 / (0.1 + 0.9 * $0) }, rays: CameraRays(camera, width: 48, height: 36),
        options: options)
      return cloud.normals.enumerated().map { index, value in
        UInt8(((1 + (index % 3 == 0 ? value : -value)) / 2 * 255).rounded(.toNearestOrEven))
      }
    case .grayscale: return gray(map.values)
    case .mask: return gray(mask.values)
    case .stereo:
      let pair = try Stereo.standard.pair(of: image, map: map, jobs: 1)
      return pair.pictures(.leftRight, jobs: 1)[0].rgb8
    default: throw CancellationError()
    }
  }

  @Test("A filter of frames is its effect", arguments: AuxEffect.all.filter(\.isForStreams))
  func filters(effect: AuxEffect) throws {
    let (image, map) = (try Sample.image(48, 36, seed: 80), try Sample.map(48, 36, seed: 81))
    var filter = try EffectFilter(effect, jobs: 2)
    #expect(throws: AuxError(.usage, "")) { try filter.render(image, map: map) }
    try filter.prepare(width: 48, height: 36)
    for _ in 0..<4 {
      let result = try filter.render(image, map: map)
      #expect(try result.rgb8 == expected(effect, image, map))
    }
    #expect(throws: AuxError(.usage, "")) { try filter.render(Sample.plain(4, 4), map: map) }
    filter.reset()
    let width = effect.isStereo ? 96 : 48
    #expect(try filter.render(image, map: Sample.map(24, 18, seed: 82)).width == width)
    #expect(filter.outputSize(width: 48, height: 36) == (width, 36))
  }

  @Test("Frames of both eyes have the layouts of one picture", arguments: Stereo.Layout.allCases)
  func stereoFrames(layout: Stereo.Layout) throws {
    var options = EffectOptions()
    options.layout = layout
    guard layout.isOnePicture else {
      #expect(throws: AuxError(.usage, "")) { try EffectFilter(.stereo, options, jobs: 1) }
      #expect(throws: AuxError(.usage, "")) { try StreamRenderer(.stereo, options) }
      return
    }
    var filter = try EffectFilter(.stereo, options, jobs: 1)
    try filter.prepare(width: 48, height: 36)
    let frame = try filter.render(Sample.image(48, 36, seed: 80), map: Sample.map(48, 36, seed: 81))
    #expect((frame.width, frame.height) == filter.outputSize(width: 48, height: 36))
  }

  @Test("An effect of photos only is no filter, and frames have 8 bits")
  func photosOnly() throws {
    for effect in AuxEffect.all where !effect.isForStreams {
      #expect(throws: AuxError(.usage, "")) { try EffectFilter(effect, jobs: 1) }
      #expect(throws: AuxError(.usage, "")) { try StreamRenderer(effect) }
    }
    var filter = try EffectFilter(.grayscale, jobs: 1)
    try filter.prepare(width: 48, height: 36)
    let (image, map) = (try Sample.image(48, 36, seed: 80), try Sample.map(48, 36, seed: 81))
    #expect(try filter.render(image, map: map).rgb8 == expected(.grayscale, image, map))
  }
}
