package import AuxImage

/// The header of a box: its type and its size. Source: ISO/IEC 14496-12:2022, 4.2.2.
package struct BoxHeader: Hashable, Sendable {
  package enum SizeForm: Hashable, Sendable {
    case compact
    /// 64 bits, after the type.
    case large
    /// The number 0: the box reaches to the end of the file.
    case toEnd
  }

  package var type: FourCharacterCode
  /// The 16 bytes that name the type of a `uuid` box; empty for any other.
  package var userType: [UInt8]
  package var sizeForm: SizeForm
  package var payloadCount: Int

  /// Creates a header of the smallest form.
  package init(_ type: FourCharacterCode, payloadCount: Int) {
    self.type = type
    userType = []
    sizeForm = payloadCount > Int(UInt32.max) - 8 ? .large : .compact
    self.payloadCount = payloadCount
  }

  package var headerCount: Int { (sizeForm == .large ? 16 : 8) + userType.count }
  package var count: Int { headerCount + payloadCount }

  /// Reads the header of a box that may take up to `available` bytes, header included.
  ///
  /// The size 0 is allowed where `isTopLevel`. Throws `malformed` where the size is less than the header,
  /// and `truncated` where it passes `available`.
  package init(
    parsing reader: inout ByteReader, available: Int, isTopLevel: Bool = false
  ) throws(AuxError) {
    var inner = reader
    let start = inner.fileOffset
    let size = try inner.readUInt32()
    let type = try inner.readCode()
    func wrong(_ reason: String, _ code: AuxError.Code = .malformed) -> AuxError {
      AuxError(code, reason, offset: start, place: "\(type)")
    }
    self.type = type
    var count = Int(size)
    sizeForm = .compact
    if size == 1 {
      sizeForm = .large
      guard let large = Int(exactly: try inner.readUInt64()) else {
        throw wrong("a size of 2^63 bytes or more (14496-12 4.2.2)")
      }
      count = large
    } else if size == 0 {
      guard isTopLevel else { throw wrong("the size 0 inside another box (14496-12 4.2.2)") }
      sizeForm = .toEnd
      count = available
    }
    userType = type == "uuid" ? try inner.readBytes(16) : []
    payloadCount = 0
    guard count >= headerCount else {
      throw wrong("the size \(count) is less than the header's \(headerCount) bytes (14496-12 4.2.2)")
    }
    guard count <= available else {
      throw wrong("the box needs \(count) bytes and \(available) are left", .truncated)
    }
    payloadCount = count - headerCount
    reader = inner
  }

  package func serialize(into writer: inout ByteWriter) {
    switch sizeForm {
    case .compact: writer.write(UInt32(truncatingIfNeeded: count))
    case .large: writer.write(UInt32(1))
    case .toEnd: writer.write(UInt32(0))
    }
    writer.write(type)
    if sizeForm == .large { writer.write(UInt64(count)) }
    writer.write(userType)
  }

  /// Returns the header for another number of payload bytes, with an explicit size.
  ///
  /// The form stays unless the size does not fit it.
  package func resized(to payloadCount: Int) -> BoxHeader {
    var header = self
    header.payloadCount = payloadCount
    if sizeForm == .toEnd { header.sizeForm = .compact }
    if header.sizeForm == .compact, header.count > Int(UInt32.max) { header.sizeForm = .large }
    return header
  }
}

/// The version and the flags at the start of a full box. Source: ISO/IEC 14496-12:2022, 4.2.2.
package struct FullBoxHeader: Hashable, Sendable {
  package var version: UInt8 = 0
  /// 24 bits.
  package var flags: UInt32 = 0
}

extension FullBoxHeader {
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    let word = try reader.readUInt32()
    self.init(version: UInt8(word >> 24), flags: word & 0xFF_FFFF)
  }

  package func serialize(into writer: inout ByteWriter) {
    writer.write(UInt32(version) << 24 | flags & 0xFF_FFFF)
  }

  /// Throws `unsupported` where the version is above `newest`.
  func require(upTo newest: UInt8, _ type: FourCharacterCode) throws(AuxError) {
    guard version <= newest else {
      throw AuxError(.unsupported, "version \(version) of \(type); up to \(newest) is known")
    }
  }
}

// The numbers of items have 32 or 16 bits, by the version of their box.

extension ByteReader {
  mutating func readItemID(wide: Bool) throws(AuxError) -> UInt32 {
    wide ? try readUInt32() : UInt32(try readUInt16())
  }
}

extension ByteWriter {
  mutating func write(itemID: UInt32, wide: Bool) {
    if wide { write(itemID) } else { write(UInt16(truncatingIfNeeded: itemID)) }
  }
}
