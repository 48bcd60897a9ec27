import AuxContainers
import AuxImage

/// Small TIFF and DNG files put together by hand.
struct TIFFSample {
  /// One field: tag, type, count and the last four bytes as a number in the file's order.
  struct Field {
    var tag, type: UInt16
    var count, value: UInt32

    init(_ tag: UInt16, _ type: UInt16, _ count: UInt32, _ value: UInt32) {
      (self.tag, self.type, self.count, self.value) = (tag, type, count, value)
    }

    /// One LONG.
    init(_ tag: UInt16, _ value: UInt32) { self.init(tag, 4, 1, value) }
  }

  var writer: ByteWriter

  /// Begins a file whose first directory is at `first`.
  init(_ endianness: ByteReader.Endianness = .little, first: Int) {
    writer = ByteWriter(endianness: endianness)
    writer.write(endianness == .little ? [0x49, 0x49] : [0x4D, 0x4D] as [UInt8])
    writer.write(UInt16(42))
    writer.write(UInt32(first))
  }

  /// Writes a directory and returns its offset.
  @discardableResult
  mutating func directory(_ fields: [Field], next: UInt32 = 0) -> Int {
    let offset = writer.count
    writer.write(UInt16(fields.count))
    for field in fields {
      writer.write(field.tag)
      writer.write(field.type)
      writer.write(field.count)
      writer.write(field.value)
    }
    writer.write(next)
    return offset
  }

  var bytes: [UInt8] { writer.bytes }
  var source: MemoryByteSource { MemoryByteSource(bytes) }

  /// A DNG of 4x2 pixels in IFD 0, with fields of the caller's and the depth map of the other arguments.
  ///
  /// Layout: header 8, eight bytes of raw data, eight of depth, near and far at 24 and 32, the SubIFDs' values
  /// at 40 and 44, SubIFD 0 at 48, then SubIFD 1, then IFD 0.
  static func dng(
    near: (UInt32, UInt32) = (1, 2), far: (UInt32, UInt32) = (10, 1), format: UInt32 = 2,
    secondKind: UInt32 = 9, depth: [Field] = []
  ) -> [UInt8] {
    var sample = TIFFSample(first: 0)
    sample.writer.write([0, 10, 20, 30, 40, 50, 60, 70] as [UInt8])
    sample.writer.write([0, 1, 2, 3, 4, 5, 6, 255] as [UInt8])
    for number in [near.0, near.1, far.0, far.1, 48, 0] { sample.writer.write(number) }
    func depthFields(_ kind: UInt32) -> [Field] {
      var fields = [
        Field(254, kind), Field(256, 4), Field(257, 2), Field(258, 8), Field(259, 1), Field(262, 51177),
        Field(273, 16), Field(277, 1), Field(278, 2), Field(279, 8),
      ]
      for field in depth {
        fields.removeAll { $0.tag == field.tag }
        fields.append(field)
      }
      return fields.sorted { $0.tag < $1.tag }
    }
    sample.directory(depthFields(8))
    let second = sample.directory(depthFields(secondKind))
    let root = sample.directory([
      Field(254, 0), Field(256, 4), Field(257, 2), Field(258, 8), Field(259, 1), Field(262, 34892),
      Field(273, 8), Field(274, 3, 1, 6), Field(277, 1), Field(278, 2), Field(279, 8), Field(330, 4, 2, 40),
      Field(50706, 1, 4, 0x0000_0601), Field(51177, 3, 1, format), Field(51178, 5, 1, 24),
      Field(51179, 5, 1, 32), Field(51180, 3, 1, 1), Field(51181, 3, 1, 1),
    ])
    sample.writer.patch(UInt32(second), at: 44)
    sample.writer.patch(UInt32(root), at: 4)
    return sample.bytes
  }
}

/// Returns the bytes of a composition.
func bytes(of composition: ByteComposition, from source: [UInt8]) -> [UInt8] {
  composition.pieces.flatMap { piece in
    switch piece {
    case .bytes(let bytes): bytes
    case .source(let range): Array(source[range])
    }
  }
}
