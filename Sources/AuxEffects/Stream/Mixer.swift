public import AuxImage
internal import AuxKernels

/// A mixture of a frame and its filtered self: colour × (1 - mix) + filtered × mix.
public struct Mixer: Hashable, Sendable {
  /// The share of the filtered frame; 0 gives the frame itself, bit for bit, and 1 the filtered one.
  public let mix: Float

  /// The filtered frame alone.
  public static let filtered = Mixer(known: 1)

  private init(known mix: Float) { self.mix = mix }

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
  public func mixed(
    _ colour: PhotoPixels, _ filtered: PhotoPixels, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(colour, width: filtered.width, height: filtered.height, of: "filtered image")
    var samples = colour.rgb8
    mix(filtered.rgb8, into: &samples, rows: colour.height, jobs: jobs)
    return colour.replacingSamples(rgb8: samples)
  }

  /// Mixes samples of 8 bits into others, row by row on at most `jobs` threads.
  package func mix(_ filtered: [UInt8], into target: inout [UInt8], rows: Int, jobs: Int) {
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
