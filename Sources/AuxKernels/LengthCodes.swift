/// Distances as 16-bit whole numbers of a length, as depth cameras and sets of data have them: 0 where nothing was measured.
package enum LengthCodes {
  /// The codes, and the distances that they cannot hold.
  package struct Coded: Equatable, Sendable {
    package var codes: [UInt16]
    /// The samples that are farther than code 65535, infinite ones too; their code is 0.
    package var tooFar = 0
    /// The samples that are nearer than half a code; their code is 0.
    package var tooNear = 0
    /// The largest finite distance that is too far, in metres; nil if none is too far.
    package var farthest: Float?
  }

  /// Returns the code nearest to each distance in metres, ties rounded up, at `perMetre` codes to the metre.
  ///
  /// NaN and what is not positive is 0, a hole.
  package static func codes(_ values: [Float], perMetre: Double) -> Coded {
    var coded = Coded(codes: Bands.undefined(values.count, of: UInt16.self))
    var (tooFar, tooNear, farthest) = (0, 0, -Float.infinity)
    let source = values.span
    var target = coded.codes.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count {
      let value = source[index]
      // NaN fails the comparison.
      guard value > 0 else {
        target[index] = 0
        continue
      }
      let position = Double(value) * perMetre + 0.5
      if position >= 65_536 {
        tooFar += 1
        if value < .infinity { farthest = max(farthest, value) }
        target[index] = 0
      } else {
        if position < 1 { tooNear += 1 }
        target[index] = UInt16(position)
      }
    }
    (coded.tooFar, coded.tooNear) = (tooFar, tooNear)
    coded.farthest = farthest > 0 ? farthest : nil
    return coded
  }
}
