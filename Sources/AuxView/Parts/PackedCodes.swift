internal import AuxCodecs
internal import AuxImage
internal import AuxKernels
internal import CAuxPage

/// The exact samples of a map, in the smaller of two codings.
///
/// Source: Specs/viewer.md, "Samples".
struct PackedCodes {
  /// How samples become bytes.
  enum Coding: String {
    /// Differences from what their neighbours let expect, coded arithmetically.
    case contexts
    /// What a prediction leaves of them, in a zlib stream.
    case median
    /// The samples themselves, in a zlib stream.
    case none
  }

  let coding: Coding
  let data: [UInt8]

  /// The most samples that are coded by contexts: a browser takes about a second for them.
  private static let mostInContexts = PageEffects.mostSamples

  /// Packs integers, or the bytes of floats.
  ///
  /// Throws `AuxError` with code `codec` where zlib has no memory.
  init(_ plane: PixelPlane) throws(AuxError) {
    switch plane.storage {
    case .uint8(let codes): self = try Self.smaller(of: codes, plane) { $0 }
    case .uint16(let codes):
      self = try Self.smaller(of: codes, plane) {
        PixelPlane(width: plane.width, height: plane.height, known: .uint16($0)).data()
      }
    case .half, .float:
      (coding, data) = (.none, try Deflate.compress(plane.data(), level: 6))
    }
  }

  private init(_ coding: Coding, _ data: [UInt8]) { (self.coding, self.data) = (coding, data) }

  /// Returns the shorter of both codings; `bytes` gives those of samples, little-endian.
  private static func smaller<Code: FixedWidthInteger & UnsignedInteger>(
    of codes: [Code], _ plane: PixelPlane, bytes: ([Code]) -> [UInt8]
  ) throws(AuxError) -> Self {
    let residuals = PagePredictor.residuals(codes, width: plane.width)
    let deflated = try Deflate.compress(bytes(residuals), level: 6)
    let packed = inContexts(codes, width: plane.width, height: plane.height, shorterThan: deflated.count)
    return packed.map { Self(.contexts, $0) } ?? Self(.median, deflated)
  }

  /// Returns codes of one or two bytes by their contexts; nil where they take as many bytes as another coding or more.
  private static func inContexts<Code: FixedWidthInteger & UnsignedInteger>(
    _ codes: [Code], width: Int, height: Int, shorterThan limit: Int
  ) -> [UInt8]? {
    guard codes.count == width * height, codes.count <= mostInContexts, limit > 0 else { return nil }
    let packed = unsafe codes.withUnsafeBytes { samples in
      unsafe [UInt8](unsafeUninitializedCapacity: limit) { target, count in
        guard let start = target.baseAddress, let samples = samples.baseAddress else { return }
        // It writes no more than the capacity.
        count = unsafe aux_pack_codes(
          start, limit - 1, samples, Int32(MemoryLayout<Code>.size), UInt32(width), UInt32(height))
      }
    }
    return packed.isEmpty ? nil : packed
  }
}

/// What the page holds in place of codes: the difference of each from a prediction by its neighbours, which zlib packs better.
///
/// It is in the file that calls it, so that the compiler specialises it for each kind of code even one file at a time.
/// Source: Specs/viewer.md, "Samples"; the expectation is that of JPEG-LS (ITU-T T.87, A.4.1).
private enum PagePredictor {
  /// Returns what is left of codes.
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

  /// The lower of both neighbours past an edge that falls, the higher past one that rises, else what their plane gives.
  private static func expected<Code: FixedWidthInteger & UnsignedInteger>(
    _ left: Code, _ above: Code, _ corner: Code
  ) -> Code {
    let (low, high) = (min(left, above), max(left, above))
    if corner >= high { return low }
    if corner <= low { return high }
    return left &+ above &- corner
  }
}
