// The code of the article "Coming from ImageIO and AVFoundation", piece by piece.

import AuxDepthKit

/// Returns the disparity of a photo in metres, turned by a quarter clockwise.
public func turnedDepth(of path: String) throws(AuxError) -> DepthData? {
  let source = try ImageSource(path)
  guard let info = try source.auxiliaryDataInfo(.disparity) else { return nil }
  let depth = try DepthData(fromDictionaryRepresentation: info)
    .converting(toDepthDataType: .depthFloat32)
    .applyingExifOrientation(.right)
  return depth
}

/// Returns a photo as displayed, and what it says of itself.
public func displayedPhoto(_ source: ImageSource) throws(AuxError) -> (PhotoPixels, PhotoMetadata) {
  let pixels = try source.primaryPixels()
  let displayed = pixels.upright()
  let metadata = try source.primaryMetadata()
  return (displayed, metadata)
}

/// Returns the depth data of bytes, and that of floats.
public func depthByHand(
  data: [UInt8], metres: [Float], width: Int, height: Int
) throws(AuxError) -> (DepthData, DepthData) {
  let info = AuxiliaryDataInfo(
    data: data,
    description: .init(pixelFormat: .depthFloat32, width: width, height: height, bytesPerRow: width * 4))
  let depth = try DepthData(fromDictionaryRepresentation: info)

  // Or from floats, without bytes between.
  let same = try DepthData(
    depthDataType: .depthFloat32,
    depthDataMap: PixelPlane(width: width, height: height, storage: .float(metres)))
  return (depth, same)
}

/// Puts depth data into a photo.
public func write(_ depth: DepthData, into source: ImageSource, to path: String) throws(AuxError) {
  var destination = try ImageDestination(from: source)
  let (info, type) = depth.dictionaryRepresentation()
  try destination.addAuxiliaryDataInfo(info, type: type)
  try destination.finalize(to: path)
}

/// Returns a HEIC file in memory.
public func heicFile(
  _ pixels: PhotoPixels, _ metadata: PhotoMetadata, _ info: AuxiliaryDataInfo, type: AuxiliaryDataType
) throws(AuxError) -> ([UInt8], WriteReport) {
  var destination = try ImageDestination(pixels: pixels, metadata: metadata, as: .heif)
  try destination.addAuxiliaryDataInfo(info, type: type)
  let (data, report) = try destination.finalize()
  return (data, report)
}

/// Writes a spatial photo of two pictures.
public func writePair(left: PhotoPixels, right: PhotoPixels, to path: String) throws(AuxError) {
  let photo = try SpatialPhoto(
    left: left, right: right,
    camera: StereoCamera(focalLength: 0.6, baseline: 0.064, disparityAdjustment: 0.02))
  try photo.finalize(to: path)
}

/// Writes a spatial photo of one with a depth map.
public func writePair(of portrait: String, to path: String) throws(AuxError) {
  let renderer = try PhotoRenderer(ImageSource(portrait))
  let rendering = try renderer.spatialPhoto(SpatialOptions(baseline: 0.064, fieldOfView: 60))
  try rendering.photo.finalize(to: path)
}
