internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Composes a DNG file: auxiliary images are directories that are appended.
///
/// Source: Specs/dng.md, "Grafting".
enum DNGComposer {
  static func compose(
    _ composition: Composition, _ reader: DNGReader
  ) throws(AuxError) -> ByteComposition {
    try check(reader.file)
    var edit = try DNGEdit(reader.file)
    edit.removesManifest = composition.metadata.removesC2PAManifest
    guard composition.metadata.strips.isEmpty else {
      throw AuxError(
        .unsupported, "metadata of a DNG file are not stripped: its old bytes stay in it",
        remedy: .otherContainer)
    }
    if composition.metadata.turn != .up { edit.orientation = composition.primary?.orientation }
    for index in composition.removals.sorted() {
      switch reader.places[index] {
      case .depth: edit.removeDepth()
      case .mask(let mask): edit.remove(mask)
      }
    }
    let endianness = edit.endianness
    try composition.addAll { addition throws(AuxError) in
      guard case .codes(let image, _) = addition.written else {
        throw AuxError(.unsupported, "coded images of other files do not go into DNG")
      }
      return try coded(image, endianness)
    } _: { _, new throws(AuxError) in
      try edit.add(new)
    }
    return try edit.composition()
  }

  /// Throws the reason why the file cannot be edited, if any.
  private static func check(_ file: DNGFile) throws(AuxError) {
    // Appended data must not become part of a truncated value.
    if let damage = file.tiff.damage { throw damage }
    guard !file.tiff.isBig else {
      throw AuxError(.unsupported, "a DNG file in BigTIFF is read and not written", remedy: .otherContainer)
    }
    // The raw image is compared in the end: one that cannot be found then is the input's fault.
    _ = try TIFFLayout(of: file.primary.directory, in: file.tiff)
    for directory in file.tiff.allDirectories where directory[TIFFTag.imageWidth] != nil {
      do throws(AuxError) { _ = try TIFFLayout(of: directory, in: file.tiff) } catch {
        if error.code == .truncated { throw error }
      }
    }
  }

  private static func coded(
    _ image: StoredAuxiliaryImage, _ endianness: ByteReader.Endianness
  ) throws(AuxError) -> DNGCodedImage {
    let packet = try image.packet(for: .dng)
    switch image.content {
    case .depth(let codes, let range):
      let (turned, turnedRange) = try DNGCodes.zeroNearest(codes, range: range)
      return DNGCodedImage(
        .depth(try DNGDepthDescription(range: turnedRange.widened)),
        try DNGPlaneEncoder.encode(turned, endianness: endianness, predicting: true), xmp: packet)
    case .matte, .gainMap, .colours, .colourGainMap:
      guard let name = image.type.semanticName else {
        throw AuxError(.unsupported, "DNG holds depth maps and mattes, no images of that type")
      }
      return DNGCodedImage(
        .mask(name: name, instanceID: nil),
        try DNGPlaneEncoder.encode(image.codes, endianness: endianness), xmp: packet)
    }
  }
}

extension CodeRange {
  /// The range, or for a constant map one whose far bound is a millionth farther: DNG wants near below far.
  ///
  /// The XMP states the value itself.
  fileprivate var widened: CodeRange {
    guard firstValue == lastValue else { return self }
    let factor = quantity == .depth ? 1 + 1e-6 : 1 - 1e-6
    return CodeRange(quantity: quantity, firstValue: firstValue, lastValue: lastValue * factor)
  }
}
