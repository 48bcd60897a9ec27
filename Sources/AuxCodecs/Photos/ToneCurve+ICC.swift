internal import AuxContainers
internal import AuxImage

extension ToneCurve {
  /// Reads the element of an ICC profile's tag; throws `unsupported` for one that is no curve, `truncated`.
  ///
  /// Source: ICC.1:2022, 10.6 (curveType) and 10.18 (parametricCurveType).
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
      case 0: self.init(gamma: 1)
      case 1: self.init(gamma: numbers[0] / 256)
      default: try self.init(table: numbers.map { $0 / 65535 })
      }
    case "para":
      let kind = Int(try reader.readUInt16())
      try reader.skip(2)
      var parameters: [Double] = []
      for _ in 0..<(Self.parameterCount(ofKind: kind) ?? 0) {
        parameters.append(Double(Int32(bitPattern: try reader.readUInt32())) / 65536)
      }
      guard let curve = ToneCurve(parameters: parameters, kind: kind) else {
        throw AuxError(.unsupported, "a parametric curve of the unknown kind \(kind)")
      }
      self = curve
    default: throw AuxError(.unsupported, "a curve of the unknown type \(type)")
    }
  }
}
