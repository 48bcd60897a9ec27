import AuxImage
import TestSupport
import Testing

@testable import AuxRender

@Suite("Y4M and YCbCr")
struct Y4MTests {
  private func header(_ line: String) throws(AuxError) -> Y4MHeader {
    try Y4MHeader(parsing: [UInt8](line.utf8))
  }

  @Test("A header as FFmpeg writes it")
  func header() throws {
    let parsed = try header(
      "YUV4MPEG2 W640 H480 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=FULL")
    #expect(parsed.format == (try VideoFrame.Format(width: 640, height: 480, chroma: .left420, range: .full)))
    #expect(parsed.frameRate == (30000, 1001) && parsed.pixelAspect == (1, 1))
    let line = String(decoding: parsed.serialized(), as: UTF8.self)
    #expect(line == "YUV4MPEG2 W640 H480 F30000:1001 Ip A1:1 C420mpeg2 XCOLORRANGE=FULL\n")
    #expect(try Y4MHeader(parsing: [UInt8](line.dropLast().utf8)) == parsed)
  }

  @Test("What a header leaves out")
  func defaults() throws {
    let colour = try header("YUV4MPEG2 W4 H2 F25:1")
    #expect(colour.format.chroma == .centred420 && colour.format.range == .limited)
    #expect(try header("YUV4MPEG2 W4 H2 Cmono").format.range == .full)
    #expect(try header("YUV4MPEG2 W6 H4 C420").format.byteCount == 24 + 2 * 6)
    #expect(try header("YUV4MPEG2 W5 H3 C444").format.byteCount == 45)
  }

  @Test(
    "Planes of chroma",
    arguments: [
      (.centred420, 3, 2), (.left420, 3, 2), (.alternating420, 3, 2), (.left422, 3, 4), (.full444, 6, 4),
      (.mono, 0, 0),
    ] as [(VideoFrame.Format.Chroma, Int, Int)])
  func chroma(chroma: VideoFrame.Format.Chroma, width: Int, height: Int) throws {
    let format = try VideoFrame.Format(width: 6, height: 4, chroma: chroma, range: .full)
    #expect((format.chromaWidth, format.chromaHeight) == (width, height))
    #expect(format.byteCount == 24 + 2 * width * height)
  }

  @Test("There is more as long as a frame, or a part of one, was not given out")
  func more() throws {
    let bytes = try stream(2).bytes
    var reader = Y4MReader()
    reader.append(bytes + [0x46])
    for number in 0..<2 {
      let frame = try reader.nextFrame()
      // After the second, the beginning of a third.
      #expect(frame != nil && reader.hasRest, "frame \(number)")
    }
    let folder = try TemporaryFolder()
    for input in [Y4MInput(data: bytes), try Y4MInput(folder.write(bytes, to: "a.y4m"))] {
      #expect(try input.next() != nil)
      #expect(input.hasMore())
      #expect(!input.hasMore(), "the last frame was taken")
    }
  }

  @Test(
    "Broken headers are errors of the right kind",
    arguments: [
      ("YUV4MPEG W4 H2", AuxError.Code.malformed), ("", .malformed), ("YUV4MPEG2", .malformed),
      ("YUV4MPEG2 W4", .malformed), ("YUV4MPEG2 W0 H2", .malformed), ("YUV4MPEG2 W-4 H2", .malformed),
      ("YUV4MPEG2 W4x H2", .malformed), ("YUV4MPEG2 W+4 H2", .malformed), ("YUV4MPEG2 W H2", .malformed),
      ("YUV4MPEG2 W4 H2 F30", .malformed), ("YUV4MPEG2 W4 H2 F1:2:3", .malformed),
      ("YUV4MPEG2 W4 H2 Q1", .malformed), ("YUV4MPEG2 W4 H2 XCOLORRANGE=BOTH", .malformed),
      ("YUV4MPEG2 W4 H2 C420p11", .unsupported), ("YUV4MPEG2 W4 H2 C411", .unsupported),
      ("YUV4MPEG2 W4 H2 C444alpha", .unsupported), ("YUV4MPEG2 W4 H2 Cmono8", .unsupported),
      ("YUV4MPEG2 W5 H2 C422", .unsupported), ("YUV4MPEG2 W4 H2 C420jpegp10", .unsupported),
      ("YUV4MPEG2 W4 H2 XCOLORSPACE=RGB", .unsupported), ("YUV4MPEG2 W5 H2 C420mpeg2", .unsupported),
      ("YUV4MPEG2 W4 H3", .unsupported),
      ("YUV4MPEG2 W4 H2 C", .unsupported), ("YUV4MPEG2 W99999999999999999999 H2", .malformed),
      ("YUV4MPEG2 W2147483647 H2147483647", .limitExceeded), ("YUV4MPEG2 W65536 H65536", .limitExceeded),
    ])
  func broken(line: String, code: AuxError.Code) {
    #expect(throws: AuxError(code, "")) { try self.header(line) }
  }

  private func stream(_ frames: Int) throws -> (bytes: [UInt8], frames: [VideoFrame]) {
    let format = try VideoFrame.Format(width: 6, height: 4, chroma: .centred420, range: .limited)
    var writer = Y4MWriter(header: Y4MHeader(format: format, frameRate: (25, 1)))
    var (bytes, list) = ([UInt8](), [VideoFrame]())
    for index in 0..<frames {
      let samples = (0..<format.byteCount).map { UInt8(truncatingIfNeeded: $0 * 7 + index) }
      list.append(try VideoFrame(format: format, bytes: samples))
      bytes += try writer.bytes(of: list[index])
    }
    return (bytes, list)
  }

  @Test("A stream in pieces of any size", arguments: [1, 2, 7, 33, 1000])
  func pieces(size: Int) throws {
    let (bytes, frames) = try stream(4)
    var reader = Y4MReader()
    var read: [VideoFrame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let frame = try reader.nextFrame() { read.append(frame) }
    }
    try reader.finish()
    #expect(read == frames && reader.frameCount == 4)
  }

  @Test("Every prefix that ends within a frame is truncated")
  func prefixes() throws {
    let (bytes, frames) = try stream(2)
    let first = (bytes.count - 2 * (6 + frames[0].bytes.count))
    let ends = Set((0...2).map { first + $0 * (6 + frames[0].bytes.count) })
    for count in 0..<bytes.count where !ends.contains(count) {
      var reader = Y4MReader()
      reader.append(Array(bytes.prefix(count)))
      while try reader.nextFrame() != nil {}
      #expect(throws: AuxError(.truncated, "")) { try reader.finish() }
    }
    for count in ends {
      var reader = Y4MReader()
      reader.append(Array(bytes.prefix(count)))
      while try reader.nextFrame() != nil {}
      try reader.finish()
    }
  }

  @Test("Frame lines: parameters are skipped, anything else is an error, and so is a line without end")
  func frameLines() throws {
    var good = Y4MReader()
    good.append([UInt8]("YUV4MPEG2 W1 H1 Cmono\nFRAME Ip\nA".utf8))
    #expect(try good.nextFrame()?.bytes == [65])
    for bad in ["FRAMED\nA", "frame\nA", "\nA", "FRAME" + String(repeating: " ", count: 5000)] {
      var reader = Y4MReader()
      reader.append([UInt8]("YUV4MPEG2 W1 H1 Cmono\n\(bad)".utf8))
      #expect(throws: AuxError(.malformed, "")) { try reader.nextFrame() }
    }
    var endless = Y4MReader()
    endless.append([UInt8](repeating: 65, count: 10_000))
    #expect(throws: AuxError(.malformed, "")) { try endless.nextFrame() }
  }

  @Test("Changed bytes never crash the reader", arguments: (400..<420).map { UInt64($0) })
  func mutation(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let original = try stream(2).bytes
    for _ in 0..<200 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<90, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      var reader = Y4MReader()
      reader.append(bytes)
      do {
        while try reader.nextFrame() != nil {}
        try reader.finish()
      } catch {
        #expect(!error.reason.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test("4:2:0 with an odd side is refused", arguments: [(7, 4), (4, 7), (1, 1)])
  func oddSides(width: Int, height: Int) {
    for chroma in [VideoFrame.Format.Chroma.centred420, .left420, .alternating420] {
      #expect(throws: AuxError(.unsupported, "")) {
        try VideoFrame.Format(width: width, height: height, chroma: chroma, range: .full)
      }
    }
  }

  @Test("Known colours of BT.601")
  func knownColours() throws {
    let limited = try VideoFrame.Format(width: 1, height: 1, chroma: .full444, range: .limited)
    let full = try VideoFrame.Format(width: 1, height: 1, chroma: .full444, range: .full)
    // BT.601 limited: red 81 90 240, green 145 54 34, blue 41 240 110; JFIF: 76 85 255, 150 44 21, 29 255 107.
    let known: [([UInt8], [UInt8], [UInt8])] = [
      ([255, 0, 0], [81, 90, 240], [76, 85, 255]), ([0, 255, 0], [145, 54, 34], [150, 44, 21]),
      ([0, 0, 255], [41, 240, 110], [29, 255, 107]), ([255, 255, 255], [235, 128, 128], [255, 128, 128]),
      ([0, 0, 0], [16, 128, 128], [0, 128, 128]),
    ]
    for (rgb, television, jfif) in known {
      let image = try PhotoPixels(width: 1, height: 1, rgb8: rgb)
      #expect(try VideoFrame(image, as: limited, jobs: 1).bytes == television)
      #expect(try VideoFrame(image, as: full, jobs: 1).bytes == jfif)
      for (format, bytes) in [(limited, television), (full, jfif)] {
        let back = try VideoFrame(format: format, bytes: bytes).rgb(jobs: 1).rgb8
        for channel in 0..<3 { #expect(abs(Int(back[channel]) - Int(rgb[channel])) <= 2) }
      }
    }
  }

  @Test("A line of colours survives the way through 4:2:0, sited as the format says")
  func siting() throws {
    for chroma in VideoFrame.Format.Chroma.allCases where chroma != .mono {
      let format = try VideoFrame.Format(width: 66, height: 34, chroma: chroma, range: .full)
      let image = try PhotoPixels(
        width: 66, height: 34,
        rgb8: (0..<66 * 34).flatMap { (index: Int) -> [UInt8] in
          [UInt8(index % 66 * 3), 100, UInt8(index / 66 * 6)]
        })
      let back = try VideoFrame(image, as: format, jobs: 2).rgb(jobs: 2)
      for row in 2..<32 {
        for column in 2..<64 {
          for channel in 0..<3 {
            let difference = Int(back.pixel(column, row)[channel]) - Int(image.pixel(column, row)[channel])
            #expect(abs(difference) <= 4, "\(chroma) at \(column), \(row)")
          }
        }
      }
    }
  }

  @Test("Gray frames become nearness")
  func nearness() throws {
    let full = try VideoFrame.Format(width: 3, height: 1, chroma: .mono, range: .full)
    #expect(try VideoFrame(format: full, bytes: [0, 51, 255]).nearness().values == [0, 0.2, 1])
    let limited = try VideoFrame.Format(width: 3, height: 1, chroma: .mono, range: .limited)
    #expect(try VideoFrame(format: limited, bytes: [0, 16, 255]).nearness().values == [0, 0, 1])
  }

  @Test("Odd and tiny frames, on any number of threads")
  func sizes() throws {
    for (width, height) in Sample.tinySizes + [(67, 71)] {
      for chroma in VideoFrame.Format.Chroma.allCases {
        // Chroma of half the size has even sides only.
        let (across, down) = chroma.shifts
        let (width, height) = (width << across, height << down)
        let format = try VideoFrame.Format(width: width, height: height, chroma: chroma, range: .limited)
        let image = try Sample.image(width, height, seed: 70)
        let frame = try VideoFrame(image, as: format, jobs: 1)
        #expect(frame.bytes.count == format.byteCount)
        #expect(frame == (try VideoFrame(image, as: format, jobs: 4)))
        #expect(frame.rgb(jobs: 1) == frame.rgb(jobs: 4))
      }
    }
  }

  @Test("Frames by a digest, as those of the effects")
  func golden() throws {
    let format = try VideoFrame.Format(width: 96, height: 72, chroma: .left420, range: .limited)
    let video = try VideoFrame(Sample.scene().photo, as: format, jobs: 1)
    #expect(Digest.of(video.bytes) == "d3b460a4fa6205bb")
  }
}
