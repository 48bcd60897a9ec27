internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a JPEG file: auxiliary images are further images that XMP identifies.
///
/// Source: Specs/jpeg-mpf.md, "Writing".
struct JPEGComposer: ContainerComposer {
  private let places: [JPEGReader.Place]
  private var edit: JPEGEdit

  init(_ reader: JPEGReader, for destination: ImageDestination) throws(AuxError) {
    places = reader.places
    edit = JPEGEdit(reader.file)
    edit.directoryEnd = reader.directoryEnd
    if let map = destination.gdepth {
      let base = destination.base
      let xmp = try JPEGPrimaryXMP(adding: map, to: reader.file.primary, in: base.bytes, limits: base.limits)
      try edit.setXMP(xmp.packet, extended: xmp.extended)
    }
  }

  mutating func removeManifest(of source: any ByteSource) throws(AuxError) {
    try edit.removeManifest(in: source)
  }

  mutating func remove(_ index: Int) throws(AuxError) {
    switch places[index] {
    case .secondary(let number): try edit.remove(number)
    case .primary, .gdepth, .dynamicDepth:
      throw AuxError(.unsupported, "an image that the primary is or holds is not removed")
    }
  }

  mutating func add(
    _ image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) {
    guard !encoding.isLossless else {
      throw AuxError(.unsupported, "JPEG has no lossless form that its readers take; HEIC and DNG have")
    }
    let packet = try image.packet(for: .jpeg)
    // One restart interval for each row of blocks, as Apple's files have it.
    let stream = try JPEGCodec.encode(
      gray: image.codes, quality: encoding.quality, restartInterval: (image.codes.width + 7) / 8)
    edit.add(try JPEGNewImage(stream: stream, xmp: packet))
  }

  mutating func add(_ image: CodedAuxiliaryImage) throws(AuxError) { edit.add(try image.jpeg()) }

  func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition {
    try edit.composition(of: source)
  }
}
