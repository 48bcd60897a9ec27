internal import AuxImage
internal import AuxKernels

/// Where the pixels of a line are in a line of another length that shows the same.
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

/// The photo at the size of its map.
enum GuideReduction {
  /// Returns the mean colour of the pixels that each sample of the map covers, 0...1, fourth lane 0.
  ///
  /// Where the photo is smaller than the map, samples share pixels.
  static func reduce(_ photo: PhotoPixels, width: Int, height: Int, jobs: Int) -> [SIMD4<Float>] {
    let rgb = photo.rgb8
    var guide = Bands.undefined(width * height, of: SIMD4<Float>.self)
    let columns = (0...width).map { Int32($0 * photo.width / width) }
    let length = photo.width * 3
    Bands.write(&guide, rows: height, jobs: jobs) { band, part in
      let samples = rgb.span
      let edges = columns.span
      var line = [UInt32](repeating: 0, count: length)
      for row in band {
        let first = row * photo.height / height
        let end = max((row + 1) * photo.height / height, first + 1)
        var sums = line.mutableSpan
        for index in 0..<length { sums[index] = 0 }
        for source in first..<end {
          let pixels = samples.extracting(source * length..<(source + 1) * length)
          for index in 0..<length { sums[index] &+= UInt32(pixels[index]) }
        }
        for column in 0..<width {
          let left = Int(edges[column])
          let right = max(Int(edges[column + 1]), left + 1)
          var sum = SIMD4<UInt32>.zero
          for pixel in left..<right {
            sum &+= SIMD4(sums[pixel &* 3], sums[pixel &* 3 &+ 1], sums[pixel &* 3 &+ 2], 0)
          }
          let scale = 1 / (255 * Float((end - first) * (right - left)))
          part[(row - band.lowerBound) * width + column] = SIMD4<Float>(sum) * scale
        }
      }
    }
    return guide
  }
}
