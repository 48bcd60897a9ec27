internal import AuxContainers
internal import AuxImage

/// The header of an NPY file: what its samples are and how many.
///
/// Source: NumPy, `numpy.lib.format`, versions 1.0, 2.0 and 3.0.
struct NPYHeader {
  /// The kinds of sample that make a map.
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

    var byteCount: Int {
      switch self {
      case .uint8, .bool, .int8: 1
      case .uint16, .half, .int16: 2
      case .float, .int32, .uint32: 4
      case .double, .int64, .uint64: 8
      }
    }

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
  /// The most bytes that a header can have.
  static let longest = 12 + longestText

  /// The type as the file spells it, as in `<f4`.
  let type: String
  /// Whether the first axis varies fastest.
  let isFortranOrder: Bool
  /// The lengths of the axes.
  let shape: [Int]
  /// Where the first sample is.
  let end: Int

  /// Parses the header at the start of `data`, which may hold less than the whole file.
  init(parsing data: [UInt8]) throws(AuxError) {
    guard data.starts(with: NPYCodec.magic.prefix(data.count)) else {
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

  /// The height and the width: the two axes that are left when those of length 1 are taken from the front
  /// and then from the back.
  ///
  /// Throws `unsupported` for a shape that is no plane.
  var plane: (height: Int, width: Int) {
    get throws(AuxError) {
      var axes = shape[...]
      while axes.count > 2, axes.first == 1 { axes = axes.dropFirst() }
      while axes.count > 2, axes.last == 1 { axes = axes.dropLast() }
      guard axes.count == 2, let height = axes.first, let width = axes.last else {
        throw AuxError(.unsupported, "an NPY array of shape \(shapeText) is no plane")
      }
      return (height, width)
    }
  }

  /// The shape as Python prints it.
  var shapeText: String { "(" + shape.map(String.init).joined(separator: ", ") + ")" }
}
