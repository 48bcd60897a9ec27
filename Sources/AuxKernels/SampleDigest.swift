/// A number of samples, by which it is noticed that they changed; no protection from anybody.
package struct SampleDigest: Equatable, Sendable {
  private var lanes = SIMD8<UInt32>(repeating: 0x811c_9dc5)

  package init() {}

  /// Adds samples after those that were added before.
  package mutating func add(_ values: [Float]) {
    let samples = values.span
    let whole = samples.count & ~7
    var lanes = lanes
    for start in stride(from: 0, to: whole, by: 8) {
      var bits = SIMD8<UInt32>.zero
      for lane in 0..<8 { bits[lane] = samples[start + lane].bitPattern }
      lanes = lanes &* 0x0100_0193 &+ bits
    }
    for index in whole..<samples.count {
      lanes[index - whole] = lanes[index - whole] &* 0x0100_0193 &+ samples[index].bitPattern
    }
    self.lanes = lanes
  }
}
