internal import AuxDepthKit
public import CAuxDepth

/// Writes the values of a map as another map file.
@c @implementation
public func auxdepth_map_write(
  _ map: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ options: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let map = try Map.of(map).map
    let path = try AuxDepthC.path(path)
    let writing = try WriteOptions(flags: flags)
    let (kind, format) = try Options.read(options) { options throws(AuxError) in
      (
        try options.choice("format", of: MapFile.Kind.writable.map(\.rawValue)).flatMap(
          MapFile.Kind.init(rawValue:)),
        try options.depthFormat("as")
      )
    }
    guard let kind = kind ?? MapFile.Kind(outputPath: path) else {
      throw AuxError(.usage, "the extension names no format of maps, and no option does", path: path)
    }
    try OutputFile.write(
      map.reading(), as: format, kind: kind, to: path, options: writing)
  }
}

/// Writes an auxiliary image as a file of its own.
@c @implementation
public func auxdepth_image_write(
  _ photo: OpaquePointer?, _ index: Int, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let path = try AuxDepthC.path(path)
    let writing = try WriteOptions(flags: flags)
    let file = try Photo.of(photo).file(index, options, path: path)
    try file.write(to: path, options: writing)
    give(file.json(path: path).text, to: report)
  }
}

/// Makes the file of an auxiliary image in memory.
@c @implementation
public func auxdepth_image_write_memory(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let (place, count) = try places(bytes, count)
    let file = try Photo.of(photo).file(index, options, path: nil)
    try give(file.bytes, to: place, count: count)
    give(file.json().text, to: report)
  }
}

extension Photo {
  /// Makes the file of an auxiliary image as options ask for, else as a path does; in memory PNG.
  fileprivate func file(
    _ index: Int, _ pointer: UnsafePointer<CChar>?, path: String?
  ) throws(AuxError) -> AuxiliaryFile {
    let image = try image(index)
    let (format, pixelFormat, isUpright) = try Options.read(pointer) { options throws(AuxError) in
      (
        try options.choice("format", of: AuxiliaryFile.Format.names).flatMap(
          AuxiliaryFile.Format.init(name:)),
        try options.choice("as", of: (PixelFormat.depthFormats + [.L008]).map(\.name))
          .flatMap(PixelFormat.init(name:)), try options.isUpright()
      )
    }
    let usual = path == nil ? .map(.png) : path.flatMap(AuxiliaryFile.Format.init(outputPath:))
    guard let format = format ?? usual else {
      throw AuxError(.usage, "the extension names no format of maps, and no option does", path: path)
    }
    return try about { () throws(AuxError) in
      try AuxiliaryFile(image, of: source, as: format, pixelFormat: pixelFormat, isOriented: isUpright)
    }
  }
}

extension WriteOptions {
  /// Reads the bits; throws `usage` for one that says nothing.
  init(flags bits: UInt32) throws(AuxError) {
    let known = AUXDEPTH_WRITE_REPLACE | AUXDEPTH_WRITE_IN_PLACE | AUXDEPTH_WRITE_NO_SYNC
    guard Int(bits) & ~known == 0 else { throw AuxError(.usage, "there are no flags \(bits)") }
    self.init(waitsForDisk: Int(bits) & AUXDEPTH_WRITE_NO_SYNC == 0)
    replacement =
      Int(bits) & AUXDEPTH_WRITE_IN_PLACE != 0
      ? .inPlace : Int(bits) & AUXDEPTH_WRITE_REPLACE != 0 ? .replace : .never
  }
}
