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
      atZero: value(0), atMax: value(255))
  }
}
