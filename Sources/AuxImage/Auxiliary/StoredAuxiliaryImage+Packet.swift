extension StoredAuxiliaryImage {
  /// Returns the XMP packet of the image in a container.
  ///
  /// A packet that was read stays as it is, but where the packet alone says what an image is, as in JPEG, or what its
  /// codes mean, as in JPEG and AVIF: one that does not gets the properties that do. Source: Specs/xmp.md, "What ships
  /// in which container".
  package func packet(for container: ImageContainer) throws(AuxError) -> [UInt8] {
    if let stated = try statingRange(in: container) { return try stated.packet(for: container) }
    guard let packet else {
      var written = metadata.written(for: type, in: container)
      if isNamedByXMP(in: container), written.namedType != type {
        // What came without XMP, as from AVIF, is identified by its container there.
        (written.auxiliaryImageType, written.auxiliaryImageSubType) = type.xmpNames
      }
      if case .depth(_, let range) = content, !metadata.statesRange {
        // Of a map that has a packet it is the place of the range (the rule AUX-FLOAT-MISSING), whatever an SEI message says.
        (written.intMinValue, written.intMaxValue) = (0, 255)
        (written.floatMinValue, written.floatMaxValue) = (range.firstValue, range.lastValue)
      }
      return try XMPSerializer.packet(of: written.properties)
    }
    guard isNamedByXMP(in: container), metadata.namedType != type else { return packet }
    var identity = AuxiliaryMetadata()
    (identity.auxiliaryImageType, identity.auxiliaryImageSubType) = type.xmpNames
    if !type.isDepthData {
      identity.nativeFormat = metadata.nativeFormat == nil ? .L008 : nil
      identity.storedFormat = metadata.storedFormat == nil ? .L008 : nil
    }
    var named = XMPEdit(packet)
    // Readers refuse a packet that has these properties twice.
    for property in AuxiliaryMetadata.identityNames + identity.properties.map(\.name) {
      named.removeProperty(property, of: AppleNamespace.apdi.rawValue)
    }
    try named.add(identity.properties)
    return named.bytes
  }
}

extension StoredAuxiliaryImage {
  /// Whether the packet alone says what the image is: in HEIF the URN of depth is that of disparity as well.
  private func isNamedByXMP(in container: ImageContainer) -> Bool {
    container.identifiesByXMP || type == .depth && container.identifiesByURN
  }

  /// Returns the image with properties and a packet that state the range of its codes; nil where they do, or where the
  /// container has another place for it.
  ///
  /// A range that came from elsewhere, as from an SEI message, would else be lost.
  private func statingRange(in container: ImageContainer) throws(AuxError) -> StoredAuxiliaryImage? {
    guard case .depth(_, let range) = content, container.statesRangeByXMP(of: range.quantity),
      !metadata.statesRange
    else {
      return nil
    }
    var (stated, added) = (self, AuxiliaryMetadata())
    (added.intMinValue, added.intMaxValue) = (0, 255)
    (added.floatMinValue, added.floatMaxValue) = (range.firstValue, range.lastValue)
    // The values are of the quantity of the native format.
    if metadata.nativeFormat?.quantity != range.quantity {
      added.nativeFormat = range.quantity == .disparity ? .hdis : .hdep
      stated.metadata.nativeFormat = added.nativeFormat
    }
    if metadata.storedFormat == nil {
      added.storedFormat = .L008
      stated.metadata.storedFormat = .L008
    }
    (stated.metadata.intMinValue, stated.metadata.intMaxValue) = (added.intMinValue, added.intMaxValue)
    (stated.metadata.floatMinValue, stated.metadata.floatMaxValue) = (
      added.floatMinValue, added.floatMaxValue
    )
    let replaced = Set(added.properties.map(\.name))
    stated.metadata.other.removeAll {
      $0.namespace == AppleNamespace.apdi.rawValue && replaced.contains($0.name)
    }
    guard let packet else { return stated }
    var edit = XMPEdit(packet)
    for name in replaced.sorted() { edit.removeProperty(name, of: AppleNamespace.apdi.rawValue) }
    try edit.add(added.properties)
    stated.packet = edit.bytes
    return stated
  }
}

extension AuxiliaryMetadata {
  /// Whether the properties say what the codes of a depth map mean.
  fileprivate var statesRange: Bool {
    floatMinValue != nil && floatMaxValue != nil && (intMinValue ?? 0) < (intMaxValue ?? 255)
  }

  /// The properties by which XMP says what an image is.
  fileprivate static let identityNames = ["AuxiliaryImageType", "AuxiliaryImageSubType"]

  /// Returns what Apple writes of an image of that type into a container.
  fileprivate func written(for type: AuxiliaryDataType, in container: ImageContainer) -> AuxiliaryMetadata {
    // Depth data and the portrait matte say everywhere what they are.
    guard !type.isDepthData, type.family != .portraitMatte else { return self }
    var written = self
    if container.identifiesByURN { written.auxiliaryImageType = nil }
    if container.omitsMatteFormats { (written.nativeFormat, written.storedFormat) = (nil, nil) }
    return written
  }
}
