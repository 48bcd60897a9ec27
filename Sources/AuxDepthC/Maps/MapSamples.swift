internal import AuxDepthKit
public import CAuxDepth

/// The samples of a map as they were given.
@c @implementation
public func auxdepth_map_read_samples(
  _ map: OpaquePointer?, _ samples: UnsafeMutableRawPointer?, _ row_bytes: Int, _ size: Int,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    try buffer.write(Map.of(map).map.samples)
  }
}

/// The values of a map.
@c @implementation
public func auxdepth_map_read_floats(
  _ map: OpaquePointer?, _ unit: auxdepth_unit, _ holes: auxdepth_holes,
  _ samples: UnsafeMutablePointer<Float>?, _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    guard [AUXDEPTH_HOLES_NAN, AUXDEPTH_HOLES_FILLED].contains(Int(holes)) else {
      throw AuxError(.usage, "\(holes) is neither AUXDEPTH_HOLES_NAN nor AUXDEPTH_HOLES_FILLED")
    }
    let format: PixelFormat = try quantity(unit) == .depth ? .fdep : .fdis
    let depth = try Map.of(map).map.reading().depthData(
      as: format, keepsHoles: Int(holes) == AUXDEPTH_HOLES_NAN)
    try buffer.write(depth.depthDataMap)
  }
}
