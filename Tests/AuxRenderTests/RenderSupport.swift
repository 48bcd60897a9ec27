import AuxRender
import TestSupport

/// A small video in memory.
struct Clip {
  /// The frames.
  let frames: [VideoFrame]
  /// The frames as Y4M.
  let bytes: [UInt8]

  /// Creates gray frames of one code each, at 30 a second unless another rate is given.
  init(
    _ codes: [UInt8], width: Int = 6, height: Int = 4, rate: (numerator: Int, denominator: Int) = (30, 1)
  ) throws {
    let format = try VideoFrame.Format(width: width, height: height, chroma: .mono, range: .full)
    frames = try codes.map {
      try VideoFrame(format: format, bytes: [UInt8](repeating: $0, count: width * height))
    }
    var writer = Y4MWriter(header: Y4MHeader(format: format, frameRate: rate))
    var bytes: [UInt8] = []
    for frame in frames { bytes += try writer.bytes(of: frame) }
    self.bytes = bytes + writer.start()
  }

  /// Returns the first sample of each frame of a stream.
  static func codes(_ bytes: [UInt8]) throws -> [UInt8] {
    let input = Y4MInput(data: bytes)
    var codes: [UInt8] = []
    while let frame = try input.next() { codes.append(frame.bytes[0]) }
    return codes
  }
}

/// A filter of your own: fog that thickens with the distance.
struct Fog: FrameFilter {
  private var size = (width: 0, height: 0)

  mutating func prepare(width: Int, height: Int) throws(AuxError) {
    size = (width, height)
  }

  mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels {
    guard (image.width, image.height) == size, (map.width, map.height) == size else {
      throw AuxError(.usage, "the fog is for frames and maps of \(size.width)x\(size.height)")
    }
    let samples = image.rgb8.enumerated().map { index, sample in
      let seen = map.values[index / 3]
      return UInt8((Float(sample) * seen + 220 * (1 - seen)).rounded())
    }
    return try PhotoPixels(width: image.width, height: image.height, rgb8: samples)
  }

  mutating func reset() {}
}
