import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Smoothing of streams")
struct StreamFilterTests {
  /// A still scene with noise: frames of a ramp.
  private func noisy(_ count: Int, deviation: Float, holes: Float = 0, seed: UInt64) throws -> [NormalisedMap]
  {
    var generator = SeededRandom(seed: seed)
    return try (0..<count).map { _ in
      let values = (0..<64 * 48).map { index -> Float in
        if Float.random(in: 0..<1, using: &generator) < holes { return .nan }
        let noise = (0..<12).reduce(Float(-6)) { sum, _ in sum + Float.random(in: 0..<1, using: &generator) }
        return min(max(0.2 + Float(index % 64) / 110 + noise * deviation, 0), 1)
      }
      return try NormalisedMap(width: 64, height: 48, values: values)
    }
  }

  private func smoothed(_ maps: [NormalisedMap]) throws -> [NormalisedMap] {
    var smoother = try TemporalSmoother()
    return try maps.map { try smoother.smoothed($0) }
  }

  private func flicker(_ maps: [NormalisedMap]) -> Float {
    var (sum, count): (Float, Float) = (0, 0)
    for index in maps.indices.dropFirst(6) {
      for (a, b) in zip(maps[index].values, maps[index - 1].values) where !a.isNaN && !b.isNaN {
        sum += (a - b).magnitude
        count += 1
      }
    }
    return sum / count
  }

  @Test("Flicker of a still scene is far less than half", arguments: [0.003, 0.01, 0.02] as [Float])
  func flicker(deviation: Float) throws {
    let maps = try noisy(24, deviation: deviation, seed: 90)
    let result = try smoothed(maps)
    #expect(result.count == maps.count)
    #expect(flicker(result) < 0.4 * flicker(maps))
    // And the values are right.
    for (index, value) in result[20].values.enumerated() {
      #expect((value - 0.2 - Float(index % 64) / 110).magnitude < 5 * deviation)
    }
  }

  @Test("No hole remains, and what fills it is right")
  func holes() throws {
    let result = try smoothed(try noisy(16, deviation: 0.002, holes: 0.3, seed: 91))
    for map in result {
      #expect(map.holeCount == 0)
      for (index, value) in map.values.enumerated() {
        #expect((value - 0.2 - Float(index % 64) / 110).magnitude < 0.04)
      }
    }
  }

  @Test("A value is a quarter of the new map and three quarters of the average; a hole keeps the average")
  func average() throws {
    var smoother = try TemporalSmoother()
    func next(_ values: [Float]) throws -> [Float] {
      try smoother.smoothed(NormalisedMap(width: 3, height: 1, values: values)).values
    }
    #expect(try next([.nan, 0.5, 1]) == [0.5, 0.5, 1])
    #expect(try next([0.25, 1, .nan]) == [0.25, 0.625, 1])
    #expect(try next([0.75, .nan, 0]) == [0.375, 0.625, 0.75])
    #expect(throws: AuxError(.usage, "")) {
      try smoother.smoothed(NormalisedMap(width: 1, height: 1, values: [0]))
    }
    smoother.reset()
    #expect(try next([.nan, .nan, .nan]).allSatisfy(\.isNaN))
    #expect(try next([0, 1, 0]) == [0, 1, 0])
    for strength in [-0.1, 1, .nan] as [Float] {
      #expect(throws: AuxError(.usage, "")) { try TemporalSmoother(strength: strength) }
    }
  }
}
