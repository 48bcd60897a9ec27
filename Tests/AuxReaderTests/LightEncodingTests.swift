import AuxCodecs
import AuxImage
import AuxReader
import Foundation
import Testing

@Suite("Light by ICC profiles")
struct LightEncodingTests {
  private func pixels(_ profile: [UInt8]?) throws -> PhotoPixels {
    try PhotoPixels(width: 1, height: 1, channels: 3, samples: .uint8([9, 9, 9]), iccProfile: profile)
  }

  @Test("Without a profile codes are those of sRGB")
  func noProfile() throws {
    #expect(try pixels(nil).lightEncoding() == .sRGB)
  }

  @Test("The curves and luminances of Adobe RGB (1998)")
  func adobeRGB() throws {
    let encoding = try pixels(ICCProfileWriter.adobeRGB).lightEncoding()
    for curve in [encoding.red, encoding.green, encoding.blue] {
      #expect((curve.light(of: 0.5) - pow(0.5, 563.0 / 256)).magnitude < 1e-4)
    }
    // Y of the primaries under D50, as Adobe's own profile has them.
    let weights = encoding.luminanceWeights
    #expect((weights - SIMD3(0.3111, 0.6257, 0.0632)).max() < 1e-3)
    #expect((weights.sum() - 1).magnitude < 1e-6)
  }

  @Test("Colours of sRGB as those of Adobe RGB (1998), and back; colours outside are clipped")
  func conversion() throws {
    let colours: [UInt8] = [255, 0, 0, 0, 255, 0, 128, 128, 128]
    let photo = try PhotoPixels(width: 3, height: 1, rgb8: colours)
    let other = try pixels(ICCProfileWriter.adobeRGB)
    let converted = try photo.converted(toProfile: other.iccProfile, jobs: 1)
    #expect(converted.iccProfile == other.iccProfile)
    // By the published primaries, white and gamma of both spaces; gray differs by the curves alone.
    let expected: [Int] = [219, 0, 0, 144, 255, 60, 127, 127, 127]
    #expect(zip(converted.rgb8, expected).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(converted.rgb8)")
    let back = try converted.converted(toProfile: nil, jobs: 1)
    #expect(back.iccProfile == nil)
    #expect(zip(back.rgb8, colours).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(back.rgb8)")
    #expect(try photo.converted(toProfile: nil, jobs: 1) == photo)
    let green = try PhotoPixels(
      width: 1, height: 1, channels: 3, samples: .uint8([0, 255, 0]), iccProfile: other.iccProfile)
    #expect(try green.converted(toProfile: nil, jobs: 1).rgb8 == [0, 255, 0])
  }

  @Test("Code points of colours become a profile where they are not those of sRGB")
  func codePoints() throws {
    let displayP3 = try #require(
      ICCProfileWriter.profile(colourPrimaries: 12, transferCharacteristics: 13))
    let photo = try PhotoPixels(width: 2, height: 1, rgb8: [255, 0, 0, 128, 128, 128])
    let converted = try photo.converted(toProfile: displayP3, jobs: 1).rgb8
    // What every colour picker says of sRGB's red in Display P3, which has the curve and white of sRGB.
    #expect(
      zip(converted, [234, 51, 35, 128, 128, 128]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(converted)")
    let linear = try #require(ICCProfileWriter.profile(colourPrimaries: 1, transferCharacteristics: 8))
    #expect(try pixels(linear).lightEncoding().green.light(of: 0.25) == 0.25)
    for (primaries, transfer) in [
      (1, 13), (1, 1), (2, 2), (1, 6), (3, 13), (10, 8), (0, 0),
    ] {
      #expect(
        ICCProfileWriter.profile(colourPrimaries: primaries, transferCharacteristics: transfer) == nil)
    }
  }

  @Test("A damaged profile is an error that says so")
  func damaged() throws {
    #expect(throws: AuxError(.truncated, "")) { try pixels([1, 2, 3]).lightEncoding() }
    // One that says it is of gray has a curve of gray.
    var gray = ICCProfileWriter.adobeRGB
    gray.replaceSubrange(16..<20, with: "GRAY".utf8)
    #expect(throws: AuxError(.unsupported, "")) { try pixels(gray).lightEncoding() }
  }
}
