import AuxImage
import AuxKernels
import TestSupport
import Testing

@testable import AuxEffects

/// Digests of small results, so that no change of an effect goes unnoticed.
///
/// They were taken when the pictures had been looked at. A change that is meant changes them with it.
@Suite("Golden digests")
struct GoldenTests {
  private let photo: PhotoPixels
  private let small, map: NormalisedMap
  private let mask: EffectMask

  init() throws {
    let scene = try Sample.scene()
    photo = scene.photo
    small = try NormalisedMap(width: 24, height: 18, values: scene.nearness)
    map = try GuidedUpsampling.standard.upsampled(small, guidedBy: photo, jobs: 1)
    mask = try FocusMask().mask(of: map, jobs: 1)
  }

  @Test("Maps and masks")
  func maps() throws {
    #expect(Digest.of(try small.fillingHoles().values) == "a127b842f3527e3f")
    #expect(Digest.of(map.values) == "2485599f0d4a8716")
    #expect(Digest.of(mask.values) == "693af1752cfc25e1")
    #expect(Digest.of(mask.picture().data()) == "87bbaaa6c39eeea5")
    let gray = Digest.of(try GrayscaleEffect().rendered8(map, jobs: 1).data())
    #expect(gray == "c54debe003457d72")
    let wide = Digest.of(try GrayscaleEffect(offset: 0.1, range: 0.5).rendered16(map, jobs: 1).data())
    #expect(wide == "b9f761313355e171")
  }

  @Test("Pictures")
  func pictures() throws {
    let spotlight = Digest.of(try Spotlight().applied(to: photo, mask: mask, jobs: 1).rgb8)
    #expect(spotlight == "41608c9b5b462885")
    let highlight = Digest.of(try Highlight().applied(to: photo, mask: mask, jobs: 1).rgb8)
    #expect(highlight == "82f843fd99ccff06")
    let rosy = Digest.of(try Rosy().applied(to: photo, sparing: mask, jobs: 1).rgb8)
    #expect(rosy == "5e7929179171f0a8")
    for (radius, shape, digest) in [
      (60, .disc, "9ba7c82ee61fccf4"), (60, .gaussian, "4f2e92693d3504a"), (200, .disc, "bd7f2de613580436"),
      (200, .gaussian, "2e2aa06181e4dbc7"),
    ] as [(Float, FocalBlur.Shape, String)] {
      let blurred = try FocalBlur(radius: radius, shape: shape).applied(to: photo, mask: mask, jobs: 1)
      #expect(Digest.of(blurred.rgb8) == digest, "\(shape) \(radius)")
    }
  }

  @Test("Stereo pairs")
  func stereo() throws {
    let pair = try Stereo(maxShift: 0.04).pair(of: photo, map: map, jobs: 1)
    #expect(Digest.of(pair.left.rgb8) == "73fbd7b5f1a18c3d")
    #expect(Digest.of(pair.right.rgb8) == "c388312109a38beb")
    #expect(Digest.of(pair.pictures(.anaglyph, jobs: 1)[0].rgb8) == "e24148e362697d6b")
    let cameras = try ParallelCameras(focalLength: 0.8, baseline: 0.06)
    let parallel = try cameras.stereo(for: 0.5...2).pair(of: photo, map: map, jobs: 1)
    #expect(Digest.of(parallel.left.rgb8) == "81efd0eb8117f51d")
  }

  @Test("A smoothed stream")
  func stream() throws {
    var smoother = try TemporalSmoother(jobs: 1)
    var frames: [NormalisedMap] = []
    for seed in 0..<5 {
      let noise = Sample.values(map.values.count, seed: UInt64(910 + seed))
      let values = zip(map.values, noise).map { $1 < 0.03 ? Float.nan : min($0 + $1 / 20, 1) }
      let frame = try NormalisedMap(width: 96, height: 72, values: values)
      if let due = try smoother.push(frame, colour: photo) { frames.append(due) }
    }
    frames += smoother.finish()
    #expect(frames.count == 5)
    #expect(Digest.of(frames[4].values) == "bc714f95129f347")
  }
}
