internal import AuxContainers
public import AuxImage
public import AuxMaps
public import AuxReader

/// Where the camera of a map that is attached comes from, other than a file, which `MapCamera` reads.
public enum PhotoCamera: Hashable, Sendable {
  /// The photo's Exif: FocalLengthIn35mmFilm, else FocalLength with FocalPlaneXResolution.
  case exif
  /// A focal length in millimeters and the width and height of the sensor; the photo is the largest rectangle of its own
  /// shape on it.
  case lens(focalLength: Double, sensorWidth: Double, sensorHeight: Double)
  /// A focal length in millimeters, the size of the sensor along the longer side of the photo, and how far the principal point
  /// is off the center, as shares of the longer side: right and up are where the camera of the numbers looks.
  ///
  /// They are those of Blender's panel, whose sensor fit is Auto.
  case fitted(focalLength: Double, sensor: Double, shiftX: Double = 0, shiftY: Double = 0)
  /// The focal length that gives the same field of view on 35 mm film, by the diagonal.
  case film35(focalLength: Double)

  /// Returns the camera of a map of a photo, whose principal point is the centre.
  ///
  /// Throws `AuxError`: `missingImage` where the photo's Exif says nothing of the focal length, `usage` for numbers that are
  /// not positive.
  public func camera(of photo: ImageSource) throws(AuxError) -> MapCamera {
    guard let size = photo.primary else { throw AuxError(.missingImage, "there is no primary image") }
    let (width, height) = (Double(size.width), Double(size.height))
    switch self {
    case .film35(let length):
      try Self.check(length)
      return Self.square(length / Self.filmDiagonal * (width * width + height * height).squareRoot())
    case .lens(let length, let sensorWidth, let sensorHeight):
      for number in [length, sensorWidth, sensorHeight] { try Self.check(number) }
      // A sensor is as its camera was held.
      let isTurned = (width < height) != (sensorWidth < sensorHeight) && width != height
      let sensor = isTurned ? (sensorHeight, sensorWidth) : (sensorWidth, sensorHeight)
      return Self.square(length * max(width / sensor.0, height / sensor.1))
    case .fitted(let length, let sensor, let shiftX, let shiftY):
      for number in [length, sensor] { try Self.check(number) }
      let longer = max(width, height)
      let focal = length / sensor * longer
      guard shiftX != 0 || shiftY != 0 else { return Self.square(focal) }
      return .intrinsics(
        fx: focal, fy: focal, cx: width / 2 - shiftX * longer, cy: height / 2 + shiftY * longer)
    case .exif:
      guard let exif = try photo.primaryMetadata().exif,
        let focal = try Self.focalLength(ExifBlock(exif, limits: photo.limits), width, height)
      else {
        throw AuxError(
          .missingImage,
          "the photo's Exif has neither FocalLengthIn35mmFilm nor FocalLength with FocalPlaneXResolution")
      }
      return Self.square(focal)
    }
  }

  /// Returns a note if the sensor has another shape than the photo, so that programs differ about the focal length.
  public func note(on photo: ImageSource) -> String? {
    guard case .lens(let length, let sensorWidth, let sensorHeight) = self, let size = photo.primary,
      case let (longer, shorter) = (
        Double(max(size.width, size.height)), Double(min(size.width, size.height))
      ),
      case let (long, short) = (max(sensorWidth, sensorHeight), min(sensorWidth, sensorHeight)),
      !AspectRatio.isSame((longer, shorter), (long, short))
    else { return nil }
    let cropped = NumberText.significant(length * max(longer / long, shorter / short), 6)
    let fitted = NumberText.significant(length / long * longer, 6)
    return
      "the sensor has another shape than the photo: the focal length is \(cropped) pixels, since the photo is taken for a "
      + "part of the whole area; along the longer side, as Blender has it, sensor=\(NumberText.significant(long, 6)) gives \(fitted)"
  }

  /// The diagonal of 36 by 24 mm. Source: CIPA DCG-001, 6.2.
  private static let filmDiagonal = (36 * 36 + 24 * 24 as Double).squareRoot()

  private static func square(_ focal: Double) -> MapCamera { .focalLengths(fx: focal, fy: focal) }

  private static func check(_ number: Double) throws(AuxError) {
    guard number > 0, number.isFinite else {
      throw AuxError(.usage, "a camera has positive numbers of millimetres, not \(number)")
    }
  }

  /// Returns the focal length in pixels that Exif gives.
  private static func focalLength(
    _ exif: ExifBlock, _ width: Double, _ height: Double
  ) -> Double? {
    if let length = exif.focalLengthIn35mmFilm {
      return Double(length) / filmDiagonal * (width * width + height * height).squareRoot()
    }
    return exif.focalLengthInPixels
  }
}
