package import AuxImage

/// A file to be written, as pieces: bytes of our own and ranges of a source that are copied untouched.
package struct ByteComposition: Sendable {
  /// One piece.
  package enum Piece: Hashable, Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A range of the source.
    case source(Range<Int>)
  }

  /// The pieces in the order of the output.
  package private(set) var pieces: [Piece] = []
  /// The number of bytes of all pieces.
  package private(set) var count = 0

  /// Creates an empty composition.
  package init() {}

  /// Returns the whole in memory.
  package func bytes(of source: any ByteSource) throws(AuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for piece in pieces {
      switch piece {
      case .bytes(let own): bytes += own
      case .source(let range): bytes += try source.read(at: range.lowerBound, count: range.count)
      }
    }
    return bytes
  }

  /// Appends bytes.
  package mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    pieces.append(.bytes(bytes))
    count += bytes.count
  }

  /// Appends a range of the source; ranges that touch become one.
  package mutating func append(source range: Range<Int>) {
    guard !range.isEmpty else { return }
    count += range.count
    if case .source(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .source(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.source(range))
    }
  }

  /// Appends the pieces of another composition of the same source.
  package mutating func append(_ other: ByteComposition) {
    for piece in other.pieces {
      switch piece {
      case .bytes(let bytes): append(bytes)
      case .source(let range): append(source: range)
      }
    }
  }
}
