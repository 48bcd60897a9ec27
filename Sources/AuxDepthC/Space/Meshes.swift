internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_mesh(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ mesh: UnsafeMutablePointer<auxdepth_mesh>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    try fill(mesh, "mesh", auxdepth_mesh())
    let making = try SpaceMaking(options, for: .imageMesh)
    let photo = try Photo.of(photo)
    let (space, surfaces) = try photo.about { () throws(AuxError) in
      let space = try photo.space(index, making)
      return (space, try space.mesh())
    }
    try give(surfaces, to: mesh)
    give(space.json.text, to: report)
  }
}

@c @implementation
package func auxdepth_map_mesh(
  _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ mesh: UnsafeMutablePointer<auxdepth_mesh>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    try fill(mesh, "mesh", auxdepth_mesh())
    let making = try SpaceMaking(options, for: .mapMesh)
    try give(Map.of(map).map().mesh(options: making.options), to: mesh)
  }
}

private func give(_ surfaces: DepthMesh, to mesh: UnsafeMutablePointer<auxdepth_mesh>?) throws(AuxError) {
  var copies = ArrayCopies()
  var value = auxdepth_mesh()
  (value.vertex_count, value.triangle_count) = (surfaces.vertexCount, surfaces.triangleCount)
  value.positions = try copies.copy(surfaces.positions)
  value.normals = try copies.copy(surfaces.normals)
  value.texture_coordinates = try copies.copy(surfaces.textureCoordinates)
  value.indices = try copies.copy(surfaces.indices)
  try fill(mesh, "mesh", value)
  copies.handOver()
}
