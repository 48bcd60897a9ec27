extension PixelPlane {
  /// Returns a rectangle of the plane, which must be inside it.
  package func cropped(left: Int, top: Int, width: Int, height: Int) -> PixelPlane {
    precondition(left >= 0 && top >= 0 && left + width <= self.width && top + height <= self.height)
    func rows<Sample>(_ samples: [Sample]) -> [Sample] {
      var result: [Sample] = []
      result.reserveCapacity(width * height)
      for row in top..<(top + height) {
        let start = row * self.width + left
        result += samples[start..<(start + width)]
      }
      return result
    }
    let cut: Storage =
      switch storage {
      case .uint8(let samples): .uint8(rows(samples))
      case .uint16(let samples): .uint16(rows(samples))
      case .half(let samples): .half(rows(samples))
      case .float(let samples): .float(rows(samples))
      }
    return PixelPlane(width: width, height: height, storage: cut)
  }
}

extension PixelPlane {
  /// Returns the plane with `count` by `count` samples for each.
  package func repeatingSamples(_ count: Int) -> PixelPlane {
    precondition(count > 0)
    guard count > 1 else { return self }
    func spread<Sample>(_ samples: [Sample]) -> [Sample] {
      var result: [Sample] = []
      result.reserveCapacity(samples.count * count * count)
      for row in 0..<(height * count) {
        let start = row / count * width
        for column in 0..<(width * count) { result.append(samples[start + column / count]) }
      }
      return result
    }
    let spreadStorage: Storage =
      switch storage {
      case .uint8(let samples): .uint8(spread(samples))
      case .uint16(let samples): .uint16(spread(samples))
      case .half(let samples): .half(spread(samples))
      case .float(let samples): .float(spread(samples))
      }
    return PixelPlane(width: width * count, height: height * count, storage: spreadStorage)
  }
}
