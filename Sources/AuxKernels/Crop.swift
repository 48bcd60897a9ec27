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
