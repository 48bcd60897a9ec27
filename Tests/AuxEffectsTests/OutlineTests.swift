import AuxImage
import Foundation
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Pixels at outlines")
struct OutlineTests {
  private let width = 96, height = 64

  /// Returns the blur of a rod in focus, from column 40 to 55, before a wall out of focus; lights are codes of 8 bits.
  private func blurred(
    _ rod: (Int) -> Int, _ wall: (_ column: Int, _ row: Int) -> Int
  ) throws -> (photo: PhotoPixels, result: PhotoPixels) {
    let places = (0..<width * height).map { ($0 % width, $0 / width) }
    let codes = places.map { column, row in
      UInt8((40..<56).contains(column) ? rod(column - 40) : wall(column, row))
    }
    let photo = try PhotoPixels(width: width, height: height, rgb8: codes.flatMap { [$0, $0, $0] })
    let map = try NormalisedMap(
      width: width, height: height, values: places.map { (40..<56).contains($0.0) ? 1 : 0 })
    let focus = try FocusMask(focus: 1, width: 0, slope: 1)
    let plain = try FocalBlur(radius: 1)
    let radius = 8 / plain.radius(forWidth: width, height: height)
    return (photo, try FocalBlur(radius: radius).applied(to: photo, map: map, focus: focus, jobs: 1))
  }

  private func code(_ picture: PhotoPixels, _ column: Int, _ row: Int) -> Int {
    Int(picture.rgb8[(row * width + column) * 3])
  }

  @Test("A rod that is shaded towards its outline stays as it is before a dark wall")
  func shade() throws {
    let (photo, result) = try blurred({ 60 + 22 * min($0, 15 - $0) }, { _, _ in 55 })
    for column in 40..<56 {
      let (found, wanted) = (code(result, column, 32), code(photo, column, 32))
      #expect(abs(found - wanted) <= 2, "column \(column): \(found), not \(wanted)")
    }
  }

  @Test("The wall's texture beside a thing in focus does not stay sharp")
  func texture() throws {
    let (_, result) = try blurred({ _ in 128 }, { $1 % 4 < 2 ? 60 : 180 })
    for column in [38, 39, 56, 57] {
      let codes = (16..<48).map { code(result, column, $0) }
      let extent = (codes.max() ?? 0) - (codes.min() ?? 0)
      #expect(extent <= 14, "column \(column): \(extent) of 120 codes are left")
    }
  }

  @Test("Shares are those that straight outlines leave")
  func shares() {
    var generator = SeededRandom(seed: 77)
    var (sum, squares, whole, count) = (Float(0), Float(0), 0, 0)
    for _ in 0..<4000 {
      let angle = Float.random(in: 0..<2 * .pi, using: &generator)
      let way = SIMD2(cos(angle), sin(angle))
      let distance = Float.random(in: 0..<1.5, using: &generator)
      func isInside(_ place: SIMD2<Float>) -> Bool { (place * way).sum() < distance }
      var bits: UInt32 = 0
      for place in 0..<25 where isInside(SIMD2(Float(place % 5 - 2), Float(place / 5 - 2))) {
        bits |= 1 << UInt32(place)
      }
      let parts = (0..<100).count { part in
        isInside(SIMD2((Float(part % 10) + 0.5) / 10 - 0.5, (Float(part / 10) + 0.5) / 10 - 0.5))
      }
      let covered = Float(parts) / 100
      let share = OutlinePattern(bits: bits).share(0, 0, isExact: true)
      if share.mean == 1, covered < 0.9 { whole += 1 }
      sum += share.mean - covered
      squares += (share.mean - covered) * (share.mean - covered)
      count += 1
      // What is behind sees the same outline from the other side.
      let other = OutlinePattern(bits: ~bits & 0x1FF_FFFF).share(0, 0, isExact: true)
      #expect((share.mean + other.mean - 1).magnitude < 1e-6)
    }
    #expect(whole == 0, "pixels whose sides are all inside are whole")
    #expect((sum / Float(count)).magnitude < 0.01 && (squares / Float(count)).squareRoot() < 0.09)
  }

  @Test("Places of the 3x3 are those around the middle")
  func places() {
    // Only the pixel to the lower right is nearer.
    let pattern = OutlinePattern(bits: 1 << UInt32(3 * 5 + 3))
    #expect(pattern.isBefore(1, 1) && !pattern.isBefore(0, 0) && !pattern.isBefore(-1, 1))
    #expect(pattern.share(0, 0, isExact: true).mean == 0, "only a corner is beside it")
    #expect(pattern.share(1, 0, isExact: true).mean == 0 && pattern.share(1, 1, isExact: true).mean == 0.6)
    #expect(pattern.share(1, 1, isExact: false).mean == 1)
  }
}
