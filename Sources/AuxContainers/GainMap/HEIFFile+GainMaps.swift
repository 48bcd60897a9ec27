package import AuxImage

extension HEIFFile {
  /// The gain maps that tone-mapped images (`tmap`) of the primary, or of what it is derived from, are made with.
  ///
  /// Source: ISO/IEC 23008-12:2022/Amd 1, 6.6.2.4: the inputs are the base image and the gain map, in this order.
  package var toneMapGainMaps: Set<UInt32> {
    let bases = primaryAndBases
    var found: Set<UInt32> = []
    for item in items where item.type == "tmap" {
      let inputs = item.targets("dimg")
      if inputs.count == 2, bases.contains(inputs[0]) || bases.contains(item.id) { found.insert(inputs[1]) }
    }
    return found
  }

  /// Returns what the tone-mapped image that is made with a gain map says of it; nil where there is none.
  package func gainMapMetadata(
    of item: HEIFItem, from source: any ByteSource
  ) throws(AuxError) -> GainMapMetadata? {
    guard
      let toneMap = items.first(where: {
        $0.type == "tmap" && $0.targets("dimg").dropFirst().first == item.id
      })
    else { return nil }
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
