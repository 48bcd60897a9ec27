internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_map_open(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ map: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(map, "map")
    let path = try AuxDepthC.path(path)
    let options = try MapOpening(options, for: .mapOpen)
    let map = try DepthMap(path, options: options.depth, file: options.file, limits: options.limits)
    give(Map(try map.withIntrinsicsOfMap()), to: place)
  }
}

@c @implementation
package func auxdepth_map_open_memory(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ map: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(map, "map")
    let options = try MapOpening(options, for: .mapOpenMemory)
    let map = try DepthMap(
      data: AuxDepthC.bytes(bytes, count), options: options.depth, file: options.file, limits: options.limits)
    give(Map(try map.withIntrinsicsOfMap()), to: place)
  }
}

@c @implementation
package func auxdepth_map_new(
  _ samples: UnsafeRawPointer?, _ kind: auxdepth_sample, _ width: UInt32, _ height: UInt32, _ row_bytes: Int,
  _ size: Int, _ options: UnsafePointer<CChar>?, _ map: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(map, "map")
    let options = try MapOpening(options, for: .mapNew)
    let plane = try PixelPlane(
      samples, kind: kind, width: width, height: height, distance: row_bytes, size: size)
    give(Map(try DepthMap(plane, options: options.depth).withIntrinsicsOfMap()), to: place)
  }
}

@c @implementation
package func auxdepth_map_lend(
  _ samples: UnsafePointer<Float>?, _ width: UInt32, _ height: UInt32, _ row_bytes: Int, _ size: Int,
  _ release: auxdepth_release?, _ context: UnsafeMutableRawPointer?, _ options: UnsafePointer<CChar>?,
  _ map: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  let buffer = LentBuffer(samples, release, context)
  return status(error) { () throws(AuxError) in
    let place = try place(map, "map")
    var options = try MapOpening(options, for: .mapLend).depth
    let samples = try buffer.samples(
      width: Int(width), height: Int(height), distance: row_bytes, size: size)
    try options.takeIntrinsics(ofMapWith: (samples.width, samples.height))
    give(Map(samples, options), to: place)
  }
}

/// Floats of a caller; `release` is called when the last reference goes.
private final class LentBuffer: @unchecked Sendable {
  private let base: UnsafePointer<Float>?
  private let release: auxdepth_release?
  private let context: UnsafeMutableRawPointer?

  init(_ base: UnsafePointer<Float>?, _ release: auxdepth_release?, _ context: UnsafeMutableRawPointer?) {
    (self.base, self.release, self.context) = (base, release, context)
  }

  deinit { release?(context) }

  /// Returns the samples, which hold this.
  func samples(width: Int, height: Int, distance: Int, size: Int) throws(AuxError) -> DepthSamples {
    guard let base else { throw missing("samples") }
    // Checked once, for all rows.
    let rows = try BufferRows(
      of: Float.self, count: width, height: height, at: base, distance: distance, size: size)
    return try DepthSamples(width: width, height: height) { [self] range in
      self.base.map { rows.samples(of: $0, rows: range, as: Float.self) } ?? []
    }
  }
}

@c @implementation
package func auxdepth_map_of_image(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ map: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(map, "map")
    let photo = try Photo.of(photo)
    let image = try photo.image(index)
    let isUpright = try ImageWriting(options, for: .mapOfImage).isUpright
    let depth = try photo.about { () throws(AuxError) in
      try photo.source.stored(image).applyingExifOrientation(
        isUpright ? photo.source.primary?.orientation ?? .up : .up
      ).depthData(in: image.type.quantity?.float32Format)
    }
    give(Map(DepthMap(depth)), to: place)
  }
}

@c @implementation
package func auxdepth_map_close(_ map: OpaquePointer?) { Map.close(map) }

@c @implementation
package func auxdepth_map_describe(
  _ map: OpaquePointer?, _ info: UnsafeMutablePointer<auxdepth_map_info>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let (map, width, height) = try Map.of(map).described
    var value = auxdepth_map_info()
    (value.width, value.height) = (UInt32(clamping: width), UInt32(clamping: height))
    let size = try map.sizeOfValues(ofWidth: width, height: height)
    (value.read_width, value.read_height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
    value.kind =
      switch map.samples.sampleType {
      case .uint8: Int32(AUXDEPTH_UINT8)
      case .uint16: Int32(AUXDEPTH_UINT16)
      case .half: Int32(AUXDEPTH_FLOAT16)
      case .float: Int32(AUXDEPTH_FLOAT32)
      }
    value.quantity = auxdepth_image.number(of: map.options.valueQuantity)
    value.has_calibration = map.camera == nil ? 0 : 1
    try fill(info, "info", value)
  }
}

@c @implementation
package func auxdepth_map_calibration_json(
  _ map: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let (map, width, height) = try Map.of(map).described
    give(try map.calibration(ofWidth: width, height: height).json.text, to: place)
  }
}

@c @implementation
package func auxdepth_map_compare(
  _ truth: OpaquePointer?, _ prediction: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let comparison = try DepthComparison(
      truth: Map.of(truth).map(), prediction: Map.of(prediction).map(),
      options: Comparing(options, for: .mapCompare).comparison)
    give(comparison.json.text, to: place)
  }
}

@c @implementation
package func auxdepth_map_read_samples(
  _ map: OpaquePointer?, _ samples: UnsafeMutableRawPointer?, _ row_bytes: Int, _ size: Int,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    try buffer.write(Map.of(map).map().samples)
  }
}

@c @implementation
package func auxdepth_map_read_floats(
  _ map: OpaquePointer?, _ unit: auxdepth_unit, _ holes: auxdepth_holes,
  _ samples: UnsafeMutablePointer<Float>?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    guard [AUXDEPTH_HOLES_NAN, AUXDEPTH_HOLES_FILLED].contains(Int(holes)) else {
      throw AuxError(.usage, "\(holes) is neither AUXDEPTH_HOLES_NAN nor AUXDEPTH_HOLES_FILLED")
    }
    let format: PixelFormat = try quantity(unit) == .depth ? .fdep : .fdis
    let depth = try Map.of(map).map().reading().depthData(
      as: format, keepsHoles: Int(holes) == AUXDEPTH_HOLES_NAN)
    try buffer.write(depth.depthDataMap)
  }
}
