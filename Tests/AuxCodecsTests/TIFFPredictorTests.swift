import AuxCodecs
import TestSupport
import Testing

@Suite struct TIFFPredictorTests {
  @Test(arguments: [1, 3, 4]) func `Differences are taken back at every distance`(distance: Int) throws {
    var generator = SeededRandom(seed: 32)
    for pixels in [1, 2, 7] {
      let width = pixels * distance
      let codes = (0..<width * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var bytes = codes
      TIFFPredictor.doHorizontal(&bytes, width: width, distance: distance)
      #expect(pixels == 1 ? bytes == codes : bytes != codes)
      try TIFFPredictor.undoHorizontal(&bytes, width: width, sampleBytes: 1, distance: distance)
      #expect(bytes == codes)
      let wide = (0..<width * 3).map { _ in UInt16.random(in: 0...65535, using: &generator) }
      var differences = wide
      TIFFPredictor.doHorizontal(&differences, width: width, distance: distance)
      var packed = differences.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      try TIFFPredictor.undoHorizontal(&packed, width: width, sampleBytes: 2, distance: distance)
      #expect(packed == wide.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    }
  }
}
