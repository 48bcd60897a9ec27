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
