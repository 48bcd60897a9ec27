import AuxKernels
import Testing

/// Near is 0.5 m and far 4 m; the middle code is a fifth of the way from black to white.
@Suite("Gray codes as metres")
struct GrayscaleTests {
  struct Convention: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let atBlack, atWhite: Double
    let reciprocal: Bool
    /// Metres at black, at a fifth, at white.
    let metres: [Float]
  }

  /// Specs/conversions.md, "Meaning of gray codes", row by row.
  static let conventions = [
    // 0.5 + 0.2 * 3.5
    Convention(
      testDescription: "black near, depth", atBlack: 0.5, atWhite: 4, reciprocal: false,
      metres: [0.5, 1.2, 4]),
    // 1 / (2 - 0.2 * 1.75) = 1 / 1.65
    Convention(
      testDescription: "black near, disparity", atBlack: 2, atWhite: 0.25, reciprocal: true,
      metres: [0.5, 0.606060606, 4]),
    // 1 / (0.25 + 0.2 * 1.75) = 1 / 0.6
    Convention(
      testDescription: "white near, disparity", atBlack: 0.25, atWhite: 2, reciprocal: true,
      metres: [4, 1.66666667, 0.5]),
    // 4 - 0.2 * 3.5
    Convention(
      testDescription: "white near, depth", atBlack: 4, atWhite: 0.5, reciprocal: false,
      metres: [4, 3.3, 0.5]),
  ]

  @Test("The four conventions", arguments: conventions)
  func metres(convention: Convention) {
    let from8 = Quantise.values(
      fromCodes8: [0, 51, 255], firstValue: convention.atBlack, lastValue: convention.atWhite,
      reciprocal: convention.reciprocal)
    let from16 = Quantise.values(
      fromCodes16: [0, 13107, 65535], firstValue: convention.atBlack, lastValue: convention.atWhite,
      reciprocal: convention.reciprocal)
    #expect(from8 == convention.metres)
    #expect(from16 == convention.metres)
  }

  @Test("Far at infinity: disparity 0 is infinitely deep")
  func infinity() {
    let from8 = Quantise.values(fromCodes8: [0, 51, 255], firstValue: 0, lastValue: 2.5, reciprocal: true)
    #expect(from8 == [.infinity, 2, 0.4])
    let from16 = Quantise.values(fromCodes16: [0, 65535], firstValue: -0.0, lastValue: 2.5, reciprocal: true)
    #expect(from16 == [.infinity, 0.4])
  }
}
