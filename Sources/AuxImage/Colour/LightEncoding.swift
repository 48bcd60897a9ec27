package import AuxKernels

/// How the codes of a photo stand for linear light: the curve of each component, and its part in luminance.
///
/// Effects are computed of light, as a lens and glasses with filters work; the codes of a photo are about its square
/// root.
public struct LightEncoding: Hashable, Sendable {
  /// The curves of red, green and blue.
  public let red, green, blue: ToneCurve
  /// What light of red, green and blue of 1 adds to luminance; the sum is 1.
  public let luminanceWeights: SIMD3<Float>

  /// The encoding of sRGB, whose primaries are those of ITU-R BT.709-6, item 3.2.
  public static let sRGB = LightEncoding(
    .sRGB, .sRGB, .sRGB, luminanceWeights: SIMD3(0.2126, 0.7152, 0.0722))

  /// Creates an encoding.
  public init(
    _ red: ToneCurve, _ green: ToneCurve, _ blue: ToneCurve, luminanceWeights: SIMD3<Float>
  ) {
    (self.red, self.green, self.blue) = (red, green, blue)
    self.luminanceWeights = luminanceWeights
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
