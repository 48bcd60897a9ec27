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
    return PixelPlane(width: width, height: height, known: cut)
  }
}

extension PixelPlane {
  /// Returns the plane with `count` by `count` samples for each.
  package func repeatingSamples(_ count: Int) -> PixelPlane {
    precondition(count > 0)
    guard count > 1 else { return self }
    return picking(
      columns: (0..<width * count).map { $0 / count }, rows: (0..<height * count).map { $0 / count })
  }

  /// Returns a plane of another size; each sample is that at its column and row, shifted by as many bits.
  package func repeating(across: Int, down: Int, width: Int, height: Int) -> PixelPlane {
    picking(columns: (0..<width).map { $0 >> across }, rows: (0..<height).map { $0 >> down })
  }

  /// Returns the samples at some columns of some rows.
  private func picking(columns: [Int], rows: [Int]) -> PixelPlane {
    func picked<Sample>(_ samples: [Sample]) -> [Sample] {
      var result: [Sample] = []
      result.reserveCapacity(columns.count * rows.count)
      for row in rows {
        let line = samples[row * width..<(row + 1) * width]
        for column in columns { result.append(line[line.startIndex + column]) }
      }
      return result
    }
    let picked: Storage =
      switch storage {
      case .uint8(let samples): .uint8(picked(samples))
      case .uint16(let samples): .uint16(picked(samples))
      case .half(let samples): .half(picked(samples))
      case .float(let samples): .float(picked(samples))
      }
    return PixelPlane(width: columns.count, height: rows.count, known: picked)
  }
}
