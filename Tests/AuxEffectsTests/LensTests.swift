import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Lenses")
struct LensTests {
  @Test("Radii are those of a thin lens")
  func optics() throws {
    // 50 mm on film of 36 by 24 mm at f/2: an opening of 25 mm, and 24,000 pixels of focal length in 17,280.
    let lens = try LensOptics(focalLength: 50 / 36, fNumber: 2, width: 6000, height: 4000)
    #expect((lens.aperture - 0.025).magnitude < 1e-5)
    // 12.5 mm times 8333 pixels times a difference of 0.5 and of 0.25 per metre.
    #expect((lens.radius(at: 1, focus: 2, width: 6000) - 52.08).magnitude < 0.1)
    #expect((lens.radius(at: 4, focus: 2, width: 6000) + 26.04).magnitude < 0.1)
  }

  @Test("A mask and a blur simulate the lens on a map")
  func effect() throws {
    let lens = try LensOptics(focalLength: 0.8, aperture: 0.02)
    let (mask, blur) = try lens.effect(
      focus: 0.25, disparities: 0.2...1.2, width: 2016, height: 1512, bokeh: FocalBlur(front: 0.5))
    #expect(blur.front == 0.5)
    for nearness in [0, 0.25, 0.5, 1] as [Float] {
      let radius = (1 - mask.value(at: nearness)) * blur.radius(forWidth: 2016, height: 1512)
      let expected = lens.radius(at: 1 / (0.2 + nearness), focus: 1 / 0.45, width: 2016)
      #expect((radius - expected.magnitude).magnitude < 0.01, "\(nearness)")
    }
  }

  @Test("Impossible lenses are errors")
  func errors() {
    #expect(throws: AuxError(.usage, "")) { try LensOptics(focalLength: 0, aperture: 0.02) }
    #expect(throws: AuxError(.usage, "")) { try LensOptics(focalLength: 1, aperture: -1) }
    #expect(throws: AuxError(.usage, "")) { try LensOptics(focalLength: 1, fNumber: 0, width: 3, height: 2) }
    for strength in [-0.5, 2.5] as [Float] {
      #expect(throws: AuxError(.usage, "")) { try FocalBlur(front: strength) }
    }
  }
}

@Suite("Mattes in pictures")
struct MatteLightTests {
  private let size = 64

  /// Stripes of ground, in front of them a red subject on the left, and between both a band that is half of it.
  private func scene() throws -> (image: PhotoPixels, matte: EffectMask) {
    var samples: [UInt8] = []
    var shares: [Float] = []
    for index in 0..<size * size {
      let (x, y) = (index % size, index / size)
      let share: Double = x < 24 ? 1 : x < 32 ? 0.5 : 0
      let ground = SRGB.light(y / 2 % 2 == 0 ? 40 : 90)
      let subject = [SRGB.light(220), SRGB.light(30), SRGB.light(30)]
      samples += subject.map { UInt8(SRGB.code($0 * share + ground * (1 - share)).rounded()) }
      shares.append(Float(share))
    }
    return (
      try PhotoPixels(width: size, height: size, rgb8: samples),
      try EffectMask(width: size, height: size, values: shares)
    )
  }

  @Test("The subject's own colours in a matte's band")
  func foreground() throws {
    let (image, matte) = try scene()
    let result = try matte.foreground(of: image, jobs: 2)
    for y in 4..<size - 4 {
      for x in 24..<32 {
        let colour = result.pixel(x, y)
        #expect(abs(Int(colour[0]) - 220) < 24 && abs(Int(colour[1]) - 30) < 45, "\(x), \(y): \(colour)")
      }
      #expect(result.pixel(40, y) == image.pixel(40, y) && result.pixel(8, y) == image.pixel(8, y))
    }
    // A matte of one thing only says nothing of another.
    let half = try EffectMask(width: size, height: size, values: [Float](repeating: 0.5, count: size * size))
    #expect(try half.foreground(of: image, jobs: 1) == image)
  }

  @Test("Pixels that a matte covers in part are sharp to that part, over blurred ground")
  func softBand() throws {
    let (image, matte) = try scene()
    let map = try NormalisedMap(
      width: size, height: size, values: (0..<size * size).map { $0 % size < 28 ? 1 : 0 })
    let focus = try FocusMask(focus: 1, width: 0, slope: 1)
    let result = try FocalBlur(radius: 8 * (12_192_768 as Float).squareRoot() / Float(size)).applied(
      to: image, map: map, focus: focus, sparing: matte, jobs: 1)
    func contrast(_ picture: PhotoPixels, _ column: Int) -> Double {
      let light = (16..<48).map { SRGB.light(picture.pixel(column, $0)[2]) }
      return (light.max() ?? 0) - (light.min() ?? 0)
    }
    // Most of the ground's stripes are gone behind the band, too, and the subject's red is there.
    #expect(contrast(result, 28) < contrast(image, 28) * 0.7)
    let red = SRGB.light(result.pixel(28, 32)[0])
    #expect((red - (SRGB.light(220) / 2 + 0.03)).magnitude < 0.05)
    #expect(result.pixel(10, 30) == image.pixel(10, 30))
  }
}

@Suite("Maps before use")
struct TerraceTests {
  @Test("Terraces of codes become slopes, and no code another")
  func terraces() throws {
    let (width, height) = (96, 12)
    let slope = (0..<width * height).map { Float($0 % width) / 96 * 12 / 255 + ($0 % width >= 48 ? 0.5 : 0) }
    let coded = slope.map { ($0 * 255).rounded() / 255 }
    let map = try NormalisedMap(width: width, height: height, values: coded)
    let smooth = map.smoothingTerraces(jobs: 2)
    for index in coded.indices {
      #expect((smooth.values[index] * 255).rounded() == (coded[index] * 255).rounded())
    }
    func error(_ values: [Float]) -> Float {
      zip(values, slope).reduce(0) { $0 + ($1.0 - $1.1).magnitude }
    }
    #expect(error(smooth.values) < error(coded) * 0.65)
    // The step stays one.
    #expect(smooth.values[48] - smooth.values[47] > 0.49)
    #expect(map.smoothingTerraces(jobs: 1) == smooth)
  }

  @Test("Things at a few distances stay where they are")
  func planes() throws {
    let values = (0..<64 * 4).map { [0, 0.6, 0.8, 1][$0 % 64 / 16] as Float }
    let map = try NormalisedMap(width: 64, height: 4, values: values)
    #expect(map.smoothingTerraces(jobs: 2) == map)
  }

  @Test("Maps of floats, of few values and holes stay")
  func others() throws {
    let floats = try NormalisedMap(width: 40, height: 40, values: Sample.values(1600, seed: 71))
    #expect(floats.smoothingTerraces(jobs: 2) == floats)
    let two = try NormalisedMap(width: 4, height: 1, values: [0, 1, 1, 0])
    #expect(two.smoothingTerraces(jobs: 1) == two)
    let holes = try NormalisedMap(width: 5, height: 1, values: [0, .nan, 0.004, 0.008, .nan])
    #expect(holes.smoothingTerraces(jobs: 1).values.map(\.isNaN) == [false, true, false, false, true])
  }

  @Test("Between two sides out of focus nothing is in it", arguments: [0.1, 0.15, 0.2] as [Float])
  func ramps(low: Float) throws {
    // A ramp of five samples through the focus.
    let values = (0..<40).map { column in low + (1 - 2 * low) * min(max(Float(column - 17) / 5, 0), 1) }
    var map = try NormalisedMap(width: 40, height: 3, values: values + values + values)
    map.rampReach = 4
    let focus = try FocusMask(focus: 0.5, width: 0.1, slope: 4)
    let most = max(focus.value(at: low), focus.value(at: 1 - low))
    #expect(focus.mask(of: map, jobs: 1).values.allSatisfy { $0 <= most + 0.001 })
    // Nor is a pixel of the blur less out of focus.
    var distances = map.values
    RampSides.sharpen(&distances, of: map, band: 0..<3, focus: 0.5)
    #expect(distances.allSatisfy { ($0 - 0.5).magnitude >= 0.5 - low - 0.001 })
  }
}
