import AuxImage
import AuxKernels
import Foundation
import Testing

@Suite("Light of codes")
struct LightEncodingTests {
  @Test("The curve of sRGB")
  func sRGB() {
    for code in 0...255 {
      let value = Double(code) / 255
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      #expect((ToneCurve.sRGB.light(of: value) - light).magnitude < 1e-12)
    }
  }

  @Test("Powers and tables")
  func otherCurves() throws {
    #expect((ToneCurve(gamma: 2.2).light(of: 0.5) - pow(0.5, 2.2)).magnitude < 1e-12)
    let table = try ToneCurve(table: [0, 0.25, 1])
    #expect(table.light(of: 0.25) == 0.125 && table.light(of: 0.75) == 0.625 && table.light(of: 2) == 1)
    #expect(throws: AuxError(.usage, "")) { try ToneCurve(table: [1]) }
  }

  @Test(
    "The code of a code's light is the code",
    arguments: [ToneCurve.sRGB, ToneCurve(gamma: 1), ToneCurve(gamma: 1.8), ToneCurve(gamma: 2.6)])
  func roundTrip(curve: ToneCurve) {
    let encoding = LightEncoding(curve, .sRGB, curve, luminanceWeights: SIMD3(0.2, 0.7, 0.1))
    let tables = encoding.tables
    for code in 0...255 as ClosedRange<UInt8> {
      let places = placesOfCodes(lightOfCodes(tables.light.span, code, code, code))
      #expect(tables.codes[places.x] == code)
      #expect(tables.codes[places.y] == code && tables.codes[places.z] == code)
    }
  }

  @Test(
    "The code of 16 bits of a code's light is the code, but in the darkest 512 of steep curves",
    arguments: [ToneCurve.sRGB, ToneCurve(gamma: 1), ToneCurve(gamma: 1.8), ToneCurve(gamma: 2.6)])
  func deepRoundTrip(curve: ToneCurve) {
    let tables = LightEncoding(curve, .sRGB, curve, luminanceWeights: SIMD3(0.2, 0.7, 0.1)).tables(bits: 16)
    var written = [UInt16](repeating: 0, count: 3)
    var worst = (dark: 0, other: 0)
    for code in 0...65535 as ClosedRange<UInt16> {
      var target = written.mutableSpan
      writeCodes(
        ofLight: lightOfCodes(tables.light.span, code, code, code), tables.wideCodes.span, into: &target,
        at: 0)
      let off = written.map { abs(Int($0) - Int(code)) }.max() ?? 0
      if code < 512 { worst.dark = max(worst.dark, off) } else { worst.other = max(worst.other, off) }
    }
    #expect(worst.dark <= 16 && worst.other <= 1, "\(worst)")
  }

  @Test("Tables of 16 bits say of spread codes what those of 8 bits say of them")
  func spread() {
    let (narrow, wide) = (LightEncoding.sRGB.tables(bits: 8), LightEncoding.sRGB.tables(bits: 16))
    for component in 0..<3 {
      for code in 0...255 {
        #expect(narrow.light[component * 256 + code] == wide.light[component << 16 + code * 257])
      }
    }
    #expect(narrow.bits == 8 && wide.bits == 16 && wide.codes.isEmpty && narrow.wideCodes.isEmpty)
  }

  @Test("Light beyond what codes have is clipped")
  func clipped() {
    let tables = LightEncoding.sRGB.tables
    let places = placesOfCodes(SIMD3(-1, .nan, 7))
    #expect([places.x, places.y, places.z].map { tables.codes[$0] } == [0, 0, 255])
  }
}
