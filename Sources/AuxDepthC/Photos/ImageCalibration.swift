internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_intrinsics(
  _ photo: OpaquePointer?, _ index: Int, _ turn: auxdepth_turn,
  _ intrinsics: UnsafeMutablePointer<auxdepth_intrinsics>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let calibration = try Photo.of(photo).calibration(index, turn)
    // By columns.
    let matrix = calibration.intrinsicMatrix
    var value = auxdepth_intrinsics()
    (value.fx, value.fy, value.cx, value.cy) = (matrix[0], matrix[4], matrix[6], matrix[7])
    value.reference_width = calibration.intrinsicMatrixReferenceDimensions.width
    value.reference_height = calibration.intrinsicMatrixReferenceDimensions.height
    value.pixel_size = calibration.pixelSize
    try fill(intrinsics, "intrinsics", value)
  }
}

@c @implementation
package func auxdepth_image_calibration_json(
  _ photo: OpaquePointer?, _ index: Int, _ turn: auxdepth_turn,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    give(try Photo.of(photo).calibration(index, turn).json.text, to: place)
  }
}

extension Photo {
  fileprivate func calibration(_ index: Int, _ turn: Int32) throws(AuxError) -> CameraCalibrationData {
    let (image, orientation) = (try image(index), try orientation(turn, of: source))
    guard let calibration = image.metadata.calibration else {
      throw AuxError(
        .missingImage, "auxiliary image \(index) (\(image.type)) has no calibration", path: source.path)
    }
    return calibration.applyingExifOrientation(orientation)
  }
}
