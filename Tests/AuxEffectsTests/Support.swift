import AuxEffects
import AuxImage
import Foundation

/// The transfer function of sRGB, written down once more: IEC 61966-2-1, 5.2.
enum SRGB {
  /// Returns the light of 0...1 of a code of 0...255.
  static func light(_ code: UInt8) -> Double {
    let value = Double(code) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Returns the code, with its fraction, of light.
  static func code(_ light: Double) -> Double {
    255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }
}

extension PhotoPixels {
  /// The image mirrored left to right.
  var mirrored: PhotoPixels {
    var result = self
    result.orientation = .upMirrored
    return result.upright()
  }
}

extension NormalisedMap {
  /// The map mirrored left to right.
  var mirrored: NormalisedMap { applyingExifOrientation(.upMirrored) }
}
