import AuxImage
import AuxKernels
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Preparation of maps")
struct PreparationTests {
  @Test("Depth becomes nearness: disparity from 0 to 1, holes kept")
  func normaliseDepth() throws {
    let values: [Float] = [1, 2, 4, .nan, .infinity, 0]
    let plane = PixelPlane(width: 3, height: 2, known: .float(values))
    let map = try NormalisedMap(normalising: DepthData(depthDataType: .fdep, depthDataMap: plane))
    // Disparities 1, 0.5, 0.25, hole, 0, and the reciprocal of 0 is no disparity.
    #expect(map.values.prefix(3) == [1, 0.5, 0.25])
    #expect(map.values[3].isNaN && map.values[4] == 0 && map.values[5].isNaN)
    #expect(map.holeCount == 2)
  }

  @Test("The display orientation is applied")
  func orientation() throws {
    let plane = PixelPlane(width: 2, height: 1, known: .float([0, 1]))
    let depth = try DepthData(depthDataType: .fdis, depthDataMap: plane)
    let map = try NormalisedMap(normalising: depth, orientation: .right)
    #expect(map.width == 1 && map.height == 2 && map.values == [0, 1])
    #expect(try NormalisedMap(normalising: depth, orientation: .down).values == [1, 0])
  }

  @Test("A map of one value is neither near nor far; one of holes is an error")
  func degenerate() throws {
    let flat = try NormalisedMap(width: 3, height: 1, disparities: [2, .nan, 2])
    #expect(flat.values[0] == 0.5 && flat.values[1].isNaN && flat.values[2] == 0.5)
    #expect(throws: AuxError(.usage, "")) {
      try NormalisedMap(width: 2, height: 1, disparities: [.nan, -.infinity])
    }
    let holes = try NormalisedMap(width: 2, height: 1, values: [.nan, .nan])
    #expect(throws: AuxError(.usage, "")) { try holes.fillingHoles() }
  }

  @Test("A fixed range clamps, and takes extremes of Float")
  func range() throws {
    let map = try NormalisedMap(width: 4, height: 1, disparities: [0, 1, 2, 5], range: 1...3)
    #expect(map.values == [0, 0, 0.5, 1])
    let wide = try NormalisedMap(width: 2, height: 1, disparities: [0, .greatestFiniteMagnitude])
    #expect(wide.values == [0, 1])
    for range in [1...1, 0...Float.infinity] {
      #expect(throws: AuxError(.usage, "")) {
        try NormalisedMap(width: 1, height: 1, disparities: [1], range: range)
      }
    }
  }

  @Test("Wrong sizes and values are errors")
  func wrongInput() {
    let usage = AuxError(.usage, "")
    #expect(throws: usage) { try NormalisedMap(width: 2, height: 2, values: [0, 1, 0]) }
    #expect(throws: usage) { try NormalisedMap(width: 0, height: 0, values: []) }
    #expect(throws: usage) { try NormalisedMap(width: .max, height: 2, values: []) }
    #expect(throws: usage) { try NormalisedMap(width: 1, height: 1, values: [1.01]) }
    #expect(throws: usage) { try NormalisedMap(width: 1, height: 1, values: [.infinity]) }
    #expect(throws: usage) { try PhotoPixels(width: 1, height: 1, rgb8: [0, 0]) }
    #expect(throws: usage) { try PhotoPixels(width: -1, height: -1, rgb8: [0, 0, 0]) }
    #expect(throws: usage) { try EffectMask(width: 1, height: 1, values: [.nan]) }
  }

  @Test("A matte is stretched and combined with a mask")
  func matte() throws {
    let plane = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
    let matte = try EffectMask(matte: plane, width: 4, height: 1, jobs: 1)
    #expect(matte.values == [0, 0.25, 0.75, 1])
    let mask = try EffectMask(width: 4, height: 1, values: [1, 0, 1, 0])
    #expect(try mask.combined(with: matte).values == [1, 0.25, 1, 1])
    #expect(try mask.combined(with: matte, as: .intersection).values == [0, 0, 0.75, 0])
    #expect(try mask.combined(with: matte, as: .only).values == matte.values)
    #expect(throws: AuxError(.usage, "")) {
      try mask.combined(with: EffectMask(width: 1, height: 1, values: [1]))
    }
  }
}
