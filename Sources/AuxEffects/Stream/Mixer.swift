public import AuxImage
package import AuxKernels

/// A mixture of a frame and its filtered self: light of the colour × (1 - mix) + light of the filtered × mix.
public struct EffectMixer: Hashable, Sendable {
  /// The share of the filtered frame; 0 gives the frame itself, bit for bit, and 1 the filtered one.
  public let mix: Float

  /// The filtered frame alone.
  package static let filtered = EffectMixer(known: 1)

  private init(known mix: Float) { self.mix = mix }

  /// Creates a mixer.
  ///
  /// Throws `AuxError` with code `usage` where the share is outside of 0...1 or NaN.
  public init(mix: Float) throws(AuxError) {
    try Parameter.check(mix, "mix", in: 0...1)
    self.mix = mix
  }

  /// Returns the mixture of two images of one size and one encoding, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  package func mixed(
    _ colour: PhotoPixels, _ filtered: PhotoPixels, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(colour, width: filtered.width, height: filtered.height, of: "filtered image")
    let bits = max(colour.bitsPerSample, filtered.bitsPerSample)
    var samples = filtered.withBitsPerSample(bits).asRGB.samples
    mix(colour, into: &samples, tables: encoding.tables(bits: bits), jobs: jobs)
    return colour.replacingSamples(samples)
  }

  /// Mixes the frame into RGB samples of the filtered one, whose bits the tables have, on at most `jobs` threads.
  package func mix(
    _ colour: PhotoPixels, into filtered: inout PhotoPixels.Samples, tables: LightTables, jobs: Int
  ) {
    filtered.write(
      { mix(colour.rgb8, into: &$0, rows: colour.height, tables: tables, jobs: jobs) },
      { mix(colour.rgb16, into: &$0, rows: colour.height, tables: tables, jobs: jobs) })
  }

  private func mix<Code: LightCode>(
    _ colour: [Code], into filtered: inout [Code], rows: Int, tables: LightTables, jobs: Int
  ) {
    guard mix < 1 else { return }
    let entries = Code.entries(tables)
    let length = colour.count / rows
    Bands.write(&filtered, rows: rows, jobs: jobs) { band, part in
      let source = colour.span.extracting(band.lowerBound * length..<band.upperBound * length)
      precondition(source.count == part.count)
      let (lights, codes) = (tables.light.span, entries.span)
      var place = 0
      while place &+ 2 < source.count {
        let (red, green, blue) = (source[place], source[place &+ 1], source[place &+ 2])
        let (newRed, newGreen, newBlue) = (part[place], part[place &+ 1], part[place &+ 2])
        if red != newRed || green != newGreen || blue != newBlue {
          let one = Code.light(lights, red, green, blue)
          let two = Code.light(lights, newRed, newGreen, newBlue)
          Code.write(one + (two - one) * mix, codes, into: &part, at: place)
        }
        place &+= 3
      }
    }
  }
}
