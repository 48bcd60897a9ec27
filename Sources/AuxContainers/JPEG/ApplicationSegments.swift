package import AuxImage

/// The JFIF header and the `AMPF` mark that Apple puts after it.
///
/// Source: JFIF 1.02; Specs/jpeg-mpf.md, "Apple's layout".
package enum JFIF {
  /// The payload of Apple's APP0: version 1.1, 300 dots an inch, no thumbnail, `AMPF`.
  package static let applePayload: [UInt8] =
    JPEGIdentifier.jfif + [1, 1, 1, 0x01, 0x2C, 0x01, 0x2C, 0, 0] + JPEGIdentifier.ampf

  package static let payloadCount = 14

  /// Returns whether an APP0 may be put at the start of the image without changing how it is decoded.
  ///
  /// JFIF says YCbCr or gray. A decoder may recognise RGB by the component identifiers or by Adobe's marker, and
  /// an added APP0 would overrule it.
  package static func mayBeAdded(to image: JPEGImage, in source: any ByteSource) throws(AuxError) -> Bool {
    let identifiers = image.frame.componentIdentifiers
    for segment in image.segments where segment.marker == JPEGMarker.APP14 {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      if payload.starts(with: JPEGIdentifier.adobe) {
        return payload.count >= 12 && payload[11] == 1 && identifiers.count == 3
      }
    }
    return identifiers.count == 1 || identifiers == [1, 2, 3]
  }
}

/// An ICC profile spread over APP2 segments.
///
/// Source: ICC.1, annex B.4.
package enum ICCSegments {
  private static let headerCount = JPEGIdentifier.icc.count + 2
  private static let place = "APP2 ICC_PROFILE"

  /// Returns the profile of an image, or nil where it has none.
  ///
  /// Throws `malformed` where a part is missing or comes twice.
  package static func profile(of image: JPEGImage, in source: any ByteSource) throws(AuxError) -> [UInt8]? {
    var parts: [UInt8: [UInt8]] = [:]
    var total: UInt8 = 0
    for segment in image.segments where segment.kind == .icc {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      guard payload.count >= headerCount else {
        throw AuxError(.truncated, "the header needs 14 bytes", offset: segment.offset, place: place)
      }
      let number = payload[headerCount - 2]
      total = payload[headerCount - 1]
      guard parts.updateValue(Array(payload[headerCount...]), forKey: number) == nil else {
        throw AuxError(.malformed, "part \(number) comes twice", offset: segment.offset, place: place)
      }
    }
    guard !parts.isEmpty else { return nil }
    var profile: [UInt8] = []
    for number in 1...max(1, total) {
      guard let part = parts[number] else {
        throw AuxError(.malformed, "part \(number) of \(total) is missing", place: place)
      }
      profile += part
    }
    return profile
  }

  /// Returns the segments of a profile; throws `limitExceeded` where they would be more than 255.
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
