/// How an image item that holds one coded picture of its own is coded.
package enum CodedItemKind: String, Hashable, Sendable {
  /// HEVC, ISO/IEC 23008-12 annex B.
  case hevc
  /// AV1, AV1 Image File Format 2.
  case av1
  /// JPEG, ISO/IEC 23008-12 annex H.
  case jpeg

  /// Creates the kind of an item type; nil for other codings and for derived images.
  package init?(itemType: FourCharacterCode) {
    switch itemType {
    // In hev1 the parameter sets may be in the data as well (14496-15 8.3.3.1).
    case "hvc1", "hev1": self = .hevc
    case "av01": self = .av1
    case "jpeg": self = .jpeg
    default: return nil
    }
  }

  /// The property that configures the decoder; nil where the data need none.
  package var configurationType: FourCharacterCode? {
    switch self {
    case .hevc: "hvcC"
    case .av1: "av1C"
    case .jpeg: nil
    }
  }

  package var name: String { rawValue }
}

/// How an image that is written into a HEIF file is coded: those of ``CodedItemKind`` that have an encoder.
package enum HEIFCoding: Hashable, Sendable {
  case hevc
  /// AV1, the only coding of AVIF.
  case av1

  package var itemKind: CodedItemKind { self == .hevc ? .hevc : .av1 }

  package var name: String { self == .hevc ? "HEVC" : "AV1" }
}
