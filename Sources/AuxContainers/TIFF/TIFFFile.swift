package import AuxImage

/// A TIFF file: its header and the tree of its directories; values are read when they are asked for.
///
/// Anything between the header and the first directory is left alone. Source: TIFF 6.0, section 2.
package struct TIFFFile: TIFFContent {
  package let source: any ByteSource
  package let endianness: ByteReader.Endianness
  /// The directories of the main chain, each with its children.
  package let directories: [TIFFDirectory]
  /// The depth maps and masks among them.
  package let entries: [Listed<DNGAuxiliaryDirectory>]
  package let notes: [String]
  /// Why a directory is left out that an edit would bring back; nil where none is.
  ///
  /// Bytes that are appended would become part of one that begins in the file or after its end; one that is named twice
  /// is still named where an edit takes one of the names away, as it does with that of IFD 0.
  package let damage: AuxError?
  package let limits: AuxLimits

  package static let headerCount = 8
  package static let pointerOffset = 4

  /// Whether the file is BigTIFF, of offsets of 64 bits; those after 4 GiB are not read.
  package var isBig: Bool { directories[0].isBig }

  /// Reads the header: the byte order, the offset of the first directory, and whether the file is BigTIFF.
  package static func header(
    of source: any ByteSource
  ) throws(AuxError) -> (endianness: ByteReader.Endianness, first: Int, isBig: Bool) {
    var reader = ByteReader(try source.read(at: 0, count: headerCount))
    let endianness: ByteReader.Endianness
    switch try reader.readUInt16() {
    case 0x4949: endianness = .little
    case 0x4D4D: endianness = .big
    default: throw AuxError(.malformed, "no byte-order mark, II or MM (TIFF 6.0, section 2)", offset: 0)
    }
    reader.endianness = endianness
    switch try reader.readUInt16() {
    case 42: break
    case 43: return (endianness, try bigFirst(of: source, endianness), true)
    case let magic: throw AuxError(.malformed, "the number \(magic) where TIFF has 42", offset: 2)
    }
    let first = Int(try reader.readUInt32())
    guard first >= headerCount else {
      throw AuxError(.malformed, "the first directory is said to be inside the header", offset: pointerOffset)
    }
    return (endianness, first, false)
  }

  /// Reads the offset of the first directory of BigTIFF. Source: Specs/photos.md, "TIFF".
  private static func bigFirst(
    of source: any ByteSource, _ endianness: ByteReader.Endianness
  ) throws(AuxError) -> Int {
    var reader = ByteReader(
      try source.read(at: 4, count: 12), fileOffset: 4, endianness: endianness)
    guard try reader.readUInt16() == 8, try reader.readUInt16() == 0 else {
      throw AuxError(.malformed, "BigTIFF whose offsets have not 8 bytes", offset: 4)
    }
    let first = try reader.readUInt64()
    guard first >= 16, let offset = Int(exactly: first) else {
      throw AuxError(.malformed, "the first directory is said to be inside the header", offset: 8)
    }
    return offset
  }

  package var first: TIFFDirectory { directories[0] }

  /// All directories, parents first.
  package var allDirectories: [TIFFDirectory] { directories.flatMap(\.flattened) }
}
