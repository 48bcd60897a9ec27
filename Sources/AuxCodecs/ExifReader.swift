package import AuxImage
internal import CAuxShims

/// Reads Exif blocks through Exiv2.
package enum ExifReader {
  /// Returns the orientation that a TIFF block gives, or nil where it gives none of the eight.
  package static func orientation(ofTIFF block: [UInt8]) throws(AuxError) -> ImageOrientation? {
    ImageOrientation(rawValue: try integer("Exif.Image.Orientation", ofTIFF: block))
  }

  /// Returns the focal length that would give the same angle of view on 35 mm film, in millimetres.
  ///
  /// Nil where a TIFF block gives none. Source: Exif 2.32, 4.6.5, FocalLengthIn35mmFilm: 0 is "unknown".
  package static func focalLengthIn35mmFilm(ofTIFF block: [UInt8]) throws(AuxError) -> Int? {
    let value = try integer("Exif.Photo.FocalLengthIn35mmFilm", ofTIFF: block)
    return value > 0 ? value : nil
  }

  /// Returns the first number of a tag by Exiv2's name of it; 0 where it is absent.
  private static func integer(_ key: String, ofTIFF block: [UInt8]) throws(AuxError) -> Int {
    var value: Int64 = 0
    var error = aux_error()
    let code = unsafe aux_exif_integer(block, block.count, key, &value, &error)
    guard code == 0 else { throw codecFailure(error, "the Exif block cannot be read") }
    return Int(value)
  }
}
