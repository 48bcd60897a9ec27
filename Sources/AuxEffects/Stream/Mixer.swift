public import AuxImage
package import AuxKernels

/// A mixture of a frame and its filtered self: light of the colour × (1 - mix) + light of the filtered × mix.
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

  /// Returns the mixture of two images of one size and one encoding, made on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public func mixed(
    _ colour: PhotoPixels, _ filtered: PhotoPixels, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(colour, width: filtered.width, height: filtered.height, of: "filtered image")
    var samples = filtered.rgb8
    mix(colour.rgb8, into: &samples, rows: colour.height, tables: encoding.tables, jobs: jobs)
    return colour.replacingSamples(rgb8: samples)
  }

  /// Mixes 8-bit RGB of the frame into that of the filtered one, row by row on at most `jobs` threads.
  package func mix(
    _ colour: [UInt8], into filtered: inout [UInt8], rows: Int, tables: LightTables, jobs: Int
  ) {
    guard mix < 1 else { return }
    let length = colour.count / rows
    Bands.write(&filtered, rows: rows, jobs: jobs) { band, part in
      let source = colour.span.extracting(band.lowerBound * length..<band.upperBound * length)
      precondition(source.count == part.count)
      let (lights, codes) = (tables.light.span, tables.codes.span)
      var place = 0
      while place &+ 2 < source.count {
        let (red, green, blue) = (source[place], source[place &+ 1], source[place &+ 2])
        let (newRed, newGreen, newBlue) = (part[place], part[place &+ 1], part[place &+ 2])
        if red != newRed || green != newGreen || blue != newBlue {
          let one = LightTables.light(lights, red, green, blue)
          let two = LightTables.light(lights, newRed, newGreen, newBlue)
          LightTables.write(one + (two - one) * mix, codes, into: &part, at: place)
        }
        place &+= 3
      }
    }
  }
}
