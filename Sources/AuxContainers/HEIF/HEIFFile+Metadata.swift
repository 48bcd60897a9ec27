package import AuxImage

extension HEIFFile {
  /// Returns the metadata items that describe an item (`cdsc`), in the order of the file, without Exif and XMP of no bytes.
  package func metadataItems(for id: UInt32) -> [HEIFItem] {
    index.metadataItems(for: id)
  }

  package func xmpItem(for id: UInt32) -> HEIFItem? {
    index.metadataItems(for: id).first(where: \.isXMP)
  }

  /// Returns the XMP packet that describes an item, or nil without one.
  package func packet(of item: HEIFItem, from source: any ByteSource) throws(AuxError) -> [UInt8]? {
    guard let description = xmpItem(for: item.id) else { return nil }
    return try data(of: description, from: source, maxBytes: limits.xmpBytes)
  }

  /// Returns the Exif block that describes an item, from its byte-order mark on, or nil without one.
  package func exif(for id: UInt32, from source: any ByteSource) throws(AuxError) -> [UInt8]? {
    guard let item = metadataItems(for: id).first(where: { $0.type == "Exif" }) else { return nil }
    return try exifBlock(in: item, from: source)
  }

  /// Returns the Exif block in an item of the type `Exif`, likewise.
  package func exifBlock(in item: HEIFItem, from source: any ByteSource) throws(AuxError) -> [UInt8] {
    try ExifBlock.block(inItem: data(of: item, from: source, maxBytes: limits.xmpBytes))
  }

  /// Returns what the tone-mapped image that is made with a gain map says of it; nil without one.
  package func gainMapMetadata(
    of item: HEIFItem, from source: any ByteSource
  ) throws(AuxError) -> GainMapMetadata? {
    try gainMapPayload(of: item, from: source)?.get().metadata
  }

  /// Returns the payload of the tone-mapped image that is made with a gain map; nil without one.
  package func gainMapPayload(
    of item: HEIFItem, from source: any ByteSource
  ) -> Result<GainMapPayload, AuxError>? {
    guard let toneMap = index.toneMap(of: item) else { return nil }
    do throws(AuxError) {
      var reader = ByteReader(
        try data(
          of: toneMap, from: source,
          maxBytes: 1 + GainMapPayload.largestCount + min(limits.xmpBytes, .max >> 1)))
      var payload = try GainMapPayload(ofToneMap: &reader)
      let colors = try ownColours(of: toneMap)
      payload.metadata.alternateColors = RenditionColors(
        iccProfile: colors.iccProfile, codePoints: colors.codePoints)
      return .success(payload)
    } catch { return .failure(error.within("item \(toneMap.id) (tmap)")) }
  }
}
