internal import AuxImage

/// The text of an NPY header: a Python dictionary of `descr`, `fortran_order` and `shape`, and nothing else.
struct NPYHeaderText {
  private let text: [UInt8]
  /// Where the text begins in the file.
  private let offset: Int
  private var position = 0

  init(_ text: [UInt8], offset: Int) {
    self.text = text
    self.offset = offset
  }

  mutating func parse() throws(AuxError) -> (type: String, isFortranOrder: Bool, shape: [Int]) {
    var type: String?
    var isFortranOrder: Bool?
    var shape: [Int]?
    try expect("{")
    while !skip("}") {
      let key = try string()
      try expect(":")
      switch key {
      case "descr" where type == nil: type = try descriptor()
      case "fortran_order" where isFortranOrder == nil: isFortranOrder = try boolean()
      case "shape" where shape == nil: shape = try tuple()
      default: throw error("the key \(key) is unknown or repeated")
      }
      guard skip(",") else {
        try expect("}")
        break
      }
    }
    skipSpace()
    guard position == text.count else { throw error("something follows the dictionary") }
    guard let type, let isFortranOrder, let shape else {
      throw error("one of descr, fortran_order and shape is missing")
    }
    return (type, isFortranOrder, shape)
  }

  private func error(_ reason: String) -> AuxError {
    AuxError(.malformed, "in the NPY header, \(reason)", offset: offset + position)
  }

  private mutating func skipSpace() {
    while position < text.count, text[position] == 0x20 || (0x09...0x0D).contains(text[position]) {
      position += 1
    }
  }

  /// Takes a character, and returns whether it was there.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < text.count, UInt32(text[position]) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(AuxError) {
    guard skip(character) else { throw error("\(character) is missing") }
  }

  /// Takes a string of up to 64 bytes without escapes.
  private mutating func string() throws(AuxError) -> String {
    skipSpace()
    guard position < text.count, text[position] == 0x27 || text[position] == 0x22 else {
      throw error("a string is missing")
    }
    let quote = text[position]
    let start = position + 1
    guard let end = text[start...].prefix(65).firstIndex(of: quote) else {
      throw error("a string does not end")
    }
    position = end + 1
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  private mutating func descriptor() throws(AuxError) -> String {
    skipSpace()
    guard position < text.count, text[position] != 0x5B else {
      throw AuxError(
        .unsupported, "the NPY file holds records; one kind of number is needed", offset: offset + position)
    }
    return try string()
  }

  private mutating func boolean() throws(AuxError) -> Bool {
    skipSpace()
    for (word, value) in [("True", true), ("False", false)] where text[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw error("fortran_order is neither True nor False")
  }

  /// Takes a tuple of up to 32 lengths, which Python 2 ends with an L.
  private mutating func tuple() throws(AuxError) -> [Int] {
    var lengths: [Int] = []
    try expect("(")
    while !skip(")") {
      skipSpace()
      let digits = text[position...].prefix(20).prefix { (0x30...0x39).contains($0) }
      guard let length = Int(String(decoding: digits, as: UTF8.self)), lengths.count < 32 else {
        throw error("the shape is no tuple of lengths")
      }
      position += digits.count
      if position < text.count, text[position] == 0x4C { position += 1 }
      lengths.append(length)
      guard skip(",") else {
        try expect(")")
        break
      }
    }
    return lengths
  }
}
