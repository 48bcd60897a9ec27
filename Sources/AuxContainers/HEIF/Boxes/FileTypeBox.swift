package import AuxImage

/// `ftyp`: the brands of a file. Source: ISO/IEC 14496-12:2022, 4.3.
package struct FileTypeBox: Hashable, Sendable {
  /// The major brand.
  package var majorBrand: FourCharacterCode
  /// The minor version.
  package var minorVersion: UInt32
  /// The compatible brands.
  package var compatibleBrands: [FourCharacterCode]

  /// Creates the box.
  package init(
    majorBrand: FourCharacterCode, minorVersion: UInt32 = 0, compatibleBrands: [FourCharacterCode]
  ) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = compatibleBrands
  }

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    majorBrand = try reader.readCode()
    minorVersion = try reader.readUInt32()
    compatibleBrands = []
    while reader.remaining >= 4 { compatibleBrands.append(try reader.readCode()) }
  }

  /// Whether the brands are those of AVIF, an image or a sequence, so that its images are AV1.
  ///
  /// Source: AV1 Image File Format, 6.
  package var isAVIF: Bool {
    ([majorBrand] + compatibleBrands).contains { $0 == "avif" || $0 == "avis" }
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    writer.write(majorBrand)
    writer.write(minorVersion)
    for brand in compatibleBrands { writer.write(brand) }
  }
}
