package import AuxImage

/// What the codes of a depth image mean: the SEI message "depth representation information".
///
/// Source: ITU-T H.265, G.14.2.3 (payload type 177); Specs/heif.md, "Depth representation".
package struct DepthRepresentationInfo: Hashable, Sendable {
  /// What the codes are uniform in.
  package enum Kind {
    /// 1/Z, not scaled.
    package static let inverseDepth: UInt32 = 0
    package static let disparity: UInt32 = 1
    /// Z.
    package static let depth: UInt32 = 2
    /// Disparity through a table.
    package static let nonUniformDisparity: UInt32 = 3
  }

  package var zNear: DepthRepresentationValue?
  package var zFar: DepthRepresentationValue?
  package var dMin: DepthRepresentationValue?
  package var dMax: DepthRepresentationValue?
  package var kind: UInt32
  /// The view that disparities refer to.
  package var referenceView: UInt32 = 0
  /// The table of the non-uniform kind.
  package var nonlinearModel: [UInt32] = []

  /// Creates the information that Apple writes: uniform disparity between two values.
  ///
  /// Throws `usage` for values that are not finite or do not fit.
  package init(disparityFrom dMin: Double, to dMax: Double) throws(AuxError) {
    kind = Kind.disparity
    self.dMin = try DepthRepresentationValue(dMin)
    self.dMax = try DepthRepresentationValue(dMax)
  }

  /// Creates the information of uniform depth between two values.
  package init(depthFrom zNear: Double, to zFar: Double) throws(AuxError) {
    kind = Kind.depth
    self.zNear = try DepthRepresentationValue(zNear)
    self.zFar = try DepthRepresentationValue(zFar)
  }

  package static let payloadType = 177

  /// Reads the subtype bytes of an `auxC` property: a size, and NAL units with a size each.
  ///
  /// Other messages are skipped. Throws `missingImage` where there is no such message.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    let total = Int(try reader.readUInt32())
    var units = try reader.readChild(min(total, reader.remaining))
    while units.remaining >= 4 {
      let unit = try NALUnit(escaped: try units.readBytes(Int(try units.readUInt32())))
      guard unit.type == NALUnit.UnitType.prefixSEI || unit.type == NALUnit.UnitType.suffixSEI else {
        continue
      }
      if let message = try Self.message(in: unit) {
        self = try DepthRepresentationInfo(message: message)
        return
      }
    }
    throw AuxError(.missingImage, "no depth representation information (H.265 G.14.2.3)")
  }

  private static func message(in unit: NALUnit) throws(AuxError) -> [UInt8]? {
    var reader = ByteReader(unit.payload)
    while reader.remaining >= 2 {
      let type = try reader.readSEINumber()
      let count = try reader.readSEINumber()
      let payload = try reader.readBytes(count)
      if type == payloadType { return payload }
    }
    return nil
  }

  private init(message: [UInt8]) throws(AuxError) {
    var bits = BitReader(message)
    let flags = try bits.readBits(4)
    kind = try bits.readExpGolomb()
    if flags & 0b0011 != 0 { referenceView = try bits.readExpGolomb() }
    if flags & 0b1000 != 0 { zNear = try DepthRepresentationValue(parsing: &bits) }
    if flags & 0b0100 != 0 { zFar = try DepthRepresentationValue(parsing: &bits) }
    if flags & 0b0010 != 0 { dMin = try DepthRepresentationValue(parsing: &bits) }
    if flags & 0b0001 != 0 { dMax = try DepthRepresentationValue(parsing: &bits) }
    if kind == Kind.nonUniformDisparity {
      let count = Int(try bits.readExpGolomb()) + 1
      guard count <= bits.remaining else {
        throw AuxError(.truncated, "\(count) numbers of the table in \(bits.remaining) bits")
      }
      for _ in 0..<count { nonlinearModel.append(try bits.readExpGolomb()) }
    }
  }

  package func serialize(into writer: inout ByteWriter) {
    var payload = seiNumber(Self.payloadType)
    let message = message
    payload += seiNumber(message.count) + message
    let unit = NALUnit(type: NALUnit.UnitType.prefixSEI, payload: payload).escaped
    writer.write(UInt32(unit.count + 4))
    writer.write(UInt32(unit.count))
    writer.write(unit)
  }

  private var message: [UInt8] {
    var bits = BitWriter()
    for value in [zNear, zFar, dMin, dMax] { bits.write(flag: value != nil) }
    bits.write(expGolomb: kind)
    if dMin != nil || dMax != nil { bits.write(expGolomb: referenceView) }
    for value in [zNear, zFar, dMin, dMax] { value?.serialize(into: &bits) }
    if kind == Kind.nonUniformDisparity, !nonlinearModel.isEmpty {
      bits.write(expGolomb: UInt32(nonlinearModel.count - 1))
      for number in nonlinearModel { bits.write(expGolomb: number) }
    }
    if !bits.isAligned { bits.write(flag: true) }
    return bits.bytes
  }

  /// A number of an SEI header: as many bytes 255 as fit, and the rest.
  private func seiNumber(_ number: Int) -> [UInt8] {
    [UInt8](repeating: 255, count: number / 255) + [UInt8(number % 255)]
  }
}

extension ByteReader {
  fileprivate mutating func readSEINumber() throws(AuxError) -> Int {
    var number = 0
    while true {
      let byte = try readUInt8()
      number += Int(byte)
      if byte != 255 { return number }
    }
  }
}

/// A number as the depth representation message writes it: sign, exponent and mantissa.
///
/// Source: ITU-T H.265, G.14.2.3, depth_rep_info_element.
package struct DepthRepresentationValue: Hashable, Sendable {
  package var isNegative: Bool
  /// The exponent plus 31; 0 for numbers below 2^-30, 127 for an unspecified number.
  package var exponent: UInt8
  /// The number of bits of the mantissa, 1 to 32.
  package var mantissaCount: Int
  /// The bits after the binary point.
  package var mantissa: UInt32
}

extension DepthRepresentationValue {
  /// Creates a number with 16 bits of mantissa, as Apple writes it, or with 32 where 16 are not exact.
  ///
  /// Half and single precision numbers in range are exact. Throws `usage` for infinity, NaN and 2^96 or more.
  package init(_ value: Double) throws(AuxError) {
    guard value.isFinite, value.magnitude < 0x1p96 else {
      throw AuxError(.usage, "\(value) cannot be written as a depth representation value")
    }
    let short = Self.rounded(value, 16)
    self = short.value == value ? short : Self.rounded(value, 32)
  }

  private static func rounded(_ value: Double, _ count: Int) -> DepthRepresentationValue {
    let scale = Double(UInt64(1) << UInt64(count))
    let isSmall = value.magnitude < 0x1p-30
    var exponent = isSmall ? 0 : Int(value.exponent) + 31
    let fraction = isSmall ? value.magnitude * 0x1p30 : value.significand - 1
    var mantissa = UInt64((fraction * scale).rounded(.toNearestOrEven))
    if mantissa >> UInt64(count) != 0 {
      mantissa = 0
      exponent += 1
    }
    return DepthRepresentationValue(
      isNegative: value.sign == .minus, exponent: UInt8(min(exponent, 126)), mantissaCount: count,
      mantissa: UInt32(truncatingIfNeeded: mantissa))
  }

  /// The number; nil where the exponent says that it is unspecified.
  package var value: Double? {
    guard exponent < 127 else { return nil }
    let fraction = Double(mantissa) / Double(UInt64(1) << UInt64(mantissaCount))
    let magnitude =
      exponent == 0
      ? fraction * 0x1p-30 : Double(sign: .plus, exponent: Int(exponent) - 31, significand: 1 + fraction)
    return isNegative ? -magnitude : magnitude
  }

  package init(parsing bits: inout BitReader) throws(AuxError) {
    isNegative = try bits.readFlag()
    exponent = UInt8(try bits.readBits(7))
    mantissaCount = Int(try bits.readBits(5)) + 1
    mantissa = UInt32(try bits.readBits(mantissaCount))
  }

  package func serialize(into bits: inout BitWriter) {
    bits.write(flag: isNegative)
    bits.write(UInt64(exponent), bits: 7)
    bits.write(UInt64(mantissaCount - 1), bits: 5)
    bits.write(UInt64(mantissa), bits: mantissaCount)
  }
}
