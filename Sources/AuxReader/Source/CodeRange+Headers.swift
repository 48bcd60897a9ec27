internal import AuxContainers
package import AuxImage

extension CodeRange {
  /// The meaning of 8-bit codes that Apple's properties give; nil where a property is missing or unusable.
  package init?(_ metadata: AuxiliaryMetadata, type: AuxiliaryDataType) {
    guard let quantity = type.quantity, let low = metadata.floatMinValue, let high = metadata.floatMaxValue
    else {
      return nil
    }
    let first = Double(metadata.intMinValue ?? 0)
    let last = Double(metadata.intMaxValue ?? 255)
    guard last > first else { return nil }
    func value(_ code: Double) -> Double { low + (code - first) / (last - first) * (high - low) }
    self.init(
      quantity: metadata.nativeFormat?.quantity ?? quantity,
      firstValue: value(0), lastValue: value(255))
  }
}

extension CodeRange {
  /// What depth representation information says of codes; nil for the kinds that are not lines in 1/Z.
  init?(_ info: DepthRepresentationInfo) {
    switch info.kind {
    case DepthRepresentationInfo.Kind.disparity:
      guard let low = info.dMin?.value, let high = info.dMax?.value else { return nil }
      self.init(quantity: .disparity, firstValue: low, lastValue: high)
    case DepthRepresentationInfo.Kind.inverseDepth:
      guard let near = info.zNear?.value, let far = info.zFar?.value, near > 0, far > near else { return nil }
      self.init(quantity: .disparity, firstValue: 1 / far, lastValue: 1 / near)
    default: return nil
    }
  }

  /// Whether both say the same but for the six decimals of the XMP.
  func agrees(with other: CodeRange) -> Bool {
    quantity == other.quantity && abs(firstValue - other.firstValue) <= 1e-6
      && abs(lastValue - other.lastValue) <= 1e-6
  }
}

extension CodeRange {
  /// Returns the bounds that the XMP states exactly, where they are those of the tags but for rounding.
  func refined(by exact: CodeRange) -> CodeRange {
    let turned = CodeRange(quantity: exact.quantity, firstValue: exact.lastValue, lastValue: exact.firstValue)
    for candidate in [exact, turned] where quantity == candidate.quantity {
      let scale = 1e-5 * Swift.max(abs(firstValue), abs(lastValue))
      if abs(candidate.firstValue - firstValue) <= scale, abs(candidate.lastValue - lastValue) <= scale {
        return candidate
      }
    }
    return self
  }
}
