package import AuxImage

/// What the codes of a DNG depth map mean: the five Depth tags of IFD 0.
///
/// Code 0 is nearest, the largest code farthest. Source: DNG 1.7.1.0, "DepthFormat" to
/// "DepthMeasureType"; Specs/dng.md, "Depth maps".
package struct DNGDepthDescription: Hashable, Sendable {
  package enum Format: Int, Hashable, Sendable {
    case unknown = 0
    /// Distances go linearly from near to far.
    case linear = 1
    /// Reciprocals of distances go linearly from near to far.
    case inverse = 2
  }

  package enum Units: Int, Hashable, Sendable {
    case unknown = 0
    case metres = 1
  }

  /// Along what a distance is measured.
  package enum MeasureType: Int, Hashable, Sendable {
    case unknown = 0
    case opticalAxis = 1
    case opticalRay = 2
  }

  package var format: Format
  package var near: TIFFRational
  package var far: TIFFRational
  package var units: Units
  package var measureType: MeasureType

  /// Creates a description; without arguments, what the specification takes for absent tags.
  package init(
    format: Format = .unknown, near: TIFFRational = .unknown, far: TIFFRational = .unknown,
    units: Units = .unknown, measureType: MeasureType = .unknown
  ) {
    (self.format, self.near, self.far) = (format, near, far)
    (self.units, self.measureType) = (units, measureType)
  }
}

extension DNGDepthDescription {
  /// Why the description contradicts itself, or nil where it does not.
  package var contradiction: String? {
    if near.isInfinite { return "DepthNear is infinite" }
    guard let near = near.value, let far = far.value else { return nil }
    if near < 0 { return "DepthNear \(self.near) is negative" }
    if near >= far { return "DepthNear \(self.near) is not below DepthFar \(self.far)" }
    if near == 0, format == .inverse { return "DepthNear is 0, which has no inverse" }
    if far.isInfinite, format == .linear { return "DepthFar is infinite with DepthFormat linear" }
    return nil
  }

  /// The values of code 0 and of the largest code, or nil where format, near or far are unknown or wrong.
  ///
  /// Linear codes give depth, inverse codes disparity. The bounds are metres or 1/metres only where
  /// ``units`` is ``Units/metres``.
  package var codeRange: CodeRange? {
    guard contradiction == nil, let nearest = near.value, let farthest = far.value else { return nil }
    switch format {
    case .unknown: return nil
    case .linear: return CodeRange(quantity: .depth, firstValue: nearest, lastValue: farthest)
    case .inverse:
      guard let nearest = near.reciprocal.value, let farthest = far.reciprocal.value else { return nil }
      return CodeRange(quantity: .disparity, firstValue: nearest, lastValue: farthest)
    }
  }

  /// Creates the description of codes in metres or 1/metres whose code 0 is nearest.
  ///
  /// Throws `usage` where code 0 is not nearest, or a bound does not fit a RATIONAL.
  package init(range: CodeRange, measureType: MeasureType = .opticalAxis) throws(AuxError) {
    func rational(_ value: Double) throws(AuxError) -> TIFFRational {
      guard let quotient = TIFFRational(nearestTo: value) else {
        throw AuxError(.usage, "the bound \(value) does not fit a TIFF RATIONAL")
      }
      return quotient
    }
    let (firstValue, lastValue) = (try rational(range.firstValue), try rational(range.lastValue))
    switch range.quantity {
    case .depth:
      self.init(format: .linear, near: firstValue, far: lastValue, units: .metres, measureType: measureType)
    case .disparity:
      self.init(
        format: .inverse, near: firstValue.reciprocal,
        far: lastValue.numerator == 0 ? .infinity : lastValue.reciprocal,
        units: .metres, measureType: measureType)
    }
    if let contradiction { throw AuxError(.usage, "DNG cannot describe the range: \(contradiction)") }
  }
}

extension DNGDepthDescription {
  /// Reads the five tags of a directory, which should be IFD 0.
  ///
  /// A value outside the specification counts as unknown, with a note.
  package init(
    of directory: TIFFDirectory, in file: some TIFFContent, notes: inout [String]
  ) throws(AuxError) {
    self.init()
    func object(_ reason: String, _ tag: UInt16) {
      let error = AuxError(.malformed, reason, offset: directory.offset, place: directory.place(tag))
      notes.append("\(error.message); taken for unknown")
    }
    func choice<Value: RawRepresentable<Int>>(_ tag: UInt16, _ unknown: Value) throws(AuxError) -> Value {
      guard let number = try file.integer(tag, in: directory) else { return unknown }
      if let value = Value(rawValue: number) { return value }
      object("the value \(number) has no meaning (DNG 1.7.1.0)", tag)
      return unknown
    }
    func distance(_ tag: UInt16) throws(AuxError) -> TIFFRational {
      var found: TIFFValues?
      do throws(AuxError) { found = try file.values(tag, in: directory) } catch {
        guard error.code == .truncated else { throw error }
        notes.append("\(error.message); taken for unknown")
      }
      guard let values = found else { return .unknown }
      if values.count == 1, let value = try values.rationals().first { return value }
      object("\(values.count) values, one is needed", tag)
      return .unknown
    }
    format = try choice(TIFFTag.depthFormat, .unknown)
    near = try distance(TIFFTag.depthNear)
    far = try distance(TIFFTag.depthFar)
    units = try choice(TIFFTag.depthUnits, .unknown)
    measureType = try choice(TIFFTag.depthMeasureType, .unknown)
    if let contradiction {
      object("\(contradiction) (DNG 1.7.1.0)", TIFFTag.depthFar)
      (near, far) = (.unknown, .unknown)
    }
  }

  package func set(in directory: inout TIFFNewDirectory) {
    directory.set(TIFFTag.depthFormat, shorts: [format.rawValue])
    directory.set(TIFFTag.depthNear, rationals: [near])
    directory.set(TIFFTag.depthFar, rationals: [far])
    directory.set(TIFFTag.depthUnits, shorts: [units.rawValue])
    directory.set(TIFFTag.depthMeasureType, shorts: [measureType.rawValue])
  }
}
