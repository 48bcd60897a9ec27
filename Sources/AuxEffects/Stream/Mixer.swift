public import AuxImage

/// A mixture of a frame and its filtered self: colour × (1 - mix) + filtered × mix.
public struct Mixer: Hashable, Sendable {
  /// The share of the filtered frame; 0 gives the frame itself, bit for bit, and 1 the filtered one.
  public let mix: Float

  /// Creates a mixer.
  ///
  /// Throws `AuxError` with code `usage` where the share is outside of 0...1 or NaN.
  public init(mix: Float) throws(AuxError) {
    try Parameter.check(mix, "mix", in: 0...1)
    self.mix = mix
  }

  /// Returns the mixture of two images of one size, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public func mixed(_ colour: RGBImage, _ filtered: RGBImage, jobs: Int) throws(AuxError) -> RGBImage {
    try PlaneSize.match(colour, width: filtered.width, height: filtered.height, of: "filtered image")
    var result = colour
    mix(filtered.samples, into: &result.samples, rows: colour.height, jobs: jobs)
    return result
  }

  /// Returns the mixture of two frames of one format, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the formats differ.
  public func mixed(
    _ colour: VideoFrame, _ filtered: VideoFrame, jobs: Int
  ) throws(AuxError) -> VideoFrame {
    guard colour.format == filtered.format else {
      throw AuxError(.usage, "frames of different formats do not mix")
    }
    var result = colour
    mix(filtered.bytes, into: &result.bytes, rows: 1, jobs: jobs)
    return result
  }

  private func mix(_ filtered: [UInt8], into target: inout [UInt8], rows: Int, jobs: Int) {
    guard mix > 0 else { return }
    let length = filtered.count / rows
    Bands.write(&target, rows: rows, jobs: jobs) { band, part in
      let source = filtered.span.extracting(band.lowerBound * length..<band.upperBound * length)
      precondition(source.count == part.count)
      for index in 0..<source.count {
        let colour = Float(part[index])
        part[index] = nearestCode(colour + (Float(source[index]) - colour) * mix)
      }
    }
  }
}
