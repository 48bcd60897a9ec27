/// Samples of a file as numbers of this machine.
enum SampleBytes {
  /// Returns `count` samples of two bytes from `offset` on.
  ///
  /// The caller has checked that `data` has them.
  static func uint16(_ data: [UInt8], at offset: Int, count: Int, isLittleEndian: Bool) -> [UInt16] {
    var samples = [UInt16](repeating: 0, count: count)
    unsafe samples.withUnsafeMutableBytes { unsafe copy(data, at: offset, to: $0) }
    if isLittleEndian != Self.isLittleEndian { swap(&samples) }
    return samples
  }

  /// Returns `count` floats of four bytes from `offset` on; rows of `lineFromBottom` in reverse order.
  ///
  /// The caller has checked that `data` has them.
  static func float(
    _ data: [UInt8], at offset: Int, count: Int, isLittleEndian: Bool, lineFromBottom: Int? = nil
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    let line = lineFromBottom ?? count
    unsafe samples.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: count, by: line) {
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(start * 4)..<((start + line) * 4)])
        unsafe copy(data, at: offset + (count - start - line) * 4, to: target)
      }
    }
    if isLittleEndian != Self.isLittleEndian { swap(&samples) }
    return samples
  }

  /// Returns `count` floats of eight bytes from `offset` on, rounded to four.
  ///
  /// The caller has checked that `data` has them.
  static func double(_ data: [UInt8], at offset: Int, count: Int, isLittleEndian: Bool) -> [Float] {
    precondition(offset >= 0 && (data.count - offset) / 8 >= count)
    var samples = [Float](repeating: 0, count: count)
    let isSwapped = isLittleEndian != Self.isLittleEndian
    let source = unsafe data.span.bytes
    var target = samples.mutableSpan
    for index in 0..<count {
      let bits = unsafe source.unsafeLoadUnaligned(fromByteOffset: offset + index * 8, as: UInt64.self)
      target[index] = Float(Double(bitPattern: isSwapped ? bits.byteSwapped : bits))
    }
    return samples
  }

  /// Returns what `value` makes of `count` integers of four bytes from `offset` on.
  ///
  /// The caller has checked that `data` has them.
  @inline(__always)
  static func floats(
    _ data: [UInt8], at offset: Int, count: Int, isLittleEndian: Bool, _ value: (UInt32) -> Float
  ) -> [Float] {
    precondition(offset >= 0 && (data.count - offset) / 4 >= count)
    let isSwapped = isLittleEndian != Self.isLittleEndian
    let source = unsafe data.span.bytes
    return (0..<count).map { index in
      let bits = unsafe source.unsafeLoadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self)
      return value(isSwapped ? bits.byteSwapped : bits)
    }
  }

  /// Returns what `value` makes of `count` integers of eight bytes from `offset` on.
  ///
  /// The caller has checked that `data` has them.
  @inline(__always)
  static func floats(
    _ data: [UInt8], at offset: Int, count: Int, isLittleEndian: Bool, _ value: (UInt64) -> Float
  ) -> [Float] {
    precondition(offset >= 0 && (data.count - offset) / 8 >= count)
    let isSwapped = isLittleEndian != Self.isLittleEndian
    let source = unsafe data.span.bytes
    return (0..<count).map { index in
      let bits = unsafe source.unsafeLoadUnaligned(fromByteOffset: offset + index * 8, as: UInt64.self)
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

  private static func copy(_ data: [UInt8], at offset: Int, to target: UnsafeMutableRawBufferPointer) {
    precondition(offset >= 0 && data.count - offset >= target.count)
    let size = target.count
    unsafe data.withUnsafeBytes {
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + size)]))
    }
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
