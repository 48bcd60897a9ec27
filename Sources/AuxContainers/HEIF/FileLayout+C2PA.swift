extension FileLayout.Entry {
  /// Whether the box holds a C2PA manifest. Source: C2PA specification, "Embedding manifests into BMFF-based assets".
  package var isManifest: Bool { type == "uuid" && header.userType == Self.manifestType }

  /// D8FEC3D6-1B0E-483C-9297-5828877EC481.
  private static let manifestType: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
}

extension FileLayout {
  /// Where C2PA manifests stand, headers included.
  package var manifestRanges: [Range<Int>] { entries.filter(\.isManifest).map(\.range) }
}
