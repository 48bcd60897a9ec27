internal import AuxCodecs
package import AuxContainers
package import AuxImage
internal import AuxKernels

/// Reads HEIF files: the auxiliary items of the primary, whatever else the file holds.
///
/// Source: Specs/heif.md, "Reading".
package struct HEIFReader: ContainerReader {
  package var container: ImageContainer { file.container }
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  /// The items of ``auxiliaryImages``.
  package let auxiliaryItems: [HEIFItem]
  package let notes: [String]
  package let stereoPair: StereoGroup?
  package let auxiliaryTracks: [AuxiliaryTrack]
  /// The structure of the file.
  package let file: HEIFFile
  let source: any ByteSource
  let limits: Limits
  /// Decodes the images, all by themselves.
  let decoder: HEIFImageDecoder

  /// Describes the images that a file's items are.
  package init(_ structure: HEIFStructure, _ packets: XMPPackets) throws(AuxError) {
    source = structure.source
    limits = structure.limits
    let file = try HEIFFile(structure)
    self.file = file
    var notes = file.notes
    let item = file.primaryItem
    let orientation = try file.orientation(of: item)
    let shown = try file.displaySize(of: item)
    primary = PrimaryImage(
      width: orientation.swapsSides ? shown.height : shown.width,
      height: orientation.swapsSides ? shown.width : shown.height, orientation: orientation)
    var images: [AuxiliaryImage] = []
    auxiliaryItems = file.auxiliaryItems
    guard auxiliaryItems.count <= limits.images else {
      throw AuxError(.limitExceeded, "\(auxiliaryItems.count) auxiliary images, \(limits.images) at most")
    }
    let descriptions = HEIFDescriptions(file, source, packets)
    for item in auxiliaryItems {
      do throws(AuxError) {
        images.append(
          try Self.describe(item, index: images.count, file, source, descriptions, &notes))
      } catch {
        images.append(
          try Self.failed(item, index: images.count, file, error.within("item \(item.id)")))
      }
    }
    auxiliaryImages = images
    do throws(AuxError) { stereoPair = try Self.stereoPair(of: file) } catch {
      stereoPair = nil
      notes.append("the stereo pair cannot be described: \(error)")
    }
    decoder = Self.decoder(of: file, images, auxiliaryItems, stereoPair, source)
    let found = file.auxiliaryTracks(from: source)
    auxiliaryTracks = found.tracks
    self.notes = notes + found.faults.map { "the tracks of the movie are not described: \($0)" }
  }

  private static func describe(
    _ item: HEIFItem, index: Int, _ file: HEIFFile, _ source: any ByteSource,
    _ descriptions: HEIFDescriptions, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    let auxiliary: AuxiliaryTypeProperty
    if let property = try file.auxiliaryType(of: item) {
      auxiliary = property
    } else if item.targets("auxl").isEmpty {
      // Only a tone-mapped image refers to it.
      auxiliary = AuxiliaryTypeProperty(urn: GainMapIdentifier.iso, subtype: [])
    } else {
      throw AuxError(.malformed, "the auxiliary image has no auxC (23008-12 6.5.8)", place: "meta/iprp")
    }
    var metadata = AuxiliaryMetadata()
    let description = file.xmpItem(for: item.id)
    if let description {
      let packet = try descriptions.packet(of: description)
      do throws(AuxError) { metadata = try packet.validMetadata() } catch { throw error.within("XMP") }
    }
    var type = type(urn: auxiliary.urn)
    if type == .disparity, metadata.namedType == .depth { type = .depth }
    var range = CodeRange(metadata, type: type)
    if type.isDepthData {
      let stated = try file.depthRepresentation(of: item).flatMap(CodeRange.init)
      if let range, let stated, !range.agrees(with: stated) {
        notes.append(
          "item \(item.id): the XMP says \(range.atZero)...\(range.atMax) and the SEI message "
            + "\(stated.atZero)...\(stated.atMax); the XMP is followed")
      }
      range = range ?? stated
      if range == nil, description == nil, auxiliary.subtype.isEmpty {
        // Larger is nearer, as in every description of such codes; no more is known of them.
        range = CodeRange(quantity: .disparity, atZero: 0, atMax: 1)
        metadata.accuracy = .relative
        notes.append("item \(item.id): nothing states distances; values are relative disparity of 0...1")
      }
    }
    let coded = try codedItems(of: item, file, source)
    var samples: HEIFSampleDescription?
    do throws(AuxError) {
      samples = try HEIFSampleDescription(
        item, tiles: coded, isLumaAlone: type.isLumaAlone, file, source)
    } catch { notes.append("item \(item.id): its samples are not described: \(error)") }
    var byteCount = 0
    for part in coded { byteCount += try file.extents(of: part).count }
    return AuxiliaryImage(
      index: index, type: type, identifier: auxiliary.urn, size: try shownSize(of: item, file),
      metadata: metadata, range: range, codec: codec(of: coded.first?.type ?? item.type),
      byteCount: byteCount, hasWideCodes: samples?.hasWideCodes == true, colourEncoding: samples?.encoding,
      gainMap: type.isGainMap ? gainMap(item, metadata, file, source, descriptions, &notes) : nil)
  }

  /// Returns the decoder of the photo, of the eyes' pictures and of the auxiliary images.
  private static func decoder(
    of file: HEIFFile, _ images: [AuxiliaryImage], _ items: [HEIFItem], _ pair: StereoGroup?,
    _ source: any ByteSource
  ) -> HEIFImageDecoder {
    let eyes = pair.map { [$0.left.number, $0.right.number] } ?? []
    let photos = [file.primaryItem] + eyes.compactMap { file.item(UInt32($0)) }
    var every = photos.map { HEIFSharedPictures.Image(item: $0, form: .rgb, isPhoto: true) }
    for (image, item) in zip(images, items) where image.failure == nil {
      let form = image.colourEncoding.map { $0.layout == .rgb ? .rgb : HEIFDecodedForm.components($0) }
      every.append(HEIFSharedPictures.Image(item: item, form: form ?? .luma))
    }
    return HEIFImageDecoder(of: every, file: file, source: source, limits: file.limits)
  }

  /// Returns what is known of an item that cannot be described.
  private static func failed(
    _ item: HEIFItem, index: Int, _ file: HEIFFile, _ failure: AuxError
  ) throws(AuxError) -> AuxiliaryImage {
    let urn = item.targets("auxl").isEmpty ? GainMapIdentifier.iso : (try? file.auxiliaryType(of: item))?.urn
    return try AuxiliaryImage(
      index: index, type: urn.map(type(urn:)), identifier: urn, size: try? shownSize(of: item, file),
      codec: codec(of: item.type), byteCount: (try? file.extents(of: item))?.count ?? 0, failure: failure)
  }

  /// Returns the type that a URN names, of which metadata may say more.
  private static func type(urn: String) -> AuxiliaryDataType {
    urn == GainMapIdentifier.iso ? .isoGainMap : AuxiliaryDataType(urn: urn)
  }

  /// Returns what a file says of a gain map; metadata that cannot be read make a note.
  private static func gainMap(
    _ item: HEIFItem, _ metadata: AuxiliaryMetadata, _ file: HEIFFile, _ source: any ByteSource,
    _ descriptions: HEIFDescriptions, _ notes: inout [String]
  ) -> GainMapDescription? {
    var found = GainMapDescription(metadata)
    do throws(AuxError) {
      if let metadata = try file.gainMapMetadata(of: item, from: source) {
        found.forms.append(.iso)
        found.metadata = metadata
      }
      if let metadata = try GainMapMetadata(properties: metadata.other) {
        found.forms.append(.ultraHDR)
        found.metadata = found.metadata ?? metadata
      }
    } catch { notes.append("item \(item.id): its gain map metadata are unusable: \(error)") }
    guard !found.forms.isEmpty else { return nil }
    return found.withCameraHeadroom(limits: file.limits) { () throws(AuxError) in
      try descriptions.primaryExif()
    }
  }

  /// Returns the XMP packet that describes an item.
  package static func packet(
    of item: HEIFItem, _ file: HEIFFile, _ source: any ByteSource, _ limits: Limits
  ) throws(AuxError) -> [UInt8]? {
    guard let description = file.xmpItem(for: item.id) else { return nil }
    return try file.data(of: description, from: source, maxBytes: limits.xmpBytes)
  }

  static func codedItems(
    of item: HEIFItem, _ file: HEIFFile, _ source: any ByteSource
  ) throws(AuxError) -> [HEIFItem] {
    item.type == "grid" ? try file.grid(of: item, from: source).tiles : [item]
  }

  /// Returns the size after `clap` and before `irot`.
  static func shownSize(
    of item: HEIFItem, _ file: HEIFFile
  ) throws(AuxError) -> (width: Int, height: Int) {
    let shown = try file.displaySize(of: item)
    return try file.orientation(of: item).swapsSides ? (shown.height, shown.width) : shown
  }

  private static func codec(of type: FourCharacterCode) -> String {
    CodedItemKind(itemType: type)?.name ?? "\(type)"
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    let item = auxiliaryItems[image.index]
    if let encoding = image.colourEncoding {
      return try image.stored(
        decoder.planes(of: item, encoding), packet: Self.packet(of: item, file, source, limits))
    }
    return try image.stored(
      decoder.plane(of: item), packet: Self.packet(of: item, file, source, limits),
      rangeless: AuxError(
        .malformed, "neither XMP nor SEI message states the range of the values", place: "item \(item.id)"))
  }
}

extension CodeRange {
  /// What depth representation information says of codes; nil for the kinds that are not lines in 1/Z.
  init?(_ info: DepthRepresentationInfo) {
    switch info.kind {
    case DepthRepresentationInfo.Kind.disparity:
      guard let low = info.dMin?.value, let high = info.dMax?.value else { return nil }
      self.init(quantity: .disparity, atZero: low, atMax: high)
    case DepthRepresentationInfo.Kind.inverseDepth:
      guard let near = info.zNear?.value, let far = info.zFar?.value, near > 0, far > near else { return nil }
      self.init(quantity: .disparity, atZero: 1 / far, atMax: 1 / near)
    default: return nil
    }
  }

  /// Whether both say the same but for the six decimals of the XMP.
  func agrees(with other: CodeRange) -> Bool {
    quantity == other.quantity && abs(atZero - other.atZero) <= 1e-6 && abs(atMax - other.atMax) <= 1e-6
  }
}
