import TestSupport
import Testing

/// Y4M streams, written and read without the code under test.
struct Video: Equatable {
  var width = 6
  var height = 4
  var rate = "30:1"
  var chroma = "mono"
  var frames: [[UInt8]] = []

  /// The samples of a frame.
  static func byteCount(_ width: Int, _ height: Int, _ chroma: String) -> Int {
    switch chroma {
    case "mono": width * height
    case "444": 3 * width * height
    case "422": 2 * width * height
    default: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    }
  }

  /// A video of gray frames, each of one code.
  static func plain(_ codes: [UInt8], width: Int = 6, height: Int = 4) -> Video {
    Video(
      width: width, height: height,
      frames: codes.map { [UInt8](repeating: $0, count: width * height) })
  }

  /// A video of frames of noise.
  static func noise(_ count: Int, width: Int, height: Int, chroma: String, seed: UInt64) -> Video {
    var random = SeededRandom(seed: seed)
    let frames = (0..<count).map { _ in
      (0..<byteCount(width, height, chroma)).map { _ in UInt8(16 + random.below(200)) }
    }
    return Video(width: width, height: height, chroma: chroma, frames: frames)
  }

  var bytes: [UInt8] {
    let header = "YUV4MPEG2 W\(width) H\(height) F\(rate) Ip A1:1 C\(chroma) XCOLORRANGE=FULL\n"
    return frames.reduce(into: Array(header.utf8)) { bytes, frame in bytes += Array("FRAME\n".utf8) + frame }
  }

  init(width: Int = 6, height: Int = 4, rate: String = "30:1", chroma: String = "mono", frames: [[UInt8]]) {
    (self.width, self.height, self.rate, self.chroma, self.frames) = (width, height, rate, chroma, frames)
  }

  init(_ bytes: [UInt8]) throws {
    let feed = try #require(bytes.firstIndex(of: 10))
    let fields = String(decoding: bytes[..<feed], as: UTF8.self).split(separator: " ")
    try #require(fields.first == "YUV4MPEG2")
    func field(_ letter: String) throws -> String {
      String(try #require(fields.dropFirst().first { $0.hasPrefix(letter) }).dropFirst())
    }
    width = try #require(Int(try field("W")))
    height = try #require(Int(try field("H")))
    rate = try field("F")
    chroma = try field("C")
    let count = Self.byteCount(width, height, chroma)
    var position = feed + 1
    while position < bytes.count {
      try #require(Array(bytes[position..<min(position + 6, bytes.count)]) == Array("FRAME\n".utf8))
      try #require(position + 6 + count <= bytes.count)
      frames.append(Array(bytes[position + 6..<position + 6 + count]))
      position += 6 + count
    }
  }

  /// The first sample of each frame.
  var firsts: [UInt8] { frames.map { $0[0] } }
}

extension Workplace {
  /// Runs `stream` on two videos and returns what it wrote.
  func stream(
    _ color: Video, _ depth: Video, _ options: String..., location: SourceLocation = #_sourceLocation
  ) throws -> Video {
    try stream(color, depth, options, location: location)
  }

  /// Runs `stream` on two videos with a list of options, and returns what it wrote.
  func stream(
    _ color: Video, _ depth: Video, _ options: [String], location: SourceLocation = #_sourceLocation
  ) throws -> Video {
    try folder.write(color.bytes, to: "c.y4m")
    try folder.write(depth.bytes, to: "d.y4m")
    let outcome = try run(["stream", "--color", "c.y4m", "--depth", "d.y4m", "-o", "-"] + options)
    #expect(outcome.status == 0, "\(outcome.error)", sourceLocation: location)
    return try Video(outcome.output)
  }
}
