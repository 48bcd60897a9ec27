/// The smallest and the largest code of a plane.
package enum CodeBounds {
  /// Returns the ends of 8-bit codes; nil without any.
  package static func of(_ codes: [UInt8]) -> ClosedRange<UInt8>? { bounds(codes.span) }

  /// Returns the ends of 16-bit codes; nil without any.
  package static func of(_ codes: [UInt16]) -> ClosedRange<UInt16>? { bounds(codes.span) }

  @inline(__always)
  private static func bounds<Code: FixedWidthInteger & UnsignedInteger>(
    _ codes: Span<Code>
  ) -> ClosedRange<Code>? {
    guard codes.count > 0 else { return nil }
    var (low, high) = (Code.max, Code.min)
    for index in 0..<codes.count {
      let code = codes[index]
      low = min(low, code)
      high = max(high, code)
    }
    return low...high
  }
}
