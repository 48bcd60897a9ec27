internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// The exact samples of a map as a zlib stream.
///
/// Source: Specs/viewer.md, "Samples".
struct PackedCodes {
  let coding: PageSamples.Coding
  let data: [UInt8]

  /// Packs integers, or the bytes of floats.
  ///
  /// Throws `AuxError` with code `codec` if zlib has no memory.
  init(_ plane: PixelPlane) throws(AuxError) {
    let (width, height) = (plane.width, plane.height)
    let stored: PixelPlane
    switch plane.storage {
    case .uint8(let codes):
      let residuals = PagePredictor.residuals(codes, width: width)
      (coding, stored) = (.median, PixelPlane(width: width, height: height, known: .uint8(residuals)))
    case .uint16(let codes):
      let residuals = PagePredictor.residuals(codes, width: width)
      (coding, stored) = (.median, PixelPlane(width: width, height: height, known: .uint16(residuals)))
    case .half, .float: (coding, stored) = (.none, plane)
    }
    data = try Deflate.compress(stored.data(), level: 6)
  }
}

/// The prediction of a code by its neighbors, whose differences zlib packs better than codes.
///
/// It is in the file that calls it, so that the compiler specializes it for each kind of code even one file at a time.
/// Source: Specs/viewer.md, "Samples"; the prediction is that of JPEG-LS (ITU-T T.87, A.4.1).
private enum PagePredictor {
  /// Returns the differences of codes from their predictions.
  static func residuals<Code: FixedWidthInteger & UnsignedInteger>(_ codes: [Code], width: Int) -> [Code] {
    var residuals = codes
    guard width > 0 else { return residuals }
    // From the last, so that all before it are still codes.
    for index in stride(from: codes.count - 1, through: 0, by: -1) {
      let (hasLeft, hasAbove) = (index % width > 0, index >= width)
      let left = hasLeft ? residuals[index - 1] : 0
      let above = hasAbove ? residuals[index - width] : 0
      let corner = hasLeft && hasAbove ? residuals[index - width - 1] : 0
      residuals[index] &-= expected(left, above, corner)
    }
    return residuals
  }

  /// The lower of both neighbors past an edge that falls, the higher past one that rises, else what their plane gives.
  private static func expected<Code: FixedWidthInteger & UnsignedInteger>(
    _ left: Code, _ above: Code, _ corner: Code
  ) -> Code {
    let (low, high) = (min(left, above), max(left, above))
    if corner >= high { return low }
    if corner <= low { return high }
    return left &+ above &- corner
  }
}
