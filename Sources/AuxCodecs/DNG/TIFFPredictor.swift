package import AuxImage

/// The differences that TIFF and DNG take between neighbouring samples before compression.
///
/// Source: TIFF 6.0, section 14; Adobe Photoshop TIFF Technical Note 3; DNG 1.7.1.0, "Predictor".
package enum TIFFPredictor {
  package enum Kind: Hashable {
    case none
    /// Each sample less the one `distance` before it.
    case horizontal(distance: Int)
    /// The bytes of floats apart by significance, each less the one `distance` before it.
    case floatingPoint(distance: Int)

    /// Creates the kind of a value of the tag Predictor, or nil for an unknown one.
    package init?(tag: Int) {
      switch tag {
      case 1: self = .none
      case 2: self = .horizontal(distance: 1)
      case 3: self = .floatingPoint(distance: 1)
      case 34892: self = .horizontal(distance: 2)
      case 34893: self = .horizontal(distance: 4)
      case 34894: self = .floatingPoint(distance: 2)
      case 34895: self = .floatingPoint(distance: 4)
      default: return nil
      }
    }
  }

  /// Takes the differences of unsigned samples back, in place; little-endian rows of `width` samples.
  package static func undoHorizontal(
    _ bytes: inout [UInt8], width: Int, sampleBytes: Int, distance: Int
  ) throws(AuxError) {
    guard sampleBytes <= 2 else {
      throw AuxError(.unsupported, "horizontal differences of \(8 * sampleBytes)-bit samples")
    }
    let rowBytes = width * sampleBytes
    let lead = distance * sampleBytes
    for row in stride(from: 0, to: bytes.count, by: rowBytes) {
      var index = row + lead
      while index < row + rowBytes {
        if sampleBytes == 1 {
          bytes[index] &+= bytes[index - lead]
        } else {
          let sum =
            (UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
            &+ (UInt16(bytes[index - lead]) | UInt16(bytes[index - lead + 1]) << 8)
          bytes[index] = UInt8(truncatingIfNeeded: sum)
          bytes[index + 1] = UInt8(truncatingIfNeeded: sum >> 8)
        }
        index += sampleBytes
      }
    }
  }

  /// Returns little-endian samples of rows that hold the most significant bytes of all samples first.
  package static func undoFloatingPoint(
    _ bytes: [UInt8], width: Int, sampleBytes: Int, distance: Int
  ) -> [UInt8] {
    let rowBytes = width * sampleBytes
    var sums = bytes
    var samples = [UInt8](repeating: 0, count: bytes.count)
    for row in stride(from: 0, to: bytes.count, by: rowBytes) {
      var index = row + distance
      while index < row + rowBytes {
        sums[index] &+= sums[index - distance]
        index += 1
      }
      for column in 0..<width {
        for byte in 0..<sampleBytes {
          samples[row + column * sampleBytes + sampleBytes - 1 - byte] = sums[row + byte * width + column]
        }
      }
    }
    return samples
  }

  /// Takes the differences of each sample and the one before it, in place; the inverse of distance 1.
  static func doHorizontal<Sample: FixedWidthInteger>(_ samples: inout [Sample], width: Int) {
    for row in stride(from: 0, to: samples.count, by: width) {
      for index in stride(from: row + width - 1, to: row, by: -1) { samples[index] &-= samples[index - 1] }
    }
  }
}
