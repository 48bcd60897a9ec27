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

  @Test("A damaged profile is an error that says so")
  func damaged() throws {
    #expect(throws: AuxError(.truncated, "")) { try pixels([1, 2, 3]).lightEncoding() }
    // One that says it is of gray has a curve of gray.
    var gray = ICCProfileWriter.adobeRGB
    gray.replaceSubrange(16..<20, with: "GRAY".utf8)
    #expect(throws: AuxError(.unsupported, "")) { try pixels(gray).lightEncoding() }
  }
}
