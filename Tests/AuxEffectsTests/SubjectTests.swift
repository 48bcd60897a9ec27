import AuxImage
import AuxKernels
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Focus targets, and subjects of mattes")
struct SubjectTests {
  /// 40x20 samples: far ground, a face-sized thing nearer, and something small nearest of all.
  private static func scene() throws -> NormalisedMap {
    var values = [Float](repeating: 0.1, count: 40 * 20)
    for row in 5..<15 { for column in 10..<20 { values[row * 40 + column] = 0.6 } }
    for column in 0..<4 { values[column] = 1 }
    return try NormalisedMap(width: 40, height: 20, values: values)
  }

  @Test("The subject is that of the matte, else the nearest thing as large as a face")
  func subject() throws {
    let map = try Self.scene()
    let found = try #require(
      try FocusMask.Target.subject.nearness(in: map, orientation: .up, subject: nil))
    #expect(abs(found - 0.6) < 0.003)
    // A matte of another size, of the ground to the right.
    let matte = try EffectMask(width: 4, height: 1, values: [0, 0, 0, 1])
    let ground = try #require(
      try FocusMask.Target.subject.nearness(in: map, orientation: .up, subject: matte))
    #expect(abs(ground - 0.1) < 0.003)
    let empty = try EffectMask(width: 1, height: 1, values: [0])
    #expect(try FocusMask.Target.subject.nearness(in: map, orientation: .up, subject: empty) == found)
    #expect(try FocusMask.Target.nearness.nearness(in: map, orientation: .up, subject: matte) == nil)
    let flat = try NormalisedMap(width: 3, height: 3, values: [Float](repeating: 0.5, count: 9))
    let middle = try #require(try FocusMask.Target.subject.nearness(in: flat, orientation: .up, subject: nil))
    #expect(abs(middle - 0.5) < 0.003)
  }

  @Test("A pixel is counted as the picture is displayed", arguments: ImageOrientation.allCases)
  func pixel(orientation: ImageOrientation) throws {
    let (width, height) = (5, 3)
    let map = try NormalisedMap(
      width: width, height: height, values: (0..<15).map { Float($0) / 15 })
    let shown = map.applyingExifOrientation(orientation)
    for y in 0..<shown.height {
      for x in 0..<shown.width {
        let found = try FocusMask.Target.pixel(x: x, y: y).nearness(
          in: map, orientation: orientation, subject: nil)
        #expect(found == shown.values[y * shown.width + x])
      }
    }
    for (x, y) in [(shown.width, 0), (0, shown.height), (-1, 0)] {
      #expect(throws: AuxError(.usage, "")) {
        try FocusMask.Target.pixel(x: x, y: y).nearness(in: map, orientation: orientation, subject: nil)
      }
    }
  }

  @Test("A mask keeps its shape when it is focused on something else")
  func focused() throws {
    let mask = try FocusMask(focus: 0.2, width: 0.3, slope: 5).focused(on: 0.7)
    #expect(mask == (try FocusMask(focus: 0.7, width: 0.3, slope: 5)))
    #expect(throws: AuxError(.usage, "")) { try FocusMask.standard.focused(on: .nan) }
  }

  @Test("The matte decides at the subject and beside it, the mask elsewhere")
  func replace() throws {
    let (width, height) = (60, 9)
    // The depth's outline of the subject is two pixels too far to the right; far to the right something else is in focus.
    var mask = [Float](repeating: 0, count: width * height)
    var matte = mask
    for row in 0..<height {
      for column in 0..<22 { mask[row * width + column] = 1 }
      for column in 40..<60 { mask[row * width + column] = 1 }
      for column in 0..<20 { matte[row * width + column] = 1 }
      matte[row * width + 20] = 0.5
    }
    let focus = try EffectMask(width: width, height: height, values: mask)
    let subject = try EffectMask(width: width, height: height, values: matte)
    let found = try focus.combined(with: subject, as: .replace, jobs: 2)
    for row in 0..<height {
      let values = found.values[row * width..<(row + 1) * width]
      #expect(
        Array(values) == Array(matte[..<30]) + [Float](repeating: 0, count: 10)
          + [Float](repeating: 1, count: 20))
    }
    #expect(found == (try focus.combined(with: subject, as: .replace, jobs: 1)))
    // Without a trace of a subject nothing changes.
    let nothing = try EffectMask(
      width: width, height: height, values: [Float](repeating: 0, count: mask.count))
    #expect(try focus.combined(with: nothing, as: .replace, jobs: 1) == focus)
  }

  @Test("A subject over another picture: codes where it is whole, light mixed where it is in part")
  func composite() throws {
    let photo = try PhotoPixels(width: 3, height: 1, rgb8: [10, 20, 30, 250, 250, 250, 1, 2, 3])
    let ground = try PhotoPixels(width: 3, height: 1, rgb8: [90, 80, 70, 0, 0, 0, 200, 100, 50])
    let matte = try EffectMask(width: 3, height: 1, values: [1, 0.25, 0])
    let picture = try Composite().applied(to: photo, matte: matte, over: ground, jobs: 1)
    let mixed = SRGB.code(SRGB.light(250) * 0.25)
    #expect(Array(picture.rgb8[..<3]) == [10, 20, 30] && Array(picture.rgb8[6...]) == [200, 100, 50])
    #expect(picture.rgb8[3..<6].allSatisfy { abs(Double($0) - mixed) <= 0.75 })
    let small = try PhotoPixels(width: 1, height: 1, rgb8: [0, 0, 0])
    #expect(throws: AuxError(.usage, "")) {
      try Composite().applied(to: photo, matte: matte, over: small, jobs: 1)
    }
    #expect(throws: AuxError(.usage, "")) {
      try Composite.background(small, width: 0, height: 1, jobs: 1)
    }
  }

  @Test("Both parts of a mixed pixel mix to it, whatever was expected of them")
  func parts() {
    var values = Sample.values(10 * 200, seed: 91).makeIterator()
    func next() -> Float { values.next() ?? 0 }
    func colour() -> SIMD3<Float> { SIMD3(next(), next(), next()) }
    for _ in 0..<200 {
      let (light, share) = (colour(), 0.02 + 0.96 * next())
      let found = MatteForeground.parts(light, share: share, near: colour(), far: colour())
      let mixed = found.near * share + found.far * (1 - share)
      let error = mixed - light
      #expect((error * error).sum() < 1e-6, "\(light) became \(mixed) at \(share)")
      for part in [found.near, found.far] { #expect(part.min() >= 0 && part.max() <= 1) }
    }
    // Dark hair before a dark ground, and a white band near both: no white.
    let hair = MatteForeground.parts(
      SIMD3(repeating: 0.03), share: 0.5, near: SIMD3(repeating: 0.85), far: SIMD3(repeating: 0.005))
    #expect(hair.near.max() <= 0.0601)
  }

  @Test("A background is scaled to fill, its middle taken, in light")
  func background() throws {
    // Six columns; a square of 2x2 keeps the middle two. Rows alternate black and white.
    var codes: [UInt8] = []
    for row in 0..<4 {
      for column in 0..<12 {
        let code: UInt8 = column < 4 || column >= 8 ? 77 : row % 2 == 0 ? 255 : 0
        codes += [code, code, code]
      }
    }
    let picture = try PhotoPixels(width: 12, height: 4, rgb8: codes)
    let fitted = try Composite.background(picture, width: 2, height: 2, jobs: 1)
    #expect((fitted.width, fitted.height) == (2, 2))
    let half = SRGB.code(0.5)
    #expect(fitted.rgb8.allSatisfy { abs(Double($0) - half) <= 0.75 })
    #expect(try Composite.background(picture, width: 12, height: 4, jobs: 1) == picture)
  }
}
