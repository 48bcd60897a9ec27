import AuxImage
import Foundation
import TestSupport
import Testing

@testable import AuxEffects

/// How far a blur spreads light, against what a disc of the radius does to waves of light.
@Suite("Spread of a blur")
struct BlurSpreadTests {
  private let width = 320, height = 120, period = 16

  /// Light that rises and falls along rows.
  private func waves() throws -> PhotoPixels {
    try PhotoPixels(
      width: width, height: height,
      rgb8: (0..<width * height).flatMap { index in
        let light = 0.5 + 0.3 * cos(2 * .pi * Double(index % width) / Double(period))
        return [UInt8](repeating: UInt8(SRGB.code(light).rounded()), count: 3)
      })
  }

  /// Returns by how much the waves in the middle are lower than before.
  private func contrast(_ image: PhotoPixels) -> Double {
    var sum = 0.0
    let columns = 96..<96 + 8 * period
    for column in columns {
      let light = SRGB.light(image.pixel(column, height / 2)[0])
      sum += light * cos(2 * .pi * Double(column) / Double(period))
    }
    return sum * 2 / Double(columns.count) / 0.3
  }

  /// What a disc leaves of waves: 2 J1(x) / x, where x is its radius times the wave's number.
  private func expected(_ radius: Double) -> Double {
    let x = 2 * Double.pi * radius / Double(period)
    let steps = 4000
    let sum = (0..<steps).reduce(0.0) { sum, step in
      let u = (Double(step) + 0.5) / Double(steps) * 2 - 1
      return sum + (1 - u * u).squareRoot() * cos(x * u)
    }
    return sum * 2 / Double(steps) * 2 / .pi
  }

  private func blur(_ radius: Float, _ shape: FocalBlur.Shape = .disc) throws -> FocalBlur {
    let whole = try FocalBlur(radius: 1, shape: shape).radius(forWidth: width, height: height)
    return try FocalBlur(radius: radius / whole, shape: shape)
  }

  @Test(
    "Waves are left as a disc leaves them, at full size and where half and a quarter begin",
    arguments: [0.5, 0.8, 1, 1.5, 2, 3, 4.5, 6.1, 7.4, 7.6, 9, 22.5] as [Float])
  func waves(radius: Float) throws {
    let mask = try EffectMask(
      width: width, height: height, values: [Float](repeating: 0, count: width * height))
    let result = try blur(radius).applied(to: waves(), mask: mask, jobs: 2)
    let (found, wanted) = (contrast(result), expected(Double(radius)))
    #expect((found - wanted).magnitude < 0.012, "radius \(radius): \(found), not \(wanted)")
  }

  @Test("So are waves of a radius between two layers", arguments: [0.4, 1.2, 2.7, 4.2, 6.7, 9.8] as [Float])
  func between(radius: Float) throws {
    // A strip at the border has a greater radius, from which the layers are counted.
    let greatest: Float = 11
    let values = (0..<width * height).map { $0 % width < 8 ? 0 : 1 - radius / greatest }
    let mask = try EffectMask(width: width, height: height, values: values)
    let result = try blur(greatest).applied(to: waves(), mask: mask, jobs: 2)
    let (found, wanted) = (contrast(result), expected(Double(radius)))
    #expect((found - wanted).magnitude < 0.012, "radius \(radius): \(found), not \(wanted)")
  }

  @Test("A bell leaves waves as its deviation says", arguments: [1.5, 4, 6.1, 8, 23] as [Float])
  func bell(radius: Float) throws {
    let mask = try EffectMask(
      width: width, height: height, values: [Float](repeating: 0, count: width * height))
    let result = try blur(radius, .gaussian).applied(to: waves(), mask: mask, jobs: 2)
    let deviation = Double(radius) / 2 * 2 * .pi / Double(period)
    let (found, wanted) = (contrast(result), exp(-deviation * deviation / 2))
    #expect((found - wanted).magnitude < 0.02, "radius \(radius): \(found), not \(wanted)")
  }

  /// Radii that rise by a tenth of a pixel a row, with a step of so many pixels in the middle.
  private func slope(step: Float) throws -> LensScene<UInt8> {
    let unit: Float = 15 / SignedRadii.greatest
    let codes = (0..<width * height).map { index in
      let row = index / width
      return Int16((Float(row) / 10 - 6 + (row < height / 2 ? 0 : step)) / unit)
    }
    let radii = SignedRadii(width: width, height: height, codes: codes, unit: unit)
    let image = try waves()
    return LensScene(image.rgb8, radii, light: LightEncoding.sRGB.tables(bits: 8).light, jobs: 2)
  }

  @Test("A slope hides nothing; a step does")
  func slopes() throws {
    #expect(HiddenGround(try slope(step: 0), jobs: 2) == nil)
    let ground = try #require(HiddenGround(try slope(step: 3), jobs: 2))
    #expect(ground.filledShare > 0)
  }
}
