internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageSource {
  /// Whether the primary's XMP says that there is a gain map like this one: what would be left of the claim would be
  /// wrong.
  ///
  /// Source: Adobe, Gain map specification 1.0; Google, Ultra HDR: `hdrgm:Version` and the GContainer directory.
  func announces(_ image: AuxiliaryImage) throws(AuxError) -> Bool {
    guard image.type == .adobeGainMap, case .jpeg(let reader) = parsed,
      let packet = try JPEGReader.packet(of: reader.file.primary, bytes)
    else { return false }
    let xmp = XMPEdit(packet)
    return xmp.mentions("http://ns.adobe.com/hdr-gain-map/1.0/")
      || xmp.mentions("http://ns.google.com/photos/1.0/container/")
  }
}
