internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads JPEG files: the further images that Apple's XMP identifies, gain maps, and Google's and makers' depth maps.
///
/// Source: Specs/jpeg-mpf.md.
package struct JPEGReader: ContainerReader {
  package let container = ImageContainer.jpeg
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  package let places: [JPEGImageList.Place]
  package let notes: [String]
  /// Why the GDepth map of the primary's XMP cannot be read; nil where it can be, and without one.
  package let gdepthFailure: AuxError?
  package let file: JPEGFile
  package let source: any ByteSource
  package let limits: AuxLimits
  private let embedded: [JPEGImageList.Embedded]
  /// Why some of ``auxiliaryImages`` are not decoded, by their numbers.
  private let refusals: [Int: AuxError]
  package let trailers: [Trailer]
  package let videos: [Range<Int>]
  /// The picture of the other eye; nil without one.
  package let otherEye: OtherEye?
  /// The end of the data that the primary's XMP lists after it; 0 without such data.
  package let directoryEnd: Int
  /// How many images the primary's XMP lists after it, whatever they are.
  package let listedImageCount: Int

  /// Describes the images that are listed of a file.
  package init(_ list: JPEGImageList, _ packets: XMPPackets) throws(AuxError) {
    file = list.file
    source = list.file.structure.source
    limits = list.file.structure.limits
    (embedded, places) = (list.embedded, list.entries.map(\.place))
    (directoryEnd, listedImageCount) = (list.directoryEnd, list.listedCount)
    (refusals, gdepthFailure) = (list.refusals, list.gdepthFailure)
    videos = list.video.map { [$0] } ?? []
    (trailers, otherEye) = list.isAlone ? ([], nil) : (list.trailers, list.otherEye)
    var notes = list.file.notes
    var images: [AuxiliaryImage] = []
    for (index, listed) in list.entries.enumerated() {
      switch listed.place {
      case .embedded(let number): images.append(AuxiliaryImage(list.embedded[number], index: index))
      case .secondary(let number):
        let image = list.file.secondaries[number]
        images.append(
          try Self.image(image.image, image.range.count, listed.entry, index, list.file, packets, &notes))
      case .primary:
        images.append(
          try Self.image(
            list.file.primary, source.byteCount, listed.entry, index, list.file, packets, &notes))
      }
    }
    auxiliaryImages = images
    notes += list.notes
    let frame = list.file.primary.frame
    primary =
      list.isAlone
      ? nil
      : PrimaryImage(
        width: frame.width, height: frame.height,
        orientation: ExifBlock.orientation(&notes, limits: limits) { [file, source] () throws(AuxError) in
          try file.primary.exif(in: source)
        })
    self.notes = notes
  }

  /// Returns the description of a listed image, or the known part of one that cannot be described.
  private static func image(
    _ image: JPEGImage, _ byteCount: Int, _ entry: AuxiliaryEntry, _ index: Int, _ file: JPEGFile,
    _ packets: XMPPackets, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    let packet = try packets.packet(of: image)
    let frame = image.frame
    do throws(AuxError) {
      var metadata = AuxiliaryMetadata()
      do throws(AuxError) { metadata = try packet?.validMetadata() ?? metadata } catch {
        throw error.within("APP1 XMP")
      }
      guard frame.width > 0, frame.height > 0 else {
        throw AuxError(
          .malformed, "a frame of \(frame.width)x\(frame.height) has no pixels (T.81 B.2.2)",
          offset: image.offset, place: JPEGMarker.name(frame.marker))
      }
      let type = entry.kind ?? AuxiliaryDataType(urn: AuxiliaryImage.unnamed)
      let (source, limits) = (file.structure.source, file.structure.limits)
      let properties = packet?.properties ?? []
      let statements = type.isGainMap ? GainMapStatements(of: image, properties, in: source) : nil
      for failure in statements?.failures ?? [] {
        notes.append("the gain map metadata at byte \(image.offset) are unusable: \(failure.message)")
      }
      let hasColours = frame.componentIdentifiers.count == 3 && !type.isLumaAlone
      return AuxiliaryImage(
        index: index, type: type, identifier: metadata.identifier ?? entry.gainMapIdentifier ?? type.name,
        size: (frame.width, frame.height), metadata: metadata, range: CodeRange(metadata, type: type),
        codec: "jpeg", byteCount: byteCount,
        colourEncoding: hasColours
          ? ColourEncoding(layout: .rgb, bitsPerComponent: 8, isFullRange: true) : nil,
        gainMap: statements.flatMap { statements in
          GainMapDescription(statements, metadata, properties, limits: limits) { () throws(AuxError) in
            try file.primary.exif(in: source)
          }
        }, gainMapFailure: statements?.failures.first?.within(entry.name))
    } catch {
      return try AuxiliaryImage(
        index: index, type: entry.kind, identifier: packet?.metadata.identifier,
        size: (frame.width, frame.height), codec: "jpeg", byteCount: byteCount,
        failure: error.within(entry.name))
    }
  }

  package var unknownTrailer: Range<Int>? {
    try? file.unknownTrailer(after: directoryEnd, before: trailers.map(\.range) + videos)
  }

  /// The photo and the picture of the other eye.
  package var stereoPair: StereoGroup? {
    guard let otherEye, let primary else { return nil }
    let frame = otherEye.image.frame
    let own = StereoGroup.Eye(number: -1, width: primary.width, height: primary.height, isPrimary: true)
    let other = StereoGroup.Eye(
      number: otherEye.record, width: frame.width, height: frame.height, isPrimary: false)
    return otherEye.eye == .left ? StereoGroup(left: other, right: own) : StereoGroup(left: own, right: other)
  }

  /// How many views of one scene the index says that the file has; 0 for other files.
  ///
  /// Source: CIPA DC-007, 5.2.3.3.1: multi-frame images of the type disparity.
  package var viewCount: Int {
    file.multiPicture?.entries?.count { $0.attribute & 0xFF_FFFF == MultiPicturePair.attribute } ?? 0
  }

  /// The further images that nothing but the primary's XMP lists, and that are no auxiliary images, by their numbers.
  package var listedPictures: [Int] {
    file.secondaries.indices.filter { file.secondaries[$0].isListed && !places.contains(.secondary($0)) }
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    if let refusal = refusals[image.index] { throw refusal }
    let decoder = JPEGPlaneDecoder(source: source, limits: limits)
    let rangeless = AuxError(
      .malformed, "FloatMinValue and FloatMaxValue are missing or unusable", place: "XMP")
    let parsed: JPEGImage
    let range: Range<Int>
    switch places[image.index] {
    case .secondary(let number):
      (parsed, range) = (file.secondaries[number].image, file.secondaries[number].range)
    case .primary: (parsed, range) = (file.primary, 0..<source.byteCount)
    case .embedded(let number):
      return try image.stored(decoder.plane(of: embedded[number]), packet: nil, rangeless: rangeless)
    }
    let packet = try parsed.packet(in: source)
    if image.colourEncoding != nil {
      return try image.stored(decoder.colours(of: parsed, in: range), packet: packet)
    }
    return try image.stored(decoder.plane(of: parsed, in: range), packet: packet, rangeless: rangeless)
  }
}

extension AuxiliaryEntry {
  /// The file's name for a gain map without other names.
  fileprivate var gainMapIdentifier: String? {
    signs.contains(.hdrgm)
      ? GainMapMetadata.namespace : signs.contains(.isoSegment) ? GainMapPayload.urn : nil
  }
}

extension AuxiliaryImage {
  /// Describes an image that is kept in Google's or a maker's way.
  fileprivate init(_ image: JPEGImageList.Embedded, index: Int) {
    switch image {
    case .google(let picture):
      self.init(
        index: index, type: picture.type, identifier: picture.identifier,
        size: (picture.width, picture.height), metadata: picture.metadata, range: picture.range,
        codec: picture.isPNG ? "png" : "jpeg", byteCount: picture.bytes.count,
        hasWideCodes: picture.range == nil && picture.bitDepth == 16, embeddedForm: picture.form)
    case .trailer(let map):
      var metadata = AuxiliaryMetadata()
      metadata.nativeFormat = .fdis
      metadata.storedFormat = .L008
      // Nothing states distances. Source: Specs/trailers.md, "Depth maps".
      metadata.accuracy = .relative
      let (first, last): (Double, Double) = map.isZeroNearest ? (1, 0) : (0, 1)
      self.init(
        index: index, type: .disparity, identifier: map.name, size: (map.width, map.height),
        metadata: metadata, range: CodeRange(quantity: .disparity, firstValue: first, lastValue: last),
        codec: map.coding.rawValue, byteCount: map.range.count, embeddedForm: .trailer,
        isOfOtherView: map.isOfOtherView)
    }
  }
}
