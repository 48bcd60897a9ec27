/// Looks through bytes for one of some kinds, eight at a time.
///
/// Source: "Bit Twiddling Hacks" by Sean Eron Anderson (public domain), "Determine if a word has a zero byte".
enum ByteSearch {
  /// Eight bytes, whatever their order.
  struct Word {
    fileprivate let bits: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Whether one of the bytes is that one.
    @inline(__always)
    func has(_ byte: UInt8) -> Bool {
      let zeros = bits ^ (UInt64(byte) &* Self.ones)
      return (zeros &- Self.ones) & ~zeros & Self.tops != 0
    }

    /// Whether one of the bytes is below a limit of 128 at most, or is 128 or more.
    @inline(__always)
    func hasByte(below limit: UInt8) -> Bool {
      ((bits &- UInt64(limit) &* Self.ones) & ~bits | bits) & Self.tops != 0
    }

    @inline(__always)
    fileprivate init(_ bits: UInt64) { self.bits = bits }

    @inline(__always)
    fileprivate init(repeating byte: UInt8) { bits = UInt64(byte) &* Self.ones }
  }

  /// Returns the position of the first byte of a range that is wanted; nil where none is.
  ///
  /// `isWanted`, which callers have inlined, says whether one of eight bytes is.
  @inline(__always)
  static func first(in bytes: [UInt8], _ range: Range<Int>, where isWanted: (Word) -> Bool) -> Int? {
    let source = unsafe bytes.span.bytes
    precondition(range.lowerBound >= 0 && range.upperBound <= source.byteCount)
    var at = range.lowerBound
    while at &+ 8 <= range.upperBound {
      // The range is inside the bytes.
      let word = unsafe source.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
      if isWanted(Word(word)) { break }
      at &+= 8
    }
    while at < range.upperBound {
      if isWanted(Word(repeating: bytes[at])) { return at }
      at &+= 1
    }
    return nil
  }
}
