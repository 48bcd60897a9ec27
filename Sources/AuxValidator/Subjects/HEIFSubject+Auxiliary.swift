internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension HEIFSubject {
  /// Returns the size after `clap` and before `irot`.
  func shownSize(_ item: HEIFItem) -> (width: Int, height: Int)? {
    let aperture = try? view("clap", of: item) { reader throws(AuxError) in
      try CleanApertureProperty(parsing: &reader)
    }
    guard let aperture, let width = aperture.width.rounded, let height = aperture.height.rounded
    else { return try? imageSize(of: item) }
    return (width, height)
  }

  /// Returns what those of `irot` and `imir` of an item that can be read do together.
  func knownOrientation(of item: HEIFItem) -> ImageOrientation {
    var transforms: [ImageTransformProperty] = []
    for property in properties(of: item) where property.box.type == "irot" || property.box.type == "imir" {
      var reader = property.box.reader
      if let transform = try? ImageTransformProperty(property.box.type, parsing: &reader) {
        transforms.append(transform)
      }
    }
    return ImageOrientation(transforms)
  }

  func representation(_ item: HEIFItem) -> Result<DepthRepresentationInfo, AuxError>? {
    guard let type = try? auxiliaryType(of: item), !type.subtype.isEmpty else { return nil }
    return Result { () throws(AuxError) in try depthRepresentation(of: item) }.flatMap { info in
      info.map { .success($0) } ?? .failure(AuxError(.malformed, "no depth representation information"))
    }
  }

  /// The auxiliary items as images; decoded where asked for.
  func auxiliaries(decoding: Bool) -> [AuxiliarySubject] {
    let file = decoding ? try? HEIFFile(structure) : nil
    var decoded = HEIFDecodedOnce(most: (structure.source.byteCount, structure.limits.pixels))
    let entries = structure.index.entries.prefix(structure.limits.images)
    let decoder = file.map { file in
      HEIFImageDecoder(
        lumasOf: entries.compactMap { file.item($0.place.id) }, file: file, source: structure.source,
        limits: structure.limits)
    }
    return entries.map { auxiliary($0, file, decoder, &decoded) }
  }

  private func auxiliary(
    _ listed: Listed<HEIFItem>, _ file: HEIFFile?, _ decoder: HEIFImageDecoder?,
    _ decoded: inout HEIFDecodedOnce
  ) -> AuxiliarySubject {
    let item = listed.place
    let size = shownSize(item) ?? (0, 0)
    var image = AuxiliarySubject(
      listed.entry, container: structure.isAVIF ? .avif : .heif, width: size.width, height: size.height,
      bits: bits(of: item), packet: xmpItems(for: item.id).first.flatMap(packet(of:)))
    image.itemID = item.id
    image.urn = (try? auxiliaryType(of: item))?.urn
    if image.isDepth, case .success(let info)? = representation(item) { image.representation = info }
    guard let file, let decoder, let own = file.item(item.id), item.isImage else { return image }
    if item.isCoded { image.coded = ranges(of: item) ?? [] }
    let (source, limits) = (structure.source, structure.limits)
    decoded.decode(&image, own, at: ranges(of: item) ?? []) { image in
      image.decode(from: source, limits: limits) { () throws(AuxError) in
        try decoder.plane(of: own)
      }
    }
    return image
  }

  /// Returns the bits of a sample, of a grid those of its first tile.
  private func bits(of item: HEIFItem) -> Int? {
    let coded = item.type == "grid" ? item.targets("dimg").first.flatMap(self.item) : item
    return coded.flatMap { try? hevcConfiguration(of: $0) }?.bitDepth
  }
}

extension HEIFSubject {
  /// The numbers of the items that grids are made of.
  var tiles: Set<UInt32> { Set(items.filter { $0.type == "grid" }.flatMap { $0.targets("dimg") }) }

  /// The numbers of the items that auxiliary images are derived from, as the cells of a grid of alpha.
  var auxiliaryParts: Set<UInt32> {
    Set(items.filter { isAuxiliary($0) && !$0.targets("dimg").isEmpty }.flatMap { $0.targets("dimg") })
  }

  /// The tiles of grids each of whose tiles has an alpha image of its own, in place of one for the grid; AVIF alone.
  ///
  /// libavif makes a grid of these. Source: AOMediaCodec/libavif issue 1203.
  var tilesWithAlpha: Set<UInt32> {
    guard isAVIF else { return [] }
    let withAlpha = Set(items.filter(isAlpha).flatMap { $0.targets("auxl") })
    let grids = items.filter { $0.type == "grid" }.map { $0.targets("dimg") }
    return Set(grids.filter { $0.allSatisfy(withAlpha.contains) }.flatMap(\.self))
  }

  func isAlpha(_ item: HEIFItem) -> Bool {
    (try? auxiliaryType(of: item)).map { AuxiliaryDataType(urn: $0.urn) } == .alpha
  }

  /// Whether the brands are those of AVIF, to which the customs of HEIC do not apply.
  var isAVIF: Bool { structure.isAVIF }

  /// Whether an item is a depth map, matte or gain map of a HEIC file, which cameras write in one way.
  func isOfCameras(_ item: HEIFItem) -> Bool {
    guard isAuxiliary(item), !isAVIF, let urn = (try? auxiliaryType(of: item))?.urn else { return false }
    return AuxiliaryDataType(urn: urn).family != nil
  }
}
