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

  private static let part = 1 << 20

  /// The pieces in the order of the output.
  package private(set) var pieces: [Piece] = []
  /// The number of bytes of all pieces.
  package private(set) var count = 0

  /// Creates an empty composition.
  package init() {}

  /// Returns the whole in memory.
  package func bytes(of source: any ByteSource) throws(AuxError) -> [UInt8] {
    if pieces.count == 1, case .bytes(let own) = pieces[0] { return own }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for piece in pieces {
      switch piece {
      case .bytes(let own): bytes += own
      case .source(let range):
        // In parts, so that a large range is not twice in memory.
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.part) {
          bytes += try source.read(at: start, count: min(Self.part, range.upperBound - start))
        }
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
