import AuxContainers

/// A stream of lossless JPEG and what it holds, from Fixtures/ljpeg/make.py.
package struct LosslessJPEGVector: CustomStringConvertible, Sendable {
  package let name: String
  package let width, height, components, precision: Int
  package let stream: [UInt8]
  package let samples: [UInt16]
  package var description: String { name }

  /// All vectors; none where the fixture cannot be read.
  package static let all: [LosslessJPEGVector] = {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    guard let source = try? FileByteSource(path: "/\(folder)/Fixtures/ljpeg/vectors.txt"),
      let text = try? source.read(at: 0, count: source.byteCount)
    else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ")
      let numbers = parts[1...4].compactMap { Int($0) }
      let bytes = hexadecimal(parts[6])
      return LosslessJPEGVector(
        name: String(parts[0]), width: numbers[0], height: numbers[1], components: numbers[2],
        precision: numbers[3], stream: hexadecimal(parts[5]),
        samples: stride(from: 0, to: bytes.count, by: 2).map {
          UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        })
    }
  }()

  /// Returns the bytes of hexadecimal digits.
  private static func hexadecimal(_ text: Substring) -> [UInt8] {
    let digits = text.utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
