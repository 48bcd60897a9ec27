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
    give(space.origin.json.text, to: report)
  }
}

@c @implementation
package func auxdepth_map_mesh(
  _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ mesh: UnsafeMutablePointer<auxdepth_mesh>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    try fill(mesh, "mesh", auxdepth_mesh())
    let making = try SpaceMaking(options, for: .mapMesh)
    let map = try Map.of(map).map()
    let origin = try map.spaceOrigin()
    try give(map.mesh(options: making.options), to: mesh)
    give(origin.json.text, to: report)
  }
}

@c @implementation
package func auxdepth_mesh_write(
  _ mesh: UnsafePointer<auxdepth_mesh>?, _ about: UnsafePointer<CChar>?, _ texture: OpaquePointer?,
  _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let given = try read(mesh, "mesh")
    let writing = try MeshWriting(options, for: .meshWrite)
    let photo = try texture == nil ? nil : Photo.of(texture, "texture")
    let (positions, vertices) = given.vertex_count.multipliedReportingOverflow(by: 3)
    let (indices, triangles) = given.triangle_count.multipliedReportingOverflow(by: 3)
    guard !vertices, !triangles else {
      throw AuxError(.usage, "mesh->vertex_count or mesh->triangle_count is too large")
    }
    let surfaces = try DepthMesh(
      positions: array(given.positions, positions, "mesh->positions"),
      normals: optionalArray(given.normals, positions),
      textureCoordinates: optionalArray(given.texture_coordinates, positions / 3 * 2),
      indices: array(given.indices, indices, "mesh->indices"))
    try surfaces.write(
      SpaceFileMetadata(about), texture: photo?.source, textureSide: writing.textureSide,
      to: AuxDepthC.path(path),
      options: WriteOptions(flags: flags))
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
