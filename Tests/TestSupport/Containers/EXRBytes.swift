internal import AuxContainers

/// OpenEXR files of scan lines without compression, written attribute by attribute.
package struct EXRBytes {
  /// The channels, whose names must ascend, with their samples in rows of the data window.
  package var channels: [(name: String, samples: [Float])]
  package var width: Int
  package var height: Int
  /// The display window; the data window where nil.
  package var displayWindow: [Int]?
  /// Further attributes: name, type and value.
  package var attributes: [(String, String, [UInt8])] = []

  package init(width: Int, height: Int, _ channels: [(name: String, samples: [Float])]) {
    (self.width, self.height, self.channels) = (width, height, channels)
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

  /// The file.
  package var bytes: [UInt8] {
    var writer = ByteWriter(endianness: .little)
    writer.write([0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] as [UInt8])
    let window = [0, 0, width - 1, height - 1]
    let all: [(String, String, [UInt8])] =
      [
        ("channels", "chlist", list), ("compression", "compression", [0]),
        ("dataWindow", "box2i", Self.integers(window)),
        ("displayWindow", "box2i", Self.integers(displayWindow ?? window)),
        ("lineOrder", "lineOrder", [0]), ("pixelAspectRatio", "float", Self.floats([1])),
        ("screenWindowCenter", "v2f", Self.floats([0, 0])), ("screenWindowWidth", "float", Self.floats([1])),
      ] + attributes
    for (name, type, value) in all {
      writer.write(Array(name.utf8) + [0] + Array(type.utf8) + [0])
      writer.write(UInt32(value.count))
      writer.write(value)
    }
    writer.write([0] as [UInt8])
    let lineCount = width * channels.count * 4
    let first = writer.count + 8 * height
    for y in 0..<height { writer.write(UInt64(first + y * (8 + lineCount))) }
    for y in 0..<height {
      writer.write(UInt32(y))
      writer.write(UInt32(lineCount))
      for channel in channels {
        writer.write(Self.floats(Array(channel.samples[(y * width)..<((y + 1) * width)])))
      }
    }
    return writer.bytes
  }
}
