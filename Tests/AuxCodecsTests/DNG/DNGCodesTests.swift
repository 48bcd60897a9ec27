import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite("What DNG is made of")
struct DNGCodesTests {
  @Test("Deflate there and back")
  func deflate() throws {
    var generator = SeededRandom(seed: 8)
    for count in [0, 1, 100, 70_000] {
      let data = (0..<count).map { _ in UInt8.random(in: 0...7, using: &generator) }
      let stream = try Deflate.compress(data)
      #expect(try Deflate.decompress(stream, count: count) == data)
      #expect(try Deflate.decompress(stream, count: count / 2) == Array(data.prefix(count / 2)))
      #expect(throws: AuxError(.truncated, "")) { try Deflate.decompress(stream, count: count + 1) }
      #expect(throws: AuxError.self) {
        try Deflate.decompress(Array(stream.dropLast(5)), count: count + 1)
      }
    }
  }

  @Test("Polarity: 0 is made the nearest code, exactly")
  func polarity() throws {
    let plane = PixelPlane(width: 3, height: 1, known: .uint8([0, 100, 255]))
    let apple = CodeRange(quantity: .disparity, firstValue: 0.5, lastValue: 4)
    let turned = try DNGCodes.zeroNearest(plane, range: apple)
    #expect(turned.plane.storage == .uint8([255, 155, 0]))
    #expect(turned.range == CodeRange(quantity: .disparity, firstValue: 4, lastValue: 0.5))
    #expect(try DNGCodes.zeroNearest(turned.plane, range: turned.range) == turned)
    let depth = CodeRange(quantity: .depth, firstValue: 0.5, lastValue: 4)
    #expect(try DNGCodes.zeroNearest(plane, range: depth) == (plane, depth))
  }

  @Test("A mask of a part is put into the full mask")
  func fullMask() throws {
    let part = PixelPlane(width: 2, height: 1, known: .uint8([5, 6]))
    let area = DNGMask.SubArea(top: 1, left: 1, fullWidth: 4, fullHeight: 2)
    #expect(try DNGCodes.fullMask(part, in: area).storage == .uint8([0, 0, 0, 0, 0, 5, 6, 0]))
    let outside = DNGMask.SubArea(top: 1, left: 3, fullWidth: 4, fullHeight: 2)
    #expect(throws: AuxError(.malformed, "")) { try DNGCodes.fullMask(part, in: outside) }
    let huge = DNGMask.SubArea(top: 0, left: 0, fullWidth: 1 << 31, fullHeight: 1 << 31)
    #expect(throws: AuxError(.limitExceeded, "")) { try DNGCodes.fullMask(part, in: huge) }
  }

  @Test("sRGB to linear light")
  func transfer() {
    let narrow = PhotoPixels(width: 1, height: 5, channels: 1, known: .uint8([0, 1, 10, 128, 255]))
    let wide = PhotoPixels(width: 1, height: 5, channels: 1, known: .uint16([0, 257, 2570, 32896, 65535]))
    for photo in [narrow, wide] {
      let light = LinearLight(sRGB: photo)
      #expect(light.rows(0..<5) == [0, 20, 199, 14146, 65535].flatMap { [$0, $0, $0] })
      #expect(light.rows(2..<4) == [199, 199, 199, 14146, 14146, 14146])
    }
    let colours = PhotoPixels(width: 2, height: 1, channels: 3, known: .uint8([0, 1, 10, 128, 255, 0]))
    #expect(LinearLight(sRGB: colours).rows(0..<1) == [0, 20, 199, 14146, 65535, 0])
  }
}
