internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_read_floats(
  _ photo: OpaquePointer?, _ index: Int, _ unit: auxdepth_unit, _ turn: auxdepth_turn,
  _ samples: UnsafeMutablePointer<Float>?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    try Photo.of(photo).writeFloats(index, unit, turn, to: buffer)
  }
}

@c @implementation
package func auxdepth_photo_read_depth(
  _ photo: OpaquePointer?, _ unit: auxdepth_unit, _ turn: auxdepth_turn,
  _ depth: UnsafeMutablePointer<auxdepth_depth>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    try fill(depth, "depth", auxdepth_depth())
    let photo = try Photo.of(photo)
    let (format, isUpright) = try (quantity(unit).float32Format, AuxDepthC.isUpright(turn))
    let data = try photo.about { () throws(AuxError) in
      try photo.source.depthData(as: format, isUpright: isUpright)
    }
    var copies = ArrayCopies()
    var value = auxdepth_depth()
    let map = data.depthDataMap
    (value.width, value.height) = (UInt32(clamping: map.width), UInt32(clamping: map.height))
    (value.unit, value.samples) = (unit, try copies.copy(data.values))
    value.orientation = Int32((isUpright ? .up : photo.source.orientation).rawValue)
    value.is_relative = data.depthDataAccuracy == .relative ? 1 : 0
    try fill(depth, "depth", value)
    copies.handOver()
  }
}

@c @implementation
package func auxdepth_image_read_halves(
  _ photo: OpaquePointer?, _ index: Int, _ unit: auxdepth_unit, _ turn: auxdepth_turn,
  _ samples: UnsafeMutablePointer<UInt16>?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    try buffer.write(Photo.of(photo).halves(index, unit, turn))
  }
}

@c @implementation
package func auxdepth_image_read_codes(
  _ photo: OpaquePointer?, _ index: Int, _ bits: Int32, _ turn: auxdepth_turn,
  _ codes: UnsafeMutableRawPointer?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(codes, row_bytes, size, "codes")
    try buffer.write(Photo.of(photo).stored(index, turn).codes(bits: Int(bits)))
  }
}

@c @implementation
package func auxdepth_image_read_rgb(
  _ photo: OpaquePointer?, _ index: Int, _ bits: Int32, _ turn: auxdepth_turn,
  _ rgb: UnsafeMutableRawPointer?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(rgb, row_bytes, size, "rgb")
    guard let colours = try Photo.of(photo).stored(index, turn).content.colours else {
      throw AuxError(.unsupported, "auxiliary image \(index) has one component, and no colours")
    }
    try buffer.write(colours.rgb().converted(channels: 3, bitsPerSample: Int(bits)))
  }
}

@c @implementation
package func auxdepth_image_describe_plane(
  _ photo: OpaquePointer?, _ index: Int, _ plane: Int32,
  _ description: UnsafeMutablePointer<auxdepth_plane>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let known = try Photo.of(photo).plane(plane, of: index)
    var value = auxdepth_plane()
    (value.width, value.height) = (UInt32(clamping: known.width), UInt32(clamping: known.height))
    value.row_bytes = known.bytesPerRow
    try fill(description, "description", value)
  }
}

@c @implementation
package func auxdepth_image_read_plane(
  _ photo: OpaquePointer?, _ index: Int, _ plane: Int32, _ samples: UnsafeMutableRawPointer?,
  _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    let photo = try Photo.of(photo)
    _ = try photo.plane(plane, of: index)
    let image = try photo.image(index)
    let info = try photo.about { () throws(AuxError) in try photo.source.auxiliaryDataInfo(of: image) }
    let planes = info.description.planes
    let start = planes.prefix(Int(plane)).reduce(0) { $0 + $1.bytesPerRow * $1.height }
    let wanted = planes[Int(plane)]
    let bytes = Array(info.data[start..<(start + wanted.bytesPerRow * wanted.height)])
    try buffer.write(bytes, width: wanted.bytesPerRow, height: wanted.height)
  }
}

extension Photo {
  fileprivate func stored(_ index: Int, _ turn: Int32) throws(AuxError) -> StoredAuxiliaryImage {
    let (image, orientation) = (try image(index), try orientation(turn, of: source))
    return try about { () throws(AuxError) in
      try source.stored(image).applyingExifOrientation(orientation)
    }
  }

  /// Decodes depth data to floats of a unit, those of 8-bit codes straight into the buffer.
  fileprivate func writeFloats(
    _ index: Int, _ unit: Int32, _ turn: Int32, to buffer: Buffer
  ) throws(AuxError) {
    let quantity = try quantity(unit)
    let stored = try stored(index, turn)
    if let (codes, values) = stored.valueTable(in: quantity) {
      return try buffer.write(codes, as: values, width: stored.width, height: stored.height)
    }
    try buffer.write(
      about { () throws(AuxError) in try stored.depthData(in: quantity.float32Format).depthDataMap })
  }

  /// Decodes depth data to halves of a unit.
  fileprivate func halves(_ index: Int, _ unit: Int32, _ turn: Int32) throws(AuxError) -> PixelPlane {
    let format: PixelFormat = try quantity(unit) == .depth ? .hdep : .hdis
    let stored = try stored(index, turn)
    return try about { () throws(AuxError) in try stored.depthData(in: format).depthDataMap }
  }

  /// Returns a plane of an image; throws `usage` for another number.
  fileprivate func plane(_ plane: Int32, of index: Int) throws(AuxError) -> AuxiliaryDataInfo.Plane {
    let planes = try image(index).planes
    guard planes.indices.contains(Int(plane)) else {
      throw AuxError(.usage, "auxiliary image \(index) has no plane \(plane); it has \(planes.count)")
    }
    return planes[Int(plane)]
  }
}
