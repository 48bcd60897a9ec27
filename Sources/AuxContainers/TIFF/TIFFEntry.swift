package import AuxImage

/// The type of the values of a field.
///
/// Source: TIFF 6.0, section 2; type 13 from TIFF Technical Note 1.
package struct TIFFFieldType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let byte = TIFFFieldType(rawValue: 1)
  package static let ascii = TIFFFieldType(rawValue: 2)
  package static let short = TIFFFieldType(rawValue: 3)
  package static let long = TIFFFieldType(rawValue: 4)
  package static let rational = TIFFFieldType(rawValue: 5)
  package static let signedByte = TIFFFieldType(rawValue: 6)
  package static let undefined = TIFFFieldType(rawValue: 7)
  package static let signedShort = TIFFFieldType(rawValue: 8)
  package static let signedLong = TIFFFieldType(rawValue: 9)
  package static let signedRational = TIFFFieldType(rawValue: 10)
  package static let float = TIFFFieldType(rawValue: 11)
  package static let double = TIFFFieldType(rawValue: 12)
  package static let ifd = TIFFFieldType(rawValue: 13)
  /// The types of 64 bits, of BigTIFF alone.
  package static let long8 = TIFFFieldType(rawValue: 16)
  package static let signedLong8 = TIFFFieldType(rawValue: 17)
  package static let ifd8 = TIFFFieldType(rawValue: 18)

  /// The size of one value in bytes, or nil for a type that neither TIFF 6.0 nor BigTIFF defines.
  package var byteCount: Int? {
    switch rawValue {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }
}

/// One field of a directory, kept as its twelve bytes say.
///
/// An entry of a BigTIFF file, which has twenty bytes, is kept as if it had twelve: values of five to eight bytes then are
/// at an offset, which is that of their own entry. Source: TIFF 6.0, section 2, "IFD Entry".
package struct TIFFEntry: Hashable, Sendable {
  package var tag: UInt16
  package var type: TIFFFieldType
  package var count: UInt32
  /// The last four bytes as a number: the offset of the values, or the values where these fit.
  package var valueField: UInt32

  package static let byteCount = 12

  /// The size of all values in bytes, or nil for an unknown type.
  package var valueByteCount: Int? { type.byteCount.map { $0 * Int(count) } }

  /// Whether the values are in the entry itself; so are those of an unknown type.
  package var isInline: Bool { (valueByteCount ?? 0) <= 4 }
}

extension TIFFEntry {
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    tag = try reader.readUInt16()
    type = TIFFFieldType(rawValue: try reader.readUInt16())
    count = try reader.readUInt32()
    valueField = try reader.readUInt32()
  }

  /// Reads the twenty bytes of an entry of BigTIFF, which are at `offset` in the file.
  ///
  /// Throws `limitExceeded` for what 32 bits do not count. Source: Specs/photos.md, "TIFF".
  package init(parsingBig reader: inout ByteReader, at offset: Int) throws(AuxError) {
    tag = try reader.readUInt16()
    type = TIFFFieldType(rawValue: try reader.readUInt16())
    guard let count = UInt32(exactly: try reader.readUInt64()) else {
      throw AuxError(.limitExceeded, "more than 4 G values", offset: offset, place: TIFFTag.name(tag))
    }
    self.count = count
    let field = try reader.readBytes(8)
    var value = ByteReader(field, endianness: reader.endianness)
    let size = type.byteCount.map { $0 * Int(count) } ?? 0
    if size <= 4 {
      valueField = try value.readUInt32()
    } else {
      guard let place = UInt32(exactly: size <= 8 ? UInt64(offset + 12) : try value.readUInt64()) else {
        throw AuxError(
          .limitExceeded, "values after 4 GiB, which this package does not read", offset: offset,
          place: TIFFTag.name(tag))
      }
      valueField = place
    }
  }

  package func serialize(into writer: inout ByteWriter) {
    writer.write(tag)
    writer.write(type.rawValue)
    writer.write(count)
    writer.write(valueField)
  }
}
