import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Smoothing and rates of streams")
struct StreamFilterTests {
  @Test("A pool keeps so many buffers of its size and no others")
  func pool() {
    var pool = BufferPool(sampleCount: 16, limit: 2)
    for _ in 0..<3 { pool.give(.uint8([UInt8](repeating: 7, count: 16))) }
    pool.give(.uint8([1, 2, 3]))
    pool.give(.uint16([UInt16](repeating: 7, count: 16)))
    #expect(pool.count == 2)
    #expect(pool.take().count == 16 && pool.take().count == 16 && pool.take().count == 16)
    #expect(pool.count == 0)
  }

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

  private func smoothed(
    _ maps: [NormalisedMap], colours: [PhotoPixels]? = nil, jobs: Int = 2
  ) throws -> [NormalisedMap] {
    var smoother = try TemporalSmoother(jobs: jobs)
    var result: [NormalisedMap] = []
    for index in maps.indices {
      if let map = try smoother.push(maps[index], colour: colours?[index]) { result.append(map) }
    }
    return result + smoother.finish()
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

  @Test("Colour of another size shows motion as well: nothing is left where an object was")
  func colourOfAnotherSize() throws {
    var smoother = try TemporalSmoother(jobs: 1)
    var frames: [NormalisedMap] = []
    for index in 0..<8 {
      // The object is a little nearer than the ground, within what noise could be, and leaves after four frames.
      let isThere = index < 4
      let map = try NormalisedMap(
        width: 4, height: 2, values: [Float](repeating: isThere ? 0.43 : 0.4, count: 8))
      let colour = try Sample.plain(12, 6, isThere ? [200, 200, 200] : [60, 60, 60])
      if let due = try smoother.push(map, colour: colour) { frames.append(due) }
    }
    frames += smoother.finish()
    #expect(frames[3].values.allSatisfy { ($0 - 0.43).magnitude < 1e-6 })
    #expect(frames[4].values.allSatisfy { ($0 - 0.4).magnitude < 1e-6 })
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

  @Test("An object in motion leaves no ghost, also where it uncovers holes", arguments: [false, true])
  func noGhost(withColour: Bool) throws {
    // A near square moves by 3 pixels per frame; the 3 columns behind it are holes.
    func shows(_ index: Int, _ frame: Int) -> Bool {
      (10..<30).contains(index / 64) && (3 * frame + 6..<3 * frame + 21).contains(index % 64)
    }
    let maps = try (0..<12).map { frame in
      let values = (0..<64 * 48).map { index -> Float in
        if shows(index, frame) { return 0.9 }
        return shows(index, frame - 1) ? .nan : 0.2
      }
      return try NormalisedMap(width: 64, height: 48, values: values)
    }
    let colours = try (0..<12).map { frame in
      try PhotoPixels(
        width: 64, height: 48,
        rgb8: (0..<64 * 48).flatMap { [UInt8](repeating: shows($0, frame) ? 200 : 60, count: 3) })
    }
    let result = try smoothed(maps, colours: withColour ? colours : nil)
    for frame in result.indices {
      for (index, value) in result[frame].values.enumerated() where !maps[frame].values[index].isNaN {
        #expect((value - (shows(index, frame) ? 0.9 : 0.2)).magnitude < 1e-3, "frame \(frame) at \(index)")
      }
    }
    // The ground is known from where it is seen again, which it is not after the last frame.
    for frame in result.indices.dropLast() {
      for (index, value) in result[frame].values.enumerated() where maps[frame].values[index].isNaN {
        #expect((value - 0.2).magnitude < 1e-3, "hole of frame \(frame) at \(index)")
      }
    }
  }

  @Test("Memory is bounded, threads do not matter, and a reset forgets")
  func window() throws {
    let maps = try noisy(10, deviation: 0.01, holes: 0.1, seed: 92)
    #expect(try smoothed(maps, jobs: 1).map(\.values) == smoothed(maps, jobs: 4).map(\.values))
    var smoother = try TemporalSmoother(window: 1, jobs: 1)
    #expect(try smoother.push(maps[0]) == nil)
    for index in 1..<10 { #expect(try smoother.push(maps[index]) != nil) }
    #expect(smoother.finish().count == 1)
    #expect(smoother.finish().isEmpty)
    let holes = try NormalisedMap(width: 2, height: 1, values: [.nan, .nan])
    #expect(try smoother.push(holes) == nil)
    #expect(throws: AuxError(.usage, "")) { try smoother.push(maps[0]) }
    #expect(smoother.finish()[0].holeCount == 2)
    for window in [0, 9] {
      #expect(throws: AuxError(.usage, "")) { try TemporalSmoother(window: window, jobs: 1) }
    }
    #expect(throws: AuxError(.usage, "")) { try TemporalSmoother(strength: .nan, jobs: 1) }
  }

  private func flat(_ value: Float) throws -> NormalisedMap {
    try NormalisedMap(width: 1, height: 1, values: [value])
  }

  @Test("A lower rate of maps is held")
  func held() throws {
    var hold = try DepthHold(rate: 10, frameRate: 30)
    let result = try (0..<9).flatMap { try hold.push(flat(Float($0) / 10)) }.map { $0.values[0] }
    #expect(result == [0, 0, 0, 0.3, 0.3, 0.3, 0.6, 0.6, 0.6])
    #expect(hold.latency == 0 && hold.finish().isEmpty)
    var all = try DepthHold(rate: 60, frameRate: 30)
    #expect(try (0..<4).map { try all.push(flat(Float($0) / 10)).count } == [1, 1, 1, 1])
  }

  @Test("Or interpolated, and not across motion")
  func interpolated() throws {
    var hold = try DepthHold(rate: 1, frameRate: 3, mode: .interpolated)
    let values: [Float] = [0, 0.9, 0.9, 0.06, 0.9, 0.9, 0.9, 0.1]
    var result = try values.flatMap { try hold.push(flat($0)) }
    result += hold.finish()
    let expected: [Float] = [0, 0.02, 0.04, 0.06, 0.06, 0.9, 0.9, 0.9]
    #expect(result.count == 8)
    for (value, exact) in zip(result, expected) { #expect((value.values[0] - exact).magnitude < 1e-6) }
    #expect(hold.latency == 3)
    hold.reset()
    #expect(try hold.push(flat(0.5)).count == 1)
    for rate in [0, -1, .nan, .infinity] as [Double] {
      #expect(throws: AuxError(.usage, "")) { try DepthHold(rate: rate, frameRate: 30) }
    }
  }
}
