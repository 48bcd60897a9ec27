package import AuxContainers

extension DNGBuilder {
  /// Creates a builder of pixels that are in memory; where there are too few samples, the last rows lack some.
  package init(width: Int, height: Int, linearRGB samples: [UInt16]) {
    self.init(width: width, height: height) { rows in
      let range = (rows.lowerBound * width * 3)..<(rows.upperBound * width * 3)
      return Array(samples[range.clamped(to: samples.indices)])
    }
  }
}
