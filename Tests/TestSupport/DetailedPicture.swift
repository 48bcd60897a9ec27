/// A picture with detail of many sizes, in which every place looks different.
package struct DetailedPicture {
  package let width, height: Int
  /// Luma, 0...255.
  package let samples: [UInt8]

  package init(width: Int, height: Int, samples: [UInt8]) {
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// Creates a picture of soft spots; another seed gives another picture.
  package init(width: Int, height: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var values = [Double](repeating: 128, count: width * height)
    for index in 0..<120 {
      let radius = Double(min(width, height)) * (index < 20 ? 0.2 : index < 60 ? 0.08 : 0.035)
      let (x, y) = (Double(random.below(width)), Double(random.below(height)))
      let height = Double(random.below(161) - 80)
      let reach = Int(radius * 2)
      for row in max(Int(y) - reach, 0)..<min(Int(y) + reach, values.count / width) {
        for column in max(Int(x) - reach, 0)..<min(Int(x) + reach, width) {
          let (dx, dy) = ((Double(column) - x) / radius, (Double(row) - y) / radius)
          let part = max(0, 1 - (dx * dx + dy * dy) / 2)
          values[row * width + column] += height * part * part
        }
      }
    }
    self.init(width: width, height: height, samples: values.map { UInt8(min(max($0, 0), 255)) })
  }

  /// Returns a rectangle of it.
  package func cropped(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> DetailedPicture {
    let rows = (y..<(y + height)).flatMap { row in
      let start = row * self.width + x
      return samples[start..<start + width]
    }
    return DetailedPicture(width: width, height: height, samples: rows)
  }

  /// Returns it half as large, each sample the mean of four.
  package func halved() -> DetailedPicture {
    let (across, down) = (width / 2, height / 2)
    let means = (0..<(across * down)).map { index -> UInt8 in
      let at = index / across * 2 * width + index % across * 2
      let above = Int(samples[at]) + Int(samples[at + 1])
      let below = Int(samples[at + width]) + Int(samples[at + width + 1])
      return UInt8((above + below) / 4)
    }
    return DetailedPicture(width: across, height: down, samples: means)
  }

  /// Returns it with each sample changed.
  package func mapped(_ change: (Double) -> Double) -> DetailedPicture {
    DetailedPicture(
      width: width, height: height, samples: samples.map { UInt8(min(max(change(Double($0)), 0), 255)) })
  }

  /// Returns it with a border of one gray.
  package func bordered(_ border: Int) -> DetailedPicture {
    let (across, down) = (width + 2 * border, height + 2 * border)
    let all = (0..<(across * down)).map { index in
      let (x, y) = (index % across - border, index / across - border)
      return (0..<width).contains(x) && (0..<height).contains(y) ? samples[y * width + x] : 255
    }
    return DetailedPicture(width: across, height: down, samples: all)
  }

  /// The samples as red, green and blue.
  package var rgb: [UInt8] { samples.flatMap { [$0, $0, $0] } }
}
