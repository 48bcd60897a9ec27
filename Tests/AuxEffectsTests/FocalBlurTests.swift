import AuxImage
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

  @Test("Small radii agree with a plain sum", arguments: FocalBlur.Shape.allCases, [0.8, 1.7, 3] as [Float])
  func small(shape: FocalBlur.Shape, radius: Float) throws {
    let (image, mask) = (try Sample.image(19, 13, seed: 20), try Sample.mask(19, 13, seed: 21))
    let effect = try blur(radius, 19, 13, shape)
    let result = try effect.applied(to: image, mask: mask, jobs: 2)
    let expected = naive(image, mask, effect.radius(forWidth: 19, height: 13), shape)
    for index in expected.indices {
      #expect((Double(result.rgb8[index]) - expected[index]).magnitude <= 0.56, "at \(index)")
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

  /// Sums the light of each pixel's own kernel over the whole image; returns codes.
  private func naive(
    _ image: PhotoPixels, _ mask: EffectMask, _ largest: Float, _ shape: FocalBlur.Shape,
    rows: Range<Int>? = nil
  ) -> [Double] {
    let (w, h) = (image.width, image.height)
    func radius(_ x: Int, _ y: Int) -> Double { Double((1 - mask.values[y * w + x]) * largest) }
    func clamp(_ value: Double) -> Double { min(max(value, 0), 1) }
    let rows = rows ?? 0..<h
    return (rows.lowerBound * w * 3..<rows.upperBound * w * 3).map { index in
      let (x, y, channel) = (index / 3 % w, index / 3 / w, index % 3)
      let own = SRGB.light(image.rgb8[index])
      let r = radius(x, y)
      guard r > 0.5 else { return Double(image.rgb8[index]) }
      var (sum, total) = (0.0, 0.0)
      for v in 0..<h {
        for u in 0..<w {
          let squared = Double((u - x) * (u - x) + (v - y) * (v - y))
          let bell = clamp(1 - squared / (2.5 * r * r))
          let kernel = shape == .disc ? clamp(r + 0.5 - squared.squareRoot()) : bell * bell * bell
          let weight = kernel * clamp(2.5 * radius(u, v) / r - 1.25)
          sum += weight * SRGB.light(image.rgb8[(v * w + u) * 3 + channel])
          total += weight
        }
      }
      let sides = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      let sharp = sides.reduce(0.0) { part, side in
        guard (0..<w).contains(side.0), (0..<h).contains(side.1) else { return part }
        return part + clamp(1 - 2 * radius(side.0, side.1) / r)
      }
      return SRGB.code(sum / total + (own - sum / total) * min(0.35 * sharp, 0.5))
    }
  }

  @Test(
    "Large radii are those of a disc or a bell", arguments: FocalBlur.Shape.allCases, [5, 7.3, 14] as [Float])
  func large(shape: FocalBlur.Shape, radius: Float) throws {
    // An edge: what is seen across it is the integral of the kernel.
    let size = 120
    let image = try PhotoPixels(
      width: size, height: size,
      rgb8: (0..<size * size).flatMap { [UInt8](repeating: $0 % size < 60 ? 0 : 255, count: 3) })
    let mask = try EffectMask(width: size, height: size, values: [Float](repeating: 0, count: size * size))
    let effect = try blur(radius, size, size, shape)
    let result = try effect.applied(to: image, mask: mask, jobs: 2)
    let expected = naive(
      try image.cropped(rows: 21), try mask.cropped(rows: 21, width: size), radius, shape,
      rows: 10..<11)
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
    let image = try Sample.image(64, 48, seed: 33)
    let mask = try EffectMask(
      width: 64, height: 48, values: Sample.values(64 * 48, seed: 34).map { $0 < 0.5 ? 1 : $0 })
    let result = try blur(12, 64, 48).applied(to: image, mask: mask, jobs: 2)
    for index in mask.values.indices where mask.values[index] == 1 {
      #expect(result.pixel(index % 64, index / 64) == image.pixel(index % 64, index / 64))
    }
  }

  @Test(
    "Nothing of a sharp disc spreads over the ground", arguments: FocalBlur.Shape.allCases,
    [2, 9, 40] as [Float])
  func noBleeding(shape: FocalBlur.Shape, radius: Float) throws {
    let size = 128
    let isInside = (0..<size * size).map { index in
      let (x, y) = (index % size - 64, index / size - 60)
      return x * x + y * y < 900
    }
    let image = try PhotoPixels(
      width: size, height: size, rgb8: isInside.flatMap { $0 ? [255, 0, 255] as [UInt8] : [0, 0, 0] })
    let mask = try EffectMask(width: size, height: size, values: isInside.map { $0 ? 1 : 0 })
    let result = try blur(radius, size, size, shape).applied(to: image, mask: mask, jobs: 2)
    #expect(result == image)
    // The other way round: a ground of colour does not darken towards a black disc.
    let turned = try PhotoPixels(
      width: size, height: size, rgb8: isInside.flatMap { $0 ? [0, 0, 0] as [UInt8] : [90, 200, 30] })
    #expect(try blur(radius, size, size, shape).applied(to: turned, mask: mask, jobs: 2) == turned)
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
  fileprivate func cropped(rows: Int) throws -> PhotoPixels {
    try PhotoPixels(width: width, height: rows, rgb8: Array(rgb8.prefix(width * rows * 3)))
  }
}

extension EffectMask {
  fileprivate func cropped(rows: Int, width: Int) throws -> EffectMask {
    try EffectMask(width: width, height: rows, values: Array(values.prefix(width * rows)))
  }
}
