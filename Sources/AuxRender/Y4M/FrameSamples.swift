/// Rows of samples of planes as floats, and back: bytes, or two bytes a sample, the lower first.
enum FrameSamples {
  /// Reads the samples that begin at a byte into a line, as many as that has.
  static func load(_ bytes: Span<UInt8>, from start: Int, isWide: Bool, into target: inout [Float]) {
    var line = target.mutableSpan
    if isWide {
      let source = bytes.extracting(start..<start + 2 * line.count)
      precondition(source.count == 2 * line.count)
      for index in 0..<line.count {
        line[index] = Float(UInt32(source[2 &* index]) | UInt32(source[2 &* index &+ 1]) << 8)
      }
    } else {
      let source = bytes.extracting(start..<start + line.count)
      precondition(source.count == line.count)
      for index in 0..<line.count { line[index] = Float(source[index]) }
    }
  }

  /// Writes a line to the bytes from one on: each sample rounded, and clamped to 0 and the largest code.
  static func store(
    _ line: Span<Float>, into bytes: inout MutableSpan<UInt8>, from start: Int, bits: Int
  ) {
    precondition(start >= 0 && start + line.count * (bits > 8 ? 2 : 1) <= bytes.count)
    let largest = Float((1 << bits) - 1)
    for index in 0..<line.count {
      let positive = line[index] > 0 ? line[index] : 0
      // Adding 2^23 leaves the integer at the end of the significand.
      let code = ((positive < largest ? positive : largest) + 0x1p23).bitPattern
      if bits > 8 {
        bytes[start &+ 2 &* index] = UInt8(truncatingIfNeeded: code)
        bytes[start &+ 2 &* index &+ 1] = UInt8(truncatingIfNeeded: code >> 8)
      } else {
        bytes[start &+ index] = UInt8(truncatingIfNeeded: code)
      }
    }
  }
}

/// The factors from codes to those of RGB, of 8 or 16 bits, and back.
struct FrameScale {
  /// The luma code of black, the codes from there to white, and RGB steps per step of luma.
  let black, span, luma: Float
  /// The chroma code of gray, and steps of the difference per step of chroma.
  let neutral, chroma: Float

  init(_ format: VideoFrame.Format) {
    let unit = Float(1 << (format.bits - 8))
    let largest = Float((1 << format.bits) - 1)
    let most: Float = format.bitsOfRGB == 8 ? 255 : 65535
    neutral = 128 * unit
    switch format.range {
    case .full: (black, span, chroma) = (0, largest, most / largest)
    case .limited: (black, span, chroma) = (16 * unit, 219 * unit, most / (224 * unit))
    }
    luma = most / span
  }
}
