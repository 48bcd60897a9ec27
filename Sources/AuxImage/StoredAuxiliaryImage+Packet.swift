internal import Foundation

extension StoredAuxiliaryImage {
  /// Returns the XMP packet of the image in a container.
  ///
  /// A packet that was read stays as it is, but for JPEG, where the packet alone says what an image is: one
  /// that does not gets the properties that do. Source: Specs/xmp.md, "What ships in which container".
  package func packet(for container: ImageContainer) throws(AuxError) -> [UInt8] {
    guard let packet else {
      return try XMPSerializer.packet(of: metadata.written(for: type, in: container).properties)
    }
    guard container == .jpeg, metadata.namedType != type else { return packet }
    var identity = AuxiliaryMetadata.matte(type)
    identity.portraitEffectsMatteVersion = nil
    identity.semanticSegmentationMatteVersion = nil
    identity.hdrGainMapVersion = nil
    return try XMPSerializer.adding(identity.properties, to: packet)
  }
}

extension AuxiliaryMetadata {
  /// Returns what Apple writes of an image of that type into a container.
  fileprivate func written(for type: AuxiliaryDataType, in container: ImageContainer) -> AuxiliaryMetadata {
    guard !type.isDepthData, type != .portraitEffectsMatte else { return self }
    var written = self
    switch container {
    case .heif:
      // The URN of auxC identifies the image; the packet holds versions only.
      written.auxiliaryImageType = nil
      written.nativeFormat = nil
      written.storedFormat = nil
    case .dng:
      written.nativeFormat = nil
      written.storedFormat = nil
    default: break
    }
    return written
  }
}

extension XMPSerializer {
  /// Returns a packet with a second description of the same resource, which holds `properties`.
  ///
  /// Everything else of the packet stays byte for byte. Throws `malformed` where it has no `rdf:RDF`.
  fileprivate static func adding(
    _ properties: [XMPProperty], to packet: [UInt8]
  ) throws(AuxError) -> [UInt8] {
    let text = String(decoding: packet, as: UTF8.self)
    let new = String(decoding: try self.packet(of: properties), as: UTF8.self)
    guard let end = text.range(of: "</rdf:RDF>", options: .backwards),
      let first = new.range(of: "      <rdf:Description"),
      let last = new.range(of: "</rdf:Description>\n")
    else { throw AuxError(.malformed, "the packet has no rdf:RDF element", place: "XMP") }
    return Array(
      (text[..<end.lowerBound] + new[first.lowerBound..<last.upperBound] + text[end.lowerBound...]).utf8)
  }
}
