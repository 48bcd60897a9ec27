/// Paths as texts: each sequence of bytes that the system accepts as a path has its own text, which gives it back.
///
/// The system's names are bytes, and some are not UTF-8. A byte that is not part of valid UTF-8 becomes one of the
/// private-use scalars U+10FF80...U+10FFFF, with its value in their last byte. Valid encodings of these scalars are
/// replaced byte by byte in the same way. All other paths are unchanged.
package enum PathText {
  /// The scalar of byte 0.
  private static let escapes: UInt32 = 0x10FF00

  /// Returns the text of a path that the system gave, without the NUL at its end.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) {
      return text
    }
    var scalars = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes[...]
    while let first = rest.first {
      var iterator = rest.makeIterator()
      var length = 1
      if case .valid(let encoded) = parser.parseScalar(from: &iterator),
        case let scalar = Unicode.UTF8.decode(encoded), !isEscape(scalar)
      {
        scalars.append(scalar)
        length = encoded.count
      } else {
        scalars.append(Unicode.Scalar(escapes + UInt32(first)) ?? "?")
      }
      rest = rest.dropFirst(length)
      parser = Unicode.UTF8.ForwardParser()
    }
    return String(scalars)
  }

  /// Returns the bytes that the system knows a path by; the inverse of ``text(of:)``.
  package static func bytes(of path: String) -> [UInt8] {
    guard path.unicodeScalars.contains(where: isEscape) else { return Array(path.utf8) }
    return path.unicodeScalars.flatMap { scalar -> [UInt8] in
      isEscape(scalar)
        ? [UInt8(scalar.value - escapes)] : Array(UTF8.encode(scalar) ?? .encodedReplacementCharacter)
    }
  }

  /// Returns the path for people: a byte that is not UTF-8 as `\xE9`.
  package static func display(_ path: String) -> String {
    guard path.unicodeScalars.contains(where: isEscape) else { return path }
    var text = ""
    for scalar in path.unicodeScalars {
      if isEscape(scalar) {
        text += "\\x" + String(scalar.value - escapes, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  package static func isUTF8(_ path: String) -> Bool { !path.unicodeScalars.contains(where: isEscape) }

  /// Returns the path with U+FFFD for bytes that are not UTF-8.
  package static func replaced(_ path: String) -> String {
    isUTF8(path) ? path : String(decoding: bytes(of: path), as: UTF8.self)
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= escapes + 0x80 }
}

// Separators are looked for among scalars: a mark after the slash would make one character of both.
extension PathText {
  /// Returns the last part of a path.
  package static func fileName(of path: String) -> String {
    path.unicodeScalars.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the folder of a path with the slash after it; empty for the current one.
  package static func folder(of path: String) -> String {
    let scalars = path.unicodeScalars
    return scalars.lastIndex(of: "/").map { String(scalars[...$0]) } ?? ""
  }

  /// Returns the path of a name in a folder; the empty folder is the current one.
  package static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.unicodeScalars.last == "/" ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the extension of the last part, in lower case and without its dot, if any.
  package static func fileExtension(of path: String) -> String? {
    fileName(of: path).unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      .map { String($0).lowercased() }
  }

  /// Returns the last part without its extension; a name that begins with its only dot stays whole.
  package static func stem(of path: String) -> String {
    let name = fileName(of: path)
    let scalars = name.unicodeScalars
    return scalars.lastIndex(of: ".").flatMap { $0 == scalars.startIndex ? nil : String(scalars[..<$0]) }
      ?? name
  }
}

/// Standard input and output as paths name them: `-` where a file would be read or written; `./-` is the file.
///
/// Standard input is read into memory, up to `AuxLimits.mapFileBytes`, and only once. What goes to standard output goes there
/// whole, once it is complete.
package enum StandardStream {
  /// The path of both.
  package static let path = "-"

  /// Returns what messages call the input at a path: the path itself, or `standard input`.
  package static func inputName(_ path: String) -> String { path == self.path ? "standard input" : path }

  /// Returns what messages call the output at a path: the path itself, or `standard output`.
  package static func outputName(_ path: String) -> String { path == self.path ? "standard output" : path }
}
