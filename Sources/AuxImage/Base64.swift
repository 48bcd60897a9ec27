/// Bytes as text, four characters for three of them.
///
/// Source: RFC 4648, 4.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte that is a character of the alphabet, 64 for any other.
  private static let values = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  private static let padding = UInt8(ascii: "=")

  /// Returns the text, in lines of so many characters where a length is given.
  package static func text(_ bytes: [UInt8], lineLength: Int = .max) -> String {
    let count = (bytes.count + 2) / 3 * 4
    let breaks = count == 0 ? 0 : (count - 1) / lineLength
    return unsafe String(unsafeUninitializedCapacity: count + breaks) { out in
      var (at, inLine) = (0, 0)
      func put(_ character: UInt8) {
        if inLine == lineLength {
          unsafe out[at] = UInt8(ascii: "\n")
          (at, inLine) = (at + 1, 0)
        }
        unsafe out[at] = character
        (at, inLine) = (at + 1, inLine + 1)
      }
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let length = min(3, bytes.count - start)
        var group = 0
        for index in 0..<3 { group = group << 8 | (index < length ? Int(bytes[start + index]) : 0) }
        for place in 0..<4 {
          put(place <= length ? alphabet[group >> (18 - 6 * place) & 63] : padding)
        }
      }
      return at
    }
  }

  /// Returns the bytes; nil where it is no such text. Characters that are none of the alphabet count for nothing.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (group, count, padded) = (0, 0, 0)
    for character in text.utf8 {
      if character == padding {
        padded += 1
        // Two at most, and they fill the last group.
        guard padded <= 2, count % 4 >= 2 || padded == 2 else { return nil }
        continue
      }
      let value = values[Int(character)]
      guard value < 64 else { continue }
      guard padded == 0 else { return nil }
      group = group << 6 | Int(value)
      count += 1
      guard count % 4 == 0 else { continue }
      bytes += [
        UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8), UInt8(group & 255),
      ]
      group = 0
    }
    guard (count + padded) % 4 == 0 else { return nil }
    switch count % 4 {
    case 0: break
    case 2: bytes.append(UInt8(group >> 4 & 255))
    case 3: bytes += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
    default: return nil
    }
    return bytes
  }
}
