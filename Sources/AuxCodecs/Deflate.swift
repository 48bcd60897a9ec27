package import AuxImage
internal import CLibZ

/// The zlib format, through zlib.
///
/// Source: RFC 1950 and 1951; TIFF compression 8, Adobe Photoshop TIFF Technical Notes.
package enum Deflate {
  /// The most bytes that one coded byte can stand for (zlib, "Technical details").
  package static let largestRatio = 1032

  /// Returns the first `count` bytes that a stream stands for; anything after them is not looked at.
  ///
  /// Throws `truncated` where the stream has fewer, `codec` where it is damaged.
  package static func decompress(_ data: [UInt8], count: Int) throws(AuxError) -> [UInt8] {
    guard count / largestRatio <= data.count else {
      throw AuxError(.truncated, "\(data.count) bytes of Deflate cannot hold \(count)")
    }
    let (bytes, _) = try inflate(data, capacity: count)
    guard bytes.count == count else {
      throw AuxError(.truncated, "the Deflate stream has \(bytes.count) of \(count) bytes")
    }
    return bytes
  }

  /// Returns all that a stream stands for; throws `limitExceeded` where that is more than `maxBytes`.
  package static func decompress(_ data: [UInt8], maxBytes: Int) throws(AuxError) -> [UInt8] {
    let (most, overflow) = data.count.multipliedReportingOverflow(by: largestRatio)
    let (bytes, isWhole) = try inflate(data, capacity: overflow ? maxBytes : min(most, maxBytes))
    guard isWhole else {
      throw AuxError(.limitExceeded, "the Deflate stream has more than \(maxBytes) bytes")
    }
    return bytes
  }

  /// Returns up to `capacity` bytes of a stream, and whether they are all.
  private static func inflate(
    _ data: [UInt8], capacity: Int
  ) throws(AuxError) -> (bytes: [UInt8], isWhole: Bool) {
    var code = Z_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
      var filled = uLongf(capacity)
      var used = uLong(data.count)
      code = unsafe data.withUnsafeBufferPointer { source in
        unsafe uncompress2(buffer.baseAddress, &filled, source.baseAddress, &used)
      }
      written = Int(filled)
    }
    switch code {
    case Z_OK: return (bytes, true)
    // The stream goes on after what was asked for.
    case Z_BUF_ERROR where bytes.count == capacity: return (bytes, false)
    case Z_MEM_ERROR: throw AuxError(.limitExceeded, "no memory for Deflate")
    default: throw AuxError(.codec, "the Deflate stream is damaged after \(bytes.count) bytes")
    }
  }

  /// Returns the stream of `data` at the best compression.
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
}

/// Deflate without the header of zlib, as ZIP archives hold it.
///
/// Source: RFC 1951.
enum RawDeflate {
  /// Returns the first `count` bytes that a stream stands for, or all of them where it has fewer.
  ///
  /// Throws `truncated` where the stream ends early, `codec` where it is damaged.
  static func decompress(_ data: ArraySlice<UInt8>, upTo count: Int) throws(AuxError) -> [UInt8] {
    let count = min(count, data.count.multipliedReportingOverflow(by: Deflate.largestRatio).partialValue)
    guard count > 0 else { return [] }
    var code = Z_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      unsafe data.withUnsafeBufferPointer { source in
        (code, written) = unsafe inflateOnce(source, to: buffer)
      }
    }
    switch code {
    case Z_STREAM_END: return bytes
    case Z_OK where bytes.count == count, Z_BUF_ERROR where bytes.count == count: return bytes
    case Z_OK, Z_BUF_ERROR:
      throw AuxError(.truncated, "the Deflate stream ends after \(bytes.count) bytes")
    case Z_MEM_ERROR: throw AuxError(.limitExceeded, "no memory for Deflate")
    default: throw AuxError(.codec, "the Deflate stream is damaged after \(bytes.count) bytes")
    }
  }

  /// Inflates until the source or the target ends, and returns zlib's code and what was written.
  private static func inflateOnce(
    _ source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>
  ) -> (Int32, Int) {
    var stream = unsafe z_stream()
    // -15: no header, the largest window.
    var code = unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { return (code, 0) }
    defer { unsafe inflateEnd(&stream) }
    // zlib counts what it is given in 32 bits.
    let most = 1 << 30
    var (taken, written) = (0, 0)
    while code == Z_OK, written < target.count {
      let (input, room) = (min(most, source.count - taken), min(most, target.count - written))
      unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress.map { unsafe $0 + taken })
      unsafe stream.avail_in = UInt32(input)
      unsafe stream.next_out = target.baseAddress.map { unsafe $0 + written }
      unsafe stream.avail_out = UInt32(room)
      code = unsafe inflate(&stream, Z_NO_FLUSH)
      taken += unsafe input - Int(stream.avail_in)
      written += unsafe room - Int(stream.avail_out)
    }
    return (code, written)
  }

  /// Returns the checksum that ZIP keeps of each member.
  static func checksum(_ data: [UInt8]) -> UInt32 {
    let sum = unsafe data.withUnsafeBufferPointer { unsafe crc32_z(0, $0.baseAddress, $0.count) }
    return UInt32(truncatingIfNeeded: sum)
  }
}
