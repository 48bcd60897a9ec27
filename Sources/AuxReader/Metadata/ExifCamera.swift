internal import AuxContainers
public import AuxImage

/// The camera and the lens of a photo, as Exif states them; what it does not state is nil.
public struct ExifCamera: Hashable, Sendable {
  /// The maker of the camera.
  public let make: String?
  /// The model of the camera.
  public let model: String?
  /// The model of the lens.
  public let lens: String?
  /// The focal length in millimeters.
  public let focalLength: Double?
  /// The focal length in millimeters that gives the same angle of view on 35 mm film.
  public let focalLengthIn35mmFilm: Int?

  /// Reads a block; nil if it states none of these.
  init?(_ exif: ExifBlock) {
    (make, model, lens) = exif.camera
    (focalLength, focalLengthIn35mmFilm) = (exif.focalLength, exif.focalLengthIn35mmFilm)
    guard make != nil || model != nil || lens != nil || focalLength != nil || focalLengthIn35mmFilm != nil
    else { return nil }
  }

  /// A JSON object of `make`, `model`, `lens`, `focalLength` and `focalLength35mm`.
  package var json: JSONValue {
    [
      "make": make.map(JSONValue.string), "model": model.map(JSONValue.string),
      "lens": lens.map(JSONValue.string), "focalLength": focalLength.map(JSONValue.number),
      "focalLength35mm": focalLengthIn35mmFilm.map(JSONValue.integer),
    ]
  }
}

extension ImageSource {
  /// Reads the camera and the lens from Exif; nil where it states neither.
  ///
  /// Throws `AuxError` with code `missingImage` for a lone auxiliary image, `malformed` for a block that is not Exif, and `io`.
  public func exifCamera() throws(AuxError) -> ExifCamera? {
    let exif = try ofPrimary { reader throws(AuxError) in try reader.primaryExif() }
    return try exif.map { block throws(AuxError) in try ExifBlock(block, limits: limits) }.flatMap(
      ExifCamera.init)
  }
}
