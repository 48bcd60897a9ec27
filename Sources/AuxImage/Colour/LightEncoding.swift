package import AuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How the codes of a photo represent linear light: the curve of each component, and its part in luminance.
///
/// Effects are computed in light, because lenses and coloured glasses act on light; the codes of a photo are about
/// the square root of its light.
public struct LightEncoding: Hashable, Sendable {
  package let red, green, blue: ToneCurve
  /// What light of red, green and blue of 1 adds to luminance; the sum is 1.
  package let luminanceWeights: SIMD3<Float>
  /// PQ or HLG, where codes are theirs.
  package let hdr: HDRTransfer?

  /// The encoding of sRGB, whose primaries are those of ITU-R BT.709-6, item 3.2.
  public static let sRGB = LightEncoding(
    .sRGB, .sRGB, .sRGB, luminanceWeights: SIMD3(0.2126, 0.7152, 0.0722))

  package init(
    _ red: ToneCurve, _ green: ToneCurve, _ blue: ToneCurve, luminanceWeights: SIMD3<Float>
  ) {
    (self.red, self.green, self.blue) = (red, green, blue)
    self.luminanceWeights = luminanceWeights
    hdr = nil
  }

  /// Creates the encoding of PQ or HLG.
  package init(_ transfer: HDRTransfer, luminanceWeights: SIMD3<Float>) {
    let curve = ToneCurve(transfer)
    (red, green, blue) = (curve, curve, curve)
    (self.luminanceWeights, hdr) = (luminanceWeights, transfer)
  }
}

extension LightEncoding {
  /// The light of codes of 8 or 16 bits, and the codes of light.
  package func tables(bits: Int) -> LightTables {
    let curves = red == green && green == blue ? [red] : [red, green, blue]
    return LightTables(curves.map { $0.light }, luminanceWeights: luminanceWeights, bits: bits)
  }

  /// The light of codes of 8 bits, and the codes of light.
  package var tables: LightTables { tables(bits: 8) }
}

/// The curve of one component of a photo: from codes of 0...1 to linear light of 0...1.
///
/// Source: ICC.1:2022, 10.6 (curveType) and 10.18 (parametricCurveType); IEC 61966-2-1, 5.2.
package struct ToneCurve: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    /// A function with the parameters g, a, b, c, d, e and f: (a x + b)^g + e from d on, c x + f below.
    case parametric([Double])
    /// Light at equal distances of codes.
    case table([Double])
    /// PQ or HLG.
    case hdr(HDRTransfer)
  }

  private let form: Form

  /// The parameters of the curve of sRGB as a parametricCurveType of kind 3.
  package static let sRGBParameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

  /// The curve of sRGB, which Display P3 has, too.
  package static let sRGB = ToneCurve(form: .parametric(full(sRGBParameters, kind: 3)))

  private init(form: Form) { self.form = form }

  /// Creates the curve of a power of the code.
  package init(gamma exponent: Double) {
    form = .parametric(Self.full([exponent], kind: 0))
  }

  /// Creates a curve of light at equal distances of codes, which is linear between them.
  ///
  /// Throws `AuxError` with code `usage` where there are fewer than two.
  package init(table values: [Double]) throws(AuxError) {
    guard values.count > 1 else { throw AuxError(.usage, "a curve has two values at least") }
    form = .table(values)
  }

  /// Creates the curve of PQ or HLG, whose light is on the scale of `HDRTransfer.light(ofCode:)`.
  package init(_ transfer: HDRTransfer) { form = .hdr(transfer) }

  /// Creates a curve of as many parameters as a kind of parametricCurveType, 0...4, has; nil for another number.
  package init?(parameters: [Double], kind: Int) {
    guard Self.parameterCount(ofKind: kind) == parameters.count else { return nil }
    form = .parametric(Self.full(parameters, kind: kind))
  }

  /// Returns how many numbers a kind of parametricCurveType states; nil for an unknown kind.
  package static func parameterCount(ofKind kind: Int) -> Int? {
    let counts = [1, 3, 4, 5, 7]
    return counts.indices.contains(kind) ? counts[kind] : nil
  }

  /// Returns all seven parameters of a kind of curve.
  private static func full(_ p: [Double], kind: Int) -> [Double] {
    switch kind {
    case 0: [p[0], 1, 0, 0, 0, 0, 0]
    case 1: [p[0], p[1], p[2], 0, p[1] == 0 ? 0 : -p[2] / p[1], 0, 0]
    case 2: [p[0], p[1], p[2], 0, p[1] == 0 ? 0 : -p[2] / p[1], p[3], p[3]]
    case 3: [p[0], p[1], p[2], p[3], p[4], 0, 0]
    default: p
    }
  }

  /// Returns the light of a code, both of 0...1; that of NaN is 0.
  package func light(of code: Double) -> Double {
    let light: Double
    switch form {
    case .parametric(let p):
      light = code >= p[4] ? pow(max(0, p[1] * code + p[2]), p[0]) + p[5] : p[3] * code + p[6]
    case .table(let values):
      // NaN fails the comparison.
      let place = (code > 0 ? min(code, 1) : 0) * Double(values.count - 1)
      let index = min(Int(place), values.count - 2)
      light = values[index] + (values[index + 1] - values[index]) * (place - Double(index))
    case .hdr(let transfer): light = transfer.light(ofCode: code > 0 ? min(code, 1) : 0)
    }
    return light.isFinite ? min(max(light, 0), 1) : 0
  }

  /// Returns light of 16 bits for each of so many codes.
  package func table(count: Int) -> [UInt16] {
    (0..<count).map { UInt16((light(of: Double($0) / Double(count - 1)) * 65535).rounded()) }
  }
}
