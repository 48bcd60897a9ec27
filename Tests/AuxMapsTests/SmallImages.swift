import AuxImage

/// Images of three samples, of which map files are made.
enum SmallImages {
  /// 1/4...1 1/m, and so 4...1 m.
  static func disparity() throws -> StoredAuxiliaryImage {
    try StoredAuxiliaryImage(
      type: .disparity,
      content: .depth(
        PixelPlane(width: 3, height: 1, known: .uint8([0, 85, 255])),
        CodeRange(quantity: .disparity, firstValue: 0.25, lastValue: 1)), metadata: AuxiliaryMetadata())
  }

  static func matte() throws -> StoredAuxiliaryImage {
    try StoredAuxiliaryImage(
      type: .portraitEffectsMatte, codes: PixelPlane(width: 3, height: 1, known: .uint8([0, 51, 255])),
      metadata: AuxiliaryMetadata())
  }
}
