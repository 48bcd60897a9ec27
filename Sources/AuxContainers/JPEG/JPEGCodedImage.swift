package import AuxImage

package struct JPEGCodedImage: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Takes an image over as it is, but for what it says of the file that it stood in.
  package init(_ bytes: [UInt8], limits: AuxLimits = .standard) {
    self.bytes = JPEGUndoRecord.removed(from: bytes, limits: limits)
  }

  /// Lays an image out as Apple's writer does: SOI, XMP, MPF, DQT, DRI, SOF0, DHT, SOS.
  ///
  /// `stream` is what an encoder gave; `gainMap` becomes an APP2 segment as ISO 21496-1 has it, and `profile` the ICC profile.
  /// Throws `limitExceeded` where the packet does not fit a segment, and as reading the stream does. Source:
  /// Specs/jpeg-mpf.md, "Apple's layout".
  package init(
    stream: [UInt8], xmp: [UInt8]?, gainMap: GainMapMetadata? = nil, profile: [UInt8]? = nil
  ) throws(AuxError) {
    var bytes: [UInt8] = [0xFF, JPEGMarker.SOI]
    bytes += try Self.description(xmp, gainMap)
    if let profile { bytes += try ICCSegments.segments(of: profile) }
    var index = ByteWriter()
    // The count is set when the file is composed.
    MultiPictureFormat(numberOfImages: 0, entries: nil).serialize(into: &index)
    bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: index.bytes)
    let image = try JPEGImage(in: MemoryByteSource(stream), at: 0, limits: .ofEncoders)
    for marker in [JPEGMarker.DQT, JPEGMarker.DRI, JPEGMarker.SOF0, JPEGMarker.SOF1, JPEGMarker.DHT] {
      let payloads = image.segments.filter { $0.marker == marker }
        .flatMap { stream[$0.payloadOffset..<$0.range.upperBound] }
      // A stream of several components has no restart intervals.
      if payloads.isEmpty { continue }
      bytes += try JPEGSegment.bytes(marker: marker, payload: payloads)
    }
    guard let scan = image.segments.last, scan.marker == JPEGMarker.SOS else {
      throw AuxError(.codec, "the encoder gave no scan")
    }
    self.bytes = bytes + stream[scan.offset...]
  }

  /// Returns the segments that say what the image is.
  private static func description(_ xmp: [UInt8]?, _ gainMap: GainMapMetadata?) throws(AuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    if let xmp {
      do throws(AuxError) {
        bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + xmp)
      } catch { throw error.within("XMP") }
    }
    if let gainMap {
      var payload = ByteWriter()
      payload.write(JPEGIdentifier.gainMap)
      try GainMapPayload(gainMap).serialize(into: &payload)
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: payload.bytes)
    }
    return bytes
  }

  /// Returns the image with another packet and other gain map metadata; its coded bytes, and all else, stay.
  package func described(
    xmp: [UInt8]?, gainMap: GainMapMetadata?, limits: AuxLimits
  ) throws(AuxError) -> JPEGCodedImage {
    let image = try JPEGImage(in: MemoryByteSource(bytes), at: 0, limits: limits)
    var described = bytes
    for segment in image.segments.reversed() {
      switch segment.kind {
      case .xmp, .extendedXMP, .gainMap: described.removeSubrange(segment.range)
      default: break
      }
    }
    // JFIF comes before all others.
    let jfif = image.segments.first.flatMap { $0.kind.isJFIF ? $0.range.upperBound : nil }
    described.insert(contentsOf: try Self.description(xmp, gainMap), at: jfif ?? 2)
    return JPEGCodedImage(described, limits: limits)
  }

  /// Returns the image, with the count of images in its own index brought up to date, and a record where one is given.
  func bytes(
    numberOfImages count: Int, _ record: JPEGUndoRecord?, limits: AuxLimits
  ) throws(AuxError) -> [UInt8] {
    let bytes = try record?.inserted(into: bytes, limits: limits) ?? bytes
    let structure = JPEGStructure(MemoryByteSource(bytes), limits: limits)
    let image = try structure.image(at: 0)
    guard let patch = MultiPictureFormat.countPatch(of: image, in: structure, count) else { return bytes }
    var patched = bytes
    patched.replaceSubrange(patch.offset..<(patch.offset + patch.bytes.count), with: patch.bytes)
    return patched
  }
}
