internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import CAuxShims

/// An OpenEXR file whose headers were read once; OpenEXR's C core opens it for each channel that is decoded.
///
/// The C core looks through parts, attributes and channels again and again, so that it is given no more than the limits
/// allow, which the headers were read with.
struct EXRFile {
  let data: [UInt8]
  let header: EXRHeader
  let limits: AuxLimits

  init(_ data: [UInt8], limits: AuxLimits) throws(AuxError) {
    header = try EXRHeader(MemoryByteSource(data), limits: limits)
    (self.data, self.limits) = (data, limits)
  }

  /// Decodes the samples of the display window; NaN where the file has no data.
  ///
  /// Throws `usage` where the part has no such channel, `unsupported` for one of whole numbers or of fewer samples than
  /// pixels, `limitExceeded`, `truncated`, `malformed`, `codec`.
  func plane(part: Int, channel name: String) throws(AuxError) -> PixelPlane {
    guard header.parts.indices.contains(part), !header.parts[part].isDeep,
      let channel = header.parts[part].channels.first(where: { $0.name == name })
    else { throw AuxError(.usage, "the OpenEXR file has no channel \(name)") }
    guard let window = header.parts[part].displayWindow else {
      throw AuxError(.malformed, "the header has no displayWindow")
    }
    let count = try limits.checkedDecoding(width: window.width, height: window.height)
    ParseEvent.report(.decodedFile(data))
    func samples<Sample: BitwiseCopyable>() throws(AuxError) -> [Sample] {
      try unsafe decodedSamples(count, "the OpenEXR file cannot be read") { target, error in
        unsafe aux_exr_decode(
          data, data.count, Int32(part), name, header.parts[part].isDWA ? 1 : 0,
          UInt64(clamping: limits.pixels), target,
          count * MemoryLayout<Sample>.stride, &error)
      }
    }
    let storage: PixelPlane.Storage = channel.isHalf ? .half(try samples()) : .float(try samples())
    return PixelPlane(width: window.width, height: window.height, known: storage)
  }
}
