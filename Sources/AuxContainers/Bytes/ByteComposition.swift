package import AuxImage

/// A file to be written, as pieces: bytes of our own and ranges of a source that are copied untouched.
package struct ByteComposition: Sendable {
  package enum Piece: Hashable, Sendable {
    case bytes([UInt8])
    case source(Range<Int>)
  }

  private static let part = 1 << 20

  package private(set) var pieces: [Piece] = []
  package private(set) var count = 0

  package init() {}

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

  /// Whether the pieces are the bytes of the source as they are.
  func isWhole(of source: any ByteSource) throws(AuxError) -> Bool {
    guard count == source.byteCount else { return false }
    var position = 0
    for piece in pieces {
      switch piece {
      case .bytes(let own):
        guard try source.read(at: position, count: own.count) == own else { return false }
        position += own.count
      case .source(let range):
        guard range.lowerBound == position else { return false }
        position = range.upperBound
      }
    }
    return true
  }
}

/// A number in a file that says where other bytes of it are.
struct OuterOffset: Hashable, Sendable {
  var name: String
  /// Where the number is in the file: four bytes.
  var position: Int
  var endianness: ByteReader.Endianness
  /// The offset in the file that the number counts from; nil where it counts from the beginning of the file.
  var base: Int?
  var target: Int
}

extension ByteComposition {
  /// Returns the offset that a byte of the source gets; nil where it does not come along.
  func offset(ofSource position: Int) -> Int? {
    var start = 0
    for piece in pieces {
      switch piece {
      case .bytes(let own): start += own.count
      case .source(let range):
        if range.contains(position) { return start + position - range.lowerBound }
        start += range.count
      }
    }
    return nil
  }

  /// Returns the composition with new values of those numbers whose bytes move.
  ///
  /// A number stays as it is where it, its base or what it leads to does not come along.
  func moving(_ offsets: [OuterOffset], of source: any ByteSource) throws(AuxError) -> ByteComposition {
    var patches: [(position: Int, bytes: [UInt8])] = []
    for each in offsets {
      guard offset(ofSource: each.position) != nil, let target = offset(ofSource: each.target),
        let base = each.base.map({ offset(ofSource: $0) }) ?? 0, target >= base,
        let number = UInt32(exactly: target - base), Int(number) != each.target - (each.base ?? 0)
      else { continue }
      var writer = ByteWriter(endianness: each.endianness)
      writer.write(number)
      patches.append((each.position, writer.bytes))
    }
    return patched(patches)
  }

  /// Returns the composition with other bytes at places of the source, as far as these come along whole.
  func patched(_ patches: [(position: Int, bytes: [UInt8])]) -> ByteComposition {
    guard !patches.isEmpty else { return self }
    let patches = patches.sorted { $0.position < $1.position }
    var whole = ByteComposition()
    for piece in pieces {
      switch piece {
      case .bytes(let own): whole.append(own)
      case .source(let range):
        var position = range.lowerBound
        for patch in patches
        where patch.position >= position && patch.position + patch.bytes.count <= range.upperBound {
          whole.append(source: position..<patch.position)
          whole.append(patch.bytes)
          position = patch.position + patch.bytes.count
        }
        whole.append(source: position..<range.upperBound)
      }
    }
    return whole
  }
}
