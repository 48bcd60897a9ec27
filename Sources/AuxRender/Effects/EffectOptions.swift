public import AuxEffects
public import AuxImage
internal import AuxWriter

/// The options of effects; ``AuxEffect/parameters`` says which ones an effect uses.
public struct EffectOptions: Hashable, Sendable {
  /// Which nearness is in focus, and how fast the focus fades.
  public var focus = FocusMask.standard
  /// The radius of the blur, in pixels of a picture of 12 megapixels, and its shape.
  public var blur = FocalBlur.standard
  /// The lens whose blur is computed where distances are known: then ``focus`` and ``blur`` only give the nearness in focus
  /// and the shape of a point. For photos.
  public var lens: LensOptions?
  /// Which nearness is black, and which white, in gray.
  public var gray = GrayscaleEffect.standard
  /// The horizontal field of view in degrees that ``AuxEffect/normals`` takes, and ``AuxEffect/stereo`` with a ``baseline``, in
  /// place of what the photo's files say.
  public var fieldOfView: Double?
  /// What is focused on, where it is not the nearness of ``focus``.
  ///
  /// In a stream the focus follows it from frame to frame, without following noise.
  public var target = FocusMask.Target.nearness
  /// The focus of the frames of a stream over time, in place of the nearness of ``focus``; nil, the default, for one focus.
  public var pull: FocusPull?
  /// How the photo's matte keeps its subject from the effect; nil where it does not.
  public var matteMode: EffectMask.Combination?
  /// The type of that matte, and of that which ``AuxEffect/matte`` and ``AuxEffect/composite`` take.
  public var matteType = AuxiliaryDataType.portraitEffectsMatte
  /// The picture that ``AuxEffect/composite`` puts behind the subject; it is scaled to fill the photo's size, and cropped around
  /// its middle.
  public var background: PhotoPixels?
  /// How much of the effect there is, and of the photo's own light for the rest; all of it by default.
  public var mixer = EffectMixer.filtered
  /// How far the views of both eyes are apart, and what is in the plane of the picture.
  public var stereo = Stereo.standard
  /// The distance between the cameras of ``AuxEffect/stereo`` in meters, in place of the greatest shift of ``stereo``; for photos
  /// whose map has distances and whose field of view is known.
  public var baseline: Float?
  /// How long a video of ``AuxEffect/parallax`` is, and how large.
  public var loop = ParallaxLoop.standard
  /// How the views of both eyes become pictures.
  public var layout = Stereo.Layout.leftRight

  /// Creates the default options.
  public init() {}
}

extension EffectOptions {
  /// True if a focus is given as a distance.
  var hasFocusDistance: Bool {
    if case .distance = target { return true }
    return pull?.marks.contains(where: \.isDistance) ?? false
  }

  /// Returns the options with nearness in place of distances in focus, on a map with these disparities, and notes of distances
  /// that the map does not have.
  func focused(in disparities: ClosedRange<Float>) throws(AuxError) -> (
    options: EffectOptions, notes: [String]
  ) {
    var (options, notes) = (self, [String]())
    func nearness(_ meters: Float) throws(AuxError) -> Float {
      let (nearness, note) = try FocusMask.Target.nearness(ofDistance: meters, in: disparities)
      if let note { notes.append(note) }
      return nearness
    }
    if case .distance(let meters) = target {
      options.focus = try focus.focused(on: nearness(meters))
      options.target = .nearness
    }
    if let pull {
      let marks = try pull.marks.map { mark throws(AuxError) in
        mark.isDistance ? FocusPull.Mark(focus: try nearness(mark.focus), at: mark.time) : mark
      }
      options.pull = try FocusPull(marks, curve: pull.curve)
    }
    return (options, notes)
  }
}

/// The lens whose blur is computed, in place of a slope and a greatest radius.
public struct LensOptions: Hashable, Sendable {
  /// How wide the lens is open.
  public enum Opening: Hashable, Sendable {
    /// The diameter in metres.
    case diameter(Float)
    /// The f-number of a camera for 35 mm film with the photo's field of view; with a relative map, relative to the f-number
    /// that the photo simulates.
    case fNumber(Float)
    /// The focal length in meters and the f-number of the camera itself: the diameter is the focal length over the f-number.
    case focalLength(Float, fNumber: Float)
  }

  /// The opening.
  public let opening: Opening
  /// The horizontal field of view in degrees; nil for that of the map's calibration, or of Exif.
  public let fieldOfView: Double?

  /// Creates options.
  ///
  /// Throws `AuxError` with code `usage` where the diameter is outside of 0...10 metres, the f-number of 0.1...1000, the
  /// focal length of 0.0001...10 metres or the field of view of 1...175 degrees.
  public init(_ opening: Opening, fieldOfView: Double? = nil) throws(AuxError) {
    switch opening {
    case .diameter(let metres): _ = try LensOptics(focalLength: 1, aperture: metres)
    case .fNumber(let number): _ = try LensOptics(focalLength: 1, fNumber: number, width: 1, height: 1)
    case .focalLength(let metres, let number):
      _ = try LensOptics(focalLength: 1, fNumber: number, width: 1, height: 1)
      guard (0.0001...10).contains(metres) else {
        throw AuxError(.usage, "a focal length is 0.1 to 10000 mm, not \(metres * 1000)")
      }
    }
    _ = try SpatialOptions(fieldOfView: fieldOfView)
    (self.opening, self.fieldOfView) = (opening, fieldOfView)
  }
}

/// What is known of the two cameras of a spatial photo.
public struct SpatialOptions: Hashable, Sendable {
  /// The distance between the cameras in metres; nil for the distance that follows from the stereo effect's greatest
  /// shift.
  public let baseline: Float?
  /// The horizontal field of view in degrees; nil for that of the map's calibration, or of Exif.
  public let fieldOfView: Double?
  /// The focal length in widths of that field of view.
  let focalLength: Double?

  /// Creates options.
  ///
  /// Throws `AuxError` with code `usage` where the baseline is outside of 0.000001...10 metres, or the field of
  /// view of 1...175 degrees.
  public init(baseline: Float? = nil, fieldOfView: Double? = nil) throws(AuxError) {
    if let baseline, !(0.000_001...10).contains(baseline) {
      throw AuxError(.usage, "a baseline is 0.000001 to 10 metres, not \(baseline)")
    }
    (self.baseline, self.fieldOfView) = (baseline, fieldOfView)
    focalLength = try fieldOfView.map { degrees throws(AuxError) in
      try StereoCamera.focalLength(fieldOfView: degrees)
    }
  }
}
