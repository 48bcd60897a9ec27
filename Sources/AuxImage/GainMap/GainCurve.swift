#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The gains of linear light that the codes of a gain map from SDR to HDR represent.
///
/// Linear light of the brighter rendition is (base + baseOffset) * gain - alternateOffset. Source: Specs/gainmaps.md.
package struct GainCurve: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    /// 1 + (headroom - 1) m, of codes m in Rec. 709's transfer function.
    case apple(headroom: Double)
    /// A power of the code in log2 of the gain, of each component or of all.
    case iso([GainMapMetadata.Channel])
  }

  private let form: Form

  /// Creates the curve by the file's description; nil without a headroom, and where the base rendition is not SDR.
  ///
  /// ISO's form says more and is preferred to Apple's.
  package init?(_ description: GainMapDescription) {
    if let metadata = description.metadata {
      guard metadata.baseHeadroom == 0, metadata.alternateHeadroom > 0, Self.areSound(metadata.channels),
        metadata.channels.count == 1 || metadata.channels.count == 3
      else { return nil }
      form = .iso(metadata.channels)
    } else if let headroom = description.appleHeadroom, headroom > 1, headroom.isFinite {
      form = .apple(headroom: headroom)
    } else {
      return nil
    }
  }

  /// Creates the curve of metadata of ISO's or Ultra HDR's form, as ``init(_:)`` of a description.
  package init?(_ metadata: GainMapMetadata) {
    self.init(GainMapDescription(forms: [.iso], metadata: metadata))
  }

  /// Creates the curve of the gains from the base to the alternate rendition, in either direction; nil for unusable metadata.
  ///
  /// Without metadata it is Apple's; the mean of its gains is the same for every headroom.
  package init?(mixing metadata: GainMapMetadata?) {
    guard let metadata else {
      form = .apple(headroom: 2)
      return
    }
    // A component may have one gain.
    guard metadata.channels.allSatisfy({ $0.gamma > 0 && max(abs($0.gainMin), abs($0.gainMax)) < 32 }) else {
      return nil
    }
    let sign = metadata.isBaseHDR ? -1.0 : 1
    form = .iso(
      metadata.channels.map {
        GainMapMetadata.Channel(gainMin: sign * $0.gainMin, gainMax: sign * $0.gainMax, gamma: $0.gamma)
      })
  }

  /// Returns a plane of integers whose gains `mix` changes, a resampling of floats.
  func mixed(_ plane: PixelPlane, component: Int, _ mix: (PixelPlane) -> PixelPlane) -> PixelPlane {
    var result = plane
    func samples<Sample: FixedWidthInteger>(_ samples: [Sample]) -> [Sample] {
      let last = Double(Sample.max)
      func gain(_ sample: Double) -> Float { Float(self.gain(of: sample / last, component: component)) }
      // The gains halfway between samples, on a rising scale: as many as are at or below a gain is the nearest sample.
      let sign: Float = gain(last) >= gain(0) ? 1 : -1
      let thresholds = (0..<Int(Sample.max)).map { sign * gain(Double($0) + 0.5) }
      let table = (0...Int(Sample.max)).map { gain(Double($0)) }
      let gains = samples.map { table[Int($0)] }
      result = mix(PixelPlane(width: plane.width, height: plane.height, known: .float(gains)))
      guard case .float(let values) = result.storage else { preconditionFailure("a plane of floats") }
      return values.map { value in
        var (low, high) = (0, thresholds.count)
        while low < high {
          let middle = (low + high) / 2
          if thresholds[middle] <= sign * value { low = middle + 1 } else { high = middle }
        }
        return Sample(low)
      }
    }
    let storage: PixelPlane.Storage
    switch plane.storage {
    case .uint8(let bytes): storage = .uint8(samples(bytes))
    case .uint16(let words): storage = .uint16(samples(words))
    case .half, .float: return mix(plane)
    }
    return PixelPlane(width: result.width, height: result.height, known: storage)
  }

  private static func areSound(_ channels: [GainMapMetadata.Channel]) -> Bool {
    channels.allSatisfy { $0.gamma > 0 && $0.gainMax > $0.gainMin && $0.gainMax < 32 && $0.gainMin > -32 }
  }

  private static func channel(_ channels: [GainMapMetadata.Channel], _ component: Int)
    -> GainMapMetadata.Channel
  {
    channels[min(component, channels.count - 1)]
  }

  /// Returns the gain of a code of 0...1 for red, green or blue.
  package func gain(of code: Double, component: Int) -> Double {
    switch form {
    case .apple(let headroom): return 1 + (headroom - 1) * Self.light(ofRec709: code)
    case .iso(let channels):
      let channel = Self.channel(channels, component)
      return exp2(channel.gainMin + (channel.gainMax - channel.gainMin) * pow(code, 1 / channel.gamma))
    }
  }

  /// Returns the code of 0...1 of a gain for red, green or blue, the nearest for gains out of range.
  package func code(of gain: Double, component: Int) -> Double {
    switch form {
    case .apple(let headroom):
      return Self.rec709(ofLight: min(max((gain - 1) / (headroom - 1), 0), 1))
    case .iso(let channels):
      let channel = Self.channel(channels, component)
      let part = (log2(max(gain, 1e-9)) - channel.gainMin) / (channel.gainMax - channel.gainMin)
      return pow(min(max(part, 0), 1), channel.gamma)
    }
  }

  /// Returns the offsets: one is added to light of the base rendition before the gain, the other subtracted after it.
  package func offsets(component: Int) -> (base: Double, alternate: Double) {
    switch form {
    case .apple: return (0, 0)
    case .iso(let channels):
      let channel = Self.channel(channels, component)
      return (channel.baseOffset, channel.alternateOffset)
    }
  }

  /// Returns the codes of 8 bits that have the gains of another curve, one for each of its codes.
  package func codes(of other: GainCurve) -> [UInt8] {
    (0...255).map { code in
      let gain = other.gain(of: Double(code) / 255, component: 0)
      return UInt8((255 * self.code(of: gain, component: 0)).rounded())
    }
  }

  /// Returns the most by which the gains of codes differ from those of another curve, in stops; with a table that has this
  /// curve's code for each of the other's.
  package func deviation(from other: GainCurve, of codes: [UInt8], as table: [UInt8]? = nil) -> Double {
    codes.map { code in
      let mine = gain(of: Double(table?[Int(code)] ?? code) / 255, component: 0)
      return abs(log2(mine / other.gain(of: Double(code) / 255, component: 0)))
    }.max() ?? 0
  }

  /// Rec. ITU-R BT.709-6, 1.2, turned over.
  static func light(ofRec709 code: Double) -> Double {
    code < 0.081 ? code / 4.5 : pow((code + 0.099) / 1.099, 1 / 0.45)
  }

  private static func rec709(ofLight light: Double) -> Double {
    light < 0.018 ? light * 4.5 : 1.099 * pow(light, 0.45) - 0.099
  }
}
