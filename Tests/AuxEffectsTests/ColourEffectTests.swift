import AuxImage
import AuxKernels
import Foundation
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Focus mask and the effects of colour")
struct ColourEffectTests {
  @Test("The mask of the defaults, by hand")
  func maskByHand() {
    // s1 = 4, filterWidth = 0.6, b1 = -4 (0.75 - 0.3) = -1.8, b2 = 4 (0.75 + 0.3) = 4.2.
    let mask = FocusMask.standard
    let expected: [(Float, Float)] = [
      (0, 0), (0.45, 0), (0.5, 0.2), (0.6, 0.6), (0.7, 1), (0.75, 1), (0.8, 1), (0.9, 0.6), (1, 0.2),
    ]
    for (nearness, value) in expected {
      #expect((mask.value(at: nearness) - value).magnitude < 1e-6, "at \(nearness)")
    }
    #expect(mask.value(at: .nan) == 0)
  }

  @Test("Other parameters against the formula", arguments: [(0.3, 0, 10), (0, 0.5, 1), (1, 0.02, 100)])
  func formula(focus: Double, width: Double, slope: Double) throws {
    let mask = try FocusMask(focus: Float(focus), width: Float(width), slope: Float(slope))
    let filterWidth = 2 / slope + width
    for step in 0...100 {
      let d = Double(step) / 100
      let rising = slope * d - slope * (focus - filterWidth / 2)
      let falling = -slope * d + slope * (focus + filterWidth / 2)
      let expected = min(min(max(rising, 0), 1), min(max(falling, 0), 1))
      #expect((Double(mask.value(at: Float(d))) - expected).magnitude < 1e-4)
    }
  }

  @Test("A plane's mask is that of its values, on any number of threads")
  func maskOfMap() throws {
    let map = try Sample.map(70, 90, seed: 1, holes: 0.1)
    let mask = FocusMask.standard.mask(of: map, jobs: 1)
    #expect(mask.values == map.values.map { FocusMask.standard.value(at: $0) })
    #expect(mask == FocusMask.standard.mask(of: map, jobs: 4))
  }

  @Test("Impossible parameters are errors")
  func parameters() {
    let usage = AuxError(.usage, "")
    #expect(throws: usage) { try FocusMask(slope: 0) }
    #expect(throws: usage) { try FocusMask(slope: .nan) }
    #expect(throws: usage) { try FocusMask(focus: .nan) }
    #expect(throws: usage) { try FocusMask(focus: 1.5) }
    #expect(throws: usage) { try FocusMask(width: -0.1) }
    #expect(throws: usage) { try GrayscaleEffect(range: 0) }
    #expect(throws: usage) { try GrayscaleEffect(offset: .infinity) }
    #expect(throws: usage) { try EffectMixer(mix: 1.1) }
    do {
      _ = try FocusMask(slope: 0)
    } catch {
      #expect(error.description == "the slope of the focus must be from 0.01 to 10000.0, not 0.0")
    }
  }

  @Test("Spotlight is the light of the photo times the mask")
  func spotlight() throws {
    let (image, mask) = (try Sample.image(33, 41, seed: 2), try Sample.mask(33, 41, seed: 3))
    let lit = try Spotlight().applied(to: image, mask: mask, jobs: 2)
    for index in lit.rgb8.indices {
      let exact = SRGB.code(SRGB.light(image.rgb8[index]) * Double(mask.values[index / 3]))
      #expect((Double(lit.rgb8[index]) - exact).magnitude <= 0.56)
    }
    #expect(lit == (try Spotlight().applied(to: image, mask: mask, jobs: 4)))
  }

  @Test("Highlight is colour at 1 and luminance at 0")
  func highlight() throws {
    let image = try PhotoPixels(width: 3, height: 1, rgb8: [255, 0, 0, 255, 0, 0, 255, 0, 0])
    let mask = try EffectMask(width: 3, height: 1, values: [1, 0, 0.5])
    let result = try Highlight().applied(to: image, mask: mask, jobs: 1)
    // The luminance of red is 0.2126, whose code is 126.9; half way 0.6063 and 0.1063: 203.6 and 91.9.
    #expect(result.rgb8 == [255, 0, 0, 127, 127, 127, 204, 92, 92])
    let white = try Highlight().applied(to: Sample.plain(3, 1, [255, 255, 255]), mask: mask, jobs: 1)
    #expect(white.rgb8.allSatisfy { $0 == 255 })
  }

  @Test("Rosy removes green, but not that of the matte's subject")
  func rosy() throws {
    let image = try Sample.plain(2, 1)
    #expect(try Rosy().applied(to: image, jobs: 1).rgb8 == [200, 0, 50, 200, 0, 50])
    let matte = try EffectMask(width: 2, height: 1, values: [1, 0.5])
    #expect(try Rosy().applied(to: image, sparing: matte, jobs: 1).rgb8 == [200, 100, 50, 200, 50, 50])
  }

  @Test("Grayscale is (d - offset) / range, clamped; a hole is black")
  func grayscale() throws {
    let map = try NormalisedMap(width: 5, height: 1, values: [0, 0.25, 0.5, 1, .nan])
    let effect = try GrayscaleEffect(offset: 0.25, range: 0.5)
    #expect(try effect.rendered8(map, jobs: 1).storage == .uint8([0, 0, 128, 255, 0]))
    #expect(try effect.rendered16(map, jobs: 1).storage == .uint16([0, 0, 32768, 65535, 0]))
    let turned = try GrayscaleEffect(offset: 1, range: -1)
    #expect(try turned.rendered8(map, jobs: 1).storage == .uint8([255, 191, 128, 0, 0]))
    let matte = try EffectMask(width: 5, height: 1, values: [1, 1, 1, 0.5, 1])
    #expect(
      try GrayscaleEffect.standard.rendered8(map, only: matte, jobs: 1).storage
        == .uint8([0, 64, 128, 128, 0]))
  }

  @Test("A mask of another size is an error")
  func sizes() throws {
    let (image, mask) = (try Sample.plain(2, 2), try Sample.mask(2, 1, seed: 1))
    let usage = AuxError(.usage, "")
    #expect(throws: usage) { try Spotlight().applied(to: image, mask: mask, jobs: 1) }
    #expect(throws: usage) { try Highlight().applied(to: image, mask: mask, jobs: 1) }
    #expect(throws: usage) { try Rosy().applied(to: image, sparing: mask, jobs: 1) }
    #expect(throws: usage) { try FocalBlur.standard.applied(to: image, mask: mask, jobs: 1) }
    #expect(throws: usage) { try Stereo().pair(of: image, map: Sample.map(2, 1, seed: 1), jobs: 1) }
  }

  private static func light(_ code: UInt8) -> Double { light(Double(code)) }

  /// The light of a code by IEC 61966-2-1.
  private static func light(_ code: Double) -> Double {
    let value = max(code / 255, 0)
    return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
  }

  @Test("Mixing gives either side exactly, and between them the mixture of their light")
  func mixing() throws {
    let (one, two) = (try Sample.image(9, 9, seed: 4), try Sample.image(9, 9, seed: 5))
    #expect(try EffectMixer(mix: 0).mixed(one, two, jobs: 2) == one)
    #expect(try EffectMixer(mix: 1).mixed(one, two, jobs: 2) == two)
    let half = try EffectMixer(mix: 0.25).mixed(one, two, jobs: 2)
    for index in half.rgb8.indices {
      let exact = Self.light(one.rgb8[index]) * 0.75 + Self.light(two.rgb8[index]) * 0.25
      // Half a code, and the steps of the table of codes.
      let code = Double(half.rgb8[index])
      #expect(Self.light(code - 0.51) - 1e-4 <= exact && exact <= Self.light(code + 0.51) + 1e-4)
    }
  }
}
