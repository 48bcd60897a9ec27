import AuxImage
import AuxKernels
import Testing

@testable import AuxEffects

/// Digests of small results, so that no change of an effect goes unnoticed.
///
/// They were taken when the pictures had been looked at. A change that is meant changes them with it.
@Suite("Golden digests")
struct GoldenTests {
  private let photo: RGBImage
  private let small, map: NormalisedMap
  private let mask: EffectMask

  init() throws {
    // A slope with grain and two objects, and a map of a quarter of its size with a few holes.
    let noise = try Sample.image(96, 72, seed: 900)
    let isObject = (0..<96 * 72).map { index in
      let (x, y) = (index % 96, index / 96)
      return (20..<44).contains(x) && (12..<60).contains(y) || (x - 68) * (x - 68) + (y - 40) * (y - 40) < 300
    }
    var samples = noise.samples.map { $0 / 8 }
    for index in samples.indices {
      let pixel = index / 3
      samples[index] += isObject[pixel] ? [180, 90, 40][index % 3] : UInt8(40 + pixel % 96 + pixel / 96)
    }
    photo = try RGBImage(width: 96, height: 72, samples: samples)
    var values = (0..<24 * 18).map { index -> Float in
      let (x, y) = (index % 24 * 4 + 2, index / 24 * 4 + 2)
      return isObject[y * 96 + x] ? 0.8 : Float(y) / 200
    }
    for hole in [30, 31, 200, 333] { values[hole] = .nan }
    small = try NormalisedMap(width: 24, height: 18, values: values)
    map = try GuidedUpsampling.standard.upsampled(small, guidedBy: photo, jobs: 1)
    mask = try FocusMask().mask(of: map, jobs: 1)
  }

  /// FNV-1a of 64 bits.
  private static func digest(_ bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  private static func digest(_ values: [Float]) -> String {
    // Rounded to codes of 16 bits: the last bits may differ between machines.
    digest(
      values.flatMap { value in
        let code = UInt16((value * 65535).rounded())
        return [UInt8(code >> 8), UInt8(code & 0xFF)]
      })
  }

  @Test("Maps and masks")
  func maps() throws {
    #expect(Self.digest(try small.fillingHoles().values) == "a127b842f3527e3f")
    #expect(Self.digest(map.values) == "9216436d55d80481")
    #expect(Self.digest(mask.values) == "d267f915128d8e19")
    #expect(Self.digest(mask.picture().data()) == "e182dfaedea671b4")
    #expect(Self.digest(try GrayscaleEffect().rendered8(map, jobs: 1).data()) == "fae84bda27389552")
    #expect(
      Self.digest(try GrayscaleEffect(offset: 0.1, range: 0.5).rendered16(map, jobs: 1).data())
        == "f988068580839eec")
  }

  @Test("Pictures")
  func pictures() throws {
    #expect(
      Self.digest(try Spotlight().applied(to: photo, mask: mask, jobs: 1).samples) == "a176be784974d1dd")
    #expect(
      Self.digest(try Highlight().applied(to: photo, mask: mask, jobs: 1).samples) == "5f8851a2b76c910b")
    #expect(Self.digest(try Rosy().applied(to: photo, sparing: mask, jobs: 1).samples) == "379b7ac40ff64757")
    for (radius, shape, digest) in [
      (60, .disc, "fa6acdaf451cf7a6"), (60, .gaussian, "a45dd0693f336b33"), (200, .disc, "511f0e962e36f6df"),
      (200, .gaussian, "c0e5b06f133e3b67"),
    ] as [(Float, FocalBlur.Shape, String)] {
      let blurred = try FocalBlur(radius: radius, shape: shape).applied(to: photo, mask: mask, jobs: 1)
      #expect(Self.digest(blurred.samples) == digest, "\(shape) \(radius)")
    }
  }

  @Test("Stereo pairs")
  func stereo() throws {
    let pair = try Stereo(maxShift: 0.04).pair(of: photo, map: map, jobs: 1)
    #expect(Self.digest(pair.left.samples) == "8cdaa33c00eed8ce")
    #expect(Self.digest(pair.right.samples) == "250e2a0dbefe4cfe")
    #expect(Self.digest(pair.pictures(.anaglyph, jobs: 1)[0].samples) == "1f1d85cda33eb721")
    let cameras = try ParallelCameras(focalLength: 0.8, baseline: 0.06)
    let parallel = try cameras.stereo(for: 0.5...2).pair(of: photo, map: map, jobs: 1)
    #expect(Self.digest(parallel.left.samples) == "e3a72db174ebb63b")
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
    #expect(Self.digest(frames[4].values) == "d5eaa0038cb51186")
    let format = try FrameFormat(width: 96, height: 72, chroma: .left420, range: .limited)
    let video = try VideoFrame(photo, as: format, jobs: 1)
    #expect(Self.digest(video.bytes) == "d3b460a4fa6205bb")
    #expect(
      Self.digest(
        try Mixer(mix: 0.25).mixed(video, VideoFrame(video.rgb(jobs: 1), as: format, jobs: 1), jobs: 1).bytes)
        == "63dcb2cc23749eb8")
  }
}
