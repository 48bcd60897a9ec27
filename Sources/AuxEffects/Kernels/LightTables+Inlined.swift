internal import AuxKernels

/// In front of the functions of the same names, which are of another module and would be called for each pixel.
extension LightTables {
  @inline(__always)
  static func light(_ table: Span<Float>, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> SIMD3<Float> {
    lightOfCodes(table, red, green, blue)
  }

  @inline(__always)
  static func write(
    _ light: SIMD3<Float>, _ codes: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int
  ) {
    writeCodes(ofLight: light, codes, into: &target, at: start)
  }
}
