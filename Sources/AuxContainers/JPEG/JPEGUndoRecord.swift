internal import AuxImage

/// What stood at the start of a primary image before further images were added: a comment in each of these.
///
/// It is there only where taking the images out again does not show it: the file had no JFIF segment, one image
/// and an index, or an index that says more than ours, or something wrong. Source: Specs/jpeg-mpf.md, "Taken back".
struct JPEGUndoRecord: Hashable, Sendable {
  var imageCount: Int
  var primaryByteCount: Int
  var fileByteCount: Int
  /// The first JFIF segment, fill bytes before its marker included; empty where there was none.
  var jfif: [UInt8] = []
  /// The multi-picture index likewise.
  var multiPicture: [UInt8] = []

  /// Describes a file as it is; nil where its segments are longer than a record may be.
  init?(_ file: JPEGFile) throws(AuxError) {
    let (source, primary) = (file.structure.source, file.primary)
    imageCount = 1 + file.secondaries.count
    (primaryByteCount, fileByteCount) = (try file.primaryEnd(), source.byteCount)
    func bytes(of segment: JPEGSegment?) throws(AuxError) -> [UInt8] {
      guard let range = segment?.range else { return [] }
      return try source.read(at: range.lowerBound, count: range.count)
    }
    jfif = try bytes(of: primary.segments.first { $0.kind.isJFIF })
    multiPicture = try bytes(of: primary.first(.multiPicture))
    guard payload.count <= JPEGSegment.largestPayload else { return nil }
  }

  /// Reads the record of an image; nil where it has none that can be read.
  init?(of image: JPEGImage, in source: any ByteSource) throws(AuxError) {
    guard let segment = image.first(.undoRecord) else { return nil }
    let text = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
    guard let bytes = Self.bytes(ofHexadecimal: text.dropFirst(JPEGIdentifier.undoRecord.count)) else {
      return nil
    }
    var reader = ByteReader(bytes)
    do throws(AuxError) {
      imageCount = Int(try reader.readUInt32())
      primaryByteCount = Int(try reader.readUInt32())
      fileByteCount = Int(try reader.readUInt32())
      jfif = try reader.readBytes(Int(try reader.readUInt16()))
      multiPicture = try reader.readBytes(Int(try reader.readUInt16()))
    } catch { return nil }
  }

  private var payload: [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt32(clamping: imageCount))
    writer.write(UInt32(clamping: primaryByteCount))
    writer.write(UInt32(clamping: fileByteCount))
    for segment in [jfif, multiPicture] {
      writer.write(UInt16(clamping: segment.count))
      writer.write(segment)
    }
    return JPEGIdentifier.undoRecord
      + writer.bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns the bytes that digits spell; nil where they spell none.
  private static func bytes(ofHexadecimal text: ArraySlice<UInt8>) -> [UInt8]? {
    let values = text.compactMap { digits.firstIndex(of: $0) }
    guard values.count == text.count, values.count % 2 == 0 else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// Returns an image with the record after its application segments.
  func inserted(into image: [UInt8], limits: AuxLimits) throws(AuxError) -> [UInt8] {
    let parsed = try JPEGImage(in: MemoryByteSource(image), at: 0, limits: limits)
    let first = parsed.segments.first { !(JPEGMarker.APP0...JPEGMarker.APP15).contains($0.marker) }
    let place = first?.offset ?? 2
    return image[..<place] + (try JPEGSegment.bytes(marker: JPEGMarker.COM, payload: payload))
      + image[place...]
  }

  /// Returns an image without records of another file.
  static func removed(from image: [UInt8], limits: AuxLimits) -> [UInt8] {
    guard let parsed = try? JPEGImage(in: MemoryByteSource(image), at: 0, limits: limits) else {
      return image
    }
    var bytes = image
    for segment in parsed.segments.reversed() where segment.kind == .undoRecord {
      bytes.removeSubrange(segment.range)
    }
    return bytes
  }

  /// Whether a JFIF segment is what adding an image made of that of the record.
  func isOrigin(of segment: [UInt8]) -> Bool {
    guard !jfif.isEmpty else { return segment.dropFirst(4).elementsEqual(JFIF.applePayload) }
    // Fill bytes and marker, the length, the payload.
    let head = jfif.count - JFIF.payloadCount - 2
    return segment == jfif
      || head >= 2 && segment.count == jfif.count + JPEGIdentifier.ampf.count
        && segment.starts(with: jfif[..<head])
        && segment.dropFirst(head + 2).elementsEqual(jfif[(head + 2)...] + JPEGIdentifier.ampf)
  }
}
