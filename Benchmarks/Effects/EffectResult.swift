internal import AuxEffects
internal import AuxKernels

/// What a case makes.
enum EffectResult {
  case image(PhotoPixels)
  case map(NormalisedMap)
  case mask(EffectMask)
  case plane(PixelPlane)
  case pair(StereoPair)
  /// A pair of which only the number of pixels that had to be made up is wanted, as the sum.
  case gaps(StereoPair)
  case bytes([UInt8])

  /// A sum that is the same wherever the result is.
  ///
  /// Computing it also keeps the optimiser from leaving out the work.
  var sum: UInt64 {
    switch self {
    case .image(let image): Self.sum(image.rgb8)
    case .map(let map): Self.sum(map.values)
    case .mask(let mask): Self.sum(mask.values)
    case .plane(let plane): Self.sum(Self.codes(plane))
    case .pair(let pair): Self.sum(pair.left.rgb8) &+ Self.sum(pair.right.rgb8)
    case .gaps(let pair):
      UInt64((pair.gapShare * Double(2 * pair.left.width * pair.left.height)).rounded())
    case .bytes(let bytes): Self.sum(bytes)
    }
  }

  /// The 8-bit codes of a plane that an effect made; none where it has other samples.
  static func codes(_ plane: PixelPlane) -> [UInt8] {
    guard case .uint8(let codes) = plane.storage else { return [] }
    return codes
  }

  private static func sum(_ samples: [UInt8]) -> UInt64 { samples.reduce(0) { $0 &+ UInt64($1) } }

  private static func sum(_ values: [Float]) -> UInt64 { values.reduce(0) { $0 &+ UInt64($1.bitPattern) } }
}
