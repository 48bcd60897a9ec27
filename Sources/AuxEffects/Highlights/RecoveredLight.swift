internal import AuxImage
internal import AuxKernels
internal import Synchronization

/// The light of a photo; its gain map recovers clipped light where it is out of focus.
struct RecoveredLight: Sendable {
  /// Roots of the light of red, green and blue over ``brightness``; 65535 is 1.
  let roots: [UInt16]
  /// The light of a root of 65535.
  let brightness: Float
  /// The share of the pixels whose light is not that of their codes; 0...1.
  let share: Double

  /// The greatest of a pixel's codes, as shares of the largest one, from which on it is taken for clipped in part, and in
  /// whole. They are 240 and 251 of 8 bits.
  static let clipped: ClosedRange<Float> = 240 / 255...251 / 255
  /// The radius in pixels up to which light is recovered in part, so that there is no step beside sharp pixels.
  static let blurred: Float = 2

  /// The light of codes that are its roots.
  static let encoding = LightEncoding(
    ToneCurve(gamma: 2), ToneCurve(gamma: 2), ToneCurve(gamma: 2),
    luminanceWeights: SIMD3(0.2126, 0.7152, 0.0722))

  /// Recovers the light of a photo; nil where nothing is to be recovered.
  init?<Code: LightCode>(
    _ codes: [Code], _ radii: SignedRadii, light: [Float], gains: PhotoGains, jobs: Int
  ) {
    guard gains.brightest > 1 else { return nil }
    let (width, height, brightness) = (radii.width, radii.height, gains.brightest)
    let columns = LinePlaces(count: width, sourceCount: gains.width)
    let rows = LinePlaces(count: height, sourceCount: gains.height)
    let count = Atomic<Int>(0)
    var roots = Bands.undefined(codes.count, of: UInt16.self)
    Bands.write(&roots, rows: height, jobs: jobs) { band, part in
      let (source, table, distances) = (codes.span, light.span, radii.codes.span)
      var found = 0
      for row in band {
        for column in 0..<width {
          let pixel = row &* width &+ column
          var value = Code.light(source, table, pixel)
          let weight = Self.weight(source, pixel, Float(distances[pixel]).magnitude * radii.unit)
          if weight > 0 {
            let gain = Self.gain(gains, columns, rows, column, row)
            value += (gains.brighter(value, by: gain) - value) * weight
            found += 1
          }
          let packed = LightPlane.packed(SIMD4(value * (1 / brightness), 0))
          let to = (pixel &- band.lowerBound &* width) &* 3
          (part[to], part[to &+ 1], part[to &+ 2]) = (packed.x, packed.y, packed.z)
        }
      }
      count.wrappingAdd(found, ordering: .relaxed)
    }
    let found = count.load(ordering: .relaxed)
    guard found > 0 else { return nil }
    (self.roots, self.brightness) = (roots, brightness)
    share = Double(found) / Double(width * height)
  }

  /// Returns the share of its gain by which a pixel of a radius becomes brighter.
  @inline(__always)
  private static func weight<Code: LightCode>(_ codes: Span<Code>, _ pixel: Int, _ radius: Float) -> Float {
    let start = pixel &* 3
    let greatest = max(codes[start], codes[start &+ 1], codes[start &+ 2])
    let share = Float(greatest) * (1 / Float(Code.max)) - clipped.lowerBound
    guard share > 0 else { return 0 }
    return min(share / (clipped.upperBound - clipped.lowerBound), 1) * min(radius / blurred, 1)
  }

  /// Returns the gain of a pixel, between those of four samples.
  private static func gain(
    _ gains: PhotoGains, _ columns: LinePlaces, _ rows: LinePlaces, _ column: Int, _ row: Int
  ) -> SIMD3<Float> {
    let (left, right, across) = (
      Int(columns.first[column]), Int(columns.second[column]), columns.fraction[column]
    )
    func line(_ row: Int32) -> SIMD3<Float> {
      let first = gains.gain(left, Int(row))
      return first + (gains.gain(right, Int(row)) - first) * across
    }
    let upper = line(rows.first[row])
    return upper + (line(rows.second[row]) - upper) * rows.fraction[row]
  }
}
