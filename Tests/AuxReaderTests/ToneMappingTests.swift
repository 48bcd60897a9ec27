import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import Testing

/// Pictures of PQ and HLG as pictures of SDR.
@Suite struct ToneMappingTests {
  /// Codes of 16 bits: grays, saturated colours, shadows and light beyond diffuse white.
  private static let codes: [UInt16] = [
    0, 0, 0, 20000, 20000, 20000, 38000, 38000, 38000, 38055, 20000, 9000, 48000, 47000, 46000,
    52000, 52000, 52000, 9000, 30000, 42000, 45000, 1000, 500, 600, 900, 1200, 30000, 50000, 20000,
  ]

  private static func photo(_ primaries: Int, _ transfer: Int, _ codes: [UInt16]) throws -> PhotoPixels {
    let profile: [UInt8] = try #require(
      ICCProfileWriter.profile(colourPrimaries: primaries, transferCharacteristics: transfer))
    return try PhotoPixels(
      width: codes.count / 3, height: 1, channels: 3, samples: .uint16(codes), iccProfile: profile)
  }

  /// What `standard` of Conformance/lib/hdr_tool.py, which has the formulas of the standards, gives for ``codes``.
  @Test(
    arguments: [
      (
        1, HDRTransfer.pq, 1465,
        [
          0, 0, 0, 65, 65, 65, 223, 223, 223, 223, 56, 9, 254, 239, 225, 255, 255, 255, 6, 108, 243, 251, 0,
          0,
          0, 0, 0, 66, 255, 25,
        ]
      ),
      (
        9, .pq, 1465,
        [
          0, 0, 0, 65, 65, 65, 223, 223, 223, 253, 0, 13, 255, 238, 224, 255, 255, 255, 0, 109, 244, 255, 0,
          9,
          0, 0, 0, 0, 255, 0,
        ]
      ),
      (
        1, .hlg, 266,
        [
          0, 0, 0, 78, 78, 78, 165, 165, 165, 152, 81, 35, 242, 234, 226, 255, 255, 255, 36, 123, 177, 188, 1,
          0, 0, 0, 0, 134, 252, 92,
        ]
      ),
      (
        9, .hlg, 266,
        [
          0, 0, 0, 78, 78, 78, 165, 165, 165, 171, 75, 35, 245, 233, 226, 255, 255, 255, 0, 125, 176, 218, 0,
          5,
          0, 0, 0, 57, 255, 85,
        ]
      ),
      (
        12, .hlg, 266,
        [
          0, 0, 0, 78, 78, 78, 165, 165, 165, 152, 82, 35, 242, 234, 226, 255, 255, 255, 36, 123, 177, 189, 1,
          0, 0, 0, 0, 134, 252, 92,
        ]
      ),
    ] as [(Int, HDRTransfer, Int, [Int])])
  func codesAreThoseOfTheStandards(
    primaries: Int, transfer: HDRTransfer, peak: Int, expected: [Int]
  ) throws {
    let photo = try Self.photo(primaries, transfer.rawValue, Self.codes)
    #expect(photo.hdr == transfer)
    let mapped = try #require(try photo.toneMapped(jobs: 1))
    #expect(mapped.pixels.bitsPerSample == 16 && mapped.pixels.hdr == nil)
    #expect(
      mapped.pixels.iccProfile
        == (primaries == 1 ? nil : ICCProfileWriter.profile(colourPrimaries: 12, transferCharacteristics: 13))
    )
    let found = mapped.pixels.rgb8.map(Int.init)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    let space = primaries == 1 ? "sRGB" : "Display P3"
    #expect(
      mapped.note
        == "the photo's \(transfer == .pq ? "PQ" : "HLG") was tone mapped to SDR in \(space) (BT.2390): "
        + "up to \(peak) cd/m² became up to 203")
  }

  @Test func whatIsNoBrighterThanDiffuseWhiteKeepsItsLight() throws {
    // 203 cd/m² and 20.3 (BT.2408, table 1).
    let white = HDRTransfer.pq.code(ofLight: 0.0203)
    let part = HDRTransfer.pq.code(ofLight: 0.00203)
    let codes = [white, part].flatMap { code in
      [UInt16](repeating: UInt16((code * 65535).rounded()), count: 3)
    }
    let mapped = try #require(try Self.photo(1, 16, codes).toneMapped(jobs: 1)).pixels
    // The code of a tenth in sRGB is 0.3492.
    #expect(mapped.rgb8 == [255, 255, 255, 89, 89, 89])
  }

  @Test func picturesOfSDRAreLeftAlone() throws {
    let plain = try PhotoPixels(width: 1, height: 1, rgb8: [1, 2, 3])
    #expect(try plain.toneMapped(jobs: 1) == nil)
    let wide = try Self.photo(12, 13, [1, 2, 3])
    #expect(try wide.toneMapped(jobs: 1) == nil && wide.hdr == nil)
  }

  @Test(arguments: [16, 18])
  func lightIsThatOfTheCurveAndComesBack(transfer: Int) throws {
    let photo = try Self.photo(9, transfer, Self.codes)
    let tables = try photo.lightEncoding().tables(bits: 16)
    let curve = try #require(HDRTransfer(rawValue: transfer))
    var result = [UInt16](repeating: 0, count: Self.codes.count)
    var span = result.mutableSpan
    for start in stride(from: 0, to: Self.codes.count, by: 3) {
      let (red, green, blue) = (Self.codes[start], Self.codes[start + 1], Self.codes[start + 2])
      let light = lightOfCodes(tables.light.span, red, green, blue)
      #expect(abs(Double(light.x) - curve.light(ofCode: Double(red) / 65535)) < 1e-6)
      writeCodes(ofLight: light, tables.wideCodes.span, into: &span, at: start)
    }
    // A code of 10 bits is 64 of these.
    #expect(zip(result, Self.codes).allSatisfy { abs(Int($0) - Int($1)) <= 32 }, "\(result)")
    for code in [0.0, 0.1, 0.3, 0.5, 0.75, 1] {
      #expect(abs(curve.code(ofLight: curve.light(ofCode: code)) - code) < 1e-6)
    }
  }

  @Test func aPictureOfSDRIsAsBrightAsDiffuseWhite() throws {
    let plain = try PhotoPixels(
      width: 2, height: 1, channels: 3, samples: .uint16([65535, 65535, 65535, 30000, 30000, 30000]))
    for transfer in [16, 18] {
      let profile = ICCProfileWriter.profile(colourPrimaries: 9, transferCharacteristics: transfer)
      let converted = try plain.converted(toProfile: profile, jobs: 1)
      // 58 % of PQ and 75 % of HLG (BT.2408, table 1).
      let white = Double(converted.rgb16[0]) / 65535
      #expect(abs(white - (transfer == 16 ? 0.5807 : 0.75)) < 0.001)
      let back = try converted.converted(toProfile: nil, jobs: 1)
      #expect(zip(back.rgb8, plain.rgb8).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  /// 75 % of HLG and 58 % of PQ are diffuse white (BT.2408, table 1); gray stays gray in all primaries.
  @Test func `HLG becomes PQ in the primaries of sRGB`() throws {
    let white = try Self.photo(9, 18, [49151, 49151, 49151])
    let light = try #require(try white.inPQ(primaries: 1, jobs: 1))
    #expect(light.rgb16.allSatisfy { abs(Double($0) / 65535 - 0.5807) < 0.001 }, "\(light.rgb16)")
    #expect(light.hdr == .pq)
    // PQ in these primaries keeps its codes, but for those of less light than a float tells from none.
    let given = try Self.photo(1, 16, Self.codes)
    let same = try #require(try given.inPQ(primaries: 1, jobs: 1)).rgb16
    #expect(zip(same, Self.codes).allSatisfy { $1 < 2000 || abs(Int($0) - Int($1)) <= 32 }, "\(same)")
    let plain = try PhotoPixels(width: 1, height: 1, channels: 3, samples: .uint16([1, 2, 3]))
    #expect(try plain.inPQ(primaries: 1, jobs: 1) == nil)
  }
}
