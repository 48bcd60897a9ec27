import AuxRender
import TestSupport
import Testing

@Suite("Pictures of photos in memory")
struct PhotoRendererTests {
  private static let width = 64, height = 48

  /// Distances of 0.5 to 4.5 metres.
  private var metres: DepthMap {
    get throws {
      let values = (0..<Self.width * Self.height).map { 0.5 + Float($0 % Self.width) * 4 / 63 }
      return try DepthMap(values, width: Self.width, height: Self.height)
    }
  }

  /// A photo with a depth map and a matte, as a file in memory.
  private func photo(
    orientation: ImageOrientation = .up, depth: Bool = true, matte: Bool = true,
    as container: ImageContainer = .jpeg
  ) throws -> ImageSource {
    var pixels = try PhotoPixels(
      width: Self.width, height: Self.height,
      rgb8: Pictures.gradient(width: Self.width, height: Self.height))
    pixels.orientation = orientation
    var destination = try ImageDestination(pixels: pixels, as: container, quality: 95)
    if depth { try destination.addDepth(metres, isUpright: false) }
    if matte { try destination.addMatte(Pictures.ramp(), type: .portraitEffectsMatte, isUpright: false) }
    return try ImageSource(data: destination.finalize().data)
  }

  @Test("Blurred by its depth and saved as JPEG, with its maps")
  func blur() throws {
    let source = try photo()
    let renderer = try PhotoRenderer(source, jobs: 2)
    var options = EffectOptions()
    options.focus = try FocusMask(focus: 0.9)
    options.blur = try FocalBlur(radius: 2000)
    let picture = try renderer.picture(.blur, options)
    #expect((picture.width, picture.height, picture.channels) == (Self.width, Self.height, 3))
    // The effects on arrays give the same.
    let depth = try #require(source.auxiliaryImage(.disparity))
    let map = try GuidedUpsampling.standard.fitted(
      NormalisedMap(normalising: source.depthData(depth)).smoothingTerraces(jobs: 1), to: renderer.photo,
      jobs: 1)
    let expected = try options.blur.applied(
      to: renderer.photo, map: map, focus: options.focus, jobs: 1)
    #expect(picture == expected && picture != renderer.photo)

    var destination = try ImageDestination(pixels: picture, metadata: renderer.metadata, as: .jpeg)
    try destination.addAuxiliaryImages(from: source, turning: renderer.turn)
    let written = try ImageSource(data: destination.finalize().data)
    #expect(written.auxiliaryImages.map(\.type) == [.disparity, .portraitEffectsMatte])
  }

  @Test("The blur of a lens, by the map's distances and the field of view")
  func lens() throws {
    let source = try photo(depth: false)
    let renderer = try PhotoRenderer(source, map: RenderMap(metres, on: source))
    var options = EffectOptions()
    options.focus = try FocusMask(focus: 0.5)
    options.lens = try LensOptions(.diameter(0.05), fieldOfView: 60)
    let optics = try LensOptics(focalLength: 0.5 / 0.57735, aperture: 0.05)
    let map = try NormalisedMap(normalising: metres.reading().depthData()).smoothingTerraces(jobs: 1)
    let (mask, blur) = try optics.effect(
      focus: 0.5, disparities: #require(map.disparityRange), width: Self.width, height: Self.height)
    #expect(blur.radius > 0)
    let expected = try blur.applied(to: renderer.photo, map: map, focus: mask, jobs: 1)
    #expect(try renderer.picture(.blur, options) == expected)
    // The error names the missing field of view; for an f-number a usual one is assumed, and said.
    options.lens = try LensOptions(.fNumber(2))
    let assumed = try renderer.rendering(.blur, options)
    #expect(assumed.notes.contains { $0.contains("field of view") })
    #expect(assumed.report.lens?.isFieldOfViewAssumed == true && assumed.report.lens?.basis == .metres)
    options.lens = try LensOptions(.diameter(0.002))
    #expect { try renderer.picture(.blur, options) } throws: { "\($0)".contains("field of view") }
    let codes = try RenderMap(
      NormalisedMap(width: 4, height: 3, values: (0..<12).map { Float($0) / 11 }))
    options.lens = try LensOptions(.fNumber(2), fieldOfView: 60)
    #expect { try PhotoRenderer(source, map: codes).picture(.blur, options) } throws: {
      "\($0)".contains("distances")
    }
    #expect(throws: AuxError(.usage, "")) { try LensOptions(.fNumber(0)) }
    #expect(throws: AuxError(.usage, "")) { try LensOptions(.diameter(1), fieldOfView: 0) }
  }

  @Test("Every effect of photos is that of the effects on arrays, the matte's person spared")
  func effects() throws {
    let source = try photo()
    let renderer = try PhotoRenderer(source, map: RenderMap(metres, on: source))
    let image = renderer.photo
    let map = try NormalisedMap(normalising: metres.reading().depthData())
    let matte = try EffectMask(
      matte: source.stored(#require(source.auxiliaryImage(.portraitEffectsMatte))).codes, width: 64,
      height: 48, jobs: 1)
    for usesMatte in [false, true] {
      var options = EffectOptions()
      options.matteMode = usesMatte ? .union : nil
      let spared = usesMatte ? matte : nil
      let focus = FocusMask.standard.mask(of: map.smoothingTerraces(jobs: 1), jobs: 1)
      let mask = try spared.map { try focus.combined(with: $0) } ?? focus
      #expect(
        try renderer.picture(.spotlight, options) == Spotlight().applied(to: image, mask: mask, jobs: 1))
      #expect(
        try renderer.picture(.highlight, options) == Highlight().applied(to: image, mask: mask, jobs: 1))
      #expect(try renderer.picture(.rosy, options) == Rosy().applied(to: image, sparing: spared, jobs: 1))
      #expect(try renderer.picture(.mask, options) == PhotoPixels(gray: mask.picture()))
      let gray = GrayscaleEffect.standard
      #expect(
        try renderer.picture(.grayscale, options)
          == PhotoPixels(gray: gray.rendered8(map, only: spared, jobs: 1)))
      let deep = try PhotoRenderer(source, map: RenderMap(metres, on: source), bitsPerSample: 16)
      #expect(
        try deep.picture(.grayscale, options)
          == PhotoPixels(gray: gray.rendered16(map, only: spared, jobs: 1)))
    }
    #expect(throws: AuxError(.usage, "")) { try renderer.picture(.none) }
  }

  @Test("A photo without a map: rosy needs none, and a map can be given")
  func withoutMap() throws {
    let source = try photo(depth: false)
    let renderer = try PhotoRenderer(source)
    #expect(try renderer.picture(.rosy).rgb8[1] == 0)
    let error = #expect(throws: AuxError(.missingImage, "")) { try renderer.picture(.mask) }
    #expect(error?.remedy == .giveMap && error?.reason.contains("portraitEffectsMatte") == true)
    let given = try PhotoRenderer(source, map: RenderMap(metres, on: source))
    let own = try PhotoRenderer(photo())
    // The photo's own has codes of 8 bits.
    let pair = try (given.picture(.grayscale).samples8, own.picture(.grayscale).samples8)
    #expect(zip(pair.0, pair.1).allSatisfy { abs(Int($0) - Int($1)) <= 1 } && Set(pair.0).count > 30)
    // Nearness of a model, and codes whose white is near.
    let model = try NormalisedMap(width: 2, height: 1, values: [0, 1])
    #expect(try PhotoRenderer(source, map: RenderMap(model)).picture(.grayscale).samples8[0] == 0)
    let codes = DepthMap(Pictures.ramp(), options: DepthMap.Options(quantity: .disparity))
    let plane = try PhotoRenderer(source, map: RenderMap(codes, on: source)).picture(.grayscale)
    #expect(try plane == PhotoPixels(gray: Pictures.ramp()))
  }

  @Test("A map of another aspect ratio, as displayed, or of nothing but holes")
  func placement() throws {
    let source = try photo(orientation: .right)
    let turned = try DepthMap(
      [Float](repeating: 1, count: Self.width * Self.height), width: Self.height, height: Self.width)
    let error = #expect(throws: AuxError(.usage, "")) { try RenderMap(turned, on: source, isUpright: false) }
    #expect(error?.remedy == .takeUpright)
    let map = try RenderMap(turned, on: source)
    #expect((map.nearness.width, map.nearness.height) == (Self.width, Self.height))
    let holes = try DepthMap(
      [Float](repeating: .nan, count: Self.width * Self.height), width: Self.width, height: Self.height)
    #expect(throws: AuxError.self) { try RenderMap(holes, on: source, isUpright: false) }
  }

  @Test(
    "Turned for display, the map and the matte with the photo", arguments: [AuxEffect.grayscale, .spotlight])
  func upright(effect: AuxEffect) throws {
    let source = try photo(orientation: .right)
    var options = EffectOptions()
    options.matteMode = .union
    let stored = try PhotoRenderer(source)
    let upright = try PhotoRenderer(source, isUpright: true)
    #expect(stored.turn == .up && upright.turn == .right)
    let picture = try upright.picture(effect, options)
    #expect((picture.width, picture.height, picture.orientation) == (48, 64, .up))
    let same = try stored.picture(effect, options)
    #expect(same.orientation == .right && same.upright() == picture)
  }

  @Test("Stereo pictures are upright, whatever the photo's orientation")
  func stereo() throws {
    let renderer = try PhotoRenderer(photo(orientation: .right))
    var options = EffectOptions()
    options.stereo = try Stereo(maxShift: 0.05)
    for (layout, size) in [
      (.leftRight, (96, 64)), (.rightLeft, (96, 64)), (.topBottom, (48, 128)), (.anaglyph, (48, 64)),
      (.bottomTop, (48, 128)), (.halfWidth, (48, 64)), (.halfHeight, (48, 64)),
    ] as [(Stereo.Layout, (Int, Int))] {
      options.layout = layout
      let picture = try renderer.picture(.stereo, options)
      #expect((picture.width, picture.height) == size && picture.orientation == .up)
    }
    options.layout = .pair
    let eyes = try renderer.pictures(.stereo, options)
    #expect(eyes.count == 2 && eyes[0] != eyes[1])
    #expect(throws: AuxError(.usage, "")) { try renderer.picture(.stereo, options) }
  }

  @Test("A spatial pair in one file, of the cameras asked for")
  func spatial() throws {
    let source = try photo()
    let renderer = try PhotoRenderer(source)
    let pair = try renderer.spatialPhoto(SpatialOptions(baseline: 0.02, fieldOfView: 60))
    #expect(pair.baseline == 0.02 && abs(pair.fieldOfView - 60) < 1e-9 && !pair.isWide)
    #expect((pair.width, pair.height) == (Self.width, Self.height))
    let written = try ImageSource(data: pair.photo.finalize())
    #expect(written.container == .heif && written.primary?.width == Self.width)
    // 4 * 0.01 widths of disparity for the distances 0.5 to 4.5 m, whatever the focal length.
    let shifted = try renderer.spatialPhoto(SpatialOptions(fieldOfView: 60))
    #expect(abs(Double(shifted.baseline) * shifted.focalLength - 0.04 / (2 - 1 / 4.5)) < 1e-3)

    let unknown = #expect(throws: AuxError(.usage, "")) { try renderer.spatialPhoto(SpatialOptions()) }
    #expect(unknown?.remedy == .stateFieldOfView)
    let codes = DepthMap(Pictures.ramp(), options: DepthMap.Options(quantity: .disparity))
    let plain = try PhotoRenderer(source, map: RenderMap(codes, on: source))
    let distances = #expect(throws: AuxError(.usage, "")) {
      try plain.spatialPhoto(SpatialOptions(fieldOfView: 60))
    }
    #expect(distances?.remedy == .stateDisparities)
  }

  @Test("The field of view is the calibration's where none is given")
  func calibration() throws {
    let source = try photo()
    var map = try metres
    map.options.camera = .intrinsics(fx: 64, fy: 64, cx: 32, cy: 24)
    let renderer = try PhotoRenderer(source, map: RenderMap(map, on: source))
    #expect(try abs(renderer.spatialPhoto(SpatialOptions()).fieldOfView - 53.130_1) < 1e-3)
    for (baseline, view) in [
      (0, nil), (-1, nil), (.nan, nil), (11, nil), (nil, 0.5), (nil, 176), (nil, .nan),
    ]
      as [(Float?, Double?)]
    {
      #expect(throws: AuxError(.usage, "")) { try SpatialOptions(baseline: baseline, fieldOfView: view) }
    }
  }

  @Test("The distance in focus is reported in metres, whatever the options focus on")
  func report() throws {
    let source = try photo()
    let renderer = try PhotoRenderer(source, map: RenderMap(metres, on: source))
    var options = EffectOptions()
    let standard = try renderer.rendering(.blur, options).report
    #expect(standard.focus?.nearness == 0.75 && standard.holeShare == 0 && standard.effect == .blur)
    let radius = FocalBlur.standard.radius(forWidth: Self.width, height: Self.height)
    #expect(standard.blurRadius == radius)
    // Metres grow with the columns, from 0.5 to 4.5.
    options.target = .pixel(x: 21, y: 40)
    let chosen = try #require(try renderer.rendering(.mask, options).report.focus)
    let distance = try #require(chosen.distance)
    #expect((distance - 1.833_333_3).magnitude < 1e-3)
    #expect(try renderer.picture(.mask, options).samples8[40 * Self.width + 21] == 255)
    let json = try renderer.rendering(.mask, options).report.json.text
    #expect(json.contains("\"distance\":1.83") && !json.contains("radius"))
    options.target = .subject
    let subject = try renderer.rendering(.mask, options)
    #expect(try #require(subject.report.focus).nearness != 0.75)
    options.target = .pixel(x: Self.width, y: 0)
    #expect(throws: AuxError(.usage, "")) { try renderer.picture(.mask, options) }
    let own = try PhotoRenderer(source).rendering(.mask).report.focus
    #expect(own?.accuracy != nil && chosen.accuracy == nil)
    #expect(try renderer.rendering(.rosy).report.focus == nil)
    let turned = try photo(orientation: .right)
    options.target = .pixel(x: 3, y: 60)
    let stored = try PhotoRenderer(turned).rendering(.mask, options)
    let shown = try PhotoRenderer(turned, isUpright: true).rendering(.mask, options)
    #expect(stored.report.focus == shown.report.focus && stored.pictures[0].upright() == shown.pictures[0])
  }

  @Test("A matte alone needs no map; which of several is used is an option")
  func matteAlone() throws {
    let source = try photo(depth: false)
    let renderer = try PhotoRenderer(source)
    let codes = try source.stored(#require(source.auxiliaryImage(.portraitEffectsMatte))).codes
    let matte = try EffectMask(matte: codes, width: Self.width, height: Self.height, jobs: 1)
    #expect(try renderer.picture(.matte) == PhotoPixels(gray: codes))
    var options = EffectOptions()
    options.matteMode = .only
    #expect(
      try renderer.picture(.spotlight, options)
        == Spotlight().applied(to: renderer.photo, mask: matte, jobs: 1))
    let far = try NormalisedMap(
      width: Self.width, height: Self.height, values: [Float](repeating: 0, count: Self.width * Self.height))
    let expected = try FocalBlur.standard.applied(
      to: renderer.photo, map: far, focus: FocusMask(focus: 1, width: 0, slope: 10_000), sparing: matte,
      jobs: 1)
    #expect(try renderer.picture(.blur, options) == expected)
    options.matteType = .semanticSegmentationHairMatte
    for effect in [AuxEffect.matte, .spotlight, .blur, .mask] {
      let error = #expect(throws: AuxError(.missingImage, "")) { try renderer.picture(effect, options) }
      #expect(error?.reason.contains("portraitEffectsMatte") == true)
    }
  }

  @Test("A subject over another picture, which is turned as the photo is")
  func composite() throws {
    var codes: [UInt8] = []
    for pixel in 0..<48 * 64 { codes += [UInt8(pixel % 256), UInt8(pixel / 256), 9] }
    let ground = try PhotoPixels(width: 48, height: 64, rgb8: codes)
    var options = EffectOptions()
    #expect(throws: AuxError(.usage, "")) { try PhotoRenderer(photo()).picture(.composite, options) }
    options.background = ground
    let renderer = try PhotoRenderer(photo(orientation: .right))
    let picture = try renderer.picture(.composite, options)
    #expect(picture.orientation == .right)
    let shown = try PhotoRenderer(photo(orientation: .right), isUpright: true).picture(.composite, options)
    #expect(picture.upright() == shown && shown.rgb8 != ground.rgb8)
    // Where the matte is black, the ground shows as it is.
    let matte = try PhotoRenderer(photo(orientation: .right), isUpright: true).picture(.matte).samples8
    let dark = matte.indices.filter { matte[$0] == 0 }
    let (found, expected) = (shown.rgb8, ground.rgb8)
    let same = dark.filter { pixel in
      let samples = pixel * 3..<pixel * 3 + 3
      return found[samples] == expected[samples]
    }
    #expect(!dark.isEmpty && same == dark)
  }

  @Test("A part of an effect, and effects that cannot be mixed")
  func mix() throws {
    let renderer = try PhotoRenderer(photo())
    var options = EffectOptions()
    options.mixer = try EffectMixer(mix: 0.5)
    let (whole, half) = try (renderer.picture(.spotlight), renderer.picture(.spotlight, options))
    let expected = try options.mixer.mixed(renderer.photo, whole, jobs: 1)
    #expect(half == expected && half != whole)
    options.mixer = try EffectMixer(mix: 0)
    #expect(try renderer.picture(.spotlight, options).rgb8 == renderer.photo.rgb8)
    for effect in [AuxEffect.stereo, .mask, .matte] {
      #expect(throws: AuxError(.usage, "")) { try renderer.picture(effect, options) }
    }
  }

  @Test("Light by an invalid profile is that of sRGB, and a note says so")
  func damagedProfile() throws {
    var pixels = try PhotoPixels(
      width: Self.width, height: Self.height,
      rgb8: Pictures.gradient(width: Self.width, height: Self.height))
    let plain = try ImageDestination(pixels: pixels, as: .jpeg).finalize().data
    pixels.iccProfile = [UInt8](repeating: 7, count: 200)
    let odd = try ImageDestination(pixels: pixels, as: .jpeg).finalize().data
    let renderers = try [plain, odd].map { data in
      try PhotoRenderer(ImageSource(data: data), map: RenderMap(metres, on: ImageSource(data: data)))
    }
    #expect(renderers[0].notes == [])
    #expect(renderers[1].notes.count == 1 && renderers[1].notes[0].contains("sRGB"))
    #expect(try renderers[0].picture(.spotlight).rgb8 == renderers[1].picture(.spotlight).rgb8)
  }
}
