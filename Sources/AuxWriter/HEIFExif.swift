internal import AuxContainers
internal import AuxImage

/// Exif and ICC profiles as HEIF holds them.
enum HEIFExif {
  /// Returns the Exif block of an `Exif` item, from its byte-order mark on.
  ///
  /// Source: ISO/IEC 23008-12, A.2.1: four bytes in front tell how many more are to be passed over.
  static func block(in item: [UInt8]) throws(AuxError) -> [UInt8] {
    var reader = ByteReader(item)
    do throws(AuxError) {
      let skipped = Int(try reader.readUInt32())
      try reader.skip(skipped)
      return reader.readRest()
    } catch { throw error.within("Exif") }
  }

  /// Returns the ICC profile of an image item, or nil where it has none.
  static func iccProfile(of item: HEIFItem, in file: HEIFFile) throws(AuxError) -> [UInt8]? {
    for property in file.properties(of: item) where property.box.type == "colr" {
      var reader = property.box.reader
      let kind = try reader.readBytes(4)
      if kind == Array("prof".utf8) || kind == Array("rICC".utf8) { return reader.readRest() }
    }
    return nil
  }
}
