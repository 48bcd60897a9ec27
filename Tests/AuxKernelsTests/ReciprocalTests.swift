import AuxKernels
import Testing

@Suite("Depth and disparity")
struct ReciprocalTests {
  @Test("Reciprocals and their special values")
  func reciprocal() {
    let values: [Float] = [2, 0.25, -4, 0, -0.0, .infinity, 3, 0x1p-149, 10]
    let expected: [Float] = [0.5, 4, -0.25, .infinity, .infinity, 0, 0.33333334, .infinity, 0.1]
    #expect(Reciprocal.reciprocal(values) == expected)
    #expect(Reciprocal.reciprocal([1, .nan, 1]).map(\.isNaN) == [false, true, false])
    #expect(Reciprocal.reciprocal([]).isEmpty)
    var inverted = values
    Reciprocal.invert(&inverted)
    #expect(inverted == expected)
  }
}
