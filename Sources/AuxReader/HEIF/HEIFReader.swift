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
  package let auxiliaryItems: [HEIFItem]
  package let notes: [String]
  package let stereoPair: StereoGroup?
  package let auxiliaryTracks: [AuxiliaryTrack]
  package let trailers: [Trailer]
  package let file: HEIFFile
  let source: any ByteSource
  let limits: AuxLimits
  /// Decodes the images, all by themselves.
  let decoder: HEIFImageDecoder

  package var unknownTrailer: Range<Int>? {
    let range = file.layout.trailer
    let end = trailers.map(\.range.lowerBound).filter { $0 >= range.lowerBound }.min() ?? range.upperBound
    return source.hasZeroEnds(range.lowerBound..<end) ? nil : range.lowerBound..<end
  }

  package var videos: [Range<Int>] { file.layout.entries.filter { $0.type == "mpvd" }.map(\.payloadRange) }

  /// Describes the images that a file's items are.
  package init(_ structure: HEIFStructure, _ packets: XMPPackets) throws(AuxError) {
    source = structure.source
    limits = structure.limits
    let file = try HEIFFile(structure)
    self.file = file
    trailers = ((try? Trailer.atEnd(of: structure.source)) ?? []).reversed()
    var notes = file.notes
    let item = file.primaryItem
    let orientation = try file.orientation(of: item)
    let shown = try file.displaySize(of: item)
    primary = PrimaryImage(
      width: orientation.swapsSides ? shown.height : shown.width,
      height: orientation.swapsSides ? shown.width : shown.height, orientation: orientation)
    var images: [AuxiliaryImage] = []
    let entries = file.index.entries.filter(\.entry.isHandedOut)
    auxiliaryItems = entries.map(\.place)
    guard auxiliaryItems.count <= limits.images else {
      throw AuxError(.limitExceeded, "\(auxiliaryItems.count) auxiliary images, \(limits.images) at most")
    }
    let descriptions = HEIFDescriptions(file, source, packets)
    for listed in entries {
      do throws(AuxError) {
        images.append(try Self.describe(listed, index: images.count, descriptions, &notes))
      } catch {
        images.append(
          try Self.failed(listed, index: images.count, file, error.within(listed.entry.name)))
      }
    }
    auxiliaryImages = images
    do throws(AuxError) { stereoPair = try Self.stereoPair(of: file) } catch {
      stereoPair = nil
      notes.append("the stereo pair cannot be described: \(error.message)")
    }
    decoder = Self.decoder(of: file, images, auxiliaryItems, stereoPair, source)
    let found = file.auxiliaryTracks(from: source)
    auxiliaryTracks = found.tracks
    self.notes = notes + found.faults.map { "the tracks of the movie are not described: \($0)" }
  }

  private static func describe(
    _ listed: Listed<HEIFItem>, index: Int, _ descriptions: HEIFDescriptions, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    let (item, file, source) = (listed.place, descriptions.file, descriptions.source)
    let auxiliary = try file.auxiliaryType(of: item)
    guard var type = listed.entry.kind else {
      throw AuxError(.malformed, "the auxiliary image has no auxC (23008-12 6.5.8)", place: "meta/iprp")
    }
    var metadata = AuxiliaryMetadata()
    let description = file.xmpItem(for: item.id)
    if let description {
      let packet = try descriptions.packet(of: description)
      do throws(AuxError) { metadata = try packet.validMetadata() } catch { throw error.within("XMP") }
    }
    type = type.named(by: metadata)
    var range = CodeRange(metadata, type: type)
    if type.isDepthData {
      let stated = try file.depthRepresentation(of: item).flatMap(CodeRange.init)
      if let range, let stated, !range.agrees(with: stated) {
        notes.append(
          "item \(item.id): the XMP says \(range.firstValue)...\(range.lastValue) and the SEI message "
            + "\(stated.firstValue)...\(stated.lastValue); the XMP is followed")
      }
      range = range ?? stated
      if range == nil, description == nil, auxiliary?.subtype.isEmpty != false {
        // Larger is nearer, as in every description of such codes; no more is known of them.
        range = CodeRange(quantity: .disparity, firstValue: 0, lastValue: 1)
        metadata.accuracy = .relative
        notes.append("item \(item.id): nothing states distances; values are relative disparity of 0...1")
      }
    }
    let coded = try file.codedItems(of: item, from: source)
    var samples: HEIFSampleDescription?
    do throws(AuxError) {
      samples = try HEIFSampleDescription(
        item, tiles: coded, isLumaAlone: type.isLumaAlone, file, source)
    } catch { notes.append("item \(item.id): its samples are not described: \(error.message)") }
    var byteCount = 0
    for part in coded { byteCount += try file.extents(of: part).count }
    let statements =
      type.isGainMap
      ? GainMapStatements(iso: file.gainMapPayload(of: item, from: source), metadata.other) : nil
    for failure in statements?.failures ?? [] {
      notes.append("item \(item.id): its gain map metadata are unusable: \(failure.message)")
    }
    return AuxiliaryImage(
      index: index, type: type, identifier: auxiliary?.urn ?? GainMapPayload.urn,
      size: try file.storedSize(of: item),
      metadata: metadata, range: range, codec: codec(of: coded.first?.type ?? item.type),
      byteCount: byteCount, hasWideCodes: samples?.hasWideCodes == true, colourEncoding: samples?.encoding,
      gainMap: statements.flatMap { statements in
        GainMapDescription(statements, metadata, metadata.other, limits: file.limits) {
          () throws(AuxError) in try descriptions.primaryExif()
        }
      }, gainMapFailure: statements?.failures.first?.within(item.place))
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

  /// Returns the known part of an item that cannot be described.
  private static func failed(
    _ listed: Listed<HEIFItem>, index: Int, _ file: HEIFFile, _ failure: AuxError
  ) throws(AuxError) -> AuxiliaryImage {
    let item = listed.place
    let urn = (try? file.auxiliaryType(of: item))?.urn
    return try AuxiliaryImage(
      index: index, type: listed.entry.kind,
      identifier: urn ?? (listed.entry.kind == .isoGainMap ? GainMapPayload.urn : nil),
      size: try? file.storedSize(of: item), codec: codec(of: item.type),
      byteCount: (try? file.extents(of: item))?.count ?? 0, failure: failure)
  }

  private static func codec(of type: FourCharacterCode) -> String {
    CodedItemKind(itemType: type)?.name ?? "\(type)"
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    let item = auxiliaryItems[image.index]
    let packet = try file.packet(of: item, from: source)
    if let encoding = image.colourEncoding {
      return try image.stored(decoder.planes(of: item, encoding), packet: packet)
    }
    return try image.stored(
      decoder.plane(of: item), packet: packet,
      rangeless: AuxError(
        .malformed, "neither XMP nor SEI message states the range of the values", place: "item \(item.id)"))
  }
}
