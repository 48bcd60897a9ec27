import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Strengths of a blur before and behind the focus")
struct BlurStrengthTests {
  /// Far on the left, in focus in the middle, near on the right.
  private let map: NormalisedMap
  private let focus: FocusMask

  init() throws {
    map = try NormalisedMap(width: 3, height: 1, values: [0, 0.5, 1])
    focus = try FocusMask(focus: 0.5, width: 0, slope: 2)
  }

  private func pixels(_ front: Float, _ back: Float) throws -> [Float] {
    let blur = try FocalBlur(radius: 1000, front: front, back: back)
    let radii = try blur.radii(of: map, focus: focus, matte: nil, jobs: 1)
    return radii.codes.map { Float($0) * radii.unit }
  }

  @Test(
    "Each is a factor of the radii on its side",
    arguments: [(1, 1), (2, 1), (0.5, 1), (1, 2), (0.25, 0.75), (0, 1), (1, 0), (0, 0)] as [(Float, Float)])
  func factors(front: Float, back: Float) throws {
    let (plain, strong) = (try pixels(1, 1), try pixels(front, back))
    #expect(plain[0] < 0 && plain[1] == 0 && plain[2] > 0)
    #expect(abs(strong[0] - back * plain[0]) < 0.001 * abs(plain[0]))
    #expect(strong[1] == 0)
    #expect(abs(strong[2] - front * plain[2]) < 0.001 * plain[2])
  }

  @Test("A side of strength 0 keeps its codes")
  func sharpSide() throws {
    let scene = try Sample.scene()
    let map = try NormalisedMap(width: 24, height: 18, values: scene.nearness)
    let even = try GuidedUpsampling.standard.upsampled(map, guidedBy: scene.photo, jobs: 1)
    let nothing = try FocalBlur(radius: 100, front: 0, back: 0)
    #expect(try nothing.applied(to: scene.photo, map: even, focus: .standard, jobs: 1) == scene.photo)
  }

  @Test("Strengths outside of 0...2 are refused")
  func range() {
    for strength in [-0.1, 2.1, .nan] as [Float] {
      #expect(throws: AuxError(.usage, "")) { try FocalBlur(front: strength) }
      #expect(throws: AuxError(.usage, "")) { try FocalBlur(back: strength) }
    }
  }
}
