internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import AuxReader
internal import Synchronization

/// What an effect is made of: a picture, and what there is to it.
struct EffectScene {
  /// The picture, of RGB of 8 or 16 bits.
  let image: PhotoPixels
  /// The map, of any size; nil for an effect that needs none.
  private(set) var map: NormalisedMap?
  /// The matte, of the picture's size, if any.
  private(set) var matte: EffectMask?
  /// The light of the picture's codes.
  private let encoding: PictureLight
  let options: EffectOptions
  let jobs: Int
  /// What keeps the focus of a stream from pumping, and afterwards knows of this frame, too.
  var follower: FocusFollower?
  /// The lens whose blur is wanted.
  var lens: SceneLens?
  /// What the photo's file says of the focus, where the subject is to be in focus.
  var stated: StatedFocus?
  /// The camera of the picture, where it is known.
  var camera: CameraCalibrationData?
  /// What there is to say of a focus at a distance.
  var focusNotes: [String] = []
  /// The photo's gain map, by which highlights are recovered before they are blurred.
  var gains: PhotoGains?
  /// Whether the codes of that are to become those of the blurred picture.
  var blursGains = false
  /// These codes, once the picture was blurred.
  private(set) var blurredGains: PixelPlane?
  private(set) var blurFacts: FocalBlur.Facts?
  /// The share of the pixels that an effect made up, once that is known.
  var madeUpShare: Double?
  /// The blur, once radii were taken that of the lens.
  private(set) var blur: FocalBlur
  /// The nearness in focus, once it is known.
  private(set) var focusNearness: Float?
  /// How that nearness was found.
  private(set) var focusSource = StatedFocus.Source.given
  /// The greatest radius of the blur in pixels, once it is known.
  private(set) var blurRadius: Float?

  init(
    image: PhotoPixels, map: NormalisedMap?, matte: EffectMask?, light: PictureLight,
    options: EffectOptions, jobs: Int
  ) {
    (self.image, self.map, self.matte, self.options, self.jobs) = (image, map, matte, options, jobs)
    encoding = light
    blur = options.blur
  }

  /// The light of the picture's codes.
  var light: LightTables { encoding.tables }

  /// Returns the map at the picture's size, without holes, and gives the map up.
  mutating func takeNearness() throws(AuxError) -> NormalisedMap {
    guard let given = map.take() else {
      throw AuxError(.missingImage, "there is no depth map", remedy: .giveMap)
    }
    return try GuidedUpsampling.standard.fitted(given, to: image, jobs: jobs)
  }

  /// The matte that the effect is to spare the subject of; nil where it spares nothing.
  var spared: EffectMask? { options.matteMode == nil ? nil : matte }

  mutating func takeMatte() throws(AuxError) -> EffectMask {
    guard let matte = matte.take() else { throw [.type(options.matteType)].missingError(among: []) }
    return matte
  }

  /// Returns the mask of the focus and of the matte's subject, and releases map and matte.
  mutating func takeMask() throws(AuxError) -> EffectMask {
    if options.matteMode == .only { return try takeMatte() }
    let nearness = try takeNearness()
    let mask = try focus(on: nearness).mask(of: nearness, jobs: jobs)
    guard let mode = options.matteMode, let subject = matte.take() else { return mask }
    return try mask.combined(with: subject, as: mode, jobs: jobs)
  }

  /// Returns how far each pixel is out of focus, as the matte says, too, and gives map and matte up.
  mutating func takeRadii() throws(AuxError) -> SignedRadii {
    defer {
      blurRadius = blur.radius(forWidth: image.width, height: image.height) * max(blur.front, blur.back)
    }
    if options.matteMode == .only { return try blur.radii(around: takeMatte(), jobs: jobs) }
    let nearness = try takeNearness()
    var focus = try focus(on: nearness)
    if let lens {
      (focus, blur) = try lens.optics.effect(
        focus: focus.focus, disparities: lens.disparities, width: image.width, height: image.height,
        bokeh: blur)
    }
    return try blur.radii(
      of: nearness, focus: focus, matte: options.matteMode == nil ? nil : matte.take(),
      as: options.matteMode ?? .union, jobs: jobs)
  }

  /// Writes the picture blurred, and gives map and matte up.
  mutating func renderBlur(into samples: inout PhotoPixels.Samples) throws(AuxError) {
    let (radii, tables) = (try takeRadii(), light)
    try AuxError.checkCancellation()
    let facts = try blur.render(
      image, radii: radii, tables: tables, gains: gains, into: &samples, jobs: jobs)
    (blurFacts, madeUpShare) = (facts, facts.madeUpShare)
    guard blursGains, let gains else { return }
    blurredGains = try gains.blurred(
      by: blur, of: image, radii: radii, tables: tables, mix: options.mixer.mix, jobs: jobs)
  }

  /// Returns a background in the photo's colours and of its bits, of its size, and turned as it is.
  func fitted(_ background: PhotoPixels) throws(AuxError) -> PhotoPixels {
    let background = background.withBitsPerSample(image.bitsPerSample)
    let orientation = image.orientation
    let (width, height) =
      orientation.swapsSides ? (image.height, image.width) : (image.width, image.height)
    let ground = try Composite.background(
      background.upright(), width: width, height: height, encoding: background.lightEncoding(), jobs: jobs)
    return try ground.converted(toProfile: image.iccProfile, jobs: jobs).turned(by: orientation.inverse)
  }

  /// Returns the mask of the focus, on what the options say.
  private mutating func focus(on map: NormalisedMap) throws(AuxError) -> FocusMask {
    let nearness: Float?
    switch options.target {
    // A distance became a nearness before.
    case .nearness, .distance: nearness = nil
    case .pixel:
      nearness = try options.target.nearness(in: map, orientation: image.orientation, subject: nil)
      focusSource = .pixel
    case .subject:
      let found = StatedFocus.subject(stated, matte: matte, on: map)
      (nearness, focusSource) = (found?.nearness, found?.source ?? .given)
    }
    let followed = nearness.map { follower?.next($0) ?? $0 }
    let focus = try followed.map { near throws(AuxError) in try options.focus.focused(on: near) }
    focusNearness = focus?.focus ?? options.focus.focus
    return focus ?? options.focus
  }
}

/// Tables of the light of a picture's codes, which are made when an effect first asks for them.
final class PictureLight: Sendable {
  private let encoding: LightEncoding
  private let bits: Int
  private let made = Mutex<LightTables?>(nil)

  init(_ encoding: LightEncoding, bits: Int) { (self.encoding, self.bits) = (encoding, bits) }

  var tables: LightTables {
    made.withLock { made in
      if let made { return made }
      let tables = encoding.tables(bits: bits)
      made = tables
      return tables
    }
  }
}
