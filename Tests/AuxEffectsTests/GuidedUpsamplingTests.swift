import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Guided upsampling")
struct GuidedUpsamplingTests {
  @Test("Random planes agree with brute force", arguments: (200..<212).map { UInt64($0) })
  func bruteForce(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let (w, h) = (Int.random(in: 1...14, using: &generator), Int.random(in: 1...14, using: &generator))
    let scale = Int.random(in: 1...4, using: &generator)
    let photo = try Sample.image(w * scale, h * scale, seed: seed)
    let map = try Sample.map(w, h, seed: seed + 1000, holes: 0.2)
    guard map.holeCount < w * h else { return }
    let upsampling = try GuidedUpsampling(radius: Int.random(in: 1...5, using: &generator))
    let result = try upsampling.upsampled(map, guidedBy: photo, jobs: 2)
    let expected = try naive(map, photo, upsampling)
    for index in expected.indices {
      #expect((Double(result.values[index]) - expected[index]).magnitude < 2e-3, "seed \(seed) at \(index)")
    }
  }

  /// Does each window and each pixel by itself, in Double.
  private func naive(_ map: NormalisedMap, _ photo: PhotoPixels, _ upsampling: GuidedUpsampling) throws
    -> [Double]
  {
    let (w, h, r) = (map.width, map.height, upsampling.radius)
    let guide = GuideReduction.reduce(photo, width: w, height: h, jobs: 1).map { SIMD4<Double>($0) }
    let filled = try map.fillingHoles().values
    func window(_ index: Int) -> [Int] {
      let (x, y) = (index % w, index / w)
      return (max(y - r, 0)...min(y + r, h - 1)).flatMap { line in
        (max(x - r, 0)...min(x + r, w - 1)).map { line * w + $0 }
      }
    }
    let pixelCount = w * h
    let fits = (0..<pixelCount).map { index in
      fit(window(index).filter { !map.values[$0].isNaN }, map, guide, upsampling)
    }
    let shares = (0..<pixelCount).map { index -> Double in
      let some = window(index).compactMap { fits[$0]?.share }
      return min(some.isEmpty ? 0 : 2 * some.reduce(0, +) / Double(some.count), 1)
    }
    let means = (0..<pixelCount).map { index -> [Double] in
      let some = window(index).compactMap { fits[$0] }
      guard !some.isEmpty else { return [0, 0, 0, Double(filled[index])] }
      let weight = some.reduce(0.0) { sum, fit in sum + fit.weight }
      return (0..<4).map { lane -> Double in
        some.reduce(0.0) { sum, fit in sum + fit.line[lane] * fit.weight } / weight
      }
    }
    return (0..<photo.width * photo.height).map { index in
      let colour = (0..<3).map { component -> Double in Double(photo.rgb8[index * 3 + component]) / 255 }
      func place(_ pixel: Int, of size: Int, in count: Int) -> Double {
        let middle = (Double(pixel) + 0.5) * Double(count) / Double(size) - 0.5
        return min(max(middle, 0), Double(count - 1))
      }
      let x = place(index % photo.width, of: photo.width, in: w)
      let y = place(index / photo.width, of: photo.height, in: h)
      var (sum, total) = (0.0, 0.0)
      for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (partOfX, partOfY) = (x - x.rounded(.down), y - y.rounded(.down))
        let near = (column == 1 ? partOfX : 1 - partOfX) * (row == 1 ? partOfY : 1 - partOfY)
        let place = min(Int(y) + row, h - 1) * w + min(Int(x) + column, w - 1)
        let distance = (0..<3).reduce(0.0) { sum, component in
          let difference = guide[place][component] - colour[component]
          return sum + difference * difference
        }
        let farther = 1 + distance * shares[place] * 1000
        let weight = near / (farther * farther) + near * 1e-6
        let line = means[place]
        sum += weight * (line[0] * colour[0] + line[1] * colour[1] + line[2] * colour[2] + line[3])
        total += weight
      }
      // A half is nearer to the second.
      let nearest = Int((y + 0.5).rounded(.down)) * w + Int((x + 0.5).rounded(.down))
      let around = window(nearest).map { Double(filled[$0]) }
      return min(max(sum / total, around.min() ?? 0), around.max() ?? 1)
    }
  }

  private func fit(
    _ samples: [Int], _ map: NormalisedMap, _ guide: [SIMD4<Double>], _ upsampling: GuidedUpsampling
  ) -> (line: [Double], weight: Double, share: Double)? {
    guard !samples.isEmpty else { return nil }
    let (n, regularisation) = (Double(samples.count), Double(upsampling.regularisation))
    let p = samples.map { Double(map.values[$0]) }
    let mean = (0..<3).map { lane in samples.reduce(0) { $0 + guide[$1][lane] } / n }
    let meanP = p.reduce(0, +) / n
    var matrix = (0..<3).map { i in
      (0..<4).map { j -> Double in
        let products = zip(samples, p).map { sample, value in
          (guide[sample][i] - mean[i]) * (j == 3 ? value - meanP : guide[sample][j] - mean[j])
        }
        return products.reduce(0, +) / n + (i == j ? regularisation : 0)
      }
    }
    let right = matrix.map { $0[3] }
    for i in 0..<3 {
      for k in 0..<3 where k != i {
        let factor = matrix[k][i] / matrix[i][i]
        for j in 0..<4 { matrix[k][j] -= factor * matrix[i][j] }
      }
    }
    let slopes = (0..<3).map { matrix[$0][3] / matrix[$0][$0] }
    let variance = p.reduce(0) { $0 + ($1 - meanP) * ($1 - meanP) } / n
    let explained = (0..<3).reduce(0) { $0 + slopes[$1] * right[$1] }
    var share = 1.0
    let side = 2 * upsampling.radius + 1
    if samples.count == side * side {
      let plane = plane(samples, p, map.width)
      let rise = (plane.rise * Double(side - 1) - 0.06) / 0.1
      share = min(max((plane.rest / max(variance, 1e-12) - 0.01) / 0.05, rise, 0), 1)
    }
    if n > 4 {
      let chance = 1 - 3 / (n - 4) * max(variance - explained, 0) / max(explained, 1e-12)
      share *= min(max(chance, (variance - 0.000625) / 0.001875, 0), 1)
    }
    let a = slopes.map { $0 * share }
    let residue = max(variance - (0..<3).reduce(0) { $0 + a[$1] * right[$1] }, 0)
    let constant = meanP - (0..<3).reduce(0) { $0 + a[$1] * mean[$1] }
    return (a + [constant], 1e-6 / (residue + 1e-6) * n, share)
  }

  /// Returns the variance that a plane leaves of a whole window, and how much it rises from sample to sample, in both
  /// directions.
  private func plane(_ samples: [Int], _ values: [Double], _ width: Int) -> (rest: Double, rise: Double) {
    let n = Double(samples.count), mean = values.reduce(0, +) / n
    let slopes = [{ $0 % width }, { $0 / width }].map { (place: (Int) -> Int) -> Double in
      let places = samples.map { Double(place($0)) }
      let middle = places.reduce(0, +) / n
      let products = zip(places, values).reduce(0.0) { $0 + ($1.0 - middle) * ($1.1 - mean) }
      return products / places.reduce(0.0) { $0 + ($1 - middle) * ($1 - middle) }
    }
    let (left, top) = (samples.map { $0 % width }.min() ?? 0, samples.map { $0 / width }.min() ?? 0)
    let half = ((Double(samples.count)).squareRoot() - 1) / 2
    let rests = zip(samples, values).map { sample, value in
      value - mean - slopes[0] * (Double(sample % width - left) - half)
        - slopes[1] * (Double(sample / width - top) - half)
    }
    return (rests.reduce(0) { $0 + $1 * $1 } / n, slopes[0].magnitude + slopes[1].magnitude)
  }

  @Test("A colour that a window does not have takes nothing beyond the samples around it")
  func bounds() throws {
    // Nearness and gray rise together from 0.4 to 0.6; one pixel between samples is white.
    let (w, h, scale) = (12, 12, 4)
    let values = (0..<w * h).map { 0.4 + 0.2 * Float($0 % w) / Float(w - 1) }
    var gray = (0..<w * h * scale * scale).map { UInt8(80 + 60 * ($0 % (w * scale)) / (w * scale)) }
    gray[24 * w * scale + 24] = 255
    let photo = try PhotoPixels(width: w * scale, height: h * scale, rgb8: gray.flatMap { [$0, $0, $0] })
    let map = try NormalisedMap(width: w, height: h, values: values)
    let result = try GuidedUpsampling().upsampled(map, guidedBy: photo, jobs: 1)
    let found = result.values[24 * w * scale + 24]
    #expect(found <= values[8] + 1e-5, "\(found) beside \(values[6])")
  }

  @Test("Holes have no part in the result beyond their own place")
  func holesStayPut() throws {
    let photo = try Sample.image(240, 180, seed: 5)
    let map = try Sample.map(120, 90, seed: 6)
    let whole = try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 2)
    var holed = map
    var generator = SeededRandom(seed: 7)
    for _ in 0..<100 { holed.values[Int.random(in: 0..<map.values.count, using: &generator)] = .nan }
    let result = try GuidedUpsampling.standard.upsampled(holed, guidedBy: photo, jobs: 2)
    #expect(result.holeCount == 0)
    #expect(result.values.allSatisfy { $0 >= 0 && $0 <= 1 })
    // A hole changes the fits of the windows that saw it, not what the map shows.
    let far = zip(result.values, whole.values).count { ($0 - $1).magnitude > 0.5 }
    #expect(far < result.values.count / 50)
  }

  @Test("A map of one value stays that, beside holes too")
  func constant() throws {
    let photo = try Sample.image(50, 30, seed: 8)
    var map = try NormalisedMap(width: 25, height: 15, values: [Float](repeating: 0.3, count: 375))
    map.values[7] = .nan
    let result = try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 1)
    #expect(result.values.allSatisfy { ($0 - 0.3).magnitude < 1e-4 })
  }

  @Test("An edge of the photo becomes that of the map")
  func edge() throws {
    // The photo's edge is at column 34, between the map's samples 8 (black) and 9 (mixed).
    let photo = try PhotoPixels(
      width: 64, height: 64,
      rgb8: (0..<64 * 64).flatMap { [UInt8](repeating: $0 % 64 < 34 ? 20 : 220, count: 3) })
    let map = try NormalisedMap(width: 16, height: 16, values: (0..<256).map { $0 % 16 < 9 ? 0.1 : 0.9 })
    let result = try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 2)
    for column in 0..<64 where column < 32 || column > 36 {
      let expected: Float = column < 34 ? 0.1 : 0.9
      #expect((result.values[32 * 64 + column] - expected).magnitude < 0.1, "column \(column)")
    }
  }

  @Test("A slope stays one, whatever texture is on it", arguments: [false, true])
  func slope(isNoisy: Bool) throws {
    let (w, h, scale) = (60, 45, 4)
    var generator = SeededRandom(seed: 31)
    // Spots of several samples of the map: in a window, their colours and the slope have something in common by chance.
    let spots = (0..<40 * 30).map { _ in UInt8.random(in: 20...235, using: &generator) }
    let photo = try PhotoPixels(
      width: w * scale, height: h * scale,
      rgb8: (0..<w * h * scale * scale).flatMap { pixel -> [UInt8] in
        let (column, row) = (pixel % (w * scale), pixel / (w * scale))
        return [UInt8](repeating: spots[row / 6 * 40 + column / 6], count: 3)
      })
    let step: Float = 0.008
    let exact = (0..<w * h).map { 0.2 + step * Float($0 / w) }
    let noise: Float = isNoisy ? 0.02 : 0
    let map = try NormalisedMap(
      width: w, height: h, values: exact.map { $0 + Float.random(in: -1...1, using: &generator) * noise })
    let result = try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 1)
    var (squares, count) = (Float(0), Float(0))
    for row in 20..<160 {
      let wanted = 0.2 + step * ((Float(row) + 0.5) / Float(scale) - 0.5)
      for column in 20..<220 {
        let error = result.values[row * w * scale + column] - wanted
        squares += error * error
        count += 1
      }
    }
    let error = (squares / count).squareRoot()
    #expect(error < (isNoisy ? 0.3 * noise : 0.1 * step), "\(error)")
  }

  @Test("The number of threads does not matter, nor do sizes without an inside")
  func threadsAndSizes() throws {
    let photo = try Sample.image(130, 210, seed: 9)
    let map = try Sample.map(65, 105, seed: 10, holes: 0.05)
    let one = try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 1)
    #expect(one == (try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 4)))
    for (width, height) in Sample.tinySizes {
      for (w, h) in Sample.tinySizes {
        let result = try GuidedUpsampling.standard.upsampled(
          Sample.map(w, h, seed: 1), guidedBy: Sample.image(width, height, seed: 2), jobs: 2)
        #expect(result.width == width && result.height == height && result.holeCount == 0)
      }
    }
  }

  @Test("Impossible parameters are errors")
  func parameters() throws {
    let usage = AuxError(.usage, "")
    #expect(throws: usage) { try GuidedUpsampling(radius: 0) }
    #expect(throws: usage) { try GuidedUpsampling(regularisation: 0) }
    #expect(throws: usage) { try GuidedUpsampling(regularisation: .nan) }
    #expect(throws: usage) {
      try GuidedUpsampling.standard.upsampled(
        NormalisedMap(width: 1, height: 1, values: [.nan]), guidedBy: Sample.plain(1, 1), jobs: 1)
    }
  }

  @Test("The edge of a stretched map is not in focus where neither side is")
  func edges() throws {
    // A near thing and a far ground, both out of focus, with a ramp of one sample through the focus.
    let ramp: [Float] = [0.2, 0.6, 1]
    let values = (0..<64 * 48).map { pixel in ramp[min(max(pixel % 64 - 30, 0), 2)] }
    var map = try NormalisedMap(width: 64, height: 48, values: values)
    let focus = try FocusMask(focus: 0.6, width: 0.1, slope: 8)
    #expect(focus.mask(of: map, jobs: 1).values[24 * 64 + 31] == 1, "the formula, for a map as it is")
    map.rampReach = 2
    #expect(focus.mask(of: map, jobs: 2).values.allSatisfy { $0 == 0 })
    // Where one side is in focus, the mask goes from the one to the other.
    let near = try FocusMask(focus: 1, width: 0.1, slope: 8).mask(of: map, jobs: 1)
    #expect(
      Array(near.values[24 * 64 + 29..<24 * 64 + 34]).map { ($0 * 100).rounded() } == [0, 0, 38, 100, 100])
    // A long ramp between a ground and a thing that is partly in focus draws no outline that is brighter than the thing.
    let long: [Float] = (0..<64 * 8).map { pixel in
      let step = min(max(pixel % 64 - 14, 0), 36)
      return 0.1 + 0.65 * Float(step) / 36
    }
    var slow = try NormalisedMap(width: 64, height: 8, values: long)
    slow.rampReach = 3
    let partly = try FocusMask(focus: 0.62, width: 0.1, slope: 4).mask(of: slow, jobs: 1).values
    #expect((0.6...0.7).contains(partly[63]) && partly.allSatisfy { $0 < 0.9 }, "\(partly.max() ?? 0)")
    let small = try NormalisedMap(width: 8, height: 6, values: [Float](repeating: 0.5, count: 48))
    let photo = try Sample.image(64, 48, seed: 222)
    #expect(try GuidedUpsampling.standard.fitted(small, to: photo, jobs: 1).rampReach == 2)
  }

  @Test("A map of the photo's size stays as it is, but for its holes")
  func fitted() throws {
    let photo = try Sample.image(20, 10, seed: 220)
    var map = try Sample.map(20, 10, seed: 221)
    #expect(try GuidedUpsampling.standard.fitted(map, to: photo, jobs: 1) == map)
    map.values[33] = .nan
    let fitted = try GuidedUpsampling.standard.fitted(map, to: photo, jobs: 1)
    #expect(fitted.holeCount == 0 && fitted.values[..<33] == map.values[..<33])
  }
}
