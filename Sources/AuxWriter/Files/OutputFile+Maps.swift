public import AuxImage
public import AuxMaps

extension OutputFile {
  /// Writes the values of a map as a map file of another kind or format; nil for `DepthMapReading.nativeFormat`.
  ///
  /// NPY and raw samples are made as they are written, so that no second map is in memory.
  ///
  /// Throws `AuxError` as ``write(_:to:options:)``, and `usage`
  /// for a format that is not of depth data and for a kind that is only read.
  public static func write(
    _ reading: DepthMapReading, as format: PixelFormat? = nil, kind: MapFile.Kind, to path: String,
    options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    let format = format ?? reading.nativeFormat
    guard let parts = try MapParts(reading, as: format, kind: kind) else {
      let bytes = try MapExport(reading.depthData(as: format)).encoded(as: kind)
      return try write(bytes, to: path, options: options)
    }
    do throws(AuxError) {
      if let stream = try OutputStream.open(path) {
        try stream.write(parts.header)
        for rows in parts.bands { try stream.write(parts.bytes(ofRows: rows)) }
        return
      }
      var file = try AtomicFile(destination: path, options: options)
      try file.write(parts.header)
      for rows in parts.bands { try file.write(parts.bytes(ofRows: rows)) }
      try file.finish()
    } catch { throw error.about(StandardStream.outputName(path)) }
  }
}
