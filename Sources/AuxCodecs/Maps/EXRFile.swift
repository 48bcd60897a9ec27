internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import CAuxShims

/// The owner of an open OpenEXR file; the bytes must outlive it.
@safe
struct EXRFile: ~Copyable {
  private let handle: OpaquePointer?

  /// Throws `limitExceeded` where a file has more parts, attributes or channels than the C core, which looks through
  /// them again and again, is to be given.
  static func check(_ data: [UInt8], limits: Limits) throws(AuxError) {
    do throws(AuxError) { _ = try EXRHeader(MemoryByteSource(data), limits: limits) } catch {
      // What else is wrong the core says.
      if error.code == .limitExceeded { throw error }
    }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(AuxError) {
    var handle: OpaquePointer?
    var error = aux_error()
    let code = unsafe aux_exr_open(bytes.baseAddress, bytes.count, &handle, &error)
    guard code == 0 else { throw codecFailure(error, "the OpenEXR file cannot be read") }
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe aux_exr_close(handle)
  }

  var comments: String? {
    var size = 0
    guard let text = unsafe aux_exr_comments(handle, &size) else { return nil }
    return unsafe String(decoding: UnsafeRawBufferPointer(start: text, count: size), as: UTF8.self)
  }

  /// The channels of each part, nil for one of deep data.
  var parts: [[String]?] {
    (0..<(unsafe aux_exr_part_count(handle))).map { part -> [String]? in
      guard unsafe aux_exr_is_deep(handle, part) == 0 else { return nil }
      return (0..<(unsafe aux_exr_channel_count(handle, part))).map { channel -> String in
        unsafe String(cString: aux_exr_channel_name(handle, part, channel))
      }
    }
  }

  func plane(at choice: (part: Int, channel: Int), limits: Limits) throws(AuxError) -> PixelPlane {
    var info = aux_exr_info()
    var error = aux_error()
    var code = unsafe aux_exr_select(
      handle, Int32(choice.part), Int32(choice.channel), UInt64(clamping: limits.pixels), &info, &error)
    guard code == 0 else { throw codecFailure(error, "the OpenEXR file cannot be read") }
    let (width, height) = (Int(info.width), Int(info.height))
    let count = try limits.checkedDecoding(width: width, height: height)
    let storage: PixelPlane.Storage
    // Memory is not touched before there are samples for it, so that a false size costs nothing.
    if info.is_half != 0 {
      let samples = unsafe [UInt16](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_exr_read(handle, target.baseAddress, count * 2, &error)
        written = code == 0 ? count : 0
      }
      storage = .half(samples)
    } else {
      let samples = unsafe [Float](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_exr_read(handle, target.baseAddress, count * 4, &error)
        written = code == 0 ? count : 0
      }
      storage = .float(samples)
    }
    guard code == 0 else { throw codecFailure(error, "the OpenEXR file cannot be read") }
    return PixelPlane(width: width, height: height, storage: storage)
  }
}
