internal import AuxCodecs
internal import AuxContainers
package import AuxImage
internal import AuxReader

/// A stereo pair in one HEIC file: two images in a `ster` group with the cameras that they are of.
///
/// Source: Specs/heif.md, "Stereo pairs".
package struct SpatialPhoto {
  private let left: PrimaryPicture
  private let right: PrimaryPicture
  private let camera: StereoCamera

  /// Creates a pair of pictures of one size that stand upright.
  ///
  /// The focal length and the disparity adjustment are in widths, the baseline in metres. Throws `usage` where
  /// the sizes differ, a picture is to be turned, or a number is out of range.
  package init(
    left: PrimaryPicture, right: PrimaryPicture, focalLength: Double, baseline: Double,
    disparityAdjustment: Double
  ) throws(AuxError) {
    guard left.width == right.width, left.height == right.height else {
      throw AuxError(
        .usage, "the left picture is \(left.width)x\(left.height), the right \(right.width)x\(right.height)")
    }
    guard left.orientation == .up, right.orientation == .up else {
      throw AuxError(.usage, "the pictures of a stereo pair stand upright")
    }
    (self.left, self.right) = (left, right)
    camera = try StereoCamera(
      focalLength: focalLength, baseline: baseline, disparityAdjustment: disparityAdjustment)
  }

  /// Returns the file, whose primary image is the left picture, and what could not go along.
  package func file(quality: Int) throws(AuxError) -> (bytes: [UInt8], losses: [String]) {
    let (bytes, losses) = try PrimaryEncoder.encode(left, as: .heif, quality: quality)
    let one = MemoryByteSource(bytes)
    let other = MemoryByteSource(try PrimaryEncoder.encode(right, as: .heif, quality: quality).bytes)
    var edit = HEIFEdit(try HEIFFile(one))
    try edit.addRightEye(of: HEIFFile(other), from: other, camera: camera)
    return (try edit.composition(of: one).bytes(of: one), losses)
  }
}

extension PrimaryPicture {
  /// Returns the focal length in widths, as it stands here, of the camera; nil where nothing tells it.
  ///
  /// The calibration of a depth map tells it, else Exif's FocalLengthIn35mmFilm, which compares diagonals
  /// (CIPA DCG-001, 6.2): 43.27 mm is that of 35 mm film.
  package func focalLength(calibration: CameraCalibrationData?) throws(AuxError) -> Double? {
    if let calibration, let length = calibration.intrinsicMatrix.first, length > 0 {
      let reference = calibration.intrinsicMatrixReferenceDimensions
      let longest = max(reference.width, reference.height)
      // The map may stand otherwise than the picture; the longer side of one is that of the other.
      if longest > 0 { return length / longest * Double(max(width, height)) / Double(width) }
    }
    guard let exif, let length = try ExifReader.focalLengthIn35mmFilm(ofTIFF: exif) else { return nil }
    let diagonal = (Double(width * width) + Double(height * height)).squareRoot()
    return Double(length) / (36 * 36 + 24 * 24 as Double).squareRoot() * diagonal / Double(width)
  }
}
