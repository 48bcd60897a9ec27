internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a HEIF file from one that exists, less some auxiliary items, plus new ones.
///
/// Items, properties and media data that stay are copied. Source: Specs/heif.md, "Writing".
enum HEIFComposer {
  /// Returns the new file.
  static func compose(
    _ source: any ByteSource, _ file: HEIFFile, removing locations: [AuxiliaryImage.Location],
    adding additions: [ImageDestination.Addition]
  ) throws(AuxError) -> ByteComposition {
    var edit = HEIFEdit(file)
    for case .heifItem(let id) in locations { try edit.remove(id) }
    for addition in additions {
      do throws(AuxError) {
        switch addition.content {
        case .codes(_, _, .some(let same)), .coded(let same): _ = try edit.add(try same.heif())
        case .codes(let image, let encoding, nil): _ = try edit.add(try item(of: image, encoding: encoding))
        }
      } catch { throw error.within("\(addition.type)") }
    }
    return try edit.composition(of: source)
  }

  /// Codes an image and describes it as an item.
  private static func item(
    of image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) -> NewAuxiliaryItem {
    guard let urn = image.type.urn else {
      throw AuxError(.unsupported, "HEIF has no auxiliary image of that type")
    }
    let coded = try HEVCCodec.encode(
      gray: image.codes, quality: encoding.quality, lossless: encoding.isLossless)
    return NewAuxiliaryItem(
      urn: urn, subtype: try subtype(of: image), width: image.codes.width, height: image.codes.height,
      configuration: coded.configuration, payload: coded.payload,
      xmp: try image.packet(for: .heif))
  }

  /// Returns the depth representation information of a depth map; nothing for other images.
  private static func subtype(of image: StoredAuxiliaryImage) throws(AuxError) -> [UInt8] {
    guard image.type.isDepthData, let range = image.range else { return [] }
    var bounds = [range.atZero, range.atMax]
    if image.nativeFormat.sampleType == .half {
      // Six decimals name a half; the message holds the half itself.
      bounds = bounds.map { Double(Half.float(Half.bits(Float($0)))) }
    }
    let info =
      range.quantity == .disparity
      ? try DepthRepresentationInfo(disparityFrom: bounds[0], to: bounds[1])
      : try DepthRepresentationInfo(depthFrom: bounds[0], to: bounds[1])
    var writer = ByteWriter()
    info.serialize(into: &writer)
    return writer.bytes
  }
}
