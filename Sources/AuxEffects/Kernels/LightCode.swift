internal import AuxImage
internal import AuxKernels

/// A sample of a photo, a code of 8 or 16 bits, and its light.
///
/// Kernels of light are generic over it, and the compiler makes one of each for both: nobody outside of the module calls one.
protocol LightCode: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// What light is looked up in to give a code.
  associatedtype Entry: BitwiseCopyable & Sendable

  /// The codes of a photo as red, green and blue.
  static func codes(of image: PhotoPixels) -> [Self]
  /// The samples that codes are.
  static func samples(_ codes: [Self]) -> PhotoPixels.Samples
  /// The tables' codes of light.
  static func entries(_ tables: LightTables) -> [Entry]
  static func light(_ table: Span<Float>, _ red: Self, _ green: Self, _ blue: Self) -> SIMD3<Float>
  /// Writes the codes of a pixel's light from `start` on.
  static func write(
    _ light: SIMD3<Float>, _ entries: Span<Entry>, into target: inout MutableSpan<Self>, at start: Int)
  /// Writes the codes of a row of light, each times the coverage in the last component; the row is changed.
  ///
  /// The light is not negative, and the coverage at most 1.
  static func write(
    _ row: inout MutableSpan<SIMD4<Float>>, _ entries: Span<Entry>, into target: inout MutableSpan<Self>,
    from start: Int)
}

/// The least coverage whose light is still known.
private let leastCoverage: Float = 1 / 64

extension LightCode {
  @inline(__always)
  static func light(_ codes: Span<Self>, _ table: Span<Float>, _ pixel: Int) -> SIMD3<Float> {
    let start = pixel &* 3
    precondition(start >= 0 && start &+ 2 < codes.count)
    return unsafe light(
      table, codes[unchecked: start], codes[unchecked: start &+ 1], codes[unchecked: start &+ 2])
  }

  /// Writes the light of a row of codes, and a coverage of 1.
  static func findLight(
    of row: Span<Self>, _ table: Span<Float>, into target: inout MutableSpan<SIMD4<Float>>
  ) {
    precondition(row.count == 3 * target.count)
    for column in 0..<target.count {
      let start = 3 &* column
      target[column] = SIMD4(light(table, row[start], row[start &+ 1], row[start &+ 2]), 1)
    }
  }

  /// The code nearest to a value that is not outside of 0 to the greatest code, ties to even.
  @inline(__always)
  static func nearest(_ value: Float) -> Self {
    // Adding 2^23 leaves the integer at the end of the significand.
    Self(truncatingIfNeeded: (value + 0x1p23).bitPattern)
  }
}

extension UInt8: LightCode {
  static func codes(of image: PhotoPixels) -> [UInt8] { image.rgb8 }
  static func samples(_ codes: [UInt8]) -> PhotoPixels.Samples { .uint8(codes) }
  static func entries(_ tables: LightTables) -> [UInt8] { tables.codes }

  @inline(__always)
  static func light(_ table: Span<Float>, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> SIMD3<Float> {
    lightOfCodes(table, red, green, blue)
  }

  @inline(__always)
  static func write(
    _ light: SIMD3<Float>, _ entries: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int
  ) {
    writeCodes(ofLight: light, entries, into: &target, at: start)
  }

  static func write(
    _ row: inout MutableSpan<SIMD4<Float>>, _ entries: Span<UInt8>, into target: inout MutableSpan<UInt8>,
    from start: Int
  ) {
    let last = LightTables.resolution - 1
    // A pass of its own, in which all four components are worked on at once.
    for column in 0..<row.count {
      let cell = row[column]
      let coverage = cell.w > leastCoverage ? cell.w : leastCoverage
      // Adding 2^23 leaves the integer at the end of the significand.
      row[column] = clippedRoots(cell * (1 / coverage)) * Float(last) + 0x1p23
    }
    precondition(entries.count == 3 * (last + 1) && start >= 0 && start + 3 * row.count <= target.count)
    func place(_ sum: Float) -> Int { Int(sum.bitPattern & 0xFFFF) }
    for column in 0..<row.count {
      let (cell, index) = (row[column], start &+ 3 &* column)
      target[index] = entries[place(cell.x)]
      target[index &+ 1] = entries[last &+ 1 &+ place(cell.y)]
      target[index &+ 2] = entries[2 &* (last &+ 1) &+ place(cell.z)]
    }
  }
}

extension UInt16: LightCode {
  static func codes(of image: PhotoPixels) -> [UInt16] { image.rgb16 }
  static func samples(_ codes: [UInt16]) -> PhotoPixels.Samples { .uint16(codes) }
  static func entries(_ tables: LightTables) -> [Float] { tables.wideCodes }

  @inline(__always)
  static func light(_ table: Span<Float>, _ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<Float> {
    lightOfCodes(table, red, green, blue)
  }

  @inline(__always)
  static func write(
    _ light: SIMD3<Float>, _ entries: Span<Float>, into target: inout MutableSpan<UInt16>, at start: Int
  ) {
    writeCodes(ofLight: light, entries, into: &target, at: start)
  }

  static func write(
    _ row: inout MutableSpan<SIMD4<Float>>, _ entries: Span<Float>, into target: inout MutableSpan<UInt16>,
    from start: Int
  ) {
    precondition(start >= 0 && start + 3 * row.count <= target.count)
    for column in 0..<row.count {
      let cell = row[column]
      let light = cell * (1 / Swift.max(cell.w, leastCoverage))
      writeCodes(
        ofLight: SIMD3(light.x, light.y, light.z), entries, into: &target, at: start &+ 3 &* column)
    }
  }
}

extension PhotoPixels {
  /// Returns the image, as RGB of its own bits, with what `render`, which writes every sample, makes of it.
  func rewritten(
    _ render: (_ image: PhotoPixels, _ target: inout PhotoPixels.Samples) -> Void
  ) -> PhotoPixels {
    let image = asRGB
    var samples = Samples.undefined(image.samples.count, bits: image.bitsPerSample)
    render(image, &samples)
    return image.replacingSamples(samples)
  }
}

extension PhotoPixels.Samples {
  /// Undefined samples of so many bits; the caller writes all of them before it reads one.
  package static func undefined(_ count: Int, bits: Int) -> PhotoPixels.Samples {
    bits == 16
      ? .uint16(Bands.undefined(count, of: UInt16.self)) : .uint8(Bands.undefined(count, of: UInt8.self))
  }

  /// Writes each sample of a gray picture of as many bits three times.
  package mutating func write(tripled gray: PhotoPixels.Samples) {
    switch gray {
    case .uint8(let codes): write({ Codes.write(tripled: codes, into: &$0) }, { _ in })
    case .uint16(let codes): write({ _ in }, { Codes.write(tripled: codes, into: &$0) })
    }
  }

  /// Has one of two kernels write over the samples, the one for their bits.
  package mutating func write<Failure: Error>(
    _ narrow: (inout [UInt8]) throws(Failure) -> Void, _ wide: (inout [UInt16]) throws(Failure) -> Void
  ) throws(Failure) {
    // Nothing else refers to the codes meanwhile, so that they are not copied.
    switch self {
    case .uint8(var codes):
      self = .uint8([])
      try narrow(&codes)
      self = .uint8(codes)
    case .uint16(var codes):
      self = .uint16([])
      try wide(&codes)
      self = .uint16(codes)
    }
  }
}
