package import AuxImage

/// The headers of one JPEG image inside a file: everything from SOI to the first scan.
package struct JPEGImage: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    package var marker: UInt8
    package var precision: Int
    package var width: Int
    package var height: Int
    package var componentIdentifiers: [UInt8]
    /// How many samples across and down each component has in an MCU; of one component they do not count.
    package var samplingFactors: [SamplingFactors]
  }

  /// Source: ITU-T T.81, A.1.1.
  package struct SamplingFactors: Hashable, Sendable {
    package var across: Int
    package var down: Int
  }

  package var offset: Int
  /// The segments between SOI and the first scan's data, SOS last.
  package var segments: [JPEGSegment]
  package var frame: Frame
  /// The offset of the first entropy-coded byte.
  package var scanOffset: Int

  /// Reads the headers of the image whose SOI is at `offset`; no coded data is touched.
  ///
  /// Source: ITU-T T.81, annex B. Throws `malformed` or `truncated` with the offset.
  package init(in source: any ByteSource, at offset: Int, limits: AuxLimits = .standard) throws(AuxError) {
    ParseEvent.report(.jpegHeaders(at: offset, of: source.byteCount))
    var window = ByteWindow(source)
    self.offset = offset
    segments = []
    var frame: Frame?
    guard try window.uint16(at: offset) == 0xFFD8 else {
      throw AuxError(.malformed, "a JPEG image begins with FFD8 (T.81 B.2.1)", offset: offset)
    }
    var position = offset + 2
    while true {
      guard segments.count < limits.jpegSegments else {
        throw AuxError(.limitExceeded, "more than \(limits.jpegSegments) segments", offset: position)
      }
      // Previews of cameras have segments that are some bytes longer than they say (Panasonic DMC-LX7).
      if offset > 0, !segments.isEmpty { position = try Self.marker(near: position, &window) }
      let segment = try Self.segment(at: position, in: source, &window)
      segments.append(segment)
      position = segment.range.upperBound
      if JPEGMarker.isFrame(segment.marker) {
        guard frame == nil else {
          throw AuxError(.malformed, "a second frame header (T.81 B.2.1)", offset: segment.offset)
        }
        frame = try Frame(segment, &window)
      }
      if segment.marker == JPEGMarker.SOS { break }
    }
    guard let frame else {
      throw AuxError(.malformed, "a scan without a frame header (T.81 B.2.1)", offset: position)
    }
    self.frame = frame
    scanOffset = position
  }

  /// Returns the offset of the next marker if it is near, as decoders go on there; else the offset itself.
  private static func marker(near position: Int, _ window: inout ByteWindow) throws(AuxError) -> Int {
    try window.prefix(at: position, count: 64).firstIndex(of: 0xFF).map { position + $0 } ?? position
  }

  private static func segment(
    at start: Int, in source: any ByteSource, _ window: inout ByteWindow
  ) throws(AuxError) -> JPEGSegment {
    var position = start
    guard try window.byte(at: position) == 0xFF else {
      throw AuxError(.malformed, "a marker is expected (T.81 B.1.1.2)", offset: position)
    }
    // Any number of fill bytes may come before a marker.
    while try window.byte(at: position + 1) == 0xFF { position += 1 }
    let marker = try window.byte(at: position + 1)
    guard !JPEGMarker.standsAlone(marker), marker != 0 else {
      throw AuxError(
        .malformed, "\(JPEGMarker.name(marker)) before the first scan (T.81 B.2.1)", offset: position)
    }
    let length = Int(try window.uint16(at: position + 2))
    guard length >= 2 else {
      throw AuxError(
        .malformed, "the length \(length) is less than its own two bytes (T.81 B.1.1.4)",
        offset: position + 2, place: JPEGMarker.name(marker))
    }
    let payload = position + 4
    guard length - 2 <= source.byteCount - payload else {
      throw AuxError(
        .truncated,
        "the segment needs \(length - 2) bytes and the file ends after \(source.byteCount - payload)",
        offset: position, place: JPEGMarker.name(marker))
    }
    let prefix = try window.prefix(at: payload, count: min(length - 2, 40))
    return JPEGSegment(
      marker: marker, offset: start, payloadOffset: payload, payloadCount: length - 2,
      kind: .init(marker: marker, prefix: prefix, payloadCount: length - 2))
  }

  package func first(_ kind: JPEGSegment.Kind) -> JPEGSegment? { segments.first { $0.kind == kind } }

  /// Returns the Exif block, from its byte-order mark on; nil where the image has none.
  package func exif(in source: any ByteSource) throws(AuxError) -> [UInt8]? {
    guard let segment = first(.exif) else { return nil }
    let header = JPEGIdentifier.exif.count
    return try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header)
  }

  /// Returns the XMP packet; nil where the image has none.
  package func packet(in source: any ByteSource) throws(AuxError) -> [UInt8]? {
    try xmpRange.map { range throws(AuxError) in
      try source.read(at: range.lowerBound, count: range.count)
    }
  }

  /// The bytes of the XMP packet in the file; nil where the image has none.
  package var xmpRange: Range<Int>? {
    first(.xmp).map { ($0.payloadOffset + JPEGIdentifier.xmp.count)..<$0.range.upperBound }
  }
}

extension JPEGImage.Frame {
  /// The size of an MCU in pixels; with one component a block is one (T.81, A.2.2).
  package var unit: (width: Int, height: Int) {
    guard samplingFactors.count > 1 else { return (8, 8) }
    return (8 * (samplingFactors.map(\.across).max() ?? 1), 8 * (samplingFactors.map(\.down).max() ?? 1))
  }

  /// Whether each component of several has a sample for each pixel.
  package var hasFullChroma: Bool {
    samplingFactors.count > 1 && samplingFactors.allSatisfy { $0 == samplingFactors[0] }
  }

  fileprivate init(_ segment: JPEGSegment, _ window: inout ByteWindow) throws(AuxError) {
    do throws(AuxError) {
      var reader = ByteReader(
        try window.prefix(at: segment.payloadOffset, count: segment.payloadCount),
        fileOffset: segment.payloadOffset)
      marker = segment.marker
      precision = Int(try reader.readUInt8())
      height = Int(try reader.readUInt16())
      width = Int(try reader.readUInt16())
      componentIdentifiers = []
      samplingFactors = []
      for _ in 0..<(try reader.readUInt8()) {
        componentIdentifiers.append(try reader.readUInt8())
        let factors = try reader.readUInt8()
        samplingFactors.append(.init(across: Int(factors >> 4), down: Int(factors & 15)))
        try reader.skip(1)
      }
    } catch { throw error.within(JPEGMarker.name(segment.marker)) }
  }
}

extension JPEGImage {
  /// Returns the offset after the EOI of the image, walking all its scans without decoding them.
  ///
  /// Throws `truncated` where the source ends before an EOI.
  package func end(in source: any ByteSource) throws(AuxError) -> Int {
    ParseEvent.report(.jpegScans(from: scanOffset, of: source.byteCount))
    var window = ByteWindow(source, capacity: 256 << 10)
    var position = scanOffset
    scans: while let found = try window.find(0xFF, from: position) {
      guard found + 1 < source.byteCount else { break scans }
      let marker = try window.byte(at: found + 1)
      switch marker {
      case 0, JPEGMarker.RST0...JPEGMarker.RST7, JPEGMarker.TEM: position = found + 2
      case 0xFF: position = found + 1
      case JPEGMarker.EOI: return found + 2
      case JPEGMarker.SOI:
        throw AuxError(.malformed, "SOI inside a scan (T.81 B.2.1)", offset: found)
      default:
        guard found + 4 <= source.byteCount else { break scans }
        let length = Int(try window.uint16(at: found + 2))
        guard length >= 2 else {
          throw AuxError(
            .malformed, "the length \(length) is less than its own two bytes (T.81 B.1.1.4)",
            offset: found + 2, place: JPEGMarker.name(marker))
        }
        position = found + 2 + length
      }
    }
    throw AuxError(.truncated, "the image has no EOI (T.81 B.2.1)", offset: source.byteCount)
  }
}
