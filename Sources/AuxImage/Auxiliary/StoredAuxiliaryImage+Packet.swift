extension StoredAuxiliaryImage {
  /// Returns the XMP packet of the image in a container.
  ///
  /// A packet that was read stays as it is, but where the packet alone says what an image is, as in JPEG: one
  /// that does not gets the properties that do. Source: Specs/xmp.md, "What ships in which container".
  package func packet(for container: ImageContainer) throws(AuxError) -> [UInt8] {
    guard let packet else {
      var written = metadata.written(for: type, in: container)
      if container.identifiesByXMP, written.namedType != type {
        // What came without XMP, as from AVIF, is identified by its container there.
        (written.auxiliaryImageType, written.auxiliaryImageSubType) = type.xmpNames
      }
      return try XMPSerializer.packet(of: written.properties)
    }
    guard container.identifiesByXMP, metadata.namedType != type else { return packet }
    var identity = AuxiliaryMetadata()
    (identity.auxiliaryImageType, identity.auxiliaryImageSubType) = type.xmpNames
    if !type.isDepthData {
      identity.nativeFormat = metadata.nativeFormat == nil ? .L008 : nil
      identity.storedFormat = metadata.storedFormat == nil ? .L008 : nil
    }
    var named = XMPEdit(packet)
    // What names another type would stand there twice, which no reader accepts.
    for property in AuxiliaryMetadata.identityNames {
      named.removeProperty(property, of: AppleNamespace.apdi.rawValue)
    }
    try named.add(description: XMPSerializer.description(of: identity.properties))
    return named.bytes
  }
}

extension AuxiliaryMetadata {
  /// The properties by which XMP says what an image is.
  fileprivate static let identityNames = ["AuxiliaryImageType", "AuxiliaryImageSubType"]

  /// Returns what Apple writes of an image of that type into a container.
  fileprivate func written(for type: AuxiliaryDataType, in container: ImageContainer) -> AuxiliaryMetadata {
    // Depth data and the portrait matte say everywhere what they are.
    guard !type.isDepthData, type.family != .portraitMatte else { return self }
    var written = self
    switch container {
    case .heif, .avif:
      // The URN of auxC identifies the image; the packet holds versions only.
      written.auxiliaryImageType = nil
      written.nativeFormat = nil
      written.storedFormat = nil
    case .dng:
      written.nativeFormat = nil
      written.storedFormat = nil
    case .jpeg, .tiff, .png, .webp, .exr: break
    }
    return written
  }
}
