import AuxEffects
import AuxImage
import TestSupport
import Testing

@Suite("Effects of 16 bits")
struct DeepEffectTests {
  private typealias Render = (PhotoPixels) throws -> PhotoPixels

  private static let size = (width: 96, height: 72)

  /// All effects of colour, by their names.
  private static func effects() throws -> [(String, Render)] {
    let (width, height) = size
    let map = try Sample.map(width, height, seed: 5)
    let mask = try Sample.mask(width, height, seed: 6)
    let blur = try FocalBlur(radius: 200)
    let bell = try FocalBlur(radius: 120, shape: .gaussian)
    let mixer = try EffectMixer(mix: 0.3)
    let ground = try Sample.image(width, height, seed: 8)
    var effects: [(String, Render)] = [
      ("spotlight", { try Spotlight().applied(to: $0, mask: mask, jobs: 2) }),
      ("highlight", { try Highlight().applied(to: $0, mask: mask, jobs: 2) }),
      ("rosy", { try Rosy().applied(to: $0, jobs: 2) }),
      ("rosy by a matte", { try Rosy().applied(to: $0, sparing: mask, jobs: 2) }),
      ("blur", { try blur.applied(to: $0, map: map, focus: .standard, jobs: 2) }),
      ("blur by a matte", { try blur.applied(to: $0, map: map, focus: .standard, sparing: mask, jobs: 2) }),
      ("bell", { try bell.applied(to: $0, mask: mask, jobs: 2) }),
      ("mix", { try mixer.mixed($0, Rosy().applied(to: $0, jobs: 1), jobs: 2) }),
      ("foreground", { try mask.foreground(of: $0, jobs: 2) }),
      (
        "composite",
        {
          let back = try Composite.background(
            ground.withBitsPerSample($0.bitsPerSample), width: width, height: height, jobs: 2)
          return try Composite().applied(to: $0, matte: mask, over: back, jobs: 2)
        }
      ),
      ("background", { try Composite.background($0, width: 60, height: 50, jobs: 2) }),
    ]
    for layout in Stereo.Layout.allCases {
      effects.append(
        (
          "\(layout)",
          {
            let pair = try Stereo(maxShift: 0.05).pair(of: $0, map: map, jobs: 2)
            return pair.pictures(layout, jobs: 2)[0]
          }
        ))
    }
    return effects
  }

  private static func codes(_ picture: PhotoPixels) throws -> [UInt16] {
    guard case .uint16(let codes) = picture.samples else { throw CancellationError() }
    return codes
  }

  @Test("Of a picture of 8 bits spread over 16 they make the same, but for rounding")
  func spread() throws {
    let photo = try Sample.image(Self.size.width, Self.size.height, seed: 4)
    for (name, effect) in try Self.effects() {
      let (narrow, wide) = (try effect(photo), try effect(photo.withBitsPerSample(16)))
      #expect(narrow.width == wide.width && narrow.height == wide.height && narrow.bitsPerSample == 8)
      let differences = zip(narrow.rgb8, try Self.codes(wide)).map { abs(Int($0) * 257 - Int($1)) }
      // Half a code, and what tables of 4096 roots are off; halves and mixtures are of codes that were rounded before, and
      // an anaglyph is of differences of such.
      let isOfRounded = ["half-width", "half-height", "mix", "composite"].contains(name)
      let most = name == "anaglyph" ? 6 * 257 : isOfRounded ? 420 : 150
      #expect((differences.max() ?? 0) <= most, "\(name)")
    }
  }

  @Test("A smooth ramp has no steps")
  func ramp() throws {
    let (width, height) = Self.size
    let codes = (0..<width * height).flatMap { pixel -> [UInt16] in
      let code = UInt16(20_000 + pixel % width * 30 + pixel / width)
      return [code, code, code]
    }
    let photo = try PhotoPixels(width: width, height: height, channels: 3, samples: .uint16(codes))
    let even = try EffectMask(
      width: width, height: height, values: [Float](repeating: 0.5, count: width * height))
    let flat = try NormalisedMap(
      width: width, height: height, values: [Float](repeating: 0.3, count: width * height))
    let pictures = [
      "spotlight": try Spotlight().applied(to: photo, mask: even, jobs: 1),
      "highlight": try Highlight().applied(to: photo, mask: even, jobs: 1),
      "rosy": try Rosy().applied(to: photo, jobs: 1),
      "blur": try FocalBlur(radius: 200).applied(to: photo, mask: even, jobs: 1),
      "mix": try EffectMixer(mix: 0.5).mixed(photo, Rosy().applied(to: photo, jobs: 1), jobs: 1),
      "stereo": try Stereo.standard.pair(of: photo, map: flat, jobs: 1).left,
    ]
    for (name, picture) in pictures {
      let found = try Self.codes(picture)
      for row in 8..<height - 8 {
        let line = (12..<width - 12).map { Int(found[(row * width + $0) * 3]) }
        let steps = zip(line, line.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 0 && $0 < 60 }, "\(name) \(steps)")
      }
    }
  }

  @Test("Pixels in focus keep their codes, of all bits")
  func kept() throws {
    let (width, height) = Self.size
    var generator = SeededRandom(seed: 9)
    let codes = (0..<width * height * 3).map { _ in UInt16.random(in: 0...65535, using: &generator) }
    let photo = try PhotoPixels(width: width, height: height, channels: 3, samples: .uint16(codes))
    let whole = try EffectMask(
      width: width, height: height, values: [Float](repeating: 1, count: width * height))
    #expect(try Spotlight().applied(to: photo, mask: whole, jobs: 1) == photo)
    #expect(try Highlight().applied(to: photo, mask: whole, jobs: 1) == photo)
    #expect(try FocalBlur.standard.applied(to: photo, mask: whole, jobs: 1) == photo)
    let map = try NormalisedMap(
      width: width, height: height, values: (0..<width * height).map { $0 % width < 48 ? 0.75 : 0 })
    let blurred = try Self.codes(
      FocalBlur(radius: 100).applied(to: photo, map: map, focus: .standard, jobs: 2))
    for row in 0..<height {
      let pixels = row * width * 3..<row * width * 3 + 46 * 3
      #expect(blurred[pixels] == codes[pixels])
    }
  }

  @Test("Gray and masks of 16 bits are those of 8 with more of them")
  func gray() throws {
    let mask = try Sample.mask(31, 17, seed: 3)
    guard case .uint16(let wide) = mask.picture(bitsPerSample: 16).storage,
      case .uint8(let narrow) = mask.picture().storage
    else { throw CancellationError() }
    #expect(zip(wide, narrow).allSatisfy { abs(Int($0) - Int($1) * 257) <= 129 })
    #expect(zip(wide, mask.values).allSatisfy { abs(Float($0) - $1 * 65535) <= 0.51 })
  }
}
