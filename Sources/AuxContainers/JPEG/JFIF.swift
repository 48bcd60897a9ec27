package import AuxImage

/// The JFIF header and the `AMPF` mark that Apple puts after it.
///
/// Source: JFIF 1.02; Specs/jpeg-mpf.md, "Apple's layout".
package enum JFIF {
  /// The payload of Apple's APP0: version 1.1, 300 dots an inch, no thumbnail, `AMPF`.
  package static let applePayload: [UInt8] =
    JPEGIdentifier.jfif + [1, 1, 1, 0x01, 0x2C, 0x01, 0x2C, 0, 0] + JPEGIdentifier.ampf

  /// The number of bytes of a JFIF payload without thumbnail.
  package static let payloadCount = 14

  /// Returns whether an APP0 may be put at the start of the image without changing how it is decoded.
  ///
  /// JFIF says YCbCr or gray. A decoder may recognise RGB by the component identifiers or by Adobe's marker, and
  /// an added APP0 would overrule it.
  package static func mayBeAdded(to image: JPEGImage, in source: any ByteSource) throws(AuxError) -> Bool {
    for segment in image.segments where segment.marker == JPEGMarker.APP14 {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      if payload.starts(with: JPEGIdentifier.adobe) {
        return payload.count >= 12 && payload[11] == 1 && image.frame.componentIdentifiers.count == 3
      }
    }
    let identifiers = image.frame.componentIdentifiers
    return identifiers.count == 1 || identifiers == [1, 2, 3]
  }
}
