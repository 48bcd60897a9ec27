import AuxImage
import AuxKernels
import Testing

/// What callers of other languages take samples and errors as.
struct CallerConversionTests {
  @Test func codesComeWithTheBitsThatAreAskedFor() throws {
    let narrow = try StoredAuxiliaryImage(
      type: .portraitEffectsMatte, codes: PixelPlane(width: 3, height: 1, known: .uint8([0, 7, 255])),
      metadata: AuxiliaryMetadata())
    #expect(try narrow.codes(bits: 8).storage == .uint8([0, 7, 255]))
    #expect(try narrow.codes(bits: 16).storage == .uint16([0, 7 * 257, 65535]))
    let codes = PixelPlane(width: 3, height: 1, known: .uint16([0, 386, 65535]))
    let range = CodeRange(quantity: .depth, firstValue: 1, lastValue: 2)
    let wide = try StoredAuxiliaryImage(
      type: .depth, content: .depth(codes, range), metadata: AuxiliaryMetadata())
    #expect(try wide.codes(bits: 16).storage == .uint16([0, 386, 65535]))
    #expect(try wide.codes(bits: 8).storage == .uint8([0, 2, 255]))
    #expect(throws: AuxError(.usage, "")) { try wide.codes(bits: 12) }
  }

  @Test func grayBecomesColourAndNotTheReverse() throws {
    let gray = try PhotoPixels(width: 2, height: 1, channels: 1, samples: .uint8([1, 255]))
    #expect(
      try gray.converted(channels: 3, bitsPerSample: 16).samples
        == .uint16([257, 257, 257, 65535, 65535, 65535]))
    #expect(try gray.converted(channels: 1, bitsPerSample: 8) == gray)
    let colour = try PhotoPixels(width: 1, height: 1, channels: 3, samples: .uint16([0, 386, 65535]))
    #expect(try colour.converted(channels: 3, bitsPerSample: 8).samples == .uint8([0, 2, 255]))
    #expect(throws: AuxError(.usage, "")) { try colour.converted(channels: 1, bitsPerSample: 8) }
    #expect(throws: AuxError(.usage, "")) { try colour.converted(channels: 3, bitsPerSample: 10) }
  }

  @Test func errorsHaveStatusesAndRemediesNames() {
    #expect(AuxError.Code.usage.exitStatus == 64 && AuxError.Code.truncated.exitStatus == 65)
    #expect(AuxError.Code.changed.exitStatus == 75 && AuxError.Code.codecMissing.exitStatus == 69)
    #expect(Remedy.replaceFile.name == "replaceFile")
    #expect(Set(Remedy.allCases.map(\.name)).count == Remedy.allCases.count)
  }
}
