package import AuxImage
package import AuxKernels

/// Files that hold one plane of depth, disparity or a matte, told by content.
///
/// Source: Specs/conversions.md, "Map files".
package enum MapFile {
  /// Decodes a map file: grayscale PNG, PFM, NPY, NPZ, TIFF, OpenEXR, or raw samples of a given layout.
  ///
  /// Throws `unsupported` for a file of another kind, `usage` where an option does not suit the kind, and
  /// as its codec does.
  package static func decode(
    _ data: [UInt8], options: MapFileOptions = MapFileOptions(), limits: Limits = .standard
  ) throws(AuxError) -> PixelPlane {
    guard !data.isEmpty else { throw AuxError(.truncated, "the map file is empty", offset: 0) }
    let kind = options.raw == nil ? Kind(prefix: Array(data.prefix(16))) : .raw
    if kind != .exr, let channel = options.channel {
      throw AuxError(.usage, "a channel (\(channel)) can be named for OpenEXR only")
    }
    if kind != .npz, let key = options.key {
      throw AuxError(.usage, "a key (\(key)) can be named for NPZ only")
    }
    switch kind {
    case .png: return try GrayscaleMapReader.plane(from: try PNGCodec.decode(data, limits: limits))
    case .pfm: return try PFMCodec.decode(data, limits: limits)
    case .npy: return try NPYCodec.decode(data, limits: limits)
    case .npz: return try NPZArchive.decode(data, key: options.key, limits: limits)
    case .tiff: return try TIFFMapCodec.decode(data, limits: limits)
    case .exr: return try EXRMapCodec.decode(data, channel: options.channel, limits: limits)
    case .raw, nil:
      guard let layout = options.raw else {
        throw AuxError(
          .unsupported,
          "is no map file of a known kind (PNG, PFM, NPY, NPZ, TIFF, OpenEXR; raw samples need a size and "
            + "a pixel format)", offset: 0)
      }
      return try RawMap.decode(data, layout: layout, limits: limits)
    }
  }
}
