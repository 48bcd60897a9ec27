internal import AuxContainers
internal import AuxImage

/// The words at the start of a file whose samples follow: PFM, PGM and PPM.
struct TextHeader {
  /// The name of the format, for messages.
  private let format: String
  /// Whether # begins a comment, which ends with its line.
  private let hasComments: Bool
  private let data: [UInt8]
  private(set) var position = 2

  /// Returns what `parse` makes of the words after the first two bytes of a file.
  ///
  /// Only a file whose header is longer than most is read whole.
  static func parse<Fields>(
    _ data: any ByteSource, of format: String, hasComments: Bool = false,
    _ parse: (inout TextHeader) throws(AuxError) -> Fields
  ) throws(AuxError) -> Fields {
    func fields(_ count: Int) throws(AuxError) -> Fields {
      var header = TextHeader(
        format: format, hasComments: hasComments, data: try data.readPrefix(at: 0, count: count))
      return try parse(&header)
    }
    do throws(AuxError) { return try fields(usual) } catch {
      guard data.byteCount > usual else { throw error }
      return try fields(data.byteCount)
    }
  }

  /// More than headers have that are not mostly white space or comments.
  private static let usual = 4096

  /// Takes a positive whole number.
  mutating func count(_ name: String) throws(AuxError) -> Int {
    let start = position
    let text = try word(name)
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text), value > 0 else {
      throw AuxError(
        .malformed, "the \(format) \(name) \(text) is not a positive whole number", offset: start)
    }
    return value
  }

  /// Takes a word of up to 40 characters, and leaves the white space after it.
  mutating func word(_ name: String) throws(AuxError) -> String {
    let start = position
    skipSpace()
    let first = position
    guard first > start || first == data.count else {
      throw AuxError(.malformed, "white space is missing before the \(format) \(name)", offset: start)
    }
    while position < data.count, !Self.isSpace(data[position]) {
      position += 1
      guard position - first <= 40 else {
        throw AuxError(
          .malformed, "the \(format) \(name) is longer than 40 characters", offset: first)
      }
    }
    guard position < data.count else {
      throw AuxError(.truncated, "the \(format) header ends within its \(name)", offset: first)
    }
    return String(decoding: data[first..<position], as: UTF8.self)
  }

  /// Takes exactly one byte of white space: the next may already belong to a sample.
  mutating func end() { position += 1 }

  private mutating func skipSpace() {
    var isComment = false
    while position < data.count {
      let byte = data[position]
      if hasComments, byte == 0x23 { isComment = true }
      guard isComment || Self.isSpace(byte) else { return }
      if byte == 0x0A || byte == 0x0D { isComment = false }
      position += 1
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
