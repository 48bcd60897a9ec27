internal import AuxContainers
internal import AuxImage

/// The header of an NPY file: what its samples are and how many.
///
/// Source: NumPy, `numpy.lib.format`, versions 1.0, 2.0 and 3.0.
package struct NPYHeader {
  /// The six bytes that each file begins with.
  package static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

  enum Kind: String {
    case uint8 = "u1"
    case uint16 = "u2"
    case half = "f2"
    case float = "f4"
    case double = "f8"
    case bool = "b1"
    case int8 = "i1"
    case int16 = "i2"
    case int32 = "i4"
    case int64 = "i8"
    case uint32 = "u4"
    case uint64 = "u8"

    var byteCount: Int { rawValue.last?.wholeNumberValue ?? 0 }

    /// Whether samples are whole numbers that no code holds.
    var isWholeNumber: Bool {
      switch self {
      case .int8, .int16, .int32, .int64, .uint32, .uint64: true
      case .uint8, .uint16, .half, .float, .double, .bool: false
      }
    }
  }

  /// The longest text of a header that is parsed; NumPy itself reads 10,000 bytes.
  static let longestText = 65_536
  static let longest = 12 + longestText

  /// The type as the file spells it, as in `<f4`.
  let type: String
  /// Whether the first axis varies fastest.
  let isFortranOrder: Bool
  let shape: [Int]
  let end: Int

  /// Parses the header at the start of `data`, which may hold less than the whole file.
  init(parsing data: [UInt8]) throws(AuxError) {
    guard data.starts(with: Self.magic.prefix(data.count)) else {
      throw AuxError(.malformed, "an NPY file begins with 93 NUMPY", offset: 0)
    }
    var reader = ByteReader(Array(data.prefix(Self.longest)), endianness: .little)
    try reader.skip(6)
    let version = try reader.readUInt8()
    guard (1...3).contains(version), try reader.readUInt8() == 0 else {
      throw AuxError(.unsupported, "NPY version \(version) is not known; 1.0, 2.0 and 3.0 are", offset: 6)
    }
    let length = version == 1 ? Int(try reader.readUInt16()) : Int(try reader.readUInt32())
    guard length <= Self.longestText else {
      throw AuxError(.limitExceeded, "an NPY header of \(length) bytes is too long", offset: 8)
    }
    let start = version == 1 ? 10 : 12
    var text = NPYHeaderText(try reader.readBytes(length), offset: start)
    (type, isFortranOrder, shape) = try text.parse()
    end = start + length
  }

  /// The kind of the samples.
  ///
  /// Throws `unsupported` for a type that is no map.
  var kind: Kind {
    get throws(AuxError) {
      let isOrderKnown = type.first.map { "<>=|".contains($0) } ?? false
      guard isOrderKnown, let kind = Kind(rawValue: String(type.dropFirst())) else {
        throw AuxError(
          .unsupported,
          "NPY samples of type \(type) are no map; f2 f4 f8, b1, i1 i2 i4 i8 and u1 u2 u4 u8 are")
      }
      return kind
    }
  }

  /// Whether the samples are little-endian; `=` is what this machine has.
  var isLittleEndian: Bool {
    #if _endian(little)
      !type.hasPrefix(">")
    #else
      type.hasPrefix("<")
    #endif
  }

  /// The planes, one after another: the axes that are left when those of length 1 are taken from the front, then from the back,
  /// then from behind the first one.
  ///
  /// Throws `unsupported` for a shape that is no plane and no stack of planes, `usage` for a list of points. An array whose last of
  /// three axes has up to four numbers is no stack: these are the components of a picture.
  var planes: (count: Int, height: Int, width: Int) {
    get throws(AuxError) {
      var axes = shape[...]
      while axes.count > 2, axes.first == 1 { axes = axes.dropFirst() }
      while axes.count > 2, axes.last == 1 { axes = axes.dropLast() }
      if axes.count == 4, axes[axes.startIndex + 1] == 1 { axes.remove(at: axes.startIndex + 1) }
      let (height, width) = (axes.dropLast().last ?? 0, axes.last ?? 0)
      guard axes.count == 2 || axes.count == 3 && width > Self.mostComponents && axes.first != 0 else {
        throw AuxError(.unsupported, "an NPY array of shape \(shapeText) is no plane")
      }
      guard axes.count == 3 || !(2...Self.mostComponents).contains(width) || height < Self.fewestPoints else {
        throw AuxError(.usage, "an array of shape \(shapeText) is a list of points, and no map")
      }
      return (axes.count == 3 ? axes[axes.startIndex] : 1, height, width)
    }
  }

  /// The most numbers of a pixel, or of a point.
  private static let mostComponents = 4
  /// The fewest rows of so few columns that are taken for points.
  private static let fewestPoints = 32

  /// Whether the shape is that of matrices of a camera, 3x3, 3x4 or 4x4, of a list of numbers, or of a picture whose first axis has
  /// its bytes of color.
  var isUnlikeMap: Bool {
    let axes = shape.filter { $0 != 1 }
    return axes.count < 2 || [[3, 3], [3, 4], [4, 4]].contains(Array(axes.suffix(2)))
      || axes.count == 3 && (3...4).contains(axes[0]) && type.hasSuffix("u1")
  }

  /// Returns the index of the plane to decode: `frame`, or 0 if the array has one plane. Messages name the array by `key`.
  ///
  /// Throws `usage` if there is no plane of that number, and if there are several and none is chosen.
  func plane(_ frame: Int?, of key: String) throws(AuxError) -> Int {
    let count = try planes.count
    if let frame, frame < count { return frame }
    guard frame != nil || count > 1 else { return 0 }
    let name = key.isEmpty ? "the array" : "the array \(key)"
    throw AuxError(
      .usage,
      count == 1
        ? "\(name) is one map, without frames"
        : "\(name) has \(count) frames, and a map is one of them: '\(key)[0]' ... '\(key)[\(count - 1)]'",
      remedy: .stateKey)
  }

  var shapeText: String { "(" + shape.map(String.init).joined(separator: ", ") + ")" }
}

/// The text of an NPY header: a Python dictionary of `descr`, `fortran_order` and `shape`, and nothing else.
struct NPYHeaderText {
  private let text: [UInt8]
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
