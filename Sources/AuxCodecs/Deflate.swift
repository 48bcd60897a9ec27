package import AuxImage
internal import CLibZ

/// Deflate through zlib: the zlib format, and the bare streams in ZIP archives.
///
/// Source: RFC 1950 and 1951; TIFF compression 8, Adobe Photoshop TIFF Technical Notes.
package enum Deflate {
  /// The most bytes that one coded byte can decode to (zlib, "Technical details").
  package static let largestRatio = 1032

  /// Returns the first `count` bytes of the content of a stream; anything after them is not looked at.
  ///
  /// Throws `truncated` where the stream has fewer, `codec` where it is damaged.
  package static func decompress(_ data: [UInt8], count: Int) throws(AuxError) -> [UInt8] {
    guard count / largestRatio <= data.count else {
      throw AuxError(.truncated, "\(data.count) bytes of Deflate cannot hold \(count)")
    }
    let (bytes, _) = try decompress(data, capacity: count)
    guard bytes.count == count else {
      throw AuxError(.truncated, "the Deflate stream has \(bytes.count) of \(count) bytes")
    }
    return bytes
  }

  /// Returns the content of a stream; throws `limitExceeded` where that is more than `maxBytes`.
  package static func decompress(_ data: [UInt8], maxBytes: Int) throws(AuxError) -> [UInt8] {
    let (most, overflow) = data.count.multipliedReportingOverflow(by: largestRatio)
    let (bytes, isWhole) = try decompress(data, capacity: overflow ? maxBytes : max(1, min(most, maxBytes)))
    guard isWhole else {
      throw AuxError(.limitExceeded, "the Deflate stream has more than \(maxBytes) bytes")
    }
    return bytes
  }

  /// Returns up to `capacity` bytes of a stream, and whether they are all.
  private static func decompress(
    _ data: [UInt8], capacity: Int
  ) throws(AuxError) -> (bytes: [UInt8], isWhole: Bool) {
    let (bytes, code) = inflated(data[...], capacity: capacity, windowBits: 15)
    switch code {
    case Z_STREAM_END: return (bytes, true)
    // The stream goes on after what was asked for.
    case Z_BUF_ERROR where bytes.count == capacity: return (bytes, false)
    default: throw failure(code, after: bytes.count)
    }
  }

  /// Returns `count` bytes of the content of a stream without zlib's header after the first `skipped`, which are not kept, or all
  /// where it has fewer.
  ///
  /// Throws `truncated` where the stream ends early, `codec` where it is damaged.
  static func decompress(
    raw data: ArraySlice<UInt8>, skipping skipped: Int = 0, upTo count: Int
  ) throws(AuxError) -> [UInt8] {
    let count = min(count, data.count.multipliedReportingOverflow(by: largestRatio).partialValue)
    guard count > 0 else { return [] }
    let (bytes, code) = inflated(data, skipping: skipped, capacity: count, windowBits: -15)
    switch code {
    case Z_STREAM_END: return bytes
    // What follows is not looked at.
    case _ where bytes.count == count: return bytes
    case Z_BUF_ERROR: throw AuxError(.truncated, "the Deflate stream ends after \(bytes.count) bytes")
    default: throw failure(code, after: bytes.count)
    }
  }

  private static func failure(_ code: Int32, after count: Int) -> AuxError {
    code == Z_MEM_ERROR
      ? AuxError(.limitExceeded, "no memory for Deflate")
      : AuxError(.codec, "the Deflate stream is damaged after \(count) bytes")
  }

  /// Inflates until the stream or the capacity ends; returns zlib's code too, `Z_BUF_ERROR` where it could not go on.
  ///
  /// 15 window bits are for the largest window, -15 for a stream without zlib's header.
  private static func inflated(
    _ data: ArraySlice<UInt8>, skipping skipped: Int = 0, capacity: Int, windowBits: Int32
  ) -> (bytes: [UInt8], code: Int32) {
    var code = Z_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, written in
      unsafe data.withUnsafeBufferPointer { source in
        var stream = unsafe z_stream()
        code = unsafe inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { return }
        defer { unsafe inflateEnd(&stream) }
        // zlib counts what it is given in 32 bits.
        let most = 1 << 30
        var (taken, toSkip) = (0, skipped)
        while code == Z_OK {
          let input = min(most, source.count - taken)
          // What is skipped is overwritten.
          let room = min(most, toSkip > 0 ? min(toSkip, capacity) : capacity - written)
          unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress.map { unsafe $0 + taken })
          unsafe stream.avail_in = UInt32(input)
          unsafe stream.next_out = target.baseAddress.map { unsafe $0 + written }
          unsafe stream.avail_out = UInt32(room)
          code = unsafe inflate(&stream, Z_NO_FLUSH)
          taken += unsafe input - Int(stream.avail_in)
          let made = unsafe room - Int(stream.avail_out)
          if toSkip > 0 { toSkip -= made } else { written += made }
        }
      }
    }
    return (bytes, code)
  }

  /// Returns the stream of `data` in the zlib format, at the best compression.
  package static func compress(_ data: [UInt8], level: Int = 9) throws(AuxError) -> [UInt8] {
    let capacity = compressBound(uLong(data.count))
    var code = Z_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, written in
      var filled = uLongf(capacity)
      code = unsafe data.withUnsafeBufferPointer { source in
        unsafe compress2(
          buffer.baseAddress, &filled, source.baseAddress, uLong(data.count), Int32(clamping: level))
      }
      written = code == Z_OK ? Int(filled) : 0
    }
    guard code == Z_OK else { throw AuxError(.codec, "zlib failed with code \(code)") }
    return bytes
  }

  /// Returns the checksum that ZIP keeps of each member.
  static func checksum(_ data: [UInt8]) -> UInt32 {
    let sum = unsafe data.withUnsafeBufferPointer { unsafe crc32_z(0, $0.baseAddress, $0.count) }
    return UInt32(truncatingIfNeeded: sum)
  }
}
