import AuxImage
import TestSupport
import Testing

@testable import AuxRender

@Suite("Formats of frames")
struct FrameFormatTests {
  private typealias Kind = (chroma: VideoFrame.Format.Chroma, bits: Int)

  private static let kinds: [(VideoFrame.Format.Chroma, Int)] =
    VideoFrame.Format.Chroma.allCases.map { ($0, 8) } + [
      (.left420, 10), (.left420, 12), (.left422, 10), (.left422, 12), (.full444, 10), (.full444, 12),
      (.mono, 10), (.mono, 12), (.mono, 16), (.left420, 16),
    ]

  private func noise(_ format: VideoFrame.Format, seed: UInt64) throws -> VideoFrame {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<format.byteCount / format.bytesPerSample {
      let code = random.below(1 << format.bits)
      bytes.append(UInt8(code & 255))
      if format.bits > 8 { bytes.append(UInt8(code >> 8)) }
    }
    return try VideoFrame(format: format, bytes: bytes)
  }

  private static func sample(_ frame: VideoFrame, _ index: Int) -> Int {
    frame.format.bits > 8
      ? Int(frame.bytes[2 * index]) | Int(frame.bytes[2 * index + 1]) << 8 : Int(frame.bytes[index])
  }

  @Test("RGB of every format, range and matrix is that of the formula", arguments: kinds)
  func decoding(chroma: VideoFrame.Format.Chroma, bits: Int) throws {
    for matrix in VideoFrame.Matrix.allCases {
      for range in VideoFrame.Format.Range.allCases {
        let format = try VideoFrame.Format(
          width: 14, height: 10, chroma: chroma, range: range, bits: bits, matrix: matrix)
        let frame = try noise(format, seed: 300)
        let (formulas, image) = (FrameFormulas(format), frame.rgb(jobs: 1))
        for y in 0..<10 {
          for x in 0..<14 {
            let exact = formulas.colour(frame, x, y)
            for (component, value) in exact.enumerated() {
              let code = Double(image.rgb8[(y * 14 + x) * 3 + component])
              #expect(abs(code - value * 255) < 0.51, "\(format) at \(x), \(y)")
            }
          }
        }
      }
    }
  }

  @Test("The planes of every format, range and matrix are those of the formula", arguments: kinds)
  func encoding(chroma: VideoFrame.Format.Chroma, bits: Int) throws {
    let image = try Sample.image(14, 10, seed: 301)
    for matrix in VideoFrame.Matrix.allCases {
      for range in VideoFrame.Format.Range.allCases {
        let format = try VideoFrame.Format(
          width: 14, height: 10, chroma: chroma, range: range, bits: bits, matrix: matrix)
        let frame = try VideoFrame(image, as: format, jobs: 2)
        for (index, exact) in FrameFormulas(format).codes(image).enumerated() {
          let allowed = 0.51 + exact / 1e5
          let code = min(max(exact, 0), Double(1 << bits) - 1)
          #expect(abs(Double(Self.sample(frame, index)) - code) < allowed, "\(format) sample \(index)")
        }
      }
    }
  }

  @Test("Pixels that a filter spares keep their codes, of all bits; the rest is made anew", arguments: kinds)
  func spared(chroma: VideoFrame.Format.Chroma, bits: Int) throws {
    let format = try VideoFrame.Format(width: 20, height: 12, chroma: chroma, range: .limited, bits: bits)
    let frame = try noise(format, seed: 302)
    let image = frame.rgb(jobs: 1)
    func encoded(_ picture: PhotoPixels) throws -> VideoFrame {
      try VideoFrame(picture, as: format, original: (frame: frame, rgb: image), jobs: 2)
    }
    #expect(try encoded(image) == frame)
    let before = image.rgb16
    var rgb = before
    // The right half is black, as far as it was not.
    for y in 0..<12 { for sample in (y * 20 + 10) * 3..<(y + 1) * 60 { rgb[sample] = 0 } }
    let picture = PhotoPixels(width: 20, height: 12, channels: 3, known: .uint16(rgb))
      .withBitsPerSample(image.bitsPerSample)
    let half = try encoded(picture)
    let plain = try VideoFrame(picture, as: format, jobs: 1)
    for index in 0..<240 {
      let wasBlack = before[index * 3..<index * 3 + 3].allSatisfy { $0 == 0 }
      let expected = index % 20 < 10 || wasBlack ? frame : plain
      #expect(Self.sample(half, index) == Self.sample(expected, index), "luma \(index)")
    }
    let width = format.chromaWidth
    for index in 0..<2 * width * format.chromaHeight {
      // The sample at the border is made of both.
      let column = index % width * 20 / width
      if column < 9 { #expect(Self.sample(half, 240 + index) == Self.sample(frame, 240 + index)) }
      if column > 11, !image.rgb8.contains(0) {
        #expect(Self.sample(half, 240 + index) == Self.sample(plain, 240 + index))
      }
    }
  }

  @Test("Names of formats: each is read as it is written, others are refused")
  func tags() throws {
    for (chroma, bits) in Self.kinds {
      let format = try VideoFrame.Format(width: 6, height: 4, chroma: chroma, range: .limited, bits: bits)
      let line = Y4MHeader(format: format, frameRate: (25, 1)).serialized().dropLast()
      #expect(try Y4MHeader(parsing: Array(line)).format == format)
      #expect(format.byteCount == (24 + 2 * format.chromaWidth * format.chromaHeight) * (bits > 8 ? 2 : 1))
    }
    #expect(throws: AuxError(.unsupported, "")) {
      try VideoFrame.Format(width: 6, height: 4, chroma: .centred420, range: .full, bits: 10)
    }
    #expect(throws: AuxError(.usage, "")) {
      try VideoFrame.Format(width: 6, height: 4, chroma: .mono, range: .full, bits: 17)
    }
    func format(_ fields: String) throws -> VideoFrame.Format {
      try Y4MHeader(parsing: Array("YUV4MPEG2 W6 H4 \(fields)".utf8)).format
    }
    #expect(try format("XYSCSS=422P10").tag == "422p10")
    #expect(try format("C444 XYSCSS=420JPEG").tag == "444")
  }

  @Test("The matrix is the given one, else the stated one, else that of the size")
  func matrices() throws {
    func header(_ size: String, _ fields: String = "", _ matrix: VideoFrame.Matrix? = nil) throws -> Y4MHeader
    {
      try Y4MHeader(parsing: Array("YUV4MPEG2 \(size) C444 \(fields)".utf8), matrix: matrix)
    }
    for (size, matrix) in [
      ("W720 H576", VideoFrame.Matrix.bt601), ("W1279 H576", .bt601), ("W1280 H2", .bt709),
      ("W720 H577", .bt709),
      ("W3840 H2160", .bt709),
    ] {
      let plain = try header(size)
      #expect(plain.format.matrix == matrix && !plain.statesMatrix, "\(size)")
    }
    for (name, matrix) in [
      ("BT601", VideoFrame.Matrix.bt601), ("bt709", .bt709), ("BT2020", .bt2020), ("rec709", .bt709),
      ("smpte170m", .bt601),
    ] {
      let stated = try header("W1920 H1080", "XCOLORSPACE=\(name)")
      #expect(stated.format.matrix == matrix)
      #expect(
        String(decoding: stated.serialized(), as: UTF8.self).contains(" XCOLORSPACE=\(matrix.rawValue)"))
    }
    let given = try header("W720 H576", "XCOLORSPACE=UNKNOWN", .bt2020)
    #expect(given.format.matrix == .bt2020 && given.statesMatrix)
  }

  @Test("Deep gray is nearness with all its bits")
  func deepNearness() throws {
    let format = try VideoFrame.Format(width: 3, height: 1, chroma: .mono, range: .full, bits: 16)
    let values = try VideoFrame(format: format, bytes: [0, 0, 1, 0x80, 255, 255]).nearness().values
    #expect(values[0] == 0 && values[2] == 1 && abs(values[1] - 32769 / 65535) < 1e-7)
    let limited = try VideoFrame.Format(width: 2, height: 1, chroma: .mono, range: .limited, bits: 10)
    #expect(try VideoFrame(format: limited, bytes: [64, 0, 0xAC, 3]).nearness().values == [0, 1])
  }

  @Test("Light is that of a display, the power 2.4, with the luminance of the primaries")
  func light() {
    for matrix in VideoFrame.Matrix.allCases {
      let light = matrix.light
      #expect(abs(light.red.light(of: 0.5) - 0.18946) < 1e-4 && light.red == light.blue)
      #expect(abs(light.luminanceWeights.sum() - 1) < 1e-4)
    }
  }
}
