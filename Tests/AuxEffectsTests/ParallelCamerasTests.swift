import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Parallel cameras")
struct ParallelCamerasTests {
  /// 0.5 widths, 40 mm: at 1 m a disparity of 0.02 of the width.
  private let cameras: ParallelCameras

  init() throws { cameras = try ParallelCameras(focalLength: 0.5, baseline: 0.04) }

  @Test("A plane has the disparity f b / z between the pictures", arguments: [0.5, 1, 2] as [Float])
  func plane(distance: Float) throws {
    let image = try Sample.image(200, 3, seed: 70)
    let values = [Float](repeating: 1 / distance, count: 600)
    // Once as the nearest of a range, once as all that there is.
    let ranges: [ClosedRange<Float>] = [0.1...1 / distance, 1 / distance...1 / distance]
    for range in ranges {
      let map =
        range.lowerBound < range.upperBound
        ? try NormalisedMap(width: 200, height: 3, disparities: values, range: range)
        : try NormalisedMap(width: 200, height: 3, disparities: values)
      if range.lowerBound == range.upperBound { #expect(map.disparityRange == range) }
      let pair = try cameras.stereo(for: range).pair(of: image, map: map, jobs: 1)
      // Half of it for each eye, in pixels: 4, 2 and 1.
      let shift = Int((0.01 / distance * 200).rounded())
      for column in 10..<190 {
        #expect(pair.left.pixel(column, 1) == image.pixel(column - shift, 1))
        #expect(pair.right.pixel(column, 1) == image.pixel(column + shift, 1))
      }
    }
  }

  @Test("The infinitely far does not move")
  func infinity() throws {
    let image = try Sample.image(100, 1, seed: 71)
    let map = try NormalisedMap(width: 100, height: 1, disparities: [Float](repeating: 0, count: 100))
    #expect(map.disparityRange == 0...0)
    let pair = try cameras.stereo(for: 0...0).pair(of: image, map: map, jobs: 1)
    #expect(pair.left == image && pair.right == image)
    let stereo = try cameras.stereo(for: 0...2)
    #expect(stereo.convergence == 0 && (stereo.maxShift - 0.01).magnitude < 1e-7)
  }

  @Test("The baseline of a shift makes that shift between the farthest and the nearest")
  func baseline() throws {
    let made = try ParallelCameras(focalLength: 0.8, maxShift: 0.01, disparityRange: 0.5...2.5)
    #expect((made.baseline - 0.025).magnitude < 1e-6)
    #expect((try made.stereo(for: 0.5...2.5).maxShift - 0.01).magnitude < 1e-7)
    #expect((made.disparity(of: 2) - 0.04).magnitude < 1e-6)
  }

  @Test("The range goes with the map through upsampling; a map of nearness has none")
  func range() throws {
    let map = try NormalisedMap(width: 2, height: 1, disparities: [0.25, 4])
    #expect(map.disparityRange == 0.25...4)
    let photo = try Sample.image(8, 4, seed: 72)
    #expect(try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: 1).disparityRange == 0.25...4)
    #expect(try NormalisedMap(width: 1, height: 1, values: [0.5]).disparityRange == nil)
  }

  @Test("What cannot be is refused")
  func errors() {
    let usage = AuxError(.usage, "")
    #expect(throws: usage) { try ParallelCameras(focalLength: 0, baseline: 0.1) }
    #expect(throws: usage) { try ParallelCameras(focalLength: 0.5, baseline: .nan) }
    #expect(throws: usage) { try ParallelCameras(focalLength: 0.5, maxShift: 0.3, disparityRange: 0...1) }
    #expect(throws: usage) { try ParallelCameras(focalLength: 0.5, maxShift: 0.1, disparityRange: 1...1) }
    // 0.5 * 0.04 * 30 is more than half of the width.
    #expect(throws: usage) { try cameras.stereo(for: 0...30) }
  }
}
