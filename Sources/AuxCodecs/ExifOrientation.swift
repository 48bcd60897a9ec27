package import AuxImage
internal import CAuxShims

/// Reads Exif blocks through Exiv2.
package enum ExifReader {
  /// Returns the orientation that a TIFF block gives, or nil where it gives none of the eight.
  package static func orientation(ofTIFF block: [UInt8]) throws(AuxError) -> ImageOrientation? {
    var orientation: Int32 = 0
    var error = aux_error()
    let code = unsafe aux_exif_orientation(block, block.count, &orientation, &error)
    guard code == 0 else { throw codecFailure(error, "the Exif block cannot be read") }
    return ImageOrientation(rawValue: Int(orientation))
  }
}
