internal import AuxKernels

/// The photo at the size of its map, as the guide of a filter.
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
