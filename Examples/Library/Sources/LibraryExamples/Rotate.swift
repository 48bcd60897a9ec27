import AuxDepthKit

/// Returns a photo's pixels and its depth data as the photo is displayed, the calibration turned with the map.
public func displayed(_ photo: String) throws(AuxError) -> (pixels: PhotoPixels, depth: DepthData)? {
  let source = try ImageSource(photo)
  guard let info = try source.auxiliaryDataInfo(.disparity) else { return nil }
  let pixels = try source.primaryPixels()
  let depth = try DepthData(fromDictionaryRepresentation: info).applyingExifOrientation(pixels.orientation)
  return (pixels.upright(), depth)
}
