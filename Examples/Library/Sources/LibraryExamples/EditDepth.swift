import AuxDepthKit

/// Returns the depth map of a photo in metres, row by row from the top, or nil where it has none.
public func depth(
  of photo: String
) throws(AuxError) -> (metres: [Float], width: Int, height: Int)? {
  let source = try ImageSource(photo)
  guard let image = source.auxiliaryImages.first(where: { $0.type.isDepthData }) else { return nil }
  let depth = try source.depthData(image).converting(toDepthDataType: .fdep)
  return (depth.values, depth.depthDataMap.width, depth.depthDataMap.height)
}

/// Replaces the depth map of a photo by an edited one, in metres; the photo's own bytes stay what they are.
public func editDepth(
  of photo: String, output: String, _ edit: ([Float]) -> [Float]
) throws(AuxError) -> WriteReport {
  let source = try ImageSource(photo)
  guard let image = source.auxiliaryImages.first(where: { $0.type.isDepthData }) else {
    throw AuxError(.missingImage, "the photo has no depth map", path: photo)
  }
  let depth = try source.depthData(image).converting(toDepthDataType: .fdep)
  let (width, height) = (depth.depthDataMap.width, depth.depthDataMap.height)
  let edited = try depth.replacingDepthDataMap(
    with: PixelPlane(width: width, height: height, storage: .float(edit(depth.values))))

  // Apple's programs keep half-float disparity.
  let (info, type) = try edited.converting(toDepthDataType: .hdis).dictionaryRepresentation()
  var destination = try ImageDestination(from: source)
  try destination.addAuxiliaryDataInfo(info, type: type, replacing: true)
  return try destination.finalize(to: output)
}
