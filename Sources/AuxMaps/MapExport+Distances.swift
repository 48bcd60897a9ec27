public import AuxImage
internal import AuxKernels

extension MapExport {
  /// Distances that 16-bit codes of a unit cannot hold, and that became holes.
  public struct Unfit: Hashable, Sendable {
    /// How many are farther than the largest code, infinite ones too.
    public package(set) var tooFar: Int
    /// How many are nearer than half a code.
    public package(set) var tooNear: Int
    /// The largest finite distance that is too far, in metres; nil if none is too far.
    public package(set) var farthest: Float?

    /// Says how many distances became holes, as codes of a unit do not hold them; nil where all fit.
    package func note(in unit: DistanceScale) -> String? {
      guard tooFar + tooNear > 0 else { return nil }
      var parts: [String] = []
      if tooFar > 0 {
        parts.append(
          "\(tooFar) samples are farther than \(65_535 / unit.perMetre) m"
            + (farthest.map { ", the farthest \($0) m" } ?? ", infinitely far"))
      }
      if tooNear > 0 { parts.append("\(tooNear) samples are nearer than half a code") }
      return parts.joined(separator: "; ") + ": 16 bits do not hold them, and they become holes"
    }
  }

  /// What a map file holds of the values of a map.
  public struct Summary: Hashable, Sendable {
    /// The format of depth data; nil for distances in another unit than meters.
    public let pixelFormat: PixelFormat?
    /// The unit of the values: meters, 1/meters, or the one that was asked for.
    package let unit: OutputUnit?
    /// The value of black, in the unit, of a file of gray values between two ends; nil for other files.
    public internal(set) var black: Double?
    /// The value of white, in the unit, of a file of gray values between two ends; nil for other files.
    public internal(set) var white: Double?
    /// The distances that 16-bit lengths do not hold; nil for other files.
    public internal(set) var unfit: Unfit?

    init(pixelFormat: PixelFormat, unit: DistanceScale?) {
      self.pixelFormat = unit == nil ? pixelFormat : nil
      self.unit = unit.map(OutputUnit.distances) ?? pixelFormat.quantity.map(OutputUnit.init)
    }
  }

  /// Takes depth data, or disparity as 1 over it, as distances that are written in a unit, turned as `orientation` asks for.
  ///
  /// PNG holds them as 16-bit codes, in which 0 is a hole; the other kinds hold numbers of the unit, in 32-bit floats.
  /// Throws `AuxError`: `usage` for an image that is not of depth data, else as `StoredAuxiliaryImage.depthData(in:)`.
  public init(
    distancesOf image: StoredAuxiliaryImage, in scale: DistanceScale, orientation: ImageOrientation? = nil
  ) throws(AuxError) {
    guard image.type.isDepthData else {
      throw AuxError(.usage, "\(image.type.name) holds no distances")
    }
    try self.init(image, as: .fdep, orientation: orientation)
    distances = scale
  }

  /// The unit that the distances are written in; nil where samples are written as they are.
  package var unit: DistanceScale? { distances }

  /// Returns the samples in the unit: whole numbers for codes, with what they do not hold, else numbers in 32-bit floats.
  func scaled(by scale: DistanceScale, for form: MapFile.Kind.Form) -> (plane: PixelPlane, unfit: Unfit?) {
    let storage: PixelPlane.Storage
    var unfit: Unfit?
    switch form {
    case .codes:
      let coded = LengthCodes.codes(realValues, perMetre: scale.perMetre)
      storage = .uint16(coded.codes)
      unfit = Unfit(tooFar: coded.tooFar, tooNear: coded.tooNear, farthest: coded.farthest)
    case .values, .samples:
      storage = .float(realValues.map { Float(Double($0) * scale.perMetre) })
    }
    return (PixelPlane(width: plane.width, height: plane.height, known: storage), unfit)
  }
}

extension MapExport {
  /// Returns the samples in another size: depth data among disparities, where a plane stays a plane, without a mean across
  /// an edge; mattes and gain maps as means. Holes take no part.
  package func resized(toWidth width: Int, height: Int) -> MapExport {
    guard width != plane.width || height != plane.height else { return self }
    var resized = self
    resized.plane = resampled(toWidth: width, height: height)
    return resized
  }

  private func resampled(toWidth width: Int, height: Int) -> PixelPlane {
    guard let quantity = pixelFormat.quantity else {
      return record.type.isDepthData
        ? Resample.surfacePlane(plane, toWidth: width, toHeight: height)
        : Resample.smoothPlane(plane, toWidth: width, toHeight: height)
    }
    var values = realValues
    DepthMap.Reading.through(.disparity, quantity, &values) {
      DepthMap.Reading.resampled($0, from: (plane.width, plane.height), to: (width, height))
    }
    let storage: PixelPlane.Storage = plane.sampleType == .half ? .half(Half.encode(values)) : .float(values)
    return PixelPlane(width: width, height: height, known: storage)
  }
}
