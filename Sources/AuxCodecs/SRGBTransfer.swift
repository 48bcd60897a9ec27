#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The transfer function of sRGB, as tables from codes to linear light of 16 bits.
///
/// Source: IEC 61966-2-1, 5.2.
package enum SRGBTransfer {
  /// Returns the linear light, 0...1, of an sRGB value, 0...1.
  package static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Returns the sRGB value, 0...1, of linear light, 0...1; the inverse of ``linear(_:)``.
  package static func encoded(_ light: Float) -> Float {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Returns the linear light of 16 bits of each of so many codes, the last of which is white.
  static func table(count: Int) -> [UInt16] {
    (0..<count).map { UInt16((linear(Double($0) / Double(count - 1)) * 65535).rounded()) }
  }
}
