internal import AuxEffects
package import AuxImage
internal import AuxKernels

/// A named effect of photos, of the frames of streams, or of both.
///
/// ``all`` is the one list of them: what offers effects by name, or lists them, reads it.
public struct AuxEffect: Sendable {
  /// A part of ``EffectOptions`` that an effect reads.
  public enum Parameter: Hashable, Sendable, CaseIterable {
    /// ``EffectOptions/focus``.
    case focus
    /// ``EffectOptions/blur``.
    case blur
    /// ``EffectOptions/fieldOfView``.
    case camera
    /// ``EffectOptions/gray``.
    case gray
    /// ``EffectOptions/matteMode`` and ``EffectOptions/matteType``.
    case matte
    /// ``EffectOptions/matteType``, without which there is no picture.
    case subject
    /// ``EffectOptions/background``.
    case background
    /// ``EffectOptions/target``.
    case target
    /// ``EffectOptions/mixer``.
    case mixer
    /// ``EffectOptions/stereo`` and ``EffectOptions/layout``.
    case stereo
    /// ``EffectOptions/loop`` and ``EffectOptions/stereo``.
    case loop
  }

  enum Work: Sendable {
    /// The picture as it is.
    case nothing
    /// Red, green and blue of each pixel, which are written over the given ones, of as many bits as the picture has.
    case colour(@Sendable (inout EffectScene, inout PhotoPixels.Samples) throws(AuxError) -> Void)
    /// Codes of gray.
    case gray(@Sendable (inout EffectScene) throws(AuxError) -> PixelPlane)
    /// Pictures of other sizes, or several; of frames of streams, one.
    case pictures(@Sendable (inout EffectScene) throws(AuxError) -> [PhotoPixels])
    /// A video, which is written frame by frame.
    case video
  }

  /// The name, as on a command line.
  public let name: String
  /// What the picture shows, in a few words of English.
  public let summary: String
  /// The ``EffectOptions`` that it uses.
  public let parameters: Set<Parameter>
  /// True if it needs a depth map, unless a matte alone says what is in focus.
  package let needsMap: Bool
  package let isForPhotos: Bool
  package let isForStreams: Bool
  /// Whether it shows both eyes' views.
  package var isStereo: Bool { parameters.contains(.stereo) }
  /// Whether it depends on directions in the picture, and so needs an upright photo.
  package var isUpright: Bool { isStereo || isVideo || parameters.contains(.camera) }
  /// Whether it is a video of a photo, which ``PhotoRenderer`` writes and has no picture of.
  package var isVideo: Bool { parameters.contains(.loop) }
  let work: Work

  /// True if it needs a depth map with these options.
  public func needsMap(_ options: EffectOptions) -> Bool {
    needsMap && !(parameters.contains(.focus) && options.matteMode == .only)
  }

  /// True if it needs a matte with these options.
  public func needsMatte(_ options: EffectOptions) -> Bool {
    parameters.contains(.subject) || (parameters.contains(.matte) && options.matteMode == .only)
  }

  private init(
    _ name: String, _ summary: String, reads parameters: Set<Parameter> = [], needsMap: Bool = true,
    isForPhotos: Bool = true, isForStreams: Bool = true, _ work: Work
  ) {
    (self.name, self.summary, self.parameters) = (name, summary, parameters)
    (self.needsMap, self.isForPhotos, self.isForStreams) = (needsMap, isForPhotos, isForStreams)
    self.work = work
  }
}

extension AuxEffect {
  /// All effects.
  public static let all = [
    none, grayscale, mask, matte, spotlight, highlight, blur, rosy, composite, normals, stereo, parallax,
  ]

  /// The frame as it is.
  public static let none = AuxEffect(
    "none", "the frame as it is", needsMap: false, isForPhotos: false, .nothing)

  /// The map in gray, as `GrayscaleEffect`.
  public static let grayscale = AuxEffect(
    "grayscale", "the map, near = white", reads: [.gray, .matte, .mixer],
    .gray { scene throws(AuxError) in
      let (gray, map, jobs) = (scene.options.gray, try scene.takeNearness(), scene.jobs)
      return try scene.image.bitsPerSample == 16
        ? gray.rendered16(map, only: scene.spared, jobs: jobs)
        : gray.rendered8(map, only: scene.spared, jobs: jobs)
    })

  /// The mask of the focus in gray, as `FocusMask`.
  public static let mask = AuxEffect(
    "mask", "what is in focus", reads: [.focus, .target, .matte],
    .gray { scene throws(AuxError) in try scene.takeMask().picture(bitsPerSample: scene.image.bitsPerSample) }
  )

  /// The picture over black.
  public static let spotlight = AuxEffect(
    "spotlight", "the picture over black", reads: [.focus, .target, .matte, .mixer],
    .colour { scene, samples throws(AuxError) in
      try Spotlight().render(
        scene.image, mask: scene.takeMask().values, tables: scene.light, into: &samples,
        jobs: scene.jobs)
    })

  /// Colour in focus, as `Highlight`.
  public static let highlight = AuxEffect(
    "highlight", "colour in focus, gray elsewhere", reads: [.focus, .target, .matte, .mixer],
    .colour { scene, samples throws(AuxError) in
      try Highlight().render(
        scene.image, mask: scene.takeMask().values, tables: scene.light, into: &samples, jobs: scene.jobs)
    })

  /// Blurred out of the focus, as `FocalBlur`.
  public static let blur = AuxEffect(
    "blur", "out of focus", reads: [.focus, .target, .blur, .matte, .mixer],
    .colour { scene, samples throws(AuxError) in try scene.renderBlur(into: &samples) })

  /// Without green.
  public static let rosy = AuxEffect(
    "rosy", "green removed", reads: [.matte, .mixer], needsMap: false,
    .colour { scene, samples throws(AuxError) in
      Rosy().render(scene.image, sparing: scene.spared?.values, into: &samples, jobs: scene.jobs)
    })

  /// The matte in gray, white the subject.
  public static let matte = AuxEffect(
    "matte", "the matte, white = the subject", reads: [.subject], needsMap: false, isForStreams: false,
    .gray { scene throws(AuxError) in try scene.takeMatte().picture(bitsPerSample: scene.image.bitsPerSample)
    })

  /// The subject of the matte over another picture.
  public static let composite = AuxEffect(
    "composite", "the matte's subject over another picture", reads: [.subject, .background, .mixer],
    needsMap: false, isForStreams: false,
    .colour { scene, samples throws(AuxError) in
      guard let background = scene.options.background else {
        throw AuxError(.usage, "there is no picture to put behind the subject")
      }
      let (ground, matte) = (try scene.fitted(background), try scene.takeMatte())
      MatteForeground.render(scene.image, matte, tables: scene.light, into: &samples, jobs: scene.jobs)
      let subject = scene.image.replacingSamples(samples)
      Composite().render(
        subject, matte: matte, over: ground, tables: scene.light, into: &samples, jobs: scene.jobs)
    })

  /// The normals of the map's surfaces: x to the right, y up and z towards the viewer are red, green and blue.
  public static let normals = AuxEffect(
    "normals", "surface normals, right = red, up = green", reads: [.camera],
    .pictures { scene throws(AuxError) in [try scene.takeNormals()] })

  /// The views of both eyes, as `Stereo`.
  public static let stereo = AuxEffect(
    "stereo", "two eyes", reads: [.stereo],
    .pictures { scene throws(AuxError) in
      let pair = try scene.options.stereo
        .pair(of: scene.image, map: scene.takeNearness(), tables: scene.light, jobs: scene.jobs)
      scene.madeUpShare = pair.gapShare
      return pair.pictures(scene.options.layout, tables: scene.light, jobs: scene.jobs)
    })

  /// A video of a photo in which the view sways, as ``ParallaxLoop`` says.
  public static let parallax = AuxEffect(
    "parallax", "a video that sways beside the photo's view", reads: [.loop], isForStreams: false, .video)

  /// Returns the effect of a name; nil for an unknown name.
  public init?(named name: String) {
    guard let effect = Self.all.first(where: { $0.name == name }) else { return nil }
    self = effect
  }
}

extension AuxEffect {
  /// Returns the pictures of the effect: one, or those of both eyes.
  func pictures(_ scene: inout EffectScene) throws(AuxError) -> [PhotoPixels] {
    try AuxError.checkCancellation()
    switch work {
    case .nothing: return [scene.image]
    case .colour(let render):
      let image = scene.image
      // A blur allocates its result after it has released its buffers.
      var samples = PhotoPixels.Samples.undefined(
        parameters.contains(.blur) ? 0 : image.samples.count, bits: image.bitsPerSample)
      try render(&scene, &samples)
      return [image.replacingSamples(samples)]
    case .gray(let render):
      return [try PhotoPixels(gray: render(&scene), orientation: scene.image.orientation)]
    case .pictures(let render): return try render(&scene)
    case .video: throw AuxError(.usage, "\(self) is a video, and no picture")
    }
  }
}

extension AuxEffect {
  /// The effect as a JSON object: `name`, `summary`, `needsMap` and `needsMatte`, the last two with default options.
  package var json: JSONValue {
    let options = EffectOptions()
    return [
      "name": .string(name), "summary": .string(summary), "needsMap": .boolean(needsMap(options)),
      "needsMatte": .boolean(needsMatte(options)),
    ]
  }
}

extension AuxEffect: Hashable {
  /// Returns whether both are the same of the list.
  public static func == (lhs: AuxEffect, rhs: AuxEffect) -> Bool { lhs.name == rhs.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension AuxEffect: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
