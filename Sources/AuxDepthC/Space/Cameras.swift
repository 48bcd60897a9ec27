internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_read_rays(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ rays: UnsafeMutablePointer<Float>?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(rays, row_bytes, size, "rays")
    let making = try SpaceMaking(options, for: .imageRays)
    let photo = try Photo.of(photo)
    let image = try photo.image(index)
    try buffer.write(
      photo.about { () throws(AuxError) in
        try CameraRays(
          of: image, in: photo.source, isUpright: making.isUpright, fieldOfView: making.fieldOfView)
      })
  }
}

@c @implementation
package func auxdepth_map_read_rays(
  _ map: OpaquePointer?, _ rays: UnsafeMutablePointer<Float>?, _ row_bytes: Int, _ size: Int,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(rays, row_bytes, size, "rays")
    let (map, width, height) = try Map.of(map).described
    try buffer.write(map.rays(ofWidth: width, height: height))
  }
}

extension Buffer {
  fileprivate func write(_ rays: CameraRays) throws(AuxError) {
    try write(rays.directions(), width: 3 * rays.width, height: rays.height)
  }
}

@c @implementation
package func auxdepth_image_camera_text(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(text, "text")
    let writing = try CameraWriting(options, for: .imageCamera)
    let photo = try Photo.of(photo)
    let image = try photo.image(index)
    let camera = try photo.about { () throws(AuxError) in
      try CameraExport(of: image, in: photo.source, isUpright: writing.isUpright, size: writing.size)
    }
    give(String(decoding: camera.encoded(as: writing.format), as: UTF8.self), to: place)
  }
}

@c @implementation
package func auxdepth_map_camera_text(
  _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(text, "text")
    let writing = try CameraWriting(options, for: .mapCamera)
    let (map, width, height) = try Map.of(map).described
    let camera = try CameraExport(of: map, ofWidth: width, height: height)
    give(String(decoding: camera.encoded(as: writing.format), as: UTF8.self), to: place)
  }
}
