import AuxKernels
import TestSupport
import Testing

@Suite("Holes")
struct HoleFillTests {
  private static let marks: [Float] = [
    1, .nan, .infinity, -.infinity, 0, -0.0, -1, 1e10, 1e9, Float(1e9).nextDown, 0x1p-149, 1e-10,
  ]

  @Test("Depth: background is infinite, holes are NaN")
  func markDepth() {
    var marked = Self.marks
    SampleMarks.markDepth(&marked, backgroundFrom: 1e9)
    let wanted: [Float?] = [
      1, nil, .infinity, nil, nil, nil, nil, .infinity, .infinity, Float(1e9).nextDown, 0x1p-149, 1e-10,
    ]
    #expect(marked.map { $0.isNaN ? nil : $0 } == wanted)
    var unlimited = Self.marks
    SampleMarks.markDepth(&unlimited, backgroundFrom: .infinity)
    #expect(unlimited[7] == 1e10 && unlimited[2] == .infinity && unlimited[6].isNaN)
  }

  @Test("Disparity: background is 0, holes are NaN")
  func markDisparity() {
    var marked = Self.marks
    SampleMarks.markDisparity(&marked, backgroundFrom: 1e9)
    let wanted: [Float?] = [1, nil, nil, nil, 0, 0, nil, nil, 1e9, Float(1e9).nextDown, 0, 0]
    #expect(marked.map { $0.isNaN ? nil : $0 } == wanted)
    #expect(marked[5].sign == .plus)
  }

  @Test("Samples are marked already exactly where marking changes none")
  func isMarked() {
    let others: [Float] = [
      .nan, -.nan, Float(nan: 5, signaling: false), -0.0, 0, 1e-9, Float(1e-9).nextUp, 1e9,
    ]
    for limit: Float in [1e9, .infinity] {
      for value in Self.marks + others {
        var (depth, disparity) = ([1, value], [1, value])
        SampleMarks.markDepth(&depth, backgroundFrom: limit)
        SampleMarks.markDisparity(&disparity, backgroundFrom: limit)
        let isDepth = depth[1].bitPattern == value.bitPattern
        let isDisparity = disparity[1].bitPattern == value.bitPattern
        #expect(SampleMarks.isMarkedDepth([1, value], backgroundFrom: limit) == isDepth, "\(value)")
        #expect(SampleMarks.isMarkedDisparity([1, value], backgroundFrom: limit) == isDisparity, "\(value)")
      }
    }
    // Wherever it is.
    for index in [0, 65_535, 65_536, 99_999] {
      var values = [Float](repeating: 2, count: 100_000)
      #expect(SampleMarks.isMarkedDepth(values, backgroundFrom: 1e9))
      values[index] = 0
      #expect(!SampleMarks.isMarkedDepth(values, backgroundFrom: 1e9))
    }
  }

  @Test("Filling with a value")
  func fillWithValue() {
    var values: [Float] = [1, .nan, 3, -.nan, .infinity]
    #expect(HoleFill.fill(&values, with: 9) == 2)
    #expect(values == [1, 9, 3, 9, .infinity])
    #expect(HoleFill.fill(&values, with: 8) == 0)
  }

  @Test("Ties go to the left, then up")
  func ties() {
    let n = Float.nan
    var row: [Float] = [n, 1, n, 2, n, n, n, 3]
    #expect(HoleFill.fillNearest(&row, width: 8, height: 1) == 5)
    #expect(row == [1, 1, 1, 2, 2, 2, 3, 3])
    var column: [Float] = [1, n, 2]
    #expect(HoleFill.fillNearest(&column, width: 1, height: 3) == 1)
    #expect(column == [1, 1, 2])
    var cross: [Float] = [n, 1, n, /**/ 2, n, 3, /**/ n, 4, n]
    #expect(HoleFill.fillNearest(&cross, width: 3, height: 3) == 5)
    #expect(cross == [2, 1, 1, /**/ 2, 2, 3, /**/ 2, 4, 4])
  }

  @Test("A plane of holes stays, a plane without stays")
  func nothingToDo() {
    var holes = [Float](repeating: .nan, count: 6)
    #expect(HoleFill.fillNearest(&holes, width: 3, height: 2) == nil)
    #expect(holes.allSatisfy { $0.isNaN })
    var full: [Float] = [1, 2, 3, 4, 5, .infinity]
    #expect(HoleFill.fillNearest(&full, width: 3, height: 2) == 0)
    #expect(full == [1, 2, 3, 4, 5, .infinity])
  }

  @Test("Random planes agree with brute force", arguments: (100..<140).map { UInt64($0) })
  func bruteForce(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let width = Int.random(in: 1...24, using: &generator)
    let height = Int.random(in: 1...24, using: &generator)
    let density = [0.02, 0.1, 0.5, 0.95].randomElement(using: &generator) ?? 0.5
    var values = (0..<(width * height)).map { index in
      Double.random(in: 0..<1, using: &generator) < density ? Float(index + 1) : .nan
    }
    let expected = nearest(values, width: width, height: height)
    let holes = values.count(where: \.isNaN)
    let filled = HoleFill.fillNearest(&values, width: width, height: height)
    if let expected {
      #expect(filled == holes, "seed \(seed)")
      #expect(values == expected, "seed \(seed)")
    } else {
      #expect(filled == nil, "seed \(seed)")
    }
  }

  /// Fills by looking at every sample for every hole, leftmost column first.
  private func nearest(_ values: [Float], width: Int, height: Int) -> [Float]? {
    guard values.contains(where: { !$0.isNaN }) else { return nil }
    var filled = values
    for hole in values.indices where values[hole].isNaN {
      var least = Int.max
      for column in 0..<width {
        for row in 0..<height where !values[row * width + column].isNaN {
          let (dx, dy) = (column - hole % width, row - hole / width)
          guard dx * dx + dy * dy < least else { continue }
          least = dx * dx + dy * dy
          filled[hole] = values[row * width + column]
        }
      }
    }
    return filled
  }
}
