package import AuxKernels

/// Values of a depth map as depth data of a format would have them, without a copy of them.
package struct NativeValues: Sendable {
  /// The values as they were given.
  package let values: [Float]
  /// The width in samples.
  package let width: Int
  /// The height in samples.
  package let height: Int
  /// The format.
  package let format: PixelFormat
  /// What the format measures.
  package let quantity: DepthQuantity
  /// Whether a value in the unit of the format is 1 over one that was given.
  private let isReciprocal: Bool
  /// The range of the values in the unit of the format, not rounded to it; nil where none is finite.
  package let range: Quantise.FiniteRange?

  /// Creates the values of a map that measures `given`; throws `usage` for a format that is not of depth data.
  package init(
    _ values: [Float], of given: DepthQuantity, width: Int, height: Int, in format: PixelFormat
  ) throws(AuxError) {
    precondition(values.count == width * height)
    guard let quantity = format.quantity else { throw format.depthFormatError }
    (self.values, self.width, self.height) = (values, width, height)
    (self.format, self.quantity) = (format, quantity)
    isReciprocal = quantity != given
    range = Quantise.finiteRange(values, reciprocal: isReciprocal)
  }

  /// Returns the range of the map, whose values are rounded to the format.
  ///
  /// Throws `AuxError` with code `usage` for a map with holes or infinite values, which codes cannot hold.
  func mapRange() throws(AuxError) -> (low: Float, high: Float) {
    guard let range, range.isOfAll else {
      let hole = values.firstIndex { !(isReciprocal ? Reciprocal.inverse($0) : $0).isFinite } ?? 0
      throw AuxError(
        .usage, "the map has no finite value at (\(hole % width), \(hole / width)), and 8-bit codes hold none"
      )
    }
    // Rounding keeps the order.
    return (rounded(range.min), rounded(range.max))
  }

  private func rounded(_ value: Float) -> Float {
    guard format.sampleType == .half else { return value }
    return Half.float(Half.bits(min(max(value, -Half.greatest), Half.greatest)))
  }

  /// Returns the codes of the values between two ends, as `Quantise` makes them.
  func codes(bits: Int, from low: Float, to high: Float) -> PixelPlane {
    let storage: PixelPlane.Storage =
      bits == 16
      ? .uint16(Quantise.codes16(values, min: low, max: high, reciprocal: isReciprocal))
      : .uint8(Quantise.codes8(values, min: low, max: high, reciprocal: isReciprocal))
    return PixelPlane(width: width, height: height, storage: storage)
  }
}

extension PixelFormat {
  /// The error of a format that is asked for and not of depth data.
  package var depthFormatError: AuxError {
    AuxError(.usage, "\(name) is no format of depth data; use hdis, fdis, hdep or fdep")
  }
}
