internal import AuxContainers
internal import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The curve of one component of an ICC profile: from codes of 0...1 to linear light of 0...1.
///
/// Source: ICC.1:2022, 10.6 (curveType) and 10.18 (parametricCurveType).
enum ICCCurve: Hashable, Sendable {
  /// A function with the parameters g, a, b, c, d, e and f: (a x + b)^g + e from d on, c x + f below.
  case parametric([Double])
  /// Light at equal distances of codes.
  case table([Double])

  /// The number of numbers that each kind of parametric curve states.
  private static let parameterCounts = [1, 3, 4, 5, 7]

  /// Reads the element of a tag; throws `unsupported` for one that is no curve, `truncated`.
  init(parsing reader: inout ByteReader) throws(AuxError) {
    let type = String(decoding: try reader.readBytes(4), as: UTF8.self)
    try reader.skip(4)
    switch type {
    case "curv":
      let count = Int(try reader.readUInt32())
      guard count <= reader.remaining / 2 else {
        throw AuxError(.truncated, "a curve of \(count) numbers passes the end of the profile")
      }
      var numbers: [Double] = []
      for _ in 0..<count { numbers.append(Double(try reader.readUInt16())) }
      switch count {
      case 0: self = .power(1)
      case 1: self = .power(numbers[0] / 256)
      default: self = .table(numbers.map { $0 / 65535 })
      }
    case "para":
      let kind = Int(try reader.readUInt16())
      try reader.skip(2)
      guard Self.parameterCounts.indices.contains(kind) else {
        throw AuxError(.unsupported, "a parametric curve of the unknown kind \(kind)")
      }
      var p: [Double] = []
      for _ in 0..<Self.parameterCounts[kind] {
        p.append(Double(Int32(bitPattern: try reader.readUInt32())) / 65536)
      }
      self = .parametric(Self.full(p, kind: kind))
    default: throw AuxError(.unsupported, "a curve of the unknown type \(type)")
    }
  }

  /// A power of the code.
  static func power(_ exponent: Double) -> ICCCurve { .parametric(full([exponent], kind: 0)) }

  /// Returns all seven parameters of a kind of curve.
  private static func full(_ p: [Double], kind: Int) -> [Double] {
    switch kind {
    case 0: [p[0], 1, 0, 0, 0, 0, 0]
    case 1: [p[0], p[1], p[2], 0, p[1] == 0 ? 0 : -p[2] / p[1], 0, 0]
    case 2: [p[0], p[1], p[2], 0, p[1] == 0 ? 0 : -p[2] / p[1], p[3], p[3]]
    case 3: [p[0], p[1], p[2], p[3], p[4], 0, 0]
    default: p
    }
  }

  /// Returns the light of a code, both of 0...1.
  func light(of code: Double) -> Double {
    let light: Double
    switch self {
    case .parametric(let p):
      light = code >= p[4] ? pow(max(0, p[1] * code + p[2]), p[0]) + p[5] : p[3] * code + p[6]
    case .table(let values):
      let place = code * Double(values.count - 1)
      let index = min(Int(place), values.count - 2)
      light = values[index] + (values[index + 1] - values[index]) * (place - Double(index))
    }
    return light.isFinite ? min(max(light, 0), 1) : 0
  }

  /// Returns light of 16 bits for each of so many codes.
  func table(count: Int) -> [UInt16] {
    (0..<count).map { UInt16((light(of: Double($0) / Double(count - 1)) * 65535).rounded()) }
  }
}
