package import AuxImage
package import AuxKernels

/// What raw samples are, which no header tells.
package struct RawMapLayout: Hashable, Sendable {
  /// The number of samples in a row.
  package var width: Int
  /// The number of rows.
  package var height: Int
  /// The kind of the samples.
  package var sampleType: PixelPlane.SampleType

  /// Creates a layout.
  package init(width: Int, height: Int, sampleType: PixelPlane.SampleType) {
    self.width = width
    self.height = height
    self.sampleType = sampleType
  }

  /// Creates a layout of the format called `name`: `hdis`, `fdis`, `hdep`, `fdep`, `L008` or `u16`.
  package init(width: Int, height: Int, pixelFormat name: String) throws(AuxError) {
    let sampleType = name == "u16" ? PixelPlane.SampleType.uint16 : PixelFormat(name: name)?.sampleType
    guard let sampleType else {
      throw AuxError(.usage, "\(name) is no pixel format; use hdis, fdis, hdep, fdep, L008 or u16")
    }
    self.init(width: width, height: height, sampleType: sampleType)
  }
}

/// Samples without a header: little-endian rows from the top, without padding.
package enum RawMap {
  /// Decodes samples; `data` must have neither fewer nor more bytes than the layout asks for.
  package static func decode(
    _ data: [UInt8], layout: RawMapLayout, limits: Limits = .standard
  ) throws(AuxError) -> PixelPlane {
    let (width, height) = (layout.width, layout.height)
    guard width > 0, height > 0 else { throw AuxError(.usage, "a map of \(width)x\(height) has no pixels") }
    let count = try limits.checkedPixelCount(width: width, height: height)
    let rowSize = width * layout.sampleType.byteCount
    let (size, overflow) = count.multipliedReportingOverflow(by: layout.sampleType.byteCount)
    guard !overflow, size == data.count,
      let plane = PixelPlane(
        width: width, height: height, bytesPerRow: rowSize, data: data, sampleType: layout.sampleType)
    else {
      throw AuxError(
        data.count < size ? .truncated : .malformed,
        "\(width)x\(height) samples of \(layout.sampleType) are \(size) bytes; the file has \(data.count)")
    }
    return plane
  }

  /// Encodes a plane; the inverse of `decode`.
  package static func encode(_ plane: PixelPlane) -> [UInt8] { plane.data() }
}
