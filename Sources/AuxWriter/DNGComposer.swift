internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a DNG file from one that exists, less some auxiliary images, plus new ones, by appending.
///
/// Source: Specs/dng.md, "Grafting".
enum DNGComposer {
  /// Returns the new file.
  static func compose(
    _ file: DNGFile, removing locations: [AuxiliaryImage.Location],
    adding additions: [ImageDestination.Addition]
  ) throws(AuxError) -> ByteComposition {
    // What is appended must not become part of what the file lost its end of.
    if let damage = file.tiff.damage { throw damage }
    // The raw image is compared in the end: one that cannot be found then is the input's fault.
    _ = try TIFFLayout(of: file.primary.directory, in: file.tiff)
    var edit = try DNGEdit(file)
    for location in locations {
      switch location {
      case .dngDepth: edit.removeDepth()
      case .dngMask(let offset):
        if let mask = file.masks.first(where: { $0.directory.offset == offset }) { edit.remove(mask) }
      default: break
      }
    }
    for addition in additions {
      do throws(AuxError) {
        guard case .codes(let image, _, _) = addition.content else {
          throw AuxError(.unsupported, "coded images of other files do not go into DNG")
        }
        try add(image, to: &edit)
      } catch { throw error.within("\(addition.type)") }
    }
    return try edit.composition()
  }

  private static func add(_ image: StoredAuxiliaryImage, to edit: inout DNGEdit) throws(AuxError) {
    let packet = try image.packet(for: .dng)
    guard image.type.isDepthData else {
      guard let name = image.type.urn, image.type != .hdrGainMap else {
        throw AuxError(.unsupported, "DNG holds depth maps and mattes, no images of that type")
      }
      try edit.addMask(
        DNGPlaneEncoder.encode(image.codes, endianness: edit.endianness), name: name, xmp: packet)
      return
    }
    guard let range = image.range else { throw AuxError(.usage, "the range of the values is missing") }
    let (codes, turned) = try DNGCodes.zeroNearest(image.codes, range: range)
    try edit.setDepth(
      DNGPlaneEncoder.encode(codes, endianness: edit.endianness, predicting: true),
      description: DNGDepthDescription(range: turned.widened), xmp: packet)
  }
}

extension CodeRange {
  /// The range, or for a constant map one whose far bound is a millionth farther: DNG wants near below far.
  ///
  /// The XMP beside it tells the value itself.
  fileprivate var widened: CodeRange {
    guard atZero == atMax else { return self }
    let factor = quantity == .depth ? 1 + 1e-6 : 1 - 1e-6
    return CodeRange(quantity: quantity, atZero: atZero, atMax: atMax * factor)
  }
}
