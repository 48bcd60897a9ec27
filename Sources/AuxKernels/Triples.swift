/// Gray samples as pixels of equal red, green and blue.
package enum Triples {
  /// Writes each 8-bit sample three times; `target` holds three times as many.
  package static func write(_ gray: [UInt8], into target: inout [UInt8]) {
    let source = gray.span
    var samples = target.mutableSpan
    precondition(samples.count == source.count * 3)
    for pixel in 0..<source.count {
      samples[pixel &* 3] = source[pixel]
      samples[pixel &* 3 &+ 1] = source[pixel]
      samples[pixel &* 3 &+ 2] = source[pixel]
    }
  }

  /// Returns each 8-bit sample three times.
  package static func of(_ gray: [UInt8]) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: gray.count * 3)
    write(gray, into: &samples)
    return samples
  }

  /// Returns each 16-bit sample three times.
  package static func of(_ gray: [UInt16]) -> [UInt16] {
    var samples = [UInt16](repeating: 0, count: gray.count * 3)
    let source = gray.span
    var target = samples.mutableSpan
    precondition(target.count == source.count * 3)
    for pixel in 0..<source.count {
      for channel in 0..<3 { target[pixel &* 3 &+ channel] = source[pixel] }
    }
    return samples
  }
}
