package import AuxImage

/// An ICC profile spread over APP2 segments.
///
/// Source: ICC.1, annex B.4.
package enum ICCSegments {
  private static let headerCount = JPEGIdentifier.icc.count + 2

  /// Returns the profile of an image, or nil where it has none.
  ///
  /// Throws `malformed` where a part is missing or comes twice.
  package static func profile(of image: JPEGImage, in source: any ByteSource) throws(AuxError) -> [UInt8]? {
    var parts: [UInt8: [UInt8]] = [:]
    var total: UInt8 = 0
    for segment in image.segments where segment.kind == .icc {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      guard payload.count >= headerCount else {
        throw AuxError(
          .truncated, "the header needs 14 bytes", offset: segment.offset, place: "APP2 ICC_PROFILE")
      }
      let number = payload[headerCount - 2]
      total = payload[headerCount - 1]
      guard parts.updateValue(Array(payload[headerCount...]), forKey: number) == nil else {
        throw AuxError(
          .malformed, "part \(number) comes twice", offset: segment.offset, place: "APP2 ICC_PROFILE")
      }
    }
    guard !parts.isEmpty else { return nil }
    var profile: [UInt8] = []
    for number in 1...max(1, total) {
      guard let part = parts[number] else {
        throw AuxError(.malformed, "part \(number) of \(total) is missing", place: "APP2 ICC_PROFILE")
      }
      profile += part
    }
    return profile
  }

  /// Returns the segments of a profile; the inverse of ``profile(of:in:)``.
  package static func segments(of profile: [UInt8]) throws(AuxError) -> [UInt8] {
    let size = JPEGSegment.largestPayload - headerCount
    let total = (profile.count + size - 1) / size
    guard total <= 255 else {
      throw AuxError(.limitExceeded, "an ICC profile of \(profile.count) bytes does not fit 255 segments")
    }
    var bytes: [UInt8] = []
    for number in 0..<total {
      let part = profile[(number * size)..<min(profile.count, (number + 1) * size)]
      bytes += try JPEGSegment.bytes(
        marker: JPEGMarker.APP2, payload: JPEGIdentifier.icc + [UInt8(number + 1), UInt8(total)] + part)
    }
    return bytes
  }
}
