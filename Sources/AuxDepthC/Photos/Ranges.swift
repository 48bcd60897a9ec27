internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_photo_open_ranges(
  _ size: UInt64, _ read: auxdepth_read_range?, _ release: auxdepth_release?,
  _ context: UnsafeMutableRawPointer?, _ options: UnsafePointer<CChar>?,
  _ photo: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  let reader = RangeReader(read, context, release: release)
  return status(error) { () throws(AuxError) in
    let place = try place(photo, "photo")
    let opening = try PhotoOpening(options, for: .photoOpenRanges)
    var source = try ImageSource(ranges: try reader.bytes(size), limits: opening.limits)
    source.primaryOptions = opening.primary
    give(Photo(source), to: place)
  }
}

@c @implementation
package func auxdepth_validate_ranges(
  _ size: UInt64, _ read: auxdepth_read_range?, _ context: UnsafeMutableRawPointer?,
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  let reader = RangeReader(read, context, release: nil)
  return status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let settings = try Checking(options, for: .validateRanges)
    let name = try path.map { path throws(AuxError) in try AuxDepthC.path(path) }
    let report = try settings.validator.validate(ranges: try reader.bytes(size), path: name)
    try AuxError.checkCancellation()
    give(report.json(namesExercised: settings.namesExercised).text, to: place)
  }
}

/// What a caller reads a file with; `release` is called when the last reference goes.
private final class RangeReader: @unchecked Sendable {
  private let read: auxdepth_read_range?
  private let context: UnsafeMutableRawPointer?
  private let release: auxdepth_release?

  init(
    _ read: auxdepth_read_range?, _ context: UnsafeMutableRawPointer?, release: auxdepth_release?
  ) {
    (self.read, self.context, self.release) = (read, context, release)
  }

  deinit { release?(context) }

  /// Returns the file, whose reading holds this.
  func bytes(_ size: UInt64) throws(AuxError) -> RangedBytes {
    guard let read else { throw missing("read") }
    guard let byteCount = Int(exactly: size) else { throw AuxError(.usage, "the size is too large") }
    return RangedBytes(byteCount: byteCount) { [self] range throws(AuxError) in
      var result: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
        result = read(context, UInt64(range.lowerBound), range.count, buffer.baseAddress)
        filled = result == 0 ? range.count : 0
      }
      guard result == 0 else {
        throw AuxError(
          .io, "\(range.count) bytes of the file could not be read", offset: range.lowerBound)
      }
      return bytes
    }
  }
}
