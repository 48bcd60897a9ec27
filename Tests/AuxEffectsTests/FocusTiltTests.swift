import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("A tilted plane of focus")
struct FocusTiltTests {
  /// The nearness in focus by the formula of Specs/effects.md.
  private func expected(_ tilt: FocusTilt, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Double {
    // Sines and cosines of the angles that are tested.
    let (sine, cosine): (Double, Double) =
      switch tilt.angle {
      case 0: (0, 1)
      case 90: (1, 0)
      case -90: (-1, 0)
      case 180: (0, -1)
      default: (0.5, (0.75 as Double).squareRoot())
      }
    let extent = Double(width) * abs(sine) + Double(height) * abs(cosine)
    let place =
      (Double(x) + 0.5 - Double(width) / 2) * -sine + (Double(y) + 0.5 - Double(height) / 2) * cosine
    return Double(tilt.start) + Double(tilt.end - tilt.start) * (place / extent + 0.5)
  }

  @Test("The nearness in focus is linear in columns and rows", arguments: [0, 30, 90, -90, 180] as [Float])
  func formula(angle: Float) throws {
    let tilt = try FocusTilt(start: 0.9, end: -0.3, angle: angle)
    let map = try NormalisedMap(width: 10, height: 6, values: Sample.values(60, seed: 4))
    let level = tilt.levelled(map, to: 0.5, orientation: .up, jobs: 2)
    for index in 0..<60 {
      let focus = expected(tilt, index % 10, index / 10, 10, 6)
      #expect(abs(Double(level.values[index]) - (Double(map.values[index]) - focus + 0.5)) < 1e-5)
    }
  }

  @Test("It is that of the picture as displayed", arguments: ImageOrientation.allCases)
  func turned(orientation: ImageOrientation) throws {
    let tilt = try FocusTilt(start: 0.9, end: 0.1, angle: 30)
    let map = try NormalisedMap(width: 10, height: 6, values: Sample.values(60, seed: 4))
    let level = tilt.levelled(map, to: 0.5, orientation: orientation, jobs: 1)
      .applyingExifOrientation(orientation)
    let upright = tilt.levelled(map.applyingExifOrientation(orientation), to: 0.5, orientation: .up, jobs: 1)
    for index in 0..<60 { #expect(abs(level.values[index] - upright.values[index]) < 1e-5) }
  }

  @Test("What is on the plane stays sharp, what is off it is blurred as far as it is off")
  func blur() throws {
    let (width, height) = (64, 96)
    let photo = try Sample.image(width, height, seed: 70)
    let tilt = try FocusTilt(start: 0, end: 1)
    let ground = (0..<width * height).map { (Float($0 / width) + 0.5) / Float(height) }
    let blur = try FocalBlur(radius: 200)
    func blurred(_ values: [Float]) throws -> [UInt8] {
      let map = try NormalisedMap(width: width, height: height, values: values)
      let level = tilt.levelled(map, to: 0.5, orientation: .up, jobs: 1)
      return try blur.applied(to: photo, map: level, focus: FocusMask(focus: 0.5), jobs: 1).rgb8
    }
    #expect(try blurred(ground) == photo.rgb8)
    // Everything as far from the plane: the blur of a plane parallel to the picture.
    let behind = try blurred(ground.map { max($0 - 0.3, 0) })
    let map = try NormalisedMap(
      width: width, height: height, values: [Float](repeating: 0.2, count: width * height))
    let parallel = try blur.applied(to: photo, map: map, focus: FocusMask(focus: 0.5), jobs: 1).rgb8
    let rows = 60 * width * 3..<80 * width * 3
    #expect(zip(behind[rows], parallel[rows]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(zip(behind[rows], photo.rgb8[rows]).contains { abs(Int($0) - Int($1)) > 30 })
  }

  @Test("Impossible planes are errors")
  func errors() {
    for (start, end, angle) in [(-11, 0, 0), (0, 11, 0), (0, 1, 181), (.nan, 0, 0), (0, 1, .nan)]
      as [(Float, Float, Float)]
    {
      #expect(throws: AuxError(.usage, "")) { try FocusTilt(start: start, end: end, angle: angle) }
    }
  }
}
