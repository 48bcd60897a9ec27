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
    #expect(Digest.of(map.values) == "2ec1ab57bf94d3da")
    #expect(Digest.of(mask.values) == "c8e99c9a8a78d6df")
    #expect(Digest.of(mask.picture().data()) == "6419f5d570a07892")
    let gray = Digest.of(try GrayscaleEffect().rendered8(map, jobs: 1).data())
    #expect(gray == "f8996f85a1d9829b")
    let wide = Digest.of(try GrayscaleEffect(offset: 0.1, range: 0.5).rendered16(map, jobs: 1).data())
    #expect(wide == "4ee220f7ec0e3631")
  }

  @Test("Pictures")
  func pictures() throws {
    let spotlight = Digest.of(try Spotlight().applied(to: photo, mask: mask, jobs: 1).rgb8)
    #expect(spotlight == "81f0094a13386ba")
    let highlight = Digest.of(try Highlight().applied(to: photo, mask: mask, jobs: 1).rgb8)
    #expect(highlight == "4c18c5d18f7d57db")
    let rosy = Digest.of(try Rosy().applied(to: photo, sparing: mask, jobs: 1).rgb8)
    #expect(rosy == "e37cbcafe413f4fc")
    for (radius, shape, digest) in [
      (60, .disc, "858fe7b0594b7b51"), (60, .gaussian, "cca4970149d0c33f"), (200, .disc, "9318dfbc8b8fd98b"),
      (200, .gaussian, "3d5b437f0501a039"),
    ] as [(Float, FocalBlur.Shape, String)] {
      let blurred = try FocalBlur(radius: radius, shape: shape).applied(to: photo, mask: mask, jobs: 1)
      #expect(Digest.of(blurred.rgb8) == digest, "\(shape) \(radius)")
    }
  }

  @Test("Stereo pairs")
  func stereo() throws {
    let pair = try Stereo(maxShift: 0.04).pair(of: photo, map: map, jobs: 1)
    #expect(Digest.of(pair.left.rgb8) == "270889f803144395")
    #expect(Digest.of(pair.right.rgb8) == "a73ec960470090fe")
    #expect(Digest.of(pair.pictures(.anaglyph, jobs: 1)[0].rgb8) == "8a8f8b4fc95c7568")
    let cameras = try ParallelCameras(focalLength: 0.8, baseline: 0.06)
    let parallel = try cameras.stereo(for: 0.5...2).pair(of: photo, map: map, jobs: 1)
    #expect(Digest.of(parallel.left.rgb8) == "f3a58b7eb5d64e35")
  }
}
