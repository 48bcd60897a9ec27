import AuxImage
import Testing

/// What may not be decoded is refused before memory is asked for.
@Suite("Limits of pixels and memory")
struct LimitsTests {
  @Test("The limit of pixels, and its name")
  func pixels() throws {
    var limits = AuxLimits()
    limits.pixels = 12
    #expect(try limits.checkedPixelCount(width: 4, height: 3) == 12)
    let error = try #require(throws: AuxError.self) { try limits.checkedDecoding(width: 13, height: 1) }
    #expect(error.code == .limitExceeded && error.remedy == .allowPixels)
    #expect(error.reason.contains("Limits.pixels"))
    #expect(throws: AuxError(.limitExceeded, "")) { try limits.checkedPixelCount(width: .max, height: 2) }
    #expect(throws: AuxError(.malformed, "")) { try limits.checkedDecoding(width: 0, height: 2) }
  }

  @Test("The limit of memory applies to decoding, and not to headers")
  func memory() throws {
    var limits = AuxLimits()
    limits.memory = 1000 * 1000 * AuxLimits.bytesPerPixel
    #expect(try limits.checkedDecoding(width: 1000, height: 1000) == 1_000_000)
    #expect(try limits.checkedPixelCount(width: 1001, height: 1000) == 1_001_000)
    let error = try #require(throws: AuxError.self) { try limits.checkedDecoding(width: 1001, height: 1000) }
    #expect(error.code == .limitExceeded && error.remedy == .allowMemory)
    #expect(error.reason.contains("Limits.memory"))
    #expect(throws: AuxError(.limitExceeded, "")) {
      try limits.checkedDecoding(width: 1000, height: 1000, bytesPerPixel: AuxLimits.bytesPerRenderedPixel)
    }
  }

  @Test("Memory that the system does not give is refused, whatever the limits say")
  func missingMemory() throws {
    var limits = AuxLimits()
    (limits.pixels, limits.memory) = (.max, .max)
    let error = try #require(throws: AuxError.self) {
      try limits.checkedDecoding(width: 1 << 30, height: 1 << 27)
    }
    // The photo is within the limits: that there is too little memory is no fault of it.
    #expect(error.code == .io && error.isOfSystem && error.reason.contains("more than the system gives"))
    #expect(throws: AuxError(.io, "")) { try limits.checkedDecoding(width: 1 << 31, height: 1 << 31) }
  }

  @Test("The limit of memory is that of the process unless another is set")
  func standard() {
    #expect(AuxLimits().memory > 0 && AuxLimits() == AuxLimits.standard)
  }
}
