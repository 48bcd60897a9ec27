internal import AuxContainers

/// OpenEXR files of scan lines without compression, written attribute by attribute.
package struct EXRBytes {
  /// The channels in the order of their names, with their samples in rows of the data window.
  package var channels: [(name: String, samples: [Float])]
  package var width: Int
  package var height: Int
  /// The display window; the data window where nil.
  package var displayWindow: [Int]?
  /// Further attributes: name, type and value.
  package var attributes: [(String, String, [UInt8])] = []

  package init(width: Int, height: Int, _ channels: [(name: String, samples: [Float])]) {
    (self.width, self.height) = (width, height)
    self.channels = channels.sorted { $0.name < $1.name }
  }

  /// The bytes of numbers, as attributes hold them.
  package static func floats(_ values: [Float]) -> [UInt8] {
    var writer = ByteWriter(endianness: .little)
    for value in values { writer.write(value.bitPattern) }
    return writer.bytes
  }

  private static func integers(_ values: [Int]) -> [UInt8] {
    var writer = ByteWriter(endianness: .little)
    for value in values { writer.write(UInt32(bitPattern: Int32(value))) }
    return writer.bytes
  }

  private var list: [UInt8] {
    // Floats, not linear, sampled at every pixel.
    let each = channels.flatMap { channel -> [UInt8] in
      Array(channel.name.utf8) + [0] + Self.integers([2, 0, 1, 1])
    }
    return each + [0]
  }

  /// The header: its attributes, which `parts` adds those to that files of several parts need, and the byte at its end.
  private func header(_ added: [(String, String, [UInt8])] = []) -> [UInt8] {
    let window = [0, 0, width - 1, height - 1]
    let all: [(String, String, [UInt8])] =
      [
        ("channels", "chlist", list), ("compression", "compression", [0]),
        ("dataWindow", "box2i", Self.integers(window)),
        ("displayWindow", "box2i", Self.integers(displayWindow ?? window)),
        ("lineOrder", "lineOrder", [0]), ("pixelAspectRatio", "float", Self.floats([1])),
        ("screenWindowCenter", "v2f", Self.floats([0, 0])), ("screenWindowWidth", "float", Self.floats([1])),
      ] + added + attributes
    var writer = ByteWriter(endianness: .little)
    for (name, type, value) in all {
      writer.write(Array(name.utf8) + [0] + Array(type.utf8) + [0])
      writer.write(UInt32(value.count))
      writer.write(value)
    }
    return writer.bytes + [0]
  }

  /// A line with its number and its size.
  private func line(_ y: Int) -> [UInt8] {
    Self.integers([y, width * channels.count * 4])
      + channels.flatMap { Self.floats(Array($0.samples[(y * width)..<((y + 1) * width)])) }
  }

  /// The file.
  package var bytes: [UInt8] { Self.file([header()], flags: 0, [(0..<height).map(line)]) }

  /// A file of several parts with names.
  package static func bytes(parts: [(name: String, EXRBytes)]) -> [UInt8] {
    let headers = parts.map { name, part in
      part.header([
        ("name", "string", Array(name.utf8)), ("type", "string", Array("scanlineimage".utf8)),
        ("chunkCount", "int", integers([part.height])),
      ])
    }
    let lines = parts.enumerated().map { number, part in
      (0..<part.1.height).map { integers([number]) + part.1.line($0) }
    }
    return file(headers + [[0]], flags: 0x10, lines)
  }

  private static func file(_ headers: [[UInt8]], flags: UInt8, _ lines: [[[UInt8]]]) -> [UInt8] {
    var writer = ByteWriter(endianness: .little)
    writer.write([0x76, 0x2F, 0x31, 0x01, 2, flags, 0, 0] + headers.flatMap(\.self))
    var offset = writer.count + 8 * lines.reduce(0) { $0 + $1.count }
    for line in lines.flatMap(\.self) {
      writer.write(UInt64(offset))
      offset += line.count
    }
    writer.write(lines.flatMap(\.self).flatMap(\.self))
    return writer.bytes
  }
}
