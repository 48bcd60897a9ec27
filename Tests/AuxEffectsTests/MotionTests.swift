import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Motion, and maps of models, over time")
struct MotionTests {
  private let width = 160, height = 112

  /// Something to see that goes on without end: a texture of several sizes, and a depth with steps, by place.
  private func texture(_ x: Float, _ y: Float) -> Float {
    var (sum, size): (Float, Float) = (0, 5)
    for octave in 0..<3 {
      let (u, v) = (x / size, y / size)
      let (i, j) = (u.rounded(.down), v.rounded(.down))
      func corner(_ a: Float, _ b: Float) -> Float {
        var random = SeededRandom(
          seed: UInt64(bitPattern: Int64(a * 7919 + b * 104_729 + Float(octave) * 611_953)))
        return Float.random(in: -1...1, using: &random)
      }
      let (p, q) = (u - i, v - j)
      let top = corner(i, j) * (1 - p) + corner(i + 1, j) * p
      let bottom = corner(i, j + 1) * (1 - p) + corner(i + 1, j + 1) * p
      sum += (top * (1 - q) + bottom * q) * 24
      size *= 2.3
    }
    return 128 + sum
  }

  private func depth(_ x: Float, _ y: Float) -> Float {
    let column = (x / 40).rounded(.down)
    return 0.35 + 0.25 * (column - 2 * (column / 2).rounded(.down)) + 0.0008 * y
  }

  private struct Clip {
    var maps: [NormalisedMap] = []
    var truths: [[Float]] = []
    var colours: [PhotoPixels] = []
  }

  /// Frames of a camera that moves by so many pixels a frame, with the noise of a sensor.
  private func clip(_ frames: Int, pan: SIMD2<Float>, deviation: Float) throws -> Clip {
    var (clip, random) = (Clip(), SeededRandom(seed: 77))
    func noise() -> Float {
      (0..<12).reduce(Float(-6)) { sum, _ in sum + Float.random(in: 0..<1, using: &random) }
    }
    for frame in 0..<frames {
      var (values, truth, samples) = ([Float](), [Float](), [UInt8]())
      for index in 0..<width * height {
        let place = SIMD2(Float(index % width), Float(index / width)) + pan * Float(frame)
        let code = UInt8(min(max(texture(place.x, place.y) + noise() * 1.5, 0), 255))
        samples += [code, code, code]
        truth.append(depth(place.x, place.y))
        values.append(min(max(truth[index] + noise() * deviation, 0), 1))
      }
      clip.truths.append(truth)
      clip.maps.append(try NormalisedMap(width: width, height: height, values: values))
      clip.colours.append(try PhotoPixels(width: width, height: height, rgb8: samples))
    }
    return clip
  }

  /// Returns the root of the mean square of errors, of the middle of frames that have settled.
  private func error(_ maps: [NormalisedMap], _ clip: Clip) -> Float {
    var (sum, count): (Float, Float) = (0, 0)
    for frame in 6..<maps.count {
      for y in 8..<height - 8 {
        for x in 24..<width - 24 {
          let difference = maps[frame].values[y * width + x] - clip.truths[frame][y * width + x]
          sum += difference * difference
          count += 1
        }
      }
    }
    return (sum / count).squareRoot()
  }

  private func smoothed(_ clip: Clip, followsMotion: Bool) throws -> [NormalisedMap] {
    var smoother = try TemporalSmoother(followsMotion: followsMotion, jobs: 2)
    var maps: [NormalisedMap] = []
    for (map, colour) in zip(clip.maps, clip.colours) {
      if let map = try smoother.push(map, colour: colour) { maps.append(map) }
    }
    return maps + smoother.finish()
  }

  @Test(
    "Noise goes as well where the camera moves as where it stands",
    arguments: [SIMD2(0, 0), SIMD2(4, 0), SIMD2(-3, 2), SIMD2(1.5, 0.5), SIMD2(11, 0)] as [SIMD2<Float>])
  func pan(pan: SIMD2<Float>) throws {
    let clip = try clip(12, pan: pan, deviation: 0.012)
    let plain = error(clip.maps, clip)
    let (followed, fixed) = (
      error(try smoothed(clip, followsMotion: true), clip),
      error(try smoothed(clip, followsMotion: false), clip)
    )
    print("pan \(pan): \(plain) -> \(fixed), followed \(followed)")
    #expect(followed < 0.55 * plain, "pan \(pan): \(plain) -> \(fixed), followed \(followed)")
    if pan != .zero { #expect(followed < fixed, "pan \(pan): \(fixed), followed \(followed)") }
  }

  @Test("Vectors are those of the motion, also to parts of a pixel")
  func vectors() throws {
    for pan in [SIMD2(4, 0), SIMD2(-3, 2), SIMD2(11, -6), SIMD2(0.5, 0)] as [SIMD2<Float>] {
      let clip = try clip(2, pan: pan, deviation: 0)
      let frames = zip(clip.maps, clip.colours).map { TemporalFrame($0, $1, hasPyramid: true, jobs: 1) }
      let field = MotionField(
        from: try #require(frames[1].pyramid), to: try #require(frames[0].pyramid), jobs: 2)
      var good = 0
      for row in 2..<height / 8 - 2 {
        for column in 3..<width / 8 - 3 {
          let off = field.vectors[row * field.columns + column] - pan
          if max(off.x.magnitude, off.y.magnitude) <= 0.5 { good += 1 }
        }
      }
      let all = (height / 8 - 4) * (width / 8 - 6)
      #expect(Double(good) > 0.9 * Double(all), "\(pan): \(good) of \(all)")
    }
  }

  @Test("Threads do not matter, and a picture without texture does not move")
  func determined() throws {
    let clip = try clip(3, pan: SIMD2(3, 1), deviation: 0.01)
    let frames = zip(clip.maps, clip.colours).map { TemporalFrame($0, $1, hasPyramid: true, jobs: 1) }
    let (now, before) = (try #require(frames[1].pyramid), try #require(frames[0].pyramid))
    #expect(
      MotionField(from: now, to: before, jobs: 1).vectors
        == MotionField(from: now, to: before, jobs: 4).vectors)
    let plain = LuminancePyramid([UInt8](repeating: 90, count: 100 * 60), width: 100, height: 60, jobs: 1)
    #expect(MotionField(from: plain, to: plain, jobs: 1).isStill)
    for (width, height) in [(1, 1), (3, 20), (9, 7)] {
      let tiny = LuminancePyramid(
        (0..<width * height).map { UInt8($0 * 9 % 256) }, width: width, height: height, jobs: 1)
      #expect(MotionField(from: tiny, to: tiny, jobs: 1).isStill)
    }
  }

  @Test("Scale and shift are found beside a third that moves and noise, and not after a cut")
  func alignment() throws {
    let clip = try clip(2, pan: .zero, deviation: 0.004)
    func model(_ map: NormalisedMap, _ factor: Float, _ term: Float, isMoved: Bool = false) throws
      -> NormalisedMap
    {
      let values = map.values.enumerated().map { index, value in
        min(max((isMoved && index % width < width / 3 ? 0.9 : value) * factor + term, 0), 1)
      }
      return try NormalisedMap(width: width, height: height, values: values)
    }
    var alignment = DepthAlignment()
    _ = try alignment.align(clip.maps[0], colour: clip.colours[0], jobs: 1)
    let aligned = try alignment.align(
      model(clip.maps[1], 0.7, 0.2, isMoved: true), colour: clip.colours[1], jobs: 1)
    var worst: Float = 0
    for index in aligned.values.indices where index % width > width / 3 {
      worst = max(worst, (aligned.values[index] - clip.maps[1].values[index]).magnitude)
    }
    #expect(worst < 0.01)
    // Nothing of the next picture is that of this one.
    var random = SeededRandom(seed: 5)
    let other = try NormalisedMap(
      width: width, height: height,
      values: (0..<width * height).map { _ in Float.random(in: 0...1, using: &random) })
    let cut = try Sample.image(width, height, seed: 6)
    #expect(try alignment.align(other, colour: cut, jobs: 1) == other)
    #expect(throws: AuxError(.usage, "")) { try alignment.align(Sample.map(3, 3, seed: 1), jobs: 1) }
    alignment.reset()
    #expect(try alignment.align(Sample.map(3, 3, seed: 1), jobs: 1) == Sample.map(3, 3, seed: 1))
    #expect(DepthAlignment.fit([SIMD2](repeating: SIMD2(0.2, 0.4), count: 40))?.factor == 1)
    #expect(DepthAlignment.fit([SIMD2(0.2, 0.4)]) == nil)
  }
}
