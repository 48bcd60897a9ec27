import AuxCodecs
import Testing

@Suite struct SceneLightTests {
  @Test func lightBecomesCodesOfSRGB() {
    let codes = SceneLight.codes([[0, 0.0031308, 0.18, 0.5, 1, 2, -1, .nan, .infinity]], width: 9, height: 1)
    // 65535 times the curve of IEC 61966-2-1, rounded.
    #expect(codes.samples == [0, 2651, 30235, 48192, 65535, 65535, 0, 0, 65535])
    #expect((codes.above, codes.below, codes.missing, codes.greatest) == (2, 1, 1, .infinity))
  }

  @Test func colourIsConvertedAndCountedByPixel() {
    let swap: [Float] = [0, 1, 0, 1, 0, 0, 0, 0, 2]
    let codes = SceneLight.codes(
      [[1, 0], [0, 0], [0, 0.75]], width: 1, height: 2, matrix: swap, jobs: 2)
    #expect(codes.samples == [0, 65535, 0, 0, 0, 65535])
    #expect((codes.above, codes.below, codes.missing, codes.greatest) == (1, 0, 0, 1.5))
  }

  @Test func chromaticitiesOfSRGBNeedNoMatrix() throws {
    let values: [Float] = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]
    #expect(Chromaticities(values)?.matrixToSRGB == nil)
    // Three points on a line, a number too few, and no white.
    for bad in [[0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3], [0.6, 0.3], values.dropLast() + [0]] as [[Float]] {
      #expect(Chromaticities(bad) == nil)
    }
  }

  /// Display P3: the matrix is that of its published primaries, worked out with numpy.
  @Test func wideColoursAreConverted() throws {
    let p3 = try #require(Chromaticities([0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329])?.matrixToSRGB)
    let truth: [Float] = [
      1.2249402, -0.2249402, 0, -0.0420570, 1.0420570, 0, -0.0196376, -0.0786360, 1.0982736,
    ]
    for (got, want) in zip(p3, truth) { #expect(abs(got - want) < 1e-5) }
    // ACES: its white, D60, becomes white, and the negative y of its blue is not an error.
    let aces = try #require(
      Chromaticities([0.7347, 0.2653, 0, 1, 0.0001, -0.077, 0.32168, 0.33767])?.matrixToSRGB)
    for row in 0..<3 { #expect(abs(aces[3 * row] + aces[3 * row + 1] + aces[3 * row + 2] - 1) < 1e-5) }
  }
}
