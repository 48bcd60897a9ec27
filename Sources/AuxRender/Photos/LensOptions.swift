internal import AuxEffects
public import AuxImage
internal import AuxWriter

/// The lens that a blur is to be that of, instead of a slope and a greatest radius.
public struct LensOptions: Hashable, Sendable {
  /// How wide the lens is open.
  public enum Opening: Hashable, Sendable {
    /// The diameter in metres.
    case diameter(Float)
    /// The f-number of a camera for 35 mm film with the photo's field of view.
    case fNumber(Float)
  }

  /// The opening.
  public let opening: Opening
  /// The horizontal field of view in degrees; nil for that of the map's calibration, or of Exif.
  public let fieldOfView: Double?

  /// Creates options.
  ///
  /// Throws `AuxError` with code `usage` where the diameter is outside of 0...10 metres, the f-number of 0.1...1000 or
  /// the field of view of 1...175 degrees.
  public init(_ opening: Opening, fieldOfView: Double? = nil) throws(AuxError) {
    switch opening {
    case .diameter(let metres): _ = try LensOptics(focalLength: 1, aperture: metres)
    case .fNumber(let number): _ = try LensOptics(focalLength: 1, fNumber: number, width: 1, height: 1)
    }
    _ = try SpatialOptions(fieldOfView: fieldOfView)
    (self.opening, self.fieldOfView) = (opening, fieldOfView)
  }
}

extension PhotoRenderer {
  /// Returns the lens that options ask for, on a map, and the map's disparities; nil where they ask for none.
  ///
  /// Throws `AuxError` with code `usage` where distances or the field of view are not known, saying which.
  func lens(
    _ options: EffectOptions, on map: RenderMap
  ) throws(AuxError) -> (optics: LensOptics, disparities: ClosedRange<Float>)? {
    guard let lens = options.lens else { return nil }
    guard let range = map.nearness.disparityRange else {
      throw AuxError(
        .usage, "a lens needs distances in metres, and a map of plain codes has none",
        remedy: .stateDisparities)
    }
    guard map.accuracy != .relative else {
      throw AuxError(
        .usage, "a lens needs distances in metres, and those of the map are relative to each other only",
        remedy: .giveMap)
    }
    var known = try SpatialOptions(fieldOfView: lens.fieldOfView).focalLength
    if known == nil {
      known = try SpatialPhoto.focalLength(
        of: photo, metadata: metadata, calibration: map.calibration, limits: source.limits)
    }
    guard let focal = known.map(Float.init) else {
      throw AuxError(
        .usage,
        "a lens needs the field of view, and neither a calibration nor Exif's FocalLengthIn35mmFilm gives it",
        remedy: .stateFieldOfView)
    }
    switch lens.opening {
    case .diameter(let metres): return (try LensOptics(focalLength: focal, aperture: metres), range)
    case .fNumber(let number):
      return (
        try LensOptics(focalLength: focal, fNumber: number, width: photo.width, height: photo.height), range
      )
    }
  }
}
