package import AuxImage

extension HEIFFile {
  /// Returns what the tone-mapped image that is made with a gain map says of it; nil where there is none.
  package func gainMapMetadata(
    of item: HEIFItem, from source: any ByteSource
  ) throws(AuxError) -> GainMapMetadata? {
    guard let toneMap = index.toneMaps[item.id].map({ items[$0] }) else { return nil }
    do throws(AuxError) {
      var reader = ByteReader(
        try data(of: toneMap, from: source, maxBytes: 1 + GainMapPayload.largestCount + limits.xmpBytes))
      guard try reader.readUInt8() == 0 else {
        throw AuxError(.unsupported, "a tone-mapped image of a later version (23008-12 6.6.2.4)")
      }
      return try GainMapPayload(parsing: &reader).metadata
    } catch { throw error.within("item \(toneMap.id) (tmap)") }
  }
}
