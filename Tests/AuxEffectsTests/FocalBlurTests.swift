import AuxImage
import Foundation
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Focal blur")
struct FocalBlurTests {
  /// A blur whose greatest radius is so many pixels of an image of that size.
  private func blur(_ radius: Float, _ width: Int, _ height: Int, _ shape: FocalBlur.Shape = .disc) throws
    -> FocalBlur
  {
    try FocalBlur(
      radius: min(radius * Float((4032.0 * 3024 / Double(width * height)).squareRoot()), 10_000), shape: shape
    )
  }

  @Test("The radius grows with the image's sides")
  func radius() throws {
    #expect(FocalBlur.standard.radius(forWidth: 4032, height: 3024) == 15)
    #expect(FocalBlur.standard.radius(forWidth: 2016, height: 1512) == 7.5)
    #expect(FocalBlur.standard.radius(forWidth: 1512, height: 2016) == 7.5)
  }

  @Test(
    "All at one distance is a plain blur of light", arguments: FocalBlur.Shape.allCases,
    [0.8, 1.7, 3, 5.7] as [Float])
  func flat(shape: FocalBlur.Shape, radius: Float) throws {
    let (image, size) = (try Sample.image(31, 25, seed: 20), (31, 25))
    let result = try blur(radius, 31, 25, shape).applied(
      to: image, mask: EffectMask(width: 31, height: 25, values: [Float](repeating: 0, count: 31 * 25)),
      jobs: 2)
    let expected = PlainBlur.codes(image, Double(radius), shape)
    for index in 0..<size.0 * size.1 * 3 {
      #expect((Double(result.rgb8[index]) - expected[index]).magnitude <= 3, "at \(index)")
    }
  }

  @Test(
    "Radii as large as the image and larger keep what is plain plain",
    arguments: FocalBlur.Shape.allCases, [122, 10_000] as [Float])
  func enormous(shape: FocalBlur.Shape, radius: Float) throws {
    for (width, height) in [(96, 64), (33, 130), (1, 90)] {
      let image = try Sample.plain(width, height)
      let mask = try Sample.mask(width, height, seed: 25)
      // In pixels of an image of 12 megapixels, so that the radius here is from a fraction to hundreds.
      for scale in [1, Float((4032.0 * 3024 / Double(width * height)).squareRoot())] {
        let effect = try FocalBlur(radius: min(radius * scale, 10_000), shape: shape)
        let result = try effect.applied(to: image, mask: mask, jobs: 2)
        let worst = zip(result.rgb8, image.rgb8).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= 1, "\(width)x\(height), radius \(effect.radius)")
      }
    }
  }

  @Test(
    "Large radii are those of a disc or a bell", arguments: FocalBlur.Shape.allCases, [5, 7.3, 14] as [Float])
  func large(shape: FocalBlur.Shape, radius: Float) throws {
    // An edge: the values across it are the integral of the kernel.
    let size = 120
    let image = try PhotoPixels(
      width: size, height: size,
      rgb8: (0..<size * size).flatMap { [UInt8](repeating: $0 % size < 60 ? 0 : 255, count: 3) })
    let mask = try EffectMask(width: size, height: size, values: [Float](repeating: 0, count: size * size))
    let effect = try blur(radius, size, size, shape)
    let result = try effect.applied(to: image, mask: mask, jobs: 2)
    let expected = PlainBlur.codes(try image.cropped(rows: 1), Double(radius), shape)
    for column in 20..<100 {
      // Of light, in codes of a linear scale.
      let code = min(max(expected[column * 3].rounded(), 0), 255)
      let difference = 255 * (SRGB.light(result.pixel(column, 60)[0]) - SRGB.light(UInt8(code)))
      #expect(difference.magnitude < 10, "column \(column)")
    }
  }

  @Test("One colour stays", arguments: FocalBlur.Shape.allCases)
  func constant(shape: FocalBlur.Shape) throws {
    for seed in [30, 31, 32] as [UInt64] {
      let image = try Sample.plain(61, 47)
      let result = try blur(20, 61, 47, shape).applied(
        to: image, mask: Sample.mask(61, 47, seed: seed), jobs: 2)
      #expect(result == image)
    }
  }

  @Test("In focus nothing changes")
  func inFocus() throws {
    let image = try Sample.image(128, 48, seed: 33)
    let mask = try EffectMask(
      width: 128, height: 48, values: (0..<128 * 48).map { 1 - Float(max($0 % 128 - 64, 0)) / 128 })
    let result = try blur(12, 128, 48).applied(to: image, mask: mask, jobs: 2)
    for index in mask.values.indices where mask.values[index] == 1 {
      #expect(result.pixel(index % 128, index / 128) == image.pixel(index % 128, index / 128))
    }
  }

  @Test(
    "Nothing of a sharp disc spreads over the ground", arguments: FocalBlur.Shape.allCases,
    [2, 9, 40] as [Float])
  func noBleeding(shape: FocalBlur.Shape, radius: Float) throws {
    let size = 128
    func distance(_ index: Int) -> Double {
      let (x, y) = (Double(index % size - 64), Double(index / size - 60))
      return (x * x + y * y).squareRoot()
    }
    let mask = try EffectMask(
      width: size, height: size, values: (0..<size * size).map { distance($0) < 30 ? 1 : 0 })
    for (disc, ground) in [([255, 0, 255], [0, 0, 0]), ([0, 0, 0], [90, 200, 30])] as [([UInt8], [UInt8])] {
      let image = try PhotoPixels(
        width: size, height: size, rgb8: (0..<size * size).flatMap { distance($0) < 30 ? disc : ground })
      let result = try blur(radius, size, size, shape).applied(to: image, mask: mask, jobs: 2)
      // The pixels at the outline are taken for mixtures of both, and their neighbours may get a trace of that.
      for index in 0..<size * size where (distance(index) - 30).magnitude > 2 {
        for component in 0..<3 {
          let difference = abs(
            Int(result.rgb8[index * 3 + component]) - Int(image.rgb8[index * 3 + component]))
          #expect(difference <= 2, "\(index % size), \(index / size)")
        }
      }
    }
  }

  @Test("Things before the focus spread over those in focus; things behind it do not")
  func nearSpreads() throws {
    let size = 96
    let isSquare = (0..<size * size).map { 28..<68 ~= $0 % size && 28..<68 ~= $0 / size }
    let image = try PhotoPixels(
      width: size, height: size, rgb8: isSquare.flatMap { [UInt8](repeating: $0 ? 255 : 0, count: 3) })
    let focus = try FocusMask(focus: 0.5, width: 0, slope: 2)
    let near = try NormalisedMap(width: size, height: size, values: isSquare.map { $0 ? 1 : 0.5 })
    let spread = try blur(10, size, size).applied(to: image, map: near, focus: focus, jobs: 2)
    let plain = PlainBlur.codes(try image.cropped(rows: 60, from: 18), 10, .disc, only: 30)
    for column in 10..<size - 10 {
      let expected = SRGB.light(UInt8(min(max(plain[(30 * size + column) * 3].rounded(), 0), 255)))
      let light = SRGB.light(spread.pixel(column, 48)[0])
      #expect((light - expected).magnitude < 0.03, "column \(column)")
    }
    let far = try NormalisedMap(width: size, height: size, values: isSquare.map { $0 ? 0 : 0.5 })
    let ended = try blur(10, size, size).applied(to: image, map: far, focus: focus, jobs: 2)
    for column in 0..<26 { #expect(ended.pixel(column, 48)[0] <= 1, "column \(column)") }
    // Pixels in the matte stay.
    let matte = try EffectMask(width: size, height: size, values: [Float](repeating: 1, count: size * size))
    #expect(
      try blur(10, size, size).applied(to: image, map: near, focus: focus, sparing: matte, jobs: 2) == image)
  }

  @Test(
    "Of two things on one side of the focus, the nearer hides the other",
    arguments: [2, 5, 9, 12, 16] as [Float], [true, false])
  func opaque(radius: Float, isBehind: Bool) throws {
    // A white bar before black ground. Of both, that with the greater radius is the nearer before the focus, and the
    // farther behind it.
    let (width, height, reach): (Int, Int, Float) = (160, 48, 18)
    let (bar, ground) = isBehind ? (radius, reach) : (reach, radius)
    let isBar = (0..<width * height).map { (56..<104).contains($0 % width) }
    let image = try PhotoPixels(
      width: width, height: height, rgb8: isBar.flatMap { [UInt8](repeating: $0 ? 255 : 0, count: 3) })
    let map = try NormalisedMap(
      width: width, height: height,
      values: isBar.map { ($0 ? bar : ground) / reach }.map { isBehind ? 1 - $0 : $0 })
    let focus = try FocusMask(focus: isBehind ? 1 : 0, width: 0, slope: 1)
    let result = try blur(reach, width, height).applied(to: image, map: map, focus: focus, jobs: 2)
    // The disc of the bar's middle is inside the bar.
    for column in 77..<83 {
      let light = SRGB.light(result.pixel(column, 24)[0])
      #expect(light > 0.985, "radius \(radius), column \(column): \(light)")
    }
  }

  @Test("A slope through the focus has no seams")
  func slope() throws {
    let (width, height) = (256, 40)
    // Light that rises evenly stays as it is, whatever the radius, except near the borders.
    let image = try PhotoPixels(
      width: width, height: height,
      rgb8: (0..<width * height).flatMap {
        [UInt8](repeating: UInt8(SRGB.code(0.1 + 0.8 * Double($0 % width) / 256).rounded()), count: 3)
      })
    let map = try NormalisedMap(
      width: width, height: height, values: (0..<width * height).map { Float($0 % width) / 256 })
    let result = try blur(24, width, height).applied(
      to: image, map: map, focus: FocusMask(focus: 0.5, width: 0, slope: 2), jobs: 2)
    for column in 40..<width - 40 {
      let difference = Int(result.pixel(column, 20)[0]) - Int(image.pixel(column, 20)[0])
      #expect(abs(difference) <= 4, "column \(column)")
    }
  }

  @Test("A lamp becomes a disc with a sharp edge", arguments: [12, 20, 26] as [Float])
  func lamp(radius: Float) throws {
    let size = 120
    let image = try PhotoPixels(
      width: size, height: size,
      rgb8: (0..<size * size).flatMap { index in
        let (x, y) = (index % size - 60, index / size - 60)
        return [UInt8](repeating: x * x + y * y <= 25 ? 255 : 0, count: 3)
      })
    let result = try blur(radius, size, size).applied(
      to: image,
      mask: EffectMask(width: size, height: size, values: [Float](repeating: 0, count: size * size)),
      jobs: 2)
    let middle = SRGB.light(result.pixel(60, 60)[0])
    for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
      let edge = (0..<50).count { step in
        let light = SRGB.light(result.pixel(60 + x * step, 60 + y * step)[0])
        return light < 0.9 * middle && light > 0.1 * middle
      }
      #expect(edge <= 10, "\(edge) pixels towards \(x), \(y)")
    }
  }

  @Test("Light is neither won nor lost", arguments: FocalBlur.Shape.allCases)
  func energy(shape: FocalBlur.Shape) throws {
    var samples = [UInt8](repeating: 20, count: 128 * 128 * 3)
    for y in 60..<68 {
      for x in 56..<64 { samples[(y * 128 + x) * 3] = 250 }
    }
    let image = try PhotoPixels(width: 128, height: 128, rgb8: samples)
    let mask = try EffectMask(width: 128, height: 128, values: [Float](repeating: 0, count: 128 * 128))
    for radius in [2, 4, 7, 11, 19] as [Float] {
      let result = try blur(radius, 128, 128, shape).applied(to: image, mask: mask, jobs: 2)
      let before = samples.reduce(0) { $0 + SRGB.light($1) - SRGB.light(20) }
      let after = result.rgb8.reduce(0) { $0 + SRGB.light($1) - SRGB.light(20) }
      #expect((after / before - 1).magnitude < 0.1, "radius \(radius)")
    }
  }

  @Test("The number of threads does not matter, nor do sizes without an inside")
  func threadsAndSizes() throws {
    let (image, mask) = (try Sample.image(150, 130, seed: 40), try Sample.mask(150, 130, seed: 41))
    let effect = try blur(25, 150, 130)
    #expect(
      try effect.applied(to: image, mask: mask, jobs: 1) == effect.applied(to: image, mask: mask, jobs: 4))
    let map = try NormalisedMap(width: 150, height: 130, values: mask.values)
    #expect(
      try effect.applied(to: image, map: map, focus: .standard, jobs: 1)
        == effect.applied(to: image, map: map, focus: .standard, jobs: 4))
    for (width, height) in Sample.tinySizes {
      for radius in [0, 1, 4, 20] as [Float] {
        let image = try Sample.plain(width, height)
        let mask = try Sample.mask(width, height, seed: 42)
        #expect(try blur(radius, width, height).applied(to: image, mask: mask, jobs: 3) == image)
      }
    }
  }

  @Test("Impossible radii are errors")
  func parameters() {
    for radius in [-1, .nan, .infinity, 10_001] as [Float] {
      #expect(throws: AuxError(.usage, "")) { try FocalBlur(radius: radius) }
    }
  }
}

extension PhotoPixels {
  fileprivate func cropped(rows: Int, from first: Int = 0) throws -> PhotoPixels {
    try PhotoPixels(
      width: width, height: rows, rgb8: Array(rgb8[first * width * 3..<(first + rows) * width * 3]))
  }
}
