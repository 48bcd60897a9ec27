internal import AuxContainers
internal import AuxImage

extension JPEGReader {
  /// Returns what is known of an image that cannot be described, or nil where nothing says that it is an auxiliary
  /// image: what is wrong with it is a note then.
  static func failed(
    _ image: JPEGImage, byteCount: Int, index: Int, _ packets: XMPPackets, _ source: any ByteSource,
    _ notes: inout [String], _ failure: AuxError
  ) throws(AuxError) -> AuxiliaryImage? {
    // It is read no more often for this.
    try failure.throwIfOfSystem()
    let packet = try? packets.packet(of: image)
    let metadata = packet?.metadata ?? AuxiliaryMetadata()
    let type =
      metadata.namedType ?? packet?.claimedType
      ?? JPEGGainMap(image, metadata, packet?.properties ?? [], source, &notes)?.type
    guard type != nil else {
      notes.append("\(failure)")
      return nil
    }
    return try AuxiliaryImage(
      index: index, type: type, identifier: metadata.identifier,
      size: (image.frame.width, image.frame.height),
      codec: "jpeg", byteCount: byteCount, failure: failure)
  }
}

extension XMPPacket {
  /// The type that Apple's properties name in a packet that cannot be parsed.
  var claimedType: AuxiliaryDataType? {
    // One packet has a few kilobytes; what is longer is none of a camera's.
    let text = bytes.prefix(64 << 10)
    return AuxiliaryDataType(
      imageType: Self.value("AuxiliaryImageType", in: text),
      subType: Self.value("AuxiliaryImageSubType", in: text))
  }

  /// Returns what stands after the first mention of a property, as an element or as an attribute.
  private static func value(_ name: String, in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let mention = rest.firstRange(of: Array(name.utf8)) {
      rest = rest[mention.upperBound...]
      let opening = rest.prefix { #"=">'"#.utf8.contains($0) }
      let value = rest.dropFirst(opening.count).prefix { !#"<"'"#.utf8.contains($0) }
      if !opening.isEmpty, !value.isEmpty { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }
}
