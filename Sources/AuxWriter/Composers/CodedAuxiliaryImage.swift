internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// An auxiliary image of another file of the same container, taken over without being decoded.
struct CodedAuxiliaryImage: Sendable {
  /// What is taken over.
  private enum Form: Sendable {
    /// A further JPEG image.
    case jpeg(JPEGNewImage)
    /// An item with its properties.
    case heif(HEIFNewImage)
  }

  private let form: Form
  private let description: AuxiliaryImage

  /// Takes an image out of a source; nil where it has a form that only decoding carries over.
  ///
  /// These are images with a clean aperture or an orientation of their own, those coded otherwise than the file's
  /// are, DNG, and GDepth.
  init?(_ image: AuxiliaryImage, of source: ImageSource, for base: ImageSource) throws(AuxError) {
    try source.checkOwner(of: image)
    if let failure = image.failure { throw failure }
    guard image.byteCount <= source.limits.codedBytes else {
      throw AuxError(
        .limitExceeded, "\(image.byteCount) coded bytes, \(source.limits.codedBytes) at most")
    }
    description = image
    switch source.parsed {
    case .jpeg(let reader):
      guard case .jpeg = base.parsed, case .secondary(let number) = reader.places[image.index] else {
        return nil
      }
      let range = reader.file.secondaries[number].range
      let bytes = try source.bytes.read(at: range.lowerBound, count: range.count)
      form = .jpeg(JPEGNewImage(bytes, limits: source.limits))
    case .heif(let reader):
      let (count, most) = (
        reader.auxiliaryImages.reduce(0) { $0 + $1.byteCount }, source.bytes.byteCount
      )
      // Overlapping bytes would be written as often as they are named.
      guard count <= most else {
        throw AuxError(
          .limitExceeded, "the images overlap: \(count) coded bytes together in a file of \(most)")
      }
      guard case .heif(let target) = base.parsed,
        let new = try Self.item(reader.auxiliaryItems[image.index], of: reader.file, source, target.file)
      else { return nil }
      form = .heif(new)
    case .dng, .png, .tiff, .webp, .exr: return nil
    }
  }

  private static func item(
    _ item: HEIFItem, of file: HEIFFile, _ source: ImageSource, _ target: HEIFFile
  ) throws(AuxError) -> HEIFNewImage? {
    let coded = item.type == "grid" ? try file.grid(of: item, from: source.bytes).tiles : [item]
    let allowed = target.codingOfNewImages.itemKind
    guard
      coded.allSatisfy({ part in
        guard let kind = CodedItemKind(itemType: part.type), let codec = kind.configurationType else {
          return false
        }
        return kind == allowed && !part.isProtected && file.property("clap", of: part) == nil
          && file.property(codec, of: part) != nil
      }), try file.orientation(of: item) == file.orientation(of: file.primaryItem),
      let auxiliary = try file.auxiliaryType(of: item), !item.isProtected,
      file.property("clap", of: item) == nil
    else { return nil }
    let size = try file.imageSize(of: item)
    func data(of item: HEIFItem) throws(AuxError) -> [UInt8] {
      try file.data(of: item, from: source.bytes, maxBytes: source.limits.codedBytes)
    }
    let codec = CodedItemKind(itemType: item.type)?.configurationType
    var new = HEIFNewImage(
      urn: auxiliary.urn, subtype: auxiliary.subtype, width: size.width, height: size.height,
      configuration: codec.flatMap { file.property($0, of: item)?.box }, payload: try data(of: item),
      xmp: try file.packet(of: item, from: source.bytes))
    new.itemType = item.type
    new.bitsPerChannel = try file.pixelInformation(of: item)?.bitsPerChannel ?? []
    let own: [FourCharacterCode?] = [codec, "ispe", "irot", "imir", "pixi", "auxC"]
    for property in file.properties(of: item) where !own.contains(property.box.type) {
      new.extraProperties.append(.init(property.box, isEssential: property.isEssential))
    }
    for tile in coded where item.type == "grid" {
      let properties = file.properties(of: tile).map {
        HEIFNewImage.ExtraProperty($0.box, isEssential: $0.isEssential)
      }
      new.tiles.append(.init(itemType: tile.type, properties: properties, payload: try data(of: tile)))
    }
    return new
  }

  /// The type of the image.
  var type: AuxiliaryDataType { description.type }

  /// The forms in which a gain map is described; none for other images.
  var gainMapForms: [GainMapForm] { description.gainMap?.forms ?? [] }

  /// Returns the JPEG image.
  func jpeg() throws(AuxError) -> JPEGNewImage {
    guard case .jpeg(let image) = form else {
      throw AuxError(.unsupported, "a coded image of another container")
    }
    return image
  }

  /// Returns the item.
  func heif() throws(AuxError) -> HEIFNewImage {
    guard case .heif(let item) = form else {
      throw AuxError(.unsupported, "a coded image of another container")
    }
    return item
  }

  /// Compares the image with what came back, byte for byte.
  func verify(_ image: AuxiliaryImage, in written: ImageSource) throws(AuxError) {
    guard image.width == description.width, image.height == description.height,
      image.metadata == description.metadata, image.range == description.range
    else {
      throw AuxError(.verification, "size, range or properties of \(description.type) changed")
    }
    guard try isSame(as: image, in: written) else {
      throw AuxError(.verification, "the coded bytes of \(description.type) changed")
    }
  }

  private func isSame(as image: AuxiliaryImage, in written: ImageSource) throws(AuxError) -> Bool {
    switch form {
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
      func data(of item: HEIFItem) throws(AuxError) -> [UInt8] {
        try reader.file.data(of: item, from: written.bytes, maxBytes: written.limits.codedBytes)
      }
      let tiles =
        item.type == "grid" ? try reader.file.grid(of: item, from: written.bytes).tiles : []
      guard try data(of: item) == new.payload, tiles.count == new.tiles.count else { return false }
      for (tile, asked) in zip(tiles, new.tiles) {
        guard try data(of: tile) == asked.payload else { return false }
      }
      return true
    }
  }
}
