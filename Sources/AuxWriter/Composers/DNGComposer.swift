internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a DNG file: auxiliary images are directories that are appended.
///
/// Source: Specs/dng.md, "Grafting".
struct DNGComposer: ContainerComposer {
  private let places: [DNGReader.Place]
  private var edit: DNGEdit

  init(_ reader: DNGReader, for destination: ImageDestination) throws(AuxError) {
    let file = reader.file
    // What is appended must not become part of what the file lost its end of.
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
    places = reader.places
    edit = try DNGEdit(file)
  }

  mutating func removeManifest(of source: any ByteSource) { edit.removesManifest = true }

  mutating func remove(_ indices: [Int]) {
    for index in indices { remove(index) }
  }

  private mutating func remove(_ index: Int) {
    switch places[index] {
    case .depth: edit.removeDepth()
    case .mask(let mask): edit.remove(mask)
    }
  }

  mutating func add(
    _ image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) {
    let packet = try image.packet(for: .dng)
    switch image.content {
    case .depth(let codes, let range):
      let (turned, turnedRange) = try DNGCodes.zeroNearest(codes, range: range)
      try edit.setDepth(
        DNGPlaneEncoder.encode(turned, endianness: edit.endianness, predicting: true),
        description: DNGDepthDescription(range: turnedRange.widened), xmp: packet)
    case .matte, .gainMap, .colours, .colourGainMap:
      guard let name = image.type.semanticName else {
        throw AuxError(.unsupported, "DNG holds depth maps and mattes, no images of that type")
      }
      try edit.addMask(
        DNGPlaneEncoder.encode(image.codes, endianness: edit.endianness), name: name, xmp: packet)
    }
  }

  mutating func add(_ image: CodedAuxiliaryImage) throws(AuxError) {
    throw AuxError(.unsupported, "coded images of other files do not go into DNG")
  }

  func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition { try edit.composition() }
}

extension CodeRange {
  /// The range, or for a constant map one whose far bound is a millionth farther: DNG wants near below far.
  ///
  /// The XMP beside it states the value itself.
  fileprivate var widened: CodeRange {
    guard atZero == atMax else { return self }
    let factor = quantity == .depth ? 1 + 1e-6 : 1 - 1e-6
    return CodeRange(quantity: quantity, atZero: atZero, atMax: atMax * factor)
  }
}
