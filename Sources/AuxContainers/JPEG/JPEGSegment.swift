package import AuxImage

/// One marker segment of a JPEG image: where it is, and what it is by its first bytes.
package struct JPEGSegment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// APP0 `JFIF`; with or without Apple's `AMPF` after it.
    case jfif(hasAMPF: Bool)
    /// APP1 `Exif`.
    case exif
    /// APP1 with an XMP packet.
    case xmp
    /// APP1 with a portion of an extended XMP packet.
    case extendedXMP
    /// APP2 `MPF`, the multi-picture index.
    case multiPicture
    /// APP2 `ICC_PROFILE`.
    case icc
    /// APP2 with gain map metadata of ISO 21496-1; in a primary image, its version alone.
    case gainMap
    /// APP10 `AROT`, Apple's table of restart markers.
    case restartTable
    /// A comment of our own: what the primary was before the image came.
    case undoRecord
    case other
  }

  /// The marker's second byte.
  package var marker: UInt8
  /// The offset of the marker's first byte, 0xFF, in the file.
  package var offset: Int
  /// The offset of the payload, after marker and length.
  package var payloadOffset: Int
  package var payloadCount: Int
  package var kind: Kind

  package var range: Range<Int> { offset..<(payloadOffset + payloadCount) }

  package static let largestPayload = 65533

  /// Returns the bytes of a segment; throws `limitExceeded` where the payload is longer than 65,533 bytes.
  package static func bytes(marker: UInt8, payload: [UInt8]) throws(AuxError) -> [UInt8] {
    guard payload.count <= largestPayload else {
      throw AuxError(
        .limitExceeded, "\(payload.count) bytes do not fit a JPEG segment (\(largestPayload) at most)",
        place: JPEGMarker.name(marker))
    }
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
  }
}

package enum JPEGIdentifier {
  package static let jfif = Array("JFIF\0".utf8)
  /// APP0 with a thumbnail beside the JFIF header.
  package static let jfxx = Array("JFXX\0".utf8)
  /// The four bytes after a JFIF header without thumbnail that mark Apple's multi-picture files.
  package static let ampf = Array("AMPF".utf8)
  package static let exif = Array("Exif\0\0".utf8)
  package static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  package static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  package static let multiPicture = Array("MPF\0".utf8)
  package static let icc = Array("ICC_PROFILE\0".utf8)
  package static let gainMap = Array("\(GainMapPayload.urn)\0".utf8)
  package static let restartTable = Array("AROT".utf8)
  /// COM, our own, with a version.
  package static let undoRecord = Array("auxdepth 1 ".utf8)
  package static let adobe = Array("Adobe".utf8)
}

extension JPEGSegment.Kind {
  package var isJFIF: Bool {
    if case .jfif = self { true } else { false }
  }

  /// Recognises the kind by the marker and the first bytes of the payload.
  package init(marker: UInt8, prefix: [UInt8], payloadCount: Int) {
    func begins(_ identifier: [UInt8]) -> Bool { prefix.starts(with: identifier) }
    switch marker {
    case JPEGMarker.APP0 where begins(JPEGIdentifier.jfif):
      self = .jfif(
        hasAMPF: payloadCount == 18 && prefix.count >= 18
          && prefix[14..<18].elementsEqual(JPEGIdentifier.ampf))
    case JPEGMarker.APP1 where begins(JPEGIdentifier.exif): self = .exif
    case JPEGMarker.APP1 where begins(JPEGIdentifier.xmp): self = .xmp
    case JPEGMarker.APP1 where begins(JPEGIdentifier.extendedXMP): self = .extendedXMP
    case JPEGMarker.APP2 where begins(JPEGIdentifier.multiPicture): self = .multiPicture
    case JPEGMarker.APP2 where begins(JPEGIdentifier.icc): self = .icc
    case JPEGMarker.APP2 where begins(JPEGIdentifier.gainMap): self = .gainMap
    case JPEGMarker.APP10 where begins(JPEGIdentifier.restartTable): self = .restartTable
    case JPEGMarker.COM where begins(JPEGIdentifier.undoRecord): self = .undoRecord
    default: self = .other
    }
  }
}

/// The second byte of a JPEG marker.
///
/// Source: ITU-T T.81, table B.1.
package enum JPEGMarker {
  package static let SOF0: UInt8 = 0xC0
  package static let SOF1: UInt8 = 0xC1
  package static let SOF3: UInt8 = 0xC3
  package static let DHT: UInt8 = 0xC4
  package static let DAC: UInt8 = 0xCC
  package static let RST0: UInt8 = 0xD0
  package static let RST7: UInt8 = 0xD7
  package static let SOI: UInt8 = 0xD8
  package static let EOI: UInt8 = 0xD9
  package static let SOS: UInt8 = 0xDA
  package static let DQT: UInt8 = 0xDB
  package static let DRI: UInt8 = 0xDD
  package static let APP0: UInt8 = 0xE0
  package static let APP1: UInt8 = 0xE1
  package static let APP2: UInt8 = 0xE2
  package static let APP10: UInt8 = 0xEA
  package static let APP11: UInt8 = 0xEB
  package static let APP13: UInt8 = 0xED
  package static let APP14: UInt8 = 0xEE
  package static let APP15: UInt8 = 0xEF
  package static let COM: UInt8 = 0xFE
  package static let TEM: UInt8 = 0x01

  package static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != DHT && marker != 0xC8 && marker != DAC
  }

  package static func standsAlone(_ marker: UInt8) -> Bool {
    (RST0...EOI).contains(marker) || marker == TEM
  }

  package static func name(_ marker: UInt8) -> String {
    switch marker {
    case SOI: "SOI"
    case EOI: "EOI"
    case SOS: "SOS"
    case DQT: "DQT"
    case DHT: "DHT"
    case DRI: "DRI"
    case 0xE0...0xEF: "APP\(marker - 0xE0)"
    case _ where isFrame(marker): "SOF\(marker - 0xC0)"
    default: "marker FF\(String(marker, radix: 16, uppercase: true))"
    }
  }
}
