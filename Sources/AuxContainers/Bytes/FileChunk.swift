internal import AuxImage

/// A chunk of a PNG or a WebP file: a type, and data that is looked at when it is needed.
package struct FileChunk: Hashable, Sendable {
  /// The type, as `eXIf`.
  package var type: FourCharacterCode
  /// Where its data is, without length, type, checksum and padding.
  package var range: Range<Int>

  /// Returns the data; throws `limitExceeded` where it is more than `maxBytes`.
  func data(from source: any ByteSource, maxBytes: Int) throws(AuxError) -> [UInt8] {
    guard range.count <= maxBytes else {
      throw AuxError(.limitExceeded, "\(range.count) bytes, \(maxBytes) at most", place: "\(type)")
    }
    return try source.read(at: range.lowerBound, count: range.count)
  }
}
