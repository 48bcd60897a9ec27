package import AuxImage

/// Four bytes that name a box, an item type or a brand; most are readable as ASCII.
package struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral {
  package var value: UInt32

  package init(_ value: UInt32) { self.value = value }

  package init(stringLiteral text: StaticString) {
    // Codes are compared with literals for each box and item: this is four loads, a String is many.
    precondition(text.utf8CodeUnitCount == 4, "a code has four letters")
    let letters = unsafe text.utf8Start
    value = (0..<4).reduce(0) { $0 << 8 | UInt32(unsafe letters[$1]) }
  }

  /// Whether all four bytes are printable ASCII, as those of every registered code are.
  package var isPrintable: Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) } }

  private var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}

extension FourCharacterCode: CustomStringConvertible {
  /// The letters, or the number where they are not printable.
  package var description: String {
    isPrintable ? String(decoding: bytes, as: UTF8.self) : "0x" + String(value, radix: 16)
  }
}

extension ByteReader {
  package mutating func readCode() throws(AuxError) -> FourCharacterCode {
    FourCharacterCode(try readUInt32())
  }
}

extension ByteWriter {
  package mutating func write(_ code: FourCharacterCode) { write(code.value) }
}

/// A chunk of a PNG or a WebP file: a type, and data that is looked at when it is needed.
package struct FileChunk: Hashable, Sendable {
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
