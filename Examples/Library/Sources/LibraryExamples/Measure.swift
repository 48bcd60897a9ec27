// What the comments of the library show of distances, cameras, points and meshes, of files in the current folder.

import AuxDepthKit

/// Writes a scene as a mesh, and returns its points.
public func writeScene() throws(AuxError) -> PointCloud {
  let space = try PhotoSpace(ImageSource("portrait.heic"))
  try space.file(as: .glb).write(to: "portrait.glb")
  let cloud = try space.pointCloud()
  return cloud
}

/// Prints a point of a scene.
public func printPoint() throws(AuxError) {
  let space = try PhotoSpace(ImageSource("portrait.heic"))
  let cloud = try space.pointCloud()
  print(cloud.count, cloud.positions[0..<3])
}

/// Prints the size of a mesh.
public func printMesh() throws(AuxError) {
  let mesh = try PhotoSpace(ImageSource("portrait.heic")).mesh()
  print(mesh.vertexCount, mesh.triangleCount)
}

/// Writes the scenes of photos into a folder.
public func writeScenes() throws(AuxError) -> SpaceFile {
  var extractor = SpaceExtractor(into: "scenes", as: .glb)
  let file = try extractor.next(PhotoSpace(ImageSource("portrait.heic"))).write()
  return file
}

/// Writes both eyes of a spatial photo as one picture.
public func writeBothEyes() throws(AuxError) {
  try PairPicture(of: ImageSource("spatial.heic"), layout: .leftRight).write(to: "pair.png")
}

/// Writes the camera of a map for COLMAP.
public func writeCamera(_ calibration: CameraCalibrationData) throws(AuxError) {
  let camera = try CameraExport(calibration, width: 768, height: 576)
  try OutputFile.write(camera.encoded(as: .colmap), to: "cameras.txt")
}

/// Writes photos as a data set.
public func writeDataset() throws(AuxError) {
  var dataset = DatasetExport(into: "set")
  try dataset.write(["a.heic", "b.jpg"]) { print($0, $1) }
}

/// Compares a model's depth with the truth.
public func compareMaps() throws(AuxError) -> DepthComparison {
  let comparison = try DepthComparison(
    truth: DepthMap("truth.exr"), prediction: DepthMap("model.npy"), options: .init(alignment: .affine))
  print(comparison.absRel, comparison.delta1)
  return comparison
}

/// Compares a photo's depth with that of a laser.
public func comparePhoto() throws(AuxError) -> DepthComparison {
  let comparison = try DepthComparison(
    truth: ComparedFile("lidar.png", meaning: .init(convention: .kitti)),
    prediction: ComparedFile("photo.heic"), options: .init(alignment: .scale))
  return comparison
}

/// What renders a map row by row.
public protocol RowRenderer: Sendable {
  /// Returns the distances of rows in metres.
  func distances(ofRows rows: Range<Int>) -> [Float]
}

/// Adds a map of fifty megapixels of which no copy is made.
public func addLargeMap(to destination: inout ImageDestination, of renderer: some RowRenderer)
  throws(AuxError)
{
  let samples = try DepthSamples(width: 8660, height: 5774) { rows in renderer.distances(ofRows: rows) }
  try destination.addDepth(samples)
}
