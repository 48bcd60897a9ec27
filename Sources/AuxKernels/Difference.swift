internal import CAuxKernels

/// How far two planes of the same size are apart.
package enum Difference {
  /// Returns the greatest and the mean absolute difference where both values are finite, and how many are.
  ///
  /// All three are 0 where there is no such position. The arrays must have the same length.
  package static func compare(
    _ first: [Float], _ second: [Float]
  ) -> (max: Double, mean: Double, count: Int) {
    precondition(first.count == second.count)
    let b = second.span
    return compare(first) { b[$0] }
  }

  /// As ``compare(_:_:)``, with the value that `table` has of each code of 8 bits.
  ///
  /// The table must have 256 values.
  package static func compare(
    _ first: [Float], codes: [UInt8], table: [Float]
  ) -> (max: Double, mean: Double, count: Int) {
    precondition(first.count == codes.count)
    return compare(first, codes: codes, from: 0, table: table)
  }

  /// As ``compare(_:codes:table:)``, of values that are those of the codes from `start` on.
  package static func compare(
    _ first: [Float], codes: [UInt8], from start: Int, table: [Float]
  ) -> (max: Double, mean: Double, count: Int) {
    precondition(start >= 0 && start + first.count <= codes.count && table.count == 256)
    let (b, values) = (codes.span, table.span)
    return compare(first) { values[Int(b[start + $0])] }
  }

  @inline(__always)
  private static func compare(
    _ first: [Float], _ second: (_ index: Int) -> Float
  ) -> (max: Double, mean: Double, count: Int) {
    let a = first.span
    // Four independent sums: one would wait for each addition to end.
    var sums = SIMD4<Double>.zero
    var counts = SIMD4<Int64>.zero
    var greatest = SIMD4<Double>.zero
    let whole = a.count & ~3
    for start in stride(from: 0, to: whole, by: 4) {
      for lane in 0..<4 {
        let distance = finiteDistance(a[start + lane], second(start + lane))
        sums[lane] += distance.value
        counts[lane] &+= distance.count
        greatest[lane] = max(greatest[lane], distance.value)
      }
    }
    for index in whole..<a.count {
      let distance = finiteDistance(a[index], second(index))
      sums[0] += distance.value
      counts[0] &+= distance.count
      greatest[0] = max(greatest[0], distance.value)
    }
    let count = Int(counts.wrappedSum())
    return (greatest.max(), count == 0 ? 0 : sums.sum() / Double(count), count)
  }

  /// Returns the greatest and the mean absolute difference of two planes of codes, 0 if they are empty.
  ///
  /// The arrays must have the same length.
  package static func compare(_ first: [UInt8], _ second: [UInt8]) -> (max: Int, mean: Double) {
    precondition(first.count == second.count)
    let (a, b) = (first.span, second.span)
    var sum = 0
    var greatest: UInt8 = 0
    for index in 0..<a.count {
      let (x, y) = (a[index], b[index])
      let distance = max(x, y) &- min(x, y)
      sum &+= Int(distance)
      greatest = max(greatest, distance)
    }
    return (Int(greatest), a.isEmpty ? 0 : Double(sum) / Double(a.count))
  }

  /// Returns the distance of two values and 1, or two zeros where one of them is not finite.
  @inline(__always)
  private static func finiteDistance(_ a: Float, _ b: Float) -> (value: Double, count: Int64) {
    // The difference of finite floats never overflows a Double, so one test is enough for both.
    let distance = abs(Double(a) - Double(b))
    return distance < .infinity ? (distance, 1) : (0, 0)
  }
}

extension Difference {
  /// Returns the mean of red, green and blue of each block of `side` pixels, row by row; of gray three times the same.
  ///
  /// `samples` are 1 or 3 `channels` a pixel. Blocks at the right and at the bottom may be smaller.
  package static func blockMeans(
    _ samples: [UInt8], width: Int, height: Int, channels: Int, side: Int, jobs: Int
  ) -> [SIMD3<Double>] {
    precondition(samples.count == width * height * channels && (channels == 1 || channels == 3))
    return AuxWorkerPool.map(Array(stride(from: 0, to: height, by: side)), jobs: jobs) { top in
      let rows = top..<min(top + side, height)
      return stride(from: 0, to: width, by: side).map { left in
        let columns = left..<min(left + side, width)
        var sums: [UInt64] = [0, 0, 0]
        unsafe samples.withUnsafeBufferPointer { samples in
          for row in rows {
            unsafe aux_sum_pixels(
              &sums, samples.baseAddress! + (row * width + left) * channels, columns.count, channels)
          }
        }
        let color = channels == 1 ? [sums[0], sums[0], sums[0]] : sums
        return SIMD3(Double(color[0]), Double(color[1]), Double(color[2]))
          / Double(rows.count * columns.count)
      }
    }.flatMap(\.self)
  }
}
