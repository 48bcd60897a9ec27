internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Composes a JPEG file: auxiliary images are further images that XMP identifies.
///
/// Source: Specs/jpeg-mpf.md, "Writing".
struct JPEGComposer: ContainerComposer {
  private let places: [JPEGImageList.Place]
  private let reader: JPEGReader
  private var edit: JPEGEdit
  private let claim: JPEGGainMapClaim
  /// The gain map that is added: its size in bytes and its forms.
  private var gainMap: (byteCount: Int, forms: [GainMapForm])?

  init(_ reader: JPEGReader, for destination: ImageDestination) throws(AuxError) {
    places = reader.places
    self.reader = reader
    claim = JPEGGainMapClaim(reader, for: destination)
    edit = JPEGEdit(reader.file)
    edit.directoryEnd = reader.directoryEnd
    if let map = destination.gdepth {
      let base = destination.base
      let xmp = try JPEGPrimaryXMP(adding: map, to: reader.file.primary, in: base.bytes, limits: base.limits)
      guard !claim.changes else {
        throw AuxError(
          .unsupported, "a GDepth map, and a gain map or a focus region, are written one after the other")
      }
      try edit.setXMP(xmp.packet, extended: xmp.extended)
    }
  }

  mutating func removeManifest(of source: any ByteSource) throws(AuxError) {
    try edit.removeManifest(in: source)
  }

  mutating func remove(_ indices: [Int]) throws(AuxError) {
    for index in indices { try remove(index) }
  }

  private mutating func remove(_ index: Int) throws(AuxError) {
    switch places[index] {
    case .secondary(let number): try edit.remove(number)
    case .primary, .embedded:
      throw AuxError(.unsupported, "an image that the primary is or holds is not removed")
    }
  }

  mutating func add(
    _ image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError) {
    guard !encoding.isLossless else {
      throw AuxError(.unsupported, "JPEG has no lossless form that its readers take; HEIC and DNG have")
    }
    let form = image.gainMapForm
    var (packet, metadata): ([UInt8]?, GainMapMetadata?)
    switch (form, image.content) {
    case (.iso, .gainMap(_, let stated)): metadata = stated
    case (.ultraHDR, .gainMap(_, let stated)): packet = try XMPSerializer.packet(of: stated?.properties ?? [])
    default: packet = try image.packet(for: .jpeg)
    }
    // One restart interval for each row of blocks, as Apple's files have it.
    let stream = try JPEGCodec.encode(
      gray: image.codes, quality: encoding.quality, restartInterval: (image.width + 7) / 8)
    let new = try JPEGNewImage(stream: stream, xmp: packet, gainMap: metadata)
    add(new, isGainMap: image.type.isGainMap, forms: form.map { [$0] } ?? [])
  }

  mutating func add(_ image: CodedAuxiliaryImage) throws(AuxError) {
    add(try image.jpeg(), isGainMap: image.type.isGainMap, forms: image.gainMapForms)
  }

  /// Adds an image: a gain map before all others, since readers take the first for one.
  private mutating func add(_ new: JPEGNewImage, isGainMap: Bool, forms: [GainMapForm]) {
    guard isGainMap else { return edit.add(new) }
    gainMap = (new.bytes.count, forms)
    if claim.isFirst { edit.addFirst(new) } else { edit.add(new) }
  }

  func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition {
    var edit = edit
    try claim.apply(to: &edit, gainMap, reader, source)
    return try edit.composition(of: source)
  }
}
