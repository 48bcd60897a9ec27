package import AuxContainers
package import AuxImage

/// The colours of an ICC profile that consists of curves and a matrix, as those of displays and working spaces do.
///
/// Source: ICC.1:2022, 8.3.3 (three-component matrix-based profiles) and 8.3.4 (monochrome); Specs/dng.md, "Colours".
package struct ICCColours: Hashable, Sendable {
  /// X, Y and Z of D50, the white of the profile connection space (ICC.1:2022, 7.2.16).
  static let connectionWhite = [0.9642, 1, 0.8249]

  /// From linear light of red, green and blue to X, Y and Z under D50.
  package let toConnectionSpace: Matrix3
  /// From X, Y and Z under the device's white to those under D50.
  package let adaptation: Matrix3
  /// The curve of the one component of gray, or those of three.
  private let curves: [ToneCurve]

  /// Reads a profile for pixels of so many channels, 1 or 3.
  ///
  /// Throws `unsupported` for a profile that is made otherwise, of tables say, `malformed` and `truncated` for one that
  /// is damaged.
  package init(profile: [UInt8], channels: Int) throws(AuxError) {
    do throws(AuxError) {
      let tags = try ICCTags(profile)
      adaptation =
        try tags.matrix("chad")
        ?? .adaptation(from: Chromaticities.sRGB.white, to: Self.connectionWhite)
      guard channels == 3 else {
        curves = [try tags.curve("kTRC")]
        toConnectionSpace = adaptation * Chromaticities.sRGB.toXYZ
        return
      }
      var curves: [ToneCurve] = []
      var columns: [[Double]] = []
      for name in ["r", "g", "b"] {
        curves.append(try tags.curve("\(name)TRC"))
        columns.append(try tags.xyz("\(name)XYZ"))
      }
      self.curves = curves
      toConnectionSpace = Matrix3(
        (0..<3).flatMap { (row: Int) -> [Double] in columns.map { $0[row] } })
      guard toConnectionSpace.inverse != nil, adaptation.inverse != nil else {
        throw AuxError(.malformed, "its colours span no space")
      }
    } catch { throw error.within("ICC profile") }
  }

  package func light(of pixels: PhotoPixels) -> LinearLight {
    LinearLight(pixels, tables: curves.map { $0.table(count: 1 << pixels.bitsPerSample) })
  }
}

extension ICCColours {
  package static let sRGBToConnectionSpace =
    Matrix3.adaptation(from: Chromaticities.sRGB.white, to: connectionWhite) * Chromaticities.sRGB.toXYZ

  /// How codes mean light; gray has one curve for all components.
  package var encoding: LightEncoding {
    // The luminances of the primaries are those of white together.
    let parts = (0..<3).map { Float(toConnectionSpace.values[3 + $0]) }
    let sum = parts.reduce(0, +)
    return LightEncoding(
      curves[0], curves[curves.count / 2], curves[curves.count - 1],
      luminanceWeights: SIMD3(parts[0], parts[1], parts[2]) / sum)
  }

  /// The colours as a DNG states those of a camera whose samples are linear light.
  package var dng: DNGBuilder.Colours {
    // Both matrices have an inverse, or reading had thrown.
    let inverse = toConnectionSpace.inverse ?? toConnectionSpace
    let white = (adaptation.inverse ?? adaptation) * Self.connectionWhite
    let isD50 = zip(white, Self.connectionWhite).allSatisfy { abs($0 - $1) < 0.01 }
    return DNGBuilder.Colours(
      colorMatrix: (inverse * adaptation).values, forwardMatrix: toConnectionSpace.values,
      illuminant: isD50 ? .d50 : .d65)
  }
}

/// The tags of a profile. Source: ICC.1:2022, 7.3.
struct ICCTags {
  private let profile: [UInt8]
  private var places: [String: Range<Int>] = [:]

  private static let headerCount = 128

  init(_ profile: [UInt8]) throws(AuxError) {
    self.profile = profile
    var reader = ByteReader(profile)
    try reader.skip(Self.headerCount)
    let count = Int(try reader.readUInt32())
    guard count <= reader.remaining / 12 else {
      throw AuxError(.truncated, "\(count) tags pass the end of the profile")
    }
    for _ in 0..<count {
      let name = String(decoding: try reader.readBytes(4), as: UTF8.self)
      let (offset, size) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
      guard offset <= profile.count, size <= profile.count - offset else {
        throw AuxError(.truncated, "the tag \(name) passes the end of the profile")
      }
      places[name] = offset..<(offset + size)
    }
  }

  private func reader(_ name: String) throws(AuxError) -> ByteReader {
    guard let place = places[name] else {
      throw AuxError(.unsupported, "no tag \(name): the colours are not told by curves and a matrix")
    }
    return ByteReader(Array(profile[place]), fileOffset: place.lowerBound)
  }

  func curve(_ name: String) throws(AuxError) -> ToneCurve {
    var reader = try reader(name)
    return try ToneCurve(parsing: &reader)
  }

  /// The code points of primaries and transfer characteristics; nil where none are stated (ICC.1:2022, 10.3).
  var codePoints: (primaries: Int, transfer: Int)? {
    guard let place = places["cicp"], place.count >= 12,
      profile[place].prefix(4).elementsEqual("cicp".utf8)
    else { return nil }
    return (Int(profile[place.lowerBound + 8]), Int(profile[place.lowerBound + 9]))
  }

  func xyz(_ name: String) throws(AuxError) -> [Double] { try numbers(name, count: 3) }

  func matrix(_ name: String) throws(AuxError) -> Matrix3? {
    places[name] == nil ? nil : Matrix3(try numbers(name, count: 9))
  }

  /// Reads numbers of 16.16 bits after the type and four zeros.
  private func numbers(_ name: String, count: Int) throws(AuxError) -> [Double] {
    var reader = try reader(name)
    try reader.skip(8)
    var numbers: [Double] = []
    for _ in 0..<count { numbers.append(Double(try reader.readInt32()) / 65536) }
    return numbers
  }
}

extension ToneCurve {
  /// Reads the element of an ICC profile's tag; throws `unsupported` for one that is no curve, `truncated`.
  ///
  /// Source: ICC.1:2022, 10.6 (curveType) and 10.18 (parametricCurveType).
  init(parsing reader: inout ByteReader) throws(AuxError) {
    let type = String(decoding: try reader.readBytes(4), as: UTF8.self)
    try reader.skip(4)
    switch type {
    case "curv":
      let count = Int(try reader.readUInt32())
      guard count <= reader.remaining / 2 else {
        throw AuxError(.truncated, "a curve of \(count) numbers passes the end of the profile")
      }
      var numbers: [Double] = []
      for _ in 0..<count { numbers.append(Double(try reader.readUInt16())) }
      switch count {
      case 0: self.init(gamma: 1)
      case 1: self.init(gamma: numbers[0] / 256)
      default: try self.init(table: numbers.map { $0 / 65535 })
      }
    case "para":
      let kind = Int(try reader.readUInt16())
      try reader.skip(2)
      var parameters: [Double] = []
      for _ in 0..<(Self.parameterCount(ofKind: kind) ?? 0) {
        parameters.append(Double(try reader.readInt32()) / 65536)
      }
      guard let curve = ToneCurve(parameters: parameters, kind: kind) else {
        throw AuxError(.unsupported, "a parametric curve of the unknown kind \(kind)")
      }
      self = curve
    default: throw AuxError(.unsupported, "a curve of the unknown type \(type)")
    }
  }
}
