import AuxCodecs
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct JPEGCodecTests {
  /// A smooth ramp whose sides are no multiples of the block size.
  private static let ramp: PixelPlane = {
    var codes: [UInt8] = []
    for row in 0..<29 {
      for column in 0..<45 { codes.append(UInt8(column * 4 + row * 2)) }
    }
    return PixelPlane(width: 45, height: 29, known: .uint8(codes))
  }()

  /// Returns 40x24 pixels of colour without hard edges.
  private static let colours: [UInt8] = {
    var samples: [UInt8] = []
    for row in 0..<24 {
      for column in 0..<40 { samples += [UInt8(column * 5), UInt8(row * 8), 90] }
    }
    return samples
  }()

  private static func largestError(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
    var largest = 0
    for (left, right) in zip(lhs, rhs) { largest = max(largest, abs(Int(left) - Int(right))) }
    return largest
  }

  /// Returns the codes of the markers up to the scan.
  private static func markers(_ bytes: [UInt8]) -> [UInt8] {
    var found: [UInt8] = []
    var at = 2
    while at + 3 < bytes.count, bytes[at] == 0xFF {
      found.append(bytes[at + 1])
      if bytes[at + 1] == 0xDA { break }
      at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
    }
    return found
  }

  /// Returns a progressive stream of gray without coded data, with so many scans of all coefficients.
  private static func scans(_ count: Int, width: Int, height: Int, bytes: Int) -> [UInt8] {
    func sides(_ side: Int) -> [UInt8] { [UInt8(side >> 8), UInt8(side & 0xFF)] }
    var stream: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    stream += [0xFF, 0xC2, 0, 11, 8] + sides(height) + sides(width) + [1, 1, 0x11, 0]
    for table: UInt8 in [0x00, 0x10] {
      stream += [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0]
    }
    stream += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0] + [UInt8](repeating: 0, count: bytes)
    for _ in 1..<count { stream += [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0] }
    return stream + [0xFF, 0xD9]
  }

  @Test func fewBytesHoldFewPixels() {
    let stream = Self.scans(1, width: 8192, height: 8192, bytes: 1000)
    #expect(throws: AuxError(.codec, "")) {
      try JPEGCodec.decodeGray(stream, width: 8192, height: 8192)
    }
  }

  /// A block of the first scan takes one bit where all are alike.
  @Test func flatPicturesAreDecoded() throws {
    let plane = try JPEGCodec.decodeGray(
      Self.scans(1, width: 1024, height: 1024, bytes: 2048), width: 1024, height: 1024)
    #expect(plane.data().allSatisfy { $0 == 128 })
  }

  @Test func scansAreBoundedByTheCodedBytes() {
    for (scans, bytes) in [(40, 2048), (400, 2048)] {
      let stream = Self.scans(scans, width: 1024, height: 1024, bytes: bytes)
      #expect(throws: AuxError(.limitExceeded, "")) {
        try JPEGCodec.decodeGray(stream, width: 1024, height: 1024)
      }
    }
  }

  @Test func grayRoundTripStaysClose() throws {
    let bytes = try JPEGCodec.encode(gray: Self.ramp, quality: 100)
    let decoded = try JPEGCodec.decodeGray(bytes, width: 45, height: 29)
    #expect(Self.largestError(decoded.data(), Self.ramp.data()) <= 2)
  }

  @Test func streamHasNoApplicationSegments() throws {
    let gray = try JPEGCodec.encode(gray: Self.ramp, quality: 90)
    // DQT, SOF0, DHT for DC and AC, SOS.
    #expect(Self.markers(gray) == [0xDB, 0xC0, 0xC4, 0xC4, 0xDA])
    #expect(try JPEGCodec.encode(gray: Self.ramp, quality: 90) == gray)
    let restarting = try JPEGCodec.encode(gray: Self.ramp, quality: 90, restartInterval: 2)
    #expect(Self.markers(restarting).contains(0xDD))
    let plain = try JPEGCodec.decodeGray(gray, width: 45, height: 29)
    #expect(try JPEGCodec.decodeGray(restarting, width: 45, height: 29) == plain)
  }

  @Test(arguments: [false, true]) func colourRoundTripStaysClose(subsampled: Bool) throws {
    let rgb = Self.colours
    let bytes = try JPEGCodec.encode(rgb: rgb, width: 40, height: 24, quality: 100, subsampled: subsampled)
    let decoded = try JPEGCodec.decodeRGB(bytes, width: 40, height: 24)
    #expect(Self.largestError(decoded, rgb) <= 8)
    // The gray of a colour stream is its luma.
    let luma = try JPEGCodec.decodeGray(bytes, width: 40, height: 24).data()
    var expected: [UInt8] = []
    for index in luma.indices {
      let red = 0.299 * Double(rgb[index * 3])
      let green = 0.587 * Double(rgb[index * 3 + 1])
      let blue = 0.114 * Double(rgb[index * 3 + 2])
      expected.append(UInt8(red + green + blue))
    }
    #expect(Self.largestError(luma, expected) <= 3)
  }

  @Test func subsamplingShowsInTheFrameHeader() throws {
    let rgb = [UInt8](repeating: 128, count: 16 * 16 * 3)
    for (subsampled, factors) in [(false, 0x11 as UInt8), (true, 0x22)] {
      let bytes = try JPEGCodec.encode(rgb: rgb, width: 16, height: 16, quality: 90, subsampled: subsampled)
      let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
      #expect(bytes[frame + 11] == factors)
    }
  }

  @Test func largeStreamOutgrowsTheFirstBuffer() throws {
    var state: UInt32 = 7
    let noise = (0..<(700 * 500)).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let plane = PixelPlane(width: 700, height: 500, known: .uint8(noise))
    let bytes = try JPEGCodec.encode(gray: plane, quality: 100)
    #expect(bytes.count > 200_000)
    let decoded = try JPEGCodec.decodeGray(bytes, width: 700, height: 500)
    #expect(Self.largestError(decoded.data(), noise) <= 3)
  }

  @Test func otherSizeIsRejected() throws {
    let bytes = try JPEGCodec.encode(gray: Self.ramp, quality: 90)
    let error = #expect(throws: AuxError(.codec, "")) {
      try JPEGCodec.decodeGray(bytes, width: 29, height: 45)
    }
    #expect(error?.reason.contains("45x29") == true)
  }

  @Test func everyPrefixIsRejected() throws {
    let bytes = try JPEGCodec.encode(gray: Self.ramp, quality: 90, restartInterval: 3)
    for count in 0..<bytes.count {
      #expect(throws: AuxError(.codec, ""), "\(count) bytes") {
        try JPEGCodec.decodeGray(Array(bytes[..<count]), width: 45, height: 29)
      }
    }
  }

  @Test func damageInTheScanIsReported() throws {
    var bytes = try JPEGCodec.encode(gray: Self.ramp, quality: 90)
    let middle = bytes.count * 3 / 4
    bytes.replaceSubrange(middle..<(middle + 4), with: [0xFF, 0xD3, 0xFF, 0xD5])
    let error = #expect(throws: AuxError(.codec, "")) {
      try JPEGCodec.decodeGray(bytes, width: 45, height: 29)
    }
    #expect(error?.reason.contains("damaged") == true)
  }

  @Test func garbageIsRejected() {
    for garbage in [[], [0xFF], [0xFF, 0xD8], Array("no picture at all".utf8)] as [[UInt8]] {
      #expect(throws: AuxError(.codec, "")) { try JPEGCodec.decodeGray(garbage, width: 1, height: 1) }
    }
  }

  @Test func mutatedStreamsNeverCrash() throws {
    let bytes = try JPEGCodec.encode(
      rgb: [UInt8](repeating: 77, count: 32 * 32 * 3), width: 32, height: 32, quality: 80,
      subsampled: true)
    var random = SeededRandom(seed: 20_240_601)
    var (accepted, refused) = (0, 0)
    for _ in 0..<2000 {
      var broken = bytes
      for _ in 0...random.below(3) { broken[random.below(broken.count)] = UInt8(random.below(256)) }
      if let gray = try? JPEGCodec.decodeGray(broken, width: 32, height: 32) {
        #expect(gray.data().count == 32 * 32)
      }
      if let rgb = try? JPEGCodec.decodeRGB(broken, width: 32, height: 32) {
        #expect(rgb.count == 32 * 32 * 3)
        accepted += 1
      } else {
        refused += 1
      }
    }
    #expect(accepted > 100 && refused > 100, "\(accepted) accepted, \(refused) refused")
  }

  @Test func wrongArgumentsAreRejected() {
    let plane = PixelPlane(width: 1, height: 1, known: .uint16([1]))
    #expect(throws: AuxError(.usage, "")) { try JPEGCodec.encode(gray: plane, quality: 90) }
    #expect(throws: AuxError(.usage, "")) { try JPEGCodec.encode(gray: Self.ramp, quality: 0) }
    #expect(throws: AuxError(.usage, "")) {
      try JPEGCodec.encode(gray: Self.ramp, quality: 90, restartInterval: 65_536)
    }
    #expect(throws: AuxError(.usage, "")) {
      try JPEGCodec.encode(rgb: [1], width: 1, height: 1, quality: 90, subsampled: false)
    }
    var limits = AuxLimits()
    limits.pixels = 1
    #expect(throws: AuxError(.limitExceeded, "")) {
      try JPEGCodec.decodeGray([], width: 2, height: 1, limits: limits)
    }
  }
}
