internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// An auxiliary image as another file of the same container has it coded, taken over without being decoded.
enum CodedAuxiliaryImage: Sendable {
  case jpeg(JPEGCodedImage)
  case heif(HEIFCodedImage)

  /// Takes an image out of a source; nil where it has a form that only decoding carries over.
  ///
  /// These are images with a clean aperture or an orientation of their own, those coded otherwise than the file's
  /// are, DNG, and GDepth. `leavingAperture` takes an image with a clean aperture over without it.
  init?(
    _ image: AuxiliaryImage, of source: ImageSource, for base: ImageSource, leavingAperture: Bool = false
  ) throws(AuxError) {
    try source.checkOwner(of: image)
    if let failure = image.failure { throw failure }
    guard image.byteCount <= source.limits.codedBytes else {
      throw AuxError(
        .limitExceeded, "\(image.byteCount) coded bytes, \(source.limits.codedBytes) at most")
    }
    switch source.parsed {
    case .jpeg(let reader):
      guard case .jpeg = base.parsed, case .secondary(let number) = reader.places[image.index] else {
        return nil
      }
      let range = reader.file.secondaries[number].range
      let bytes = try source.bytes.read(at: range.lowerBound, count: range.count)
      self = .jpeg(JPEGCodedImage(bytes, limits: source.limits))
    case .heif(let reader):
      let count = reader.auxiliaryImages.reduce(0) { $0 + $1.byteCount }
      // Overlapping bytes would be written as often as they are named.
      guard count <= source.bytes.byteCount else {
        throw AuxError(
          .limitExceeded,
          "the images overlap: \(count) coded bytes together in a file of \(source.bytes.byteCount)")
      }
      guard case .heif(let target) = base.parsed,
        let new = try HEIFCodedImage(
          reader.auxiliaryItems[image.index], of: reader.file, source, target.file,
          leavingAperture: leavingAperture)
      else { return nil }
      self = .heif(new)
    case .dng, .readOnly: return nil
    }
  }

  /// Returns the image with the description of a gain map that has the same codes.
  func described(
    as image: StoredAuxiliaryImage, in base: ImageSource
  ) throws(AuxError) -> CodedAuxiliaryImage {
    switch self {
    case .jpeg(let coded):
      let (packet, metadata) = try image.descriptionInJPEG()
      return .jpeg(try coded.described(xmp: packet, gainMap: metadata, limits: base.limits))
    case .heif(var coded):
      guard case .heif(let reader) = base.parsed else { return self }
      try HEIFComposer.describe(&coded, as: image, reader.file.codingOfNewImages)
      return .heif(coded)
    }
  }

  /// Compares the image, which another file describes, with what came back, byte for byte.
  func verify(
    _ image: AuxiliaryImage, as description: AuxiliaryImage, in written: ImageSource
  ) throws(AuxError) {
    guard image.width == description.width, image.height == description.height,
      image.metadata == description.metadata, image.range == description.range,
      image.gainMap?.forms == description.gainMap?.usableForms,
      description.gainMap?.metadata.map({ image.gainMap?.metadata?.isSame(as: $0) == true }) ?? true
    else {
      throw AuxError(.verification, "size, range or properties of \(description.type) changed")
    }
    guard try isSame(as: image, in: written) else {
      throw AuxError(.verification, "the coded bytes of \(description.type) changed")
    }
  }

  private func isSame(as image: AuxiliaryImage, in written: ImageSource) throws(AuxError) -> Bool {
    switch self {
    case .jpeg(let new):
      guard case .jpeg(let reader) = written.parsed, case .secondary(let number) = reader.places[image.index]
      else { return false }
      let secondary = reader.file.secondaries[number]
      let start = secondary.image.scanOffset
      let scan = try written.bytes.read(at: start, count: secondary.range.upperBound - start)
      return new.bytes.suffix(scan.count).elementsEqual(scan)
    case .heif(let new):
      guard case .heif(let reader) = written.parsed else { return false }
      let item = reader.auxiliaryItems[image.index]
      let tiles = item.type == "grid" ? try reader.file.grid(of: item, from: written.bytes).tiles : []
      guard try data(of: item, reader, written) == new.payload, tiles.count == new.tiles.count else {
        return false
      }
      for (tile, asked) in zip(tiles, new.tiles) {
        guard try data(of: tile, reader, written) == asked.payload else { return false }
      }
      return true
    }
  }

  private func data(
    of item: HEIFItem, _ reader: HEIFReader, _ written: ImageSource
  ) throws(AuxError) -> [UInt8] {
    try reader.file.data(of: item, from: written.bytes, maxBytes: written.limits.codedBytes)
  }
}

extension HEIFCodedImage {
  /// Takes over an item with its properties; nil for one that `target` does not take as it is coded.
  fileprivate init?(
    _ item: HEIFItem, of file: HEIFFile, _ source: ImageSource, _ target: HEIFFile, leavingAperture: Bool
  ) throws(AuxError) {
    let coded = item.type == "grid" ? try file.grid(of: item, from: source.bytes).tiles : [item]
    let allowed = target.codingOfNewImages.itemKind
    guard
      coded.allSatisfy({ part in
        guard let kind = CodedItemKind(itemType: part.type), let codec = kind.configurationType else {
          return false
        }
        return kind == allowed && !part.isProtected
          && (file.property("clap", of: part) == nil || leavingAperture && part.id == item.id)
          && file.property(codec, of: part) != nil
      }), try file.orientation(of: item) == file.orientation(of: file.primaryItem), !item.isProtected,
      leavingAperture || file.property("clap", of: item) == nil
    else { return nil }
    let auxiliary = try file.auxiliaryType(of: item)
    let metadata: GainMapMetadata?
    do throws(AuxError) { metadata = try file.gainMapMetadata(of: item, from: source.bytes) } catch {
      // Metadata that cannot be read do not go along.
      try error.throwIfOfSystem()
      metadata = nil
    }
    guard auxiliary != nil || metadata != nil else { return nil }
    func data(of item: HEIFItem) throws(AuxError) -> [UInt8] {
      try file.data(of: item, from: source.bytes, maxBytes: source.limits.codedBytes)
    }
    let size = try file.imageSize(of: item)
    let codec = CodedItemKind(itemType: item.type)?.configurationType
    self.init(
      urn: auxiliary?.urn ?? "", subtype: auxiliary?.subtype ?? [], width: size.width, height: size.height,
      configuration: codec.flatMap { file.property($0, of: item)?.box }, payload: try data(of: item),
      xmp: try file.packet(of: item, from: source.bytes))
    itemType = item.type
    toneMap = metadata
    bitsPerChannel = try file.pixelInformation(of: item)?.bitsPerChannel ?? []
    let own: [FourCharacterCode?] = [codec, "ispe", "clap", "irot", "imir", "pixi", "auxC"]
    extraProperties = file.properties(of: item).filter { !own.contains($0.box.type) }.map(Property.init)
    guard item.type == "grid" else { return }
    tiles = try coded.map { tile throws(AuxError) in
      Tile(
        itemType: tile.type, properties: file.properties(of: tile).map(Property.init),
        payload: try data(of: tile))
    }
  }
}

extension HEIFCodedImage.Property {
  fileprivate init(_ property: HEIFItem.Property) {
    self.init(property.box, isEssential: property.isEssential)
  }
}
