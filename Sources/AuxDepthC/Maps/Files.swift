internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_map_write(
  _ map: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ options: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let map = try Map.of(map).map()
    let path = try AuxDepthC.path(path)
    let file = try WriteOptions(flags: flags)
    let writing = try MapWriting(options, for: .mapWrite)
    guard let kind = writing.kind ?? MapFile.Kind(outputPath: path) else {
      throw AuxError(.usage, "the extension names no format of maps, and no option does", path: path)
    }
    try OutputFile.write(
      map.reading(), as: writing.format(), in: writing.unit?.distances, kind: kind, to: path, options: file)
  }
}

@c @implementation
package func auxdepth_image_write(
  _ photo: OpaquePointer?, _ index: Int, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let path = try AuxDepthC.path(path)
    let how = try WriteOptions(flags: flags)
    let writing = try ImageWriting(options, for: .imageWrite)
    let file = try Photo.of(photo).file(index, writing, path: path)
    try file.write(to: path, options: how)
    give(file.json(path: path).text, to: report)
  }
}

@c @implementation
package func auxdepth_image_write_memory(
  _ photo: OpaquePointer?, _ index: Int, _ options: UnsafePointer<CChar>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let (place, count) = try places(bytes, count)
    let writing = try ImageWriting(options, for: .imageWriteMemory)
    let file = try Photo.of(photo).file(index, writing, path: nil)
    try give(file.bytes, to: place, count: count)
    give(file.json().text, to: report)
  }
}

extension Photo {
  /// Makes the file of an auxiliary image as options ask for, else as a path does; in memory PNG.
  fileprivate func file(
    _ index: Int, _ writing: ImageWriting, path: String?
  ) throws(AuxError) -> AuxiliaryFile {
    let image = try image(index)
    let usual = path == nil ? .map(.png) : path.flatMap(AuxiliaryFile.Format.init(outputPath:))
    guard let format = writing.format ?? usual else {
      throw AuxError(.usage, "the extension names no format of maps, and no option does", path: path)
    }
    return try about { () throws(AuxError) in
      try AuxiliaryFile(
        image, of: source, as: format, pixelFormat: writing.pixelFormat(), isUpright: writing.isUpright,
        size: writing.size, unit: writing.unit?.distances)
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
