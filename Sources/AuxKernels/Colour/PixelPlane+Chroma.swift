extension PixelPlane {
  /// Returns a plane of another size, each sample of which is that at the column and row shifted by as many bits.
  package func repeating(across: Int, down: Int, width: Int, height: Int) -> PixelPlane {
    precondition(self.width >= (width + across) >> across && self.height >= (height + down) >> down)
    func spread<Sample>(_ samples: [Sample]) -> [Sample] {
      var result: [Sample] = []
      result.reserveCapacity(width * height)
      for row in 0..<height {
        let start = (row >> down) * self.width
        for column in 0..<width { result.append(samples[start + column >> across]) }
      }
      return result
    }
    let storage: Storage =
      switch storage {
      case .uint8(let samples): .uint8(spread(samples))
      case .uint16(let samples): .uint16(spread(samples))
      case .half(let samples): .half(spread(samples))
      case .float(let samples): .float(spread(samples))
      }
    return PixelPlane(width: width, height: height, storage: storage)
  }

  /// Returns codes of `bits` bits spread over 16, so that the largest code is the largest number; 8-bit ones stay.
  package func spread(fromBits bits: Int) -> PixelPlane {
    guard case .uint16(let samples) = storage, bits < 16 else { return self }
    let largest = UInt32(1) << UInt32(bits) - 1
    let spread = samples.map { UInt16((min(UInt32($0), largest) * 65535 + largest / 2) / largest) }
    return PixelPlane(width: width, height: height, storage: .uint16(spread))
  }
}
