import AuxImage
import AuxKernels
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Highlights recovered from a gain map")
struct HighlightTests {
  private static let (width, height) = (160, 120)
  /// How bright the lamp is.
  private static let power = 4.0

  private static func isLamp(_ column: Int, _ row: Int, _ radius: Float) -> Bool {
    let (x, y) = (Float(column) - 80, Float(row) - 60)
    return x * x + y * y <= radius * radius
  }

  /// The lamp's pixels over those of a disc.
  private static func share(_ lamp: Float, of radius: Float) -> Double {
    let pixels = (0..<width * height).count { isLamp($0 % width, $0 / width, lamp) }
    return Double(pixels) / (Double.pi * Double(radius * radius))
  }

  /// A clipped lamp before gray, all behind the focus.
  private static func photo(
    _ lamp: UInt8 = 255, ground: UInt8 = 60, radius: Float = 4
  ) throws -> PhotoPixels {
    let codes = (0..<width * height).flatMap { pixel in
      [UInt8](repeating: isLamp(pixel % width, pixel / width, radius) ? lamp : ground, count: 3)
    }
    return try PhotoPixels(width: width, height: height, rgb8: codes)
  }

  private static let far = try? NormalisedMap(
    width: width, height: height, values: [Float](repeating: 0, count: width * height))

  /// A map of Apple's of the photo's size, or half of it: the greatest gain at the lamp, none elsewhere.
  private static func gains(
    _ description: GainMapDescription, scale: Int = 1, radius: Float = 4
  ) throws -> PhotoGains {
    let (across, down) = (width / scale, height / scale)
    let codes = (0..<across * down).map { sample -> UInt8 in
      isLamp(sample % across * scale, sample / across * scale, radius) ? 255 : 0
    }
    let plane = PixelPlane(width: across, height: down, known: .uint8(codes))
    return PhotoGains(map: try PhotoPixels(gray: plane), curve: try #require(GainCurve(description)))
  }

  private static let descriptions = [
    GainMapDescription(forms: [.apple], appleHeadroom: power),
    GainMapDescription(
      forms: [.iso],
      metadata: GainMapMetadata(
        channels: [.init(gainMin: 0, gainMax: 2, gamma: 1.3, baseOffset: 1 / 64, alternateOffset: 1 / 64)],
        alternateHeadroom: 2)),
  ]

  @Test("A clipped lamp becomes a disc as bright as that of the lamp itself", arguments: descriptions)
  func disc(description: GainMapDescription) throws {
    let map = try #require(Self.far)
    let (photo, blur) = (try Self.photo(), try FocalBlur(radius: 12 * 25.2))
    let gains = try Self.gains(description)
    let plain = try blur.applied(to: photo, map: map, focus: .standard, jobs: 2)
    let found = try blur.applied(to: photo, map: map, focus: .standard, gains: gains, jobs: 2)
    // The lamp's light over the disc's area, and the rest of it gray: of a disc of twelve pixels or so.
    let radius = blur.radius(forWidth: Self.width, height: Self.height)
    let share = Self.share(4, of: radius)
    func disc(_ light: Double) -> Double {
      let sum = light * share + SRGB.light(60) * (1 - share)
      return SRGB.code(min(sum, 1))
    }
    let middle = (60 * Self.width + 80) * 3
    let power = gains.brighter(.one, by: gains.gain(80, 60)).x
    #expect(abs(Double(plain.rgb8[middle]) - disc(1)) <= 2, "\(plain.rgb8[middle]) \(disc(1))")
    #expect(abs(Double(found.rgb8[middle]) - disc(Double(power))) <= 2, "\(found.rgb8[middle]) \(power)")
    #expect(found.rgb8[middle] > plain.rgb8[middle] + 40)
    // Far from the lamp nothing changed, but for the precision of light that reaches four.
    #expect(zip(found.rgb8.prefix(3000), plain.rgb8).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("A half as large map does as well, and 16 bits do")
  func otherSizes() throws {
    let map = try #require(Self.far)
    let (photo, blur) = (try Self.photo(), try FocalBlur(radius: 12 * 25.2))
    let whole = try blur.applied(
      to: photo, map: map, focus: .standard, gains: Self.gains(Self.descriptions[0]), jobs: 2)
    let half = try blur.applied(
      to: photo, map: map, focus: .standard, gains: Self.gains(Self.descriptions[0], scale: 2), jobs: 2)
    #expect(zip(whole.rgb8, half.rgb8).allSatisfy { abs(Int($0) - Int($1)) <= 25 })
    let deep = try blur.applied(
      to: photo.withBitsPerSample(16), map: map, focus: .standard, gains: Self.gains(Self.descriptions[0]),
      jobs: 2)
    #expect(zip(deep.rgb8, whole.rgb8).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("Nothing changes without clipped codes, without gain, and in focus")
  func untouched() throws {
    let map = try #require(Self.far)
    let blur = try FocalBlur(radius: 200)
    let gains = try Self.gains(Self.descriptions[0])
    let dark = try Self.photo(230)
    #expect(
      try blur.applied(to: dark, map: map, focus: .standard, gains: gains, jobs: 2)
        == blur.applied(to: dark, map: map, focus: .standard, jobs: 2))
    let photo = try Self.photo()
    let none = PhotoGains(
      map: try PhotoPixels(gray: PixelPlane(width: 2, height: 2, known: .uint8([0, 0, 0, 0]))),
      curve: try #require(GainCurve(Self.descriptions[0])))
    #expect(
      try blur.applied(to: photo, map: map, focus: .standard, gains: none, jobs: 2)
        == blur.applied(to: photo, map: map, focus: .standard, jobs: 2))
    let sharp = try FocusMask(focus: 0)
    #expect(try blur.applied(to: photo, map: map, focus: sharp, gains: gains, jobs: 2) == photo)
  }

  @Test("A gain map is blurred with its photo", arguments: descriptions)
  func blurredMap(description: GainMapDescription) throws {
    let map = try #require(Self.far)
    let photo = try Self.photo(ground: 120, radius: 7)
    let blur = try FocalBlur(radius: 12 * 25.2)
    let gains = try Self.gains(description, scale: 2, radius: 7)
    let radii = try blur.radii(of: map, focus: .standard, matte: nil, jobs: 2)
    let plane = try #require(
      try gains.blurred(
        by: blur, of: photo, radii: radii, tables: LightEncoding.sRGB.tables, mix: 1, jobs: 2))
    guard case .uint8(let codes) = plane.storage else { throw CancellationError() }
    #expect(plane.width == 80 && plane.height == 60 && codes != gains.codes)
    // Both renditions of the blurred photo: the brighter one is the blurred brighter one.
    let base = try blur.applied(to: photo, map: map, focus: .standard, gains: gains, jobs: 2)
    let curve = try #require(GainCurve(description))
    let offsets = curve.offsets(component: 0)
    let radius = blur.radius(forWidth: Self.width, height: Self.height)
    let share = Self.share(7, of: radius)
    let power = (1 + offsets.base) * curve.gain(of: 1, component: 0) - offsets.alternate
    let truth = power * share + SRGB.light(120) * (1 - share)
    let code = Double(codes[30 * 80 + 40]) / 255
    let shown = SRGB.light(base.rgb8[(60 * Self.width + 80) * 3])
    let bright = (shown + offsets.base) * curve.gain(of: code, component: 0) - offsets.alternate
    #expect(abs(bright / truth - 1) < 0.15, "\(bright) \(truth)")
    // Where nothing bright is near, there is no gain; where all is sharp, the codes stay.
    #expect(codes[0] <= 2)
    let sharp = try blur.radii(of: map, focus: FocusMask(focus: 0), matte: nil, jobs: 2)
    #expect(
      try gains.blurred(
        by: blur, of: photo, radii: sharp, tables: LightEncoding.sRGB.tables, mix: 1, jobs: 2)?.storage
        == .uint8(gains.codes))
  }

  @Test("Gains and codes of both forms, and bases of HDR, which are left alone")
  func curves() throws {
    for description in Self.descriptions {
      let curve = try #require(GainCurve(description))
      for code in 0...255 {
        let gain = curve.gain(of: Double(code) / 255, component: 0)
        #expect(abs(curve.code(of: gain, component: 0) * 255 - Double(code)) < 0.01)
      }
      #expect(abs(curve.gain(of: 1, component: 2) - 4) < 1e-9 && curve.gain(of: 0, component: 1) == 1)
    }
    #expect(GainCurve(GainMapDescription(forms: [.apple])) == nil)
    var metadata = try GainMapMetadata(headroom: 4)
    metadata.baseHeadroom = 3
    #expect(GainCurve(GainMapDescription(forms: [.iso], metadata: metadata)) == nil)
  }
}
