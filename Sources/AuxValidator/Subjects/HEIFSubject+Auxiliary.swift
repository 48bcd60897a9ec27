internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension HEIFSubject {
  /// Reads a property of an item; nil where it has none, a failure where it cannot be read.
  func view<View>(
    _ type: FourCharacterCode, of item: Item, _ body: (inout ByteReader) throws(AuxError) -> View
  ) -> Result<View, AuxError>? {
    guard let property = item.property(type) else { return nil }
    var reader = property.box.reader
    do throws(AuxError) { return .success(try body(&reader)) } catch {
      return .failure(error.located(property.box.offset).within(property.place))
    }
  }

  /// Returns the size as coded.
  func codedSize(_ item: Item) -> (width: Int, height: Int)? {
    let view = view("ispe", of: item) { reader throws(AuxError) in
      try ImageSpatialExtentsProperty(parsing: &reader)
    }
    guard case .success(let size)? = view else { return nil }
    return (Int(size.width), Int(size.height))
  }

  /// Returns the size after `clap` and before `irot`.
  func shownSize(_ item: Item) -> (width: Int, height: Int)? {
    let aperture = view("clap", of: item) { reader throws(AuxError) in
      try CleanApertureProperty(parsing: &reader)
    }
    guard case .success(let clap)? = aperture, let width = clap.width.rounded,
      let height = clap.height.rounded
    else { return codedSize(item) }
    return (width, height)
  }

  /// Returns what `irot` and `imir` of an item do together.
  func orientation(_ item: Item) -> ImageOrientation {
    var transforms: [ImageTransformProperty] = []
    for property in item.properties where property.box.type == "irot" || property.box.type == "imir" {
      var reader = property.box.reader
      if let transform = try? ImageTransformProperty(property.box.type, parsing: &reader) {
        transforms.append(transform)
      }
    }
    return ImageOrientation(transforms)
  }

  /// Returns the auxiliary type.
  func auxiliaryType(_ item: Item) -> AuxiliaryTypeProperty? {
    let view = view("auxC", of: item) { reader throws(AuxError) in try AuxiliaryTypeProperty(parsing: &reader)
    }
    guard case .success(let type)? = view else { return nil }
    return type
  }

  /// Returns the parameter sets.
  func configuration(_ item: Item) -> HEVCDecoderConfiguration? {
    let view = view("hvcC", of: item) { reader throws(AuxError) in
      try HEVCDecoderConfiguration(parsing: &reader)
    }
    guard case .success(let configuration)? = view else { return nil }
    return configuration
  }

  /// Returns the depth representation information.
  func representation(_ item: Item) -> Result<DepthRepresentationInfo, AuxError>? {
    guard let type = auxiliaryType(item), !type.subtype.isEmpty else { return nil }
    var reader = ByteReader(type.subtype)
    do throws(AuxError) { return .success(try DepthRepresentationInfo(parsing: &reader)) } catch {
      return .failure(error)
    }
  }

  /// The auxiliary items as images; decoded where asked for.
  func auxiliaries(decoding: Bool) -> [AuxiliarySubject] {
    let file = decoding ? try? HEIFFile(source, limits: limits) : nil
    return items.filter(\.isAuxiliary).prefix(limits.images).map { auxiliary($0, file) }
  }

  private func auxiliary(_ item: Item, _ file: HEIFFile?) -> AuxiliarySubject {
    let urn = auxiliaryType(item)?.urn
    let size = shownSize(item) ?? (0, 0)
    var image = AuxiliarySubject(
      place: item.place, offset: item.offset, itemID: item.id, container: .heif, urn: urn, width: size.width,
      height: size.height, bits: bits(of: item),
      packet: xmpItems(for: item.id).first.flatMap(packet(of:)))
    image.type = urn.map(AuxiliaryDataType.init(urn:))
    if image.type == .disparity, image.packet?.metadata.namedType == .depth { image.type = .depth }
    if image.isDepth, case .success(let info)? = representation(item) { image.representation = info }
    guard let file, let own = file.item(item.id), item.isImage else { return image }
    if item.isCoded { image.coded = ranges(of: item) ?? [] }
    image.decode(from: source, limits: limits) { [source, limits] () throws(AuxError) in
      try HEIFPlaneDecoder(file: file, source: source, limits: limits).plane(of: own)
    }
    return image
  }

  /// Returns the bits of a sample, of a grid those of its first tile.
  private func bits(of item: Item) -> Int? {
    let coded = item.type == "grid" ? item.targets("dimg").first.flatMap(self.item) : item
    return coded.flatMap(configuration)?.bitDepth
  }
}
