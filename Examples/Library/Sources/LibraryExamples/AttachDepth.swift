import AuxReader
import AuxWriter

/// Puts a depth map into a photo, row by row from the top, in metres.
///
/// The photo's coded bytes stay what they are; the output has the photo's container.
public func attachDepth(
  _ metres: [Float], width: Int, height: Int, to photo: String, output: String
) throws(AuxError) {
  var metadata = AuxiliaryMetadata()
  metadata.quality = .high
  metadata.accuracy = .absolute
  metadata.isFiltered = true
  let depth = try DepthData(
    depthDataType: .fdep,
    depthDataMap: PixelPlane(width: width, height: height, storage: .float(metres)), metadata: metadata)

  // Apple's programs keep half-float disparity.
  let disparity = try depth.converting(toDepthDataType: .hdis)
  let (info, type) = disparity.dictionaryRepresentation()

  var destination = try ImageDestination(from: ImageSource(photo))
  try destination.addAuxiliaryDataInfo(info, type: type)
  _ = try destination.finalize(to: output)
}

/// Returns the depth map of a photo in metres, with its size, or nil where it has none.
public func depth(
  of photo: String
) throws(AuxError) -> (metres: [Float], width: Int, height: Int)? {
  let source = try ImageSource(photo)
  for type in [AuxiliaryDataType.disparity, .depth] {
    guard let info = try source.auxiliaryDataInfo(type) else { continue }
    let depth = try DepthData(dictionaryRepresentation: info).converting(toDepthDataType: .fdep)
    guard case .float(let metres) = depth.depthDataMap.storage else { continue }
    return (metres, depth.depthDataMap.width, depth.depthDataMap.height)
  }
  return nil
}
