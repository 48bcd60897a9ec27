import AuxCodecs
import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("JPEG streams that are cut by their coefficients")
struct JPEGTransformTests {
  private static func frame(_ stream: [UInt8]) throws -> JPEGImage.Frame {
    try JPEGImage(in: MemoryByteSource(stream), at: 0).frame
  }

  private static func stream(subsampled: Bool) throws -> [UInt8] {
    try JPEGCodec.encode(
      rgb: Pictures.gradient(width: 100, height: 75), width: 100, height: 75, quality: 90,
      subsampled: subsampled)
  }

  private func transformed(
    _ stream: [UInt8], _ x: Int, _ y: Int, _ width: Int, _ height: Int, turn: ImageOrientation = .up
  ) throws -> [UInt8] {
    try JPEGCodec.transformed(
      stream, Self.frame(stream),
      by: .init(
        part: PixelRectangle(x: x, y: y, width: width, height: height), turn: turn, isAuxiliary: false))
  }

  @Test("Nothing changes where all stays, and a part of a part is the part", arguments: [false, true])
  func parts(_ subsampled: Bool) throws {
    let stream = try Self.stream(subsampled: subsampled)
    let same = try transformed(stream, 0, 0, 100, 75)
    #expect(
      try JPEGCodec.decodeRGB(same, width: 100, height: 75)
        == JPEGCodec.decodeRGB(stream, width: 100, height: 75))
    // From its second time on, tables are the best ones already.
    #expect(try transformed(same, 0, 0, 100, 75) == same)
    let part = try transformed(transformed(stream, 16, 16, 80, 50), 32, 16, 40, 30)
    #expect(try part == transformed(stream, 48, 32, 40, 30))
    #expect(try Self.frame(part).hasFullChroma == !subsampled)
  }

  @Test("Four quarter turns, and two mirrorings, give the stream back", arguments: [false, true])
  func turns(_ subsampled: Bool) throws {
    let stream = try transformed(Self.stream(subsampled: subsampled), 0, 0, 96, 64)
    var turned = stream
    for step in 0..<4 {
      let isTurned = step % 2 == 1
      turned = try transformed(turned, 0, 0, isTurned ? 64 : 96, isTurned ? 96 : 64, turn: .right)
    }
    #expect(turned == stream)
    for turn in [ImageOrientation.upMirrored, .down, .downMirrored] {
      #expect(
        try transformed(transformed(stream, 0, 0, 96, 64, turn: turn), 0, 0, 96, 64, turn: turn) == stream)
    }
    for turn in [ImageOrientation.leftMirrored, .rightMirrored] {
      #expect(
        try transformed(transformed(stream, 0, 0, 96, 64, turn: turn), 0, 0, 64, 96, turn: turn) == stream)
    }
  }

  @Test("Parts that are not of whole MCUs are usage errors")
  func refused() throws {
    let stream = try Self.stream(subsampled: true)
    for (x, y, width, height, turn) in [
      (8, 0, 40, 40, ImageOrientation.up), (0, 4, 40, 40, .up), (0, 0, 101, 40, .up),
      (0, 0, 40, 32, .upMirrored),
      (0, 0, 32, 40, .right), (0, 0, 100, 64, .down),
    ] {
      let error = #expect(throws: AuxError.self) {
        try transformed(stream, x, y, width, height, turn: turn)
      }
      #expect(error?.code == .usage)
    }
    // A side that is not mirrored may end within an MCU.
    #expect(try Self.frame(transformed(stream, 0, 0, 40, 35, turn: .leftMirrored)).width == 35)
  }

  @Test("A damaged stream is an error, or cut, and never more than that", arguments: [UInt64(1), 2])
  func damaged(_ seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let stream = try Self.stream(subsampled: true)
    let frame = try Self.frame(stream)
    let transform = JPEGCodec.Transform(
      part: try PixelRectangle(x: 16, y: 16, width: 64, height: 48), turn: .right, isAuxiliary: false)
    for round in 0..<300 {
      let bytes =
        round < 100
        ? Array(stream.prefix(stream.count * round / 100)) : generator.mutated(stream)
      do { _ = try JPEGCodec.transformed(bytes, frame, by: transform) } catch {
        #expect([.codec, .usage, .limitExceeded].contains(error.code), "\(error)")
      }
    }
  }
}
