internal import AuxImage
internal import AuxReader

/// Opens an image file and takes out of it all that can be taken.
enum ReadingTarget {
  static func run(_ bytes: [UInt8], as containers: Set<ImageContainer>) -> Bool {
    guard let container = ImageContainer(prefix: Array(bytes.prefix(16))), containers.contains(container)
    else {
      return false
    }
    guard let source = try? ImageSource(data: bytes, limits: .fuzzing) else { return true }
    read(source)
    return true
  }

  /// Decodes the primary and every auxiliary image, and converts what comes out of them.
  static func read(_ source: ImageSource) {
    _ = try? source.primaryMetadata()
    if let pixels = try? source.primaryPixels() {
      require(pixels.upright().rgb8.count == pixels.width * pixels.height * 3, "a photo of another size")
    }
    _ = source.structureNodes(most: 200)
    for image in source.auxiliaryImages {
      _ = (image.valueBounds, image.bytesPerRow)
      guard let stored = try? source.stored(image) else { continue }
      require(stored.codes.width > 0 && stored.codes.height > 0, "an image without pixels")
      if image.type.isDepthData { _ = try? stored.depthData() }
      _ = try? stored.packet(for: source.container)
      let orientation = source.primary?.orientation
      guard let info = try? stored.dictionaryRepresentation(orientation: orientation) else { continue }
      _ = try? StoredAuxiliaryImage(dictionaryRepresentation: info, type: image.type, limits: .fuzzing)
    }
  }
}
