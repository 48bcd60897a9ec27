#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The transfer functions of HDR television.
///
/// Source: Rec. ITU-R BT.2100-2, tables 4 and 5; the numbers are the code points of ISO/IEC 23091-2, 8.2.
package enum HDRTransfer: Int, Hashable, Sendable {
  /// Perceptual quantisation: codes represent displayed light, up to 10,000 cd/m².
  case pq = 16
  /// Hybrid log-gamma: codes represent the light of the scene, 0...1.
  case hlg = 18

  /// The luminance of diffuse white in cd/m². Source: Report ITU-R BT.2408, 2.1.
  package static let referenceWhite = 203.0
  /// The displayed luminance of light 1 in cd/m²; for HLG on BT.2100's reference display.
  package var largestLuminance: Double { self == .pq ? 10_000 : 1000 }

  /// Returns the light (0...1) of a code (0...1): displayed light for PQ, the light of the scene for HLG.
  package func light(ofCode code: Double) -> Double {
    switch self {
    case .pq:
      let root = pow(code, 1 / Self.m2)
      return pow(max(root - Self.c1, 0) / (Self.c2 - Self.c3 * root), 1 / Self.m1)
    case .hlg:
      return code <= 0.5 ? code * code / 3 : (exp((code - Self.c) / Self.a) + Self.b) / 12
    }
  }

  /// Returns the code of light; the inverse of ``light(ofCode:)``.
  package func code(ofLight light: Double) -> Double {
    switch self {
    case .pq:
      let power = pow(light, Self.m1)
      return pow((Self.c1 + Self.c2 * power) / (1 + Self.c3 * power), Self.m2)
    case .hlg:
      return light <= 1.0 / 12 ? (3 * light).squareRoot() : Self.a * log(12 * light - Self.b) + Self.c
    }
  }

  /// Returns the luminance of a code of gray as it is displayed, in cd/m².
  package func luminance(ofGray code: Double) -> Double {
    let light = light(ofCode: code)
    return largestLuminance * (self == .pq ? light : pow(light, Double(Self.systemGamma)))
  }

  private static let m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32
  private static let a = 0.178_832_77, b = 1 - 4 * 0.178_832_77, c = 0.559_910_729_529_56
  /// The gamma of HLG's display of 1,000 cd/m².
  fileprivate static let systemGamma: Float = 1.2
}

/// Light of PQ and HLG as it is displayed, in units of diffuse white, of red, green and blue together.
///
/// Source: Rec. ITU-R BT.2100-2, tables 4 and 5 (OOTF of HLG).
package struct DisplayLight: Sendable {
  private let isHLG: Bool
  private let scale: Float
  private let luminanceWeights: SIMD3<Float>

  /// Creates the light of a transfer function, by the parts that its red, green and blue have in luminance.
  package init(_ transfer: HDRTransfer, luminanceWeights: SIMD3<Float>) {
    isHLG = transfer == .hlg
    scale = Float(transfer.largestLuminance / HDRTransfer.referenceWhite)
    self.luminanceWeights = luminanceWeights
  }

  /// Returns displayed light of what ``HDRTransfer/light(ofCode:)`` gives.
  package func displayed(_ light: SIMD3<Float>) -> SIMD3<Float> {
    guard isHLG else { return light * scale }
    let luminance = (light * luminanceWeights).sum()
    return luminance > 0 ? light * (scale * powf(luminance, HDRTransfer.systemGamma - 1)) : SIMD3()
  }

  /// Returns what ``HDRTransfer/code(ofLight:)`` takes for displayed light; the inverse of ``displayed(_:)``.
  package func coded(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let scaled = light / scale
    guard isHLG else { return scaled }
    let luminance = (scaled * luminanceWeights).sum()
    return luminance > 0 ? scaled * powf(luminance, 1 / HDRTransfer.systemGamma - 1) : SIMD3()
  }
}

/// The curve that brings light up to a picture's greatest under diffuse white.
///
/// It is the EETF of Report ITU-R BT.2390, 5.4.1, from a black of 0 to a black of 0, applied to the greatest of red, green
/// and blue, so that hues stay.
package struct ToneMapping: Sendable {
  /// The greatest light of the picture in cd/m².
  package let peak: Double
  /// What light is multiplied by, at equal distances of the root of its share of the peak; empty where nothing is brighter
  /// than diffuse white.
  private let gains: [Float]
  private let scale: Float

  private static let steps = 4096

  /// Creates the curve for a picture whose greatest light, in units of diffuse white, is `greatest`.
  package init(greatest: Float) {
    peak = Double(greatest) * HDRTransfer.referenceWhite
    scale = greatest > 0 ? 1 / greatest : 0
    guard greatest > 1 else {
      gains = []
      return
    }
    let curve = Self.curve(from: peak)
    gains = (0...Self.steps + 1).map { step in
      let root = min(Double(step) / Double(Self.steps), 1)
      let light = root * root * Double(greatest)
      return light > 0
        ? Float(curve(light * HDRTransfer.referenceWhite) / HDRTransfer.referenceWhite / light) : 1
    }
  }

  /// Returns the EETF in cd/m², from light up to `peak`, which is more than diffuse white, to light up to that.
  package static func curve(from peak: Double) -> (Double) -> Double {
    let unit = HDRTransfer.pq.largestLuminance
    let black = HDRTransfer.pq.code(ofLight: 0)
    let range = HDRTransfer.pq.code(ofLight: peak / unit) - black
    let target = (HDRTransfer.pq.code(ofLight: HDRTransfer.referenceWhite / unit) - black) / range
    let knee = 1.5 * target - 0.5
    return { luminance in
      let given = (HDRTransfer.pq.code(ofLight: min(luminance, peak) / unit) - black) / range
      guard given > knee else { return luminance }
      let t = (given - knee) / (1 - knee)
      let (square, cube) = (t * t, t * t * t)
      var mapped = (2 * cube - 3 * square + 1) * knee
      mapped += (cube - 2 * square + t) * (1 - knee)
      mapped += (3 * square - 2 * cube) * target
      return HDRTransfer.pq.light(ofCode: mapped * range + black) * unit
    }
  }

  /// Returns light whose greatest component is at most 1, all of it in units of diffuse white.
  package func mapped(_ light: SIMD3<Float>) -> SIMD3<Float> {
    guard !gains.isEmpty else { return light }
    let place = min(max(light.max() * scale, 0), 1).squareRoot() * Float(Self.steps)
    let step = Int(place)
    return light * (gains[step] + (gains[step + 1] - gains[step]) * (place - Float(step)))
  }
}
