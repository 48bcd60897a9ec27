internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// An auxiliary image of another file of the same container, taken over without being decoded.
struct CodedAuxiliaryImage: Sendable {
  /// What is taken over.
  private enum Form: Sendable {
    /// A whole further JPEG image.
    case jpeg([UInt8])
    /// An item with its properties.
    case heif(NewAuxiliaryItem)
  }

  private let form: Form
  private let description: AuxiliaryImage

  /// Takes an image out of a source; nil where it has a form that only decoding carries over.
  ///
  /// These are images in grids of tiles, those with a clean aperture or an orientation of their own, AV1 for a
  /// file that is not AV1, DNG, and GDepth.
  init?(_ image: AuxiliaryImage, of source: ImageSource, for base: ImageSource) throws(AuxError) {
    guard image.byteCount <= source.limits.codedBytes else {
      throw AuxError(
        .limitExceeded, "\(image.byteCount) coded bytes, \(source.limits.codedBytes) at most")
    }
    description = image
    switch (source.reader, base.reader, image.location) {
    case (let reader as JPEGReader, is JPEGReader, .jpegSecondary(let number)):
      let range = reader.file.secondaries[number].range
      form = .jpeg(try source.bytes.read(at: range.lowerBound, count: range.count))
    case (let reader as HEIFReader, let target as HEIFReader, .heifItem(let id)):
      guard let item = reader.file.item(id),
        let new = try Self.item(item, of: reader.file, source, target.file)
      else { return nil }
      form = .heif(new)
    default: return nil
    }
  }

  private static func item(
    _ item: HEIFItem, of file: HEIFFile, _ source: ImageSource, _ target: HEIFFile
  ) throws(AuxError) -> NewAuxiliaryItem? {
    let codec: FourCharacterCode
    switch item.type {
    case "hvc1", "hev1": codec = "hvcC"
    case "av01" where target.primaryItem.type == "av01": codec = "av1C"
    default: return nil
    }
    guard let configuration = file.property(codec, of: item), file.property("clap", of: item) == nil,
      try file.orientation(of: item) == file.orientation(of: file.primaryItem),
      let auxiliary = try file.auxiliaryType(of: item), !item.isProtected
    else { return nil }
    let size = try file.imageSize(of: item)
    var new = NewAuxiliaryItem(
      urn: auxiliary.urn, subtype: auxiliary.subtype, width: size.width, height: size.height,
      configuration: configuration.box,
      payload: try file.data(of: item, from: source.bytes, maxBytes: source.limits.codedBytes),
      xmp: try HEIFReader.packet(of: item, file, source.bytes, source.limits))
    new.itemType = item.type
    if let pixels = try file.pixelInformation(of: item) { new.bitsPerChannel = pixels.bitsPerChannel }
    let own: [FourCharacterCode] = [codec, "ispe", "irot", "imir", "pixi", "auxC"]
    for property in file.properties(of: item) where !own.contains(property.box.type) {
      new.extraProperties.append(.init(property.box, isEssential: property.isEssential))
    }
    return new
  }

  /// Returns the JPEG image, with the count of images in its own index brought up to date.
  func jpeg(numberOfImages count: Int) throws(AuxError) -> [UInt8] {
    guard case .jpeg(var bytes) = form else {
      throw AuxError(.unsupported, "a coded image of another container")
    }
    let source = MemoryByteSource(bytes)
    let image = try JPEGImage(in: source, at: 0)
    if let patch = try JPEGSecondaryIndex.countPatch(of: image, in: source, count) {
      bytes.replaceSubrange(patch.offset..<(patch.offset + patch.bytes.count), with: patch.bytes)
    }
    return bytes
  }

  /// Returns the item.
  func heif() throws(AuxError) -> NewAuxiliaryItem {
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
    let same: Bool
    switch (form, written.reader, image.location) {
    case (.jpeg(let bytes), let reader as JPEGReader, .jpegSecondary(let number)):
      let secondary = reader.file.secondaries[number]
      let start = secondary.image.scanOffset
      let scan = try written.bytes.read(at: start, count: secondary.range.upperBound - start)
      same = bytes.suffix(scan.count).elementsEqual(scan)
    case (.heif(let item), let reader as HEIFReader, .heifItem(let id)):
      let data = try reader.file.item(id).map { item throws(AuxError) in
        try reader.file.data(of: item, from: written.bytes, maxBytes: written.limits.codedBytes)
      }
      same = data == item.payload
    default: same = false
    }
    guard same else { throw AuxError(.verification, "the coded bytes of \(description.type) changed") }
  }
}
