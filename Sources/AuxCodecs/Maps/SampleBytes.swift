internal import AuxContainers
internal import AuxImage
internal import AuxKernels

enum SampleBytes {
  /// Returns `count` samples of one byte from `offset` on.
  ///
  /// The caller has checked that `data` has them, here and in the others.
  static func uint8(_ data: any ByteSource, at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    var samples = Bands.undefined(count, of: UInt8.self)
    try fill(&samples, from: data, at: offset)
    return samples
  }

  static func uint16(
    _ data: any ByteSource, at offset: Int, count: Int, isLittleEndian: Bool
  ) throws(AuxError) -> [UInt16] {
    var samples = Bands.undefined(count, of: UInt16.self)
    try fill(&samples, from: data, at: offset)
    if isLittleEndian != Self.isLittleEndian { swap(&samples) }
    return samples
  }

  /// Returns `count` floats of four bytes from `offset` on; rows of `lineFromBottom` in reverse order.
  static func float(
    _ data: any ByteSource, at offset: Int, count: Int, isLittleEndian: Bool, lineFromBottom: Int? = nil
  ) throws(AuxError) -> [Float] {
    var samples = Bands.undefined(count, of: Float.self)
    try fill(&samples, from: data, at: offset)
    if let lineFromBottom { reverse(&samples, linesOf: lineFromBottom) }
    if isLittleEndian != Self.isLittleEndian { swap(&samples) }
    return samples
  }

  /// Returns the plane of floats that a file ends with; checks its size against the file and the limits before anything is allocated.
  static func floatPlane(
    _ data: any ByteSource, at start: Int, width: Int, height: Int, isLittleEndian: Bool,
    isFromBottom: Bool = false, limits: AuxLimits
  ) throws(AuxError) -> PixelPlane {
    let count = try limits.checkedPixelCount(width: width, height: height)
    let (size, overflow) = count.multipliedReportingOverflow(by: 4)
    let held = data.byteCount - start
    guard !overflow, size <= held else {
      throw AuxError(
        .truncated, "\(width)x\(height) floats need \(count) times 4 bytes; \(held) are left", offset: start)
    }
    guard size == held else {
      throw AuxError(
        .malformed, "\(held - size) bytes follow the \(width)x\(height) floats", offset: start + size)
    }
    _ = try limits.checkedDecoding(width: width, height: height)
    let values = try float(
      data, at: start, count: count, isLittleEndian: isLittleEndian,
      lineFromBottom: isFromBottom ? width : nil)
    return PixelPlane(width: width, height: height, known: .float(values))
  }

  /// Reads samples to where they are kept, without an array of their bytes.
  private static func fill<Sample: BitwiseCopyable>(
    _ samples: inout [Sample], from data: any ByteSource, at offset: Int
  ) throws(AuxError) {
    var failure: AuxError?
    unsafe samples.withUnsafeMutableBytes { buffer in
      do throws(AuxError) { unsafe try data.read(at: offset, into: buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private static func reverse(_ samples: inout [Float], linesOf width: Int) {
    let height = samples.count / width
    var span = samples.mutableSpan
    for row in 0..<height / 2 {
      let (upper, lower) = (row * width, (height - 1 - row) * width)
      for column in 0..<width { span.swapAt(upper + column, lower + column) }
    }
  }

  /// Returns what `value` makes of `count` numbers of four or eight bytes.
  @inline(__always)
  static func floats<Bits: FixedWidthInteger & BitwiseCopyable>(
    _ data: [UInt8], count: Int, isLittleEndian: Bool, _ value: (Bits) -> Float
  ) -> [Float] {
    let size = MemoryLayout<Bits>.size
    precondition(data.count / size >= count)
    let isSwapped = isLittleEndian != Self.isLittleEndian
    let source = unsafe data.span.bytes
    return (0..<count).map { index in
      let bits = unsafe source.unsafeLoadUnaligned(fromByteOffset: index * size, as: Bits.self)
      return value(isSwapped ? bits.byteSwapped : bits)
    }
  }

  private static var isLittleEndian: Bool {
    #if _endian(little)
      true
    #else
      false
    #endif
  }

  private static func swap(_ samples: inout [UInt16]) {
    var span = samples.mutableSpan
    for index in 0..<span.count { span[index] = span[index].byteSwapped }
  }

  private static func swap(_ samples: inout [Float]) {
    var span = samples.mutableSpan
    for index in 0..<span.count {
      span[index] = Float(bitPattern: span[index].bitPattern.byteSwapped)
    }
  }
}
