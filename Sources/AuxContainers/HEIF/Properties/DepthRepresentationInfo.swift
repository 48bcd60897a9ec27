package import AuxImage

/// What the codes of a depth image mean: the SEI message "depth representation information".
///
/// Source: ITU-T H.265, G.14.2.3 (payload type 177); Specs/heif.md, "Depth representation".
package struct DepthRepresentationInfo: Hashable, Sendable {
  /// What the codes are uniform in.
  package enum Kind {
    /// 1/Z, not scaled.
    package static let inverseDepth: UInt32 = 0
    /// Disparity.
    package static let disparity: UInt32 = 1
    /// Z.
    package static let depth: UInt32 = 2
    /// Disparity through a table.
    package static let nonUniformDisparity: UInt32 = 3
  }

  /// The nearest Z.
  package var zNear: DepthRepresentationValue?
  /// The farthest Z.
  package var zFar: DepthRepresentationValue?
  /// The smallest disparity.
  package var dMin: DepthRepresentationValue?
  /// The largest disparity.
  package var dMax: DepthRepresentationValue?
  /// What the codes are uniform in.
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
}

extension DepthRepresentationInfo {
  /// The type of the SEI message.
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

  /// Returns the payload of the first message of the right type.
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

  /// Writes the subtype bytes of an `auxC` property; the inverse of ``init(parsing:)``.
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
