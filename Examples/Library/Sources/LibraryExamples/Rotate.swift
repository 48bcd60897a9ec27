import AuxReader
import AuxWriter

/// Returns the depth data of a photo as the photo is displayed, its calibration turned with it.
public func displayedDepth(of photo: String) throws(AuxError) -> DepthData? {
  let source = try ImageSource(photo)
  guard let info = try source.auxiliaryDataInfo(.disparity), let primary = source.primary else { return nil }
  return try DepthData(dictionaryRepresentation: info).applyingExifOrientation(primary.orientation)
}
