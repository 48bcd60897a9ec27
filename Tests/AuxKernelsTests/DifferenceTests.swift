import AuxKernels
import Testing

@Suite("Difference")
struct DifferenceTests {
  @Test("Only positions that are finite in both count")
  func floats() {
    let first: [Float] = [1, 2, .nan, 4, .infinity, 6, .infinity]
    let second: [Float] = [1.5, 2, 3, .nan, .infinity, 4, 1]
    let result = Difference.compare(first, second)
    #expect(result == (2, 2.5 / 3, 3))
    #expect(Difference.compare([.nan] as [Float], [1]) == (0, 0, 0))
    #expect(Difference.compare([] as [Float], []) == (0, 0, 0))
  }

  @Test("The greatest difference is found at every position", arguments: 0..<11)
  func positions(position: Int) {
    let first = [Float](repeating: 1, count: 11)
    var second = first
    second[position] = -1
    #expect(Difference.compare(first, second) == (2, 2.0 / 11, 11))
  }

  @Test("Extreme floats do not overflow")
  func extremes() {
    let greatest = Float.greatestFiniteMagnitude
    #expect(Difference.compare([greatest], [-greatest]) == (Double(greatest) * 2, Double(greatest) * 2, 1))
  }

  @Test("Values of codes are those of the table")
  func table() {
    let table = (0..<256).map { $0 == 9 ? Float.infinity : Float($0) / 4 }
    let (values, codes): ([Float], [UInt8]) = ([0, .nan, 2, 63, 5], [0, 1, 9, 255, 16])
    #expect(
      Difference.compare(values, codes: codes, table: table)
        == Difference.compare(values, codes.map { table[Int($0)] }))
    #expect(Difference.compare(values, codes: codes, table: table) == (1, 1.75 / 3, 3))
  }

  @Test("Codes")
  func codes() {
    #expect(Difference.compare([0, 255, 7, 9] as [UInt8], [255, 0, 7, 8]) == (255, 511.0 / 4))
    #expect(Difference.compare([] as [UInt8], []) == (0, 0))
  }
}
