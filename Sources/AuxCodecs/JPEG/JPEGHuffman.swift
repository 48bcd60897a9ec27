internal import AuxImage

/// A Huffman table for the categories of differences.
///
/// Source: ITU-T T.81, annex C and F.2.2.3.
struct JPEGHuffmanTable {
  /// For each eight bits that begin a code, 256 times its length plus its value; 0 for longer codes.
  let quick: [UInt16]
  /// The largest code of each length, left-aligned in 16 bits, plus one; ascending.
  fileprivate let ends: [Int]
  /// What to add to a code of each length for the index of its value.
  fileprivate let shifts: [Int]
  fileprivate let values: [UInt8]

  static let quickCount = 256

  /// Creates a table from the number of codes of each length, 1 to 16, and their values.
  ///
  /// Throws `malformed` where the codes do not fit their lengths or a value is no category.
  init(counts: [Int], values: [UInt8]) throws(AuxError) {
    guard counts.count == 16, values.count == counts.reduce(0, +), values.allSatisfy({ $0 <= 16 }) else {
      throw AuxError(.malformed, "a Huffman table with a value that is no category (T.81 H.1.2.2)")
    }
    var quick = [UInt16](repeating: 0, count: Self.quickCount)
    var ends = [Int](repeating: 0, count: 17)
    var shifts = ends
    var (code, index) = (0, 0)
    for length in 1...16 {
      shifts[length] = index - code
      for _ in 0..<counts[length - 1] {
        guard code < 1 << length else {
          throw AuxError(.malformed, "a Huffman table with too many codes of \(length) bits (T.81 annex C)")
        }
        if length <= 8 {
          let first = code << (8 - length)
          for entry in first..<(first + 1 << (8 - length)) {
            quick[entry] = UInt16(length) << 8 | UInt16(values[index])
          }
        }
        code += 1
        index += 1
      }
      ends[length] = code << (16 - length)
      code <<= 1
    }
    (self.quick, self.ends, self.shifts, self.values) = (quick, ends, shifts, values)
  }
}

/// Reads the bits of a scan, over stuffed bytes and up to the next marker.
///
/// Source: ITU-T T.81, F.2.2.5.
struct JPEGBitReader {
  private let data: [UInt8]
  private var position: Int
  /// The bits that were read and not used, in the low `held` bits.
  private var buffer: UInt64 = 0
  private var held = 0
  /// How many of the held bits are after the end of the data, where zeros are read.
  private var invented = 0

  init(_ data: [UInt8], from position: Int) {
    self.data = data
    self.position = position
  }

  /// Makes sure that `count` bits are held, up to 32.
  @inline(__always)
  private mutating func fill(_ count: Int) {
    while held < count {
      var byte: UInt8 = 0
      if position < data.count, data[position] != 0xFF {
        byte = data[position]
        position += 1
      } else if position + 1 < data.count, data[position + 1] == 0 {
        byte = 0xFF
        position += 2
      } else {
        invented += 8
      }
      buffer = buffer << 8 | UInt64(byte)
      held += 8
    }
  }

  /// Returns the next `count` bits, which are held, without using them.
  @inline(__always)
  private func peek(_ count: Int) -> Int {
    Int(truncatingIfNeeded: buffer >> UInt64(held - count)) & (1 << count - 1)
  }

  /// Reads a difference: its category by the table of a component, then its bits.
  ///
  /// `quick` is what the tables of all components have under that name, one after the other; with a span,
  /// no reference is counted for each sample.
  @inline(__always)
  mutating func difference(
    _ quick: Span<UInt16>, _ tables: [JPEGHuffmanTable], component: Int
  ) throws(AuxError) -> Int {
    fill(32)
    let entry = quick[component * JPEGHuffmanTable.quickCount + peek(8)]
    var (length, category) = (Int(entry >> 8), Int(entry & 0xFF))
    if length == 0 { (length, category) = try long(tables[component]) }
    held -= length
    var difference = 0
    if category == 16 {
      // 32768 has no bits of its own (T.81 H.1.2.2).
      difference = 32768
    } else if category > 0 {
      difference = peek(category)
      held -= category
      if difference < 1 << (category - 1) { difference += 1 - 1 << category }
    }
    guard held >= invented else {
      throw AuxError(.truncated, "the coded data ends too soon (T.81 F.2.2.5)", offset: position)
    }
    return difference
  }

  private func long(_ table: JPEGHuffmanTable) throws(AuxError) -> (length: Int, category: Int) {
    let code = peek(16)
    for length in 9...16 where code < table.ends[length] {
      let index = code >> (16 - length) + table.shifts[length]
      return (length, Int(table.values[index]))
    }
    throw AuxError(.codec, "bits that are no Huffman code (T.81 F.2.2.3)", offset: position)
  }

  /// Passes over the restart marker of that number, from 0.
  mutating func restart(number: Int) throws(AuxError) {
    (buffer, held, invented) = (0, 0, 0)
    var marker = position
    while marker + 2 < data.count, data[marker] == 0xFF, data[marker + 1] == 0xFF { marker += 1 }
    guard marker + 1 < data.count, data[marker] == 0xFF, data[marker + 1] == 0xD0 + UInt8(number % 8) else {
      throw AuxError(.codec, "restart marker \(number % 8) is missing (T.81 F.2.2.5)", offset: position)
    }
    position = marker + 2
  }
}
