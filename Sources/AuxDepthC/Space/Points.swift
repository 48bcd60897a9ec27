internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_points(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ points: UnsafeMutablePointer<auxdepth_points>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    try fill(points, "points", auxdepth_points())
    let making = try SpaceMaking(options, for: .imagePoints)
    let photo = try Photo.of(photo)
    let (space, cloud) = try photo.about { () throws(AuxError) in
      let space = try photo.space(index, making)
      return (space, try space.pointCloud(colours: making.hasColours))
    }
    try give(cloud, to: points)
    give(space.origin.json.text, to: report)
  }
}

@c @implementation
package func auxdepth_map_points(
  _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ points: UnsafeMutablePointer<auxdepth_points>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    try fill(points, "points", auxdepth_points())
    let making = try SpaceMaking(options, for: .mapPoints)
    let map = try Map.of(map).map()
    let origin = try map.spaceOrigin()
    try give(map.pointCloud(options: making.options), to: points)
    give(origin.json.text, to: report)
  }
}

@c @implementation
package func auxdepth_points_write(
  _ points: UnsafePointer<auxdepth_points>?, _ about: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ flags: UInt32, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let given = try read(points, "points")
    let count = given.count.multipliedReportingOverflow(by: 3)
    guard !count.overflow else { throw AuxError(.usage, "points->count is \(given.count)") }
    let cloud = try PointCloud(
      positions: array(given.positions, count.partialValue, "points->positions"),
      normals: optionalArray(given.normals, count.partialValue),
      colours: optionalArray(given.colours, count.partialValue))
    try cloud.write(SpaceFileMetadata(about), to: AuxDepthC.path(path), options: WriteOptions(flags: flags))
  }
}

extension SpaceFileMetadata {
  /// Reads the report of a function that makes points or a mesh; NULL says nothing.
  init(_ about: UnsafePointer<CChar>?) throws(AuxError) {
    guard let about else {
      self.init()
      return
    }
    try self.init(json: Array(AuxDepthC.text(about, "about").utf8))
  }
}

private func give(_ cloud: PointCloud, to points: UnsafeMutablePointer<auxdepth_points>?) throws(AuxError) {
  var copies = ArrayCopies()
  var value = auxdepth_points()
  value.count = cloud.count
  value.positions = try copies.copy(cloud.positions)
  value.normals = try copies.copy(cloud.normals)
  value.colours = try copies.copy(cloud.colours)
  try fill(points, "points", value)
  copies.handOver()
}

extension Photo {
  /// Returns an auxiliary image in space.
  func space(_ index: Int, _ making: SpaceMaking) throws(AuxError) -> PhotoSpace {
    try PhotoSpace(
      source, image(index), fieldOfView: making.fieldOfView, mask: making.mask,
      isUpright: making.isUpright, options: making.options)
  }
}
