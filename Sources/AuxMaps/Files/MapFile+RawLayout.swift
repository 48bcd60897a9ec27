public import AuxImage
public import AuxKernels

extension MapFile {
  /// What samples without a header are: little-endian rows from the top, without padding.
  public struct RawLayout: Hashable, Sendable {
    /// The number of samples in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The kind of the samples.
    public var sampleType: PixelPlane.SampleType

    /// Creates a layout, which is checked where it is used.
    public init(width: Int, height: Int, sampleType: PixelPlane.SampleType) {
      self.width = width
      self.height = height
      self.sampleType = sampleType
    }

    /// Creates a layout of the format called `name`: `hdis`, `fdis`, `hdep`, `fdep`, `L008` or `u16`.
    ///
    /// Throws `AuxError` with code `usage` for any other name.
    public init(width: Int, height: Int, pixelFormat name: String) throws(AuxError) {
      let sampleType = name == "u16" ? PixelPlane.SampleType.uint16 : PixelFormat(name: name)?.sampleType
      guard let sampleType else {
        throw AuxError(.usage, "\(name) is no pixel format; use hdis, fdis, hdep, fdep, L008 or u16")
      }
      self.init(width: width, height: height, sampleType: sampleType)
    }
  }
}

extension MapFile.RawLayout {
  /// Decodes samples; `data` must have neither fewer nor more bytes than the layout asks for.
  func decode(_ data: [UInt8], limits: Limits) throws(AuxError) -> PixelPlane {
    guard width > 0, height > 0 else { throw AuxError(.usage, "a map of \(width)x\(height) has no pixels") }
    let count = try limits.checkedPixelCount(width: width, height: height)
    let rowSize = width * sampleType.byteCount
    let (size, overflow) = count.multipliedReportingOverflow(by: sampleType.byteCount)
    if !overflow, size == data.count { _ = try limits.checkedDecoding(width: width, height: height) }
    guard !overflow, size == data.count,
      let plane = PixelPlane(
        width: width, height: height, bytesPerRow: rowSize, data: data, sampleType: sampleType)
    else {
      throw AuxError(
        data.count < size ? .truncated : .malformed,
        "\(width)x\(height) samples of \(sampleType) are \(size) bytes; the file has \(data.count)")
    }
    return plane
  }
}
