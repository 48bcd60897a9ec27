internal import AuxContainers
package import AuxImage
public import AuxKernels

/// The file beside a file of raw samples, which cannot hold this itself: size, format, and what the samples mean.
///
/// A JSON object with `width`, `height`, `pixelFormat`, and `record`, the line of ``MapRecord``. The file has the name of the
/// samples with `.json` after it. Source: Specs/conversions.md, "What a map file says of itself".
package struct RawSidecar: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let pixelFormat: PixelFormat
  /// What they are of.
  package let record: MapRecord

  /// The largest file that is read, in bytes.
  private static let limit = 64 << 10

  package init(width: Int, height: Int, pixelFormat: PixelFormat, record: MapRecord) {
    (self.width, self.height, self.pixelFormat, self.record) = (width, height, pixelFormat, record)
  }

  /// The layout of the samples; nil for a format that is not one plane of samples.
  var layout: MapFile.RawLayout? {
    pixelFormat.sampleType.map { .init(width: width, height: height, sampleType: $0) }
  }

  package static func path(of samples: String) -> String { samples + ".json" }

  package var bytes: [UInt8] {
    let object: JSONValue = [
      "width": .integer(width), "height": .integer(height), "pixelFormat": .string(pixelFormat.name),
      "record": .string(record.text),
    ]
    return Array((object.text + "\n").utf8)
  }

  /// Reads the file beside raw samples, if any.
  ///
  /// Throws `AuxError` that names it: `malformed` where it is no such object, `limitExceeded` past 64 KiB.
  package init?(beside samples: String) throws(AuxError) {
    let path = Self.path(of: samples)
    do throws(AuxError) {
      guard samples != StandardStream.path, try FileSystem.exists(path) else { return nil }
      let bytes = try InputFile.read(path, limit: Self.limit)
      let object = try Document(json: bytes, form: "object with width, height, pixelFormat and record")
      guard let format = PixelFormat(name: object.pixelFormat), let record = MapRecord(text: object.record)
      else { throw AuxError(.malformed, "pixelFormat or record is unknown") }
      self.init(width: object.width, height: object.height, pixelFormat: format, record: record)
    } catch { throw error.about(path) }
  }

  private struct Document: Decodable {
    let width: Int
    let height: Int
    let pixelFormat: String
    let record: String
  }
}

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
    package init(width: Int, height: Int, pixelFormat name: String) throws(AuxError) {
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
  func decode(_ data: [UInt8], limits: AuxLimits) throws(AuxError) -> PixelPlane {
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
