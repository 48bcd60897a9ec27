internal import AuxKernels

/// Where the pixels of a line lie in a line of another length that shows the same.
package struct LinePlaces: Sendable {
  /// The sample at or before each pixel, and the one after it; the ends are repeated.
  package let first, second: [Int32]
  /// How far each pixel is from the first to the second.
  package let fraction: [Float]

  /// Places `count` pixels among `sourceCount` samples, centres on centres.
  init(count: Int, sourceCount: Int) {
    let scale = Double(sourceCount) / Double(count)
    self.init(count: count, sourceCount: sourceCount, scale: scale, shift: 0.5 * scale - 0.5)
  }

  /// Places pixel i at i times `scale` plus `shift`.
  package init(count: Int, sourceCount: Int, scale: Double, shift: Double) {
    var first = [Int32](), second = [Int32](), fraction = [Float]()
    for index in 0..<count {
      let position = min(max(Double(index) * scale + shift, 0), Double(sourceCount - 1))
      let whole = Int(position)
      first.append(Int32(whole))
      second.append(Int32(min(whole + 1, sourceCount - 1)))
      fraction.append(Float(position - Double(whole)))
    }
    (self.first, self.second, self.fraction) = (first, second, fraction)
  }
}

/// Stretching planes to another size.
enum Stretch {
  /// Returns a plane stretched bilinearly; a plane without NaN gives one without.
  static func bilinear(
    _ source: [Float], from: (width: Int, height: Int), to: (width: Int, height: Int), jobs: Int
  ) -> [Float] {
    guard from != to else { return source }
    let columns = LinePlaces(count: to.width, sourceCount: from.width)
    let rows = LinePlaces(count: to.height, sourceCount: from.height)
    var result = Bands.undefined(to.width * to.height, of: Float.self)
    Bands.write(&result, rows: to.height, jobs: jobs) { band, part in
      let samples = source.span
      let (first, second, fraction) = (columns.first.span, columns.second.span, columns.fraction.span)
      var line = [Float](repeating: 0, count: from.width)
      for row in band {
        let upper = Int(rows.first[row]) * from.width
        let lower = Int(rows.second[row]) * from.width
        let weight = rows.fraction[row]
        var mixed = line.mutableSpan
        for column in 0..<from.width {
          let above = samples[upper + column]
          mixed[column] = above + (samples[lower + column] - above) * weight
        }
        let start = (row - band.lowerBound) * to.width
        for column in 0..<to.width {
          let left = mixed[Int(first[column])]
          part[start + column] = left + (mixed[Int(second[column])] - left) * fraction[column]
        }
      }
    }
    return result
  }
}
