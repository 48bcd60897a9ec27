internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// Writes planes as map files, each in the form that its readers expect.
enum MapEncoder {
  /// Returns the bytes of a map file.
  ///
  /// PNG holds codes, or depth data with 16 bits between smallest and largest value, white = near. PFM and
  /// OpenEXR hold real values, mattes as 0...1; the others the samples as they are.
  static func encode(
    _ plane: PixelPlane, _ format: PixelFormat, as kind: MapFile.Kind
  ) throws(AuxError) -> [UInt8] {
    switch kind {
    case .png:
      guard let quantity = format.quantity else { return try PNGCodec.encode(plane) }
      return try PNGCodec.encode(stretched(plane, whiteIsLarge: quantity == .disparity))
    case .pfm, .exr:
      guard format.quantity == nil else { return try MapFile.encode(plane, as: kind) }
      return try MapFile.encode(
        PixelPlane(width: plane.width, height: plane.height, storage: .float(realValues(plane))), as: kind)
    case .npy, .tiff, .raw, .npz: return try MapFile.encode(plane, as: kind)
    }
  }

  /// Returns 16-bit codes between the smallest and the largest value, white = near; holes are black.
  private static func stretched(_ plane: PixelPlane, whiteIsLarge: Bool) -> PixelPlane {
    let values = realValues(plane)
    guard let (low, high) = Quantise.finiteRange(values) else {
      return PixelPlane(
        width: plane.width, height: plane.height,
        storage: .uint16([UInt16](repeating: 0, count: values.count)))
    }
    var codes = Quantise.codes16(values, min: low, max: high)
    if !whiteIsLarge {
      for index in codes.indices where !values[index].isNaN { codes[index] = 65535 - codes[index] }
    }
    return PixelPlane(width: plane.width, height: plane.height, storage: .uint16(codes))
  }

  /// Returns the samples as floats: depth data in its unit, codes as 0...1.
  private static func realValues(_ plane: PixelPlane) -> [Float] {
    switch plane.storage {
    case .float(let values): values
    case .half(let bits): Half.decode(bits)
    case .uint8(let codes): codes.map { Float($0) / 255 }
    case .uint16(let codes): codes.map { Float($0) / 65535 }
    }
  }
}
