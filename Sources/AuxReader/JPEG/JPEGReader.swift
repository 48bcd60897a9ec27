internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads JPEG files: the further images that Apple's XMP identifies, and Google's depth maps.
///
/// Source: Specs/jpeg-mpf.md.
package struct JPEGReader: ContainerReader {
  /// Where an auxiliary image stands in a JPEG file.
  package enum Place: Hashable, Sendable {
    /// The further image of that index.
    case secondary(Int)
    /// The file itself, which is an auxiliary image without a primary.
    case primary
    /// Where Google's XMP or a maker's data say: the image of that number.
    case embedded(Int)
  }

  package let container = ImageContainer.jpeg
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  /// Where each of ``auxiliaryImages`` stands.
  package let places: [Place]
  package let notes: [String]
  /// Why the GDepth map of the primary's XMP cannot be read; nil where it can, and where there is none.
  package let gdepthFailure: AuxError?
  /// The structure of the file.
  package let file: JPEGFile
  package let source: any ByteSource
  let limits: Limits
  private let embedded: [any EmbeddedImage]
  /// The further images that are not decoded, since others have their bytes.
  private let refusals = Once<Set<Int>>()
  /// What makers and programs put after the images.
  package let trailers: [Trailer]
  /// The offset after what Google's Dynamic Depth lists after the primary; 0 where it lists nothing.
  package let directoryEnd: Int
  /// How many images the primary's XMP lists after it, whatever they are.
  package let listedImageCount: Int

  /// Describes the images that a file's structure holds.
  package init(_ structure: JPEGStructure, _ packets: XMPPackets) throws(AuxError) {
    let source = structure.source
    self.source = source
    limits = structure.limits
    let opened = try JPEGFile(structure)
    let announced = Result { () throws(AuxError) in
      try GooglePacket.properties(of: opened.primary, in: packets, limits: structure.limits)
    }
    let (file, listedEnd, listedCount) = try Self.withListedImages(opened, announced)
    (self.file, listedImageCount) = (file, listedCount)
    var notes = file.notes
    var images: [AuxiliaryImage] = []
    var places: [Place] = []
    func add(_ image: JPEGImage, range: Range<Int>, _ place: Place, named name: String) throws(AuxError) {
      var described: AuxiliaryImage?
      do throws(AuxError) {
        described = try Self.describe(
          image, byteCount: range.count, index: images.count, packets, source, &notes,
          cameraExif: { () throws(AuxError) in try Self.exif(of: file.primary, source) })
      } catch {
        described = try Self.failed(
          image, byteCount: range.count, index: images.count, packets, source, &notes, error.within(name))
      }
      guard let described else { return }
      images.append(described)
      places.append(place)
    }
    for (number, secondary) in file.secondaries.enumerated() {
      try add(secondary.image, range: secondary.range, .secondary(number), named: "image \(number + 2)")
    }
    if images.isEmpty, file.secondaries.isEmpty, file.primary.frame.componentIdentifiers.count == 1 {
      try add(file.primary, range: 0..<source.byteCount, .primary, named: "image 1")
    }
    let isBare = places.first == .primary
    // Those of the index that are images of Apple's; others could be Google's own.
    let secondaries = file.secondaries
    let taken = places.compactMap { place -> Range<Int>? in
      if case .secondary(let number) = place { secondaries[number].range } else { nil }
    }
    var (embedded, dynamicEnd, gdepthFailure): ([any EmbeddedImage], Int, AuxError?) = ([], 0, nil)
    if !isBare {
      (embedded, dynamicEnd, gdepthFailure) = try Self.google(
        announced, of: file.primary, structure, besides: taken, &notes)
    }
    directoryEnd = max(dynamicEnd, listedEnd)
    trailers = isBare ? [] : Self.trailers(of: file, announced: (try? announced.get()) ?? [], &notes)
    embedded += Self.maps(in: trailers, of: structure, &notes)
    for (number, image) in embedded.enumerated() {
      images.append(image.description(index: images.count))
      places.append(.embedded(number))
    }
    self.embedded = embedded
    auxiliaryImages = images
    self.places = places
    primary =
      isBare
      ? nil
      : PrimaryImage(
        width: file.primary.frame.width, height: file.primary.frame.height,
        orientation: Self.orientation(of: file.primary, structure, &notes))
    self.notes = notes
    self.gdepthFailure = gdepthFailure
  }

  /// Returns the file with the images that the primary's XMP lists and the index does not, and the offset after the last
  /// item that is listed, which is 0 where no image is.
  private static func withListedImages(
    _ file: JPEGFile, _ announced: Result<[XMPProperty]?, AuxError>
  ) throws(AuxError) -> (file: JPEGFile, end: Int, count: Int) {
    let structure = file.structure
    do throws(AuxError) {
      guard
        let properties = try announced.get(),
        let directory = try ItemDirectory(properties, structure.limits), !directory.jpegImages.isEmpty
      else { return (file, 0, 0) }
      // The primary is walked only where the index does not account for what is listed.
      guard directory.jpegImages.count > file.secondaries.count || directory.items.count > 2 else {
        return (file, file.secondaries.last?.range.upperBound ?? 0, directory.items.count - 1)
      }
      let byteCount = structure.source.byteCount
      let places = directory.places(after: try structure.end(of: file.primary), fileSize: byteCount)
      var file = file
      var end = 0
      for index in directory.jpegImages {
        guard let place = places[index], place.upperBound <= byteCount, structure.isStart(place.lowerBound)
        else { continue }
        file.include([place])
        end = places.values.map(\.upperBound).filter { $0 <= byteCount }.max() ?? 0
      }
      return (file, end, directory.items.count - 1)
    } catch {
      // What the directory is needed for says itself that it is unusable.
      try error.throwIfOfSystem()
      return (file, 0, 0)
    }
  }

  /// Returns Google's maps of a primary image; one that is unusable makes a note, and a GDepth map a failure too.
  private static func google(
    _ announced: Result<[XMPProperty]?, AuxError>, of primary: JPEGImage, _ structure: JPEGStructure,
    besides taken: [Range<Int>], _ notes: inout [String]
  ) throws(AuxError) -> (maps: [any EmbeddedImage], end: Int, gdepthFailure: AuxError?) {
    var failure: AuxError?
    do throws(AuxError) {
      guard let properties = try announced.get() else { return ([], 0, nil) }
      var (dynamic, damage): (DynamicDepth?, AuxError?)
      do throws(AuxError) {
        dynamic = try DynamicDepth(properties, of: primary, in: structure, besides: taken)
        damage = dynamic?.damage
      } catch {
        try error.throwIfOfSystem()
        damage = error
      }
      if let damage { notes.append("the Dynamic Depth map is unusable: \(damage)") }
      let own = try GDepth.maps(
        properties, isNeeded: dynamic == nil, limits: structure.limits, failure: &failure, &notes)
      let others = [dynamic?.map, dynamic?.confidence].compactMap(\.self)
      return (own + others, dynamic?.end ?? 0, failure)
    } catch {
      try error.throwIfOfSystem()
      notes.append(GDepth.note(on: error))
      return ([], 0, error)
    }
  }

  /// Returns what an image is by its XMP or its gain map metadata, or nil where it is no auxiliary image.
  private static func describe(
    _ image: JPEGImage, byteCount: Int, index: Int, _ packets: XMPPackets, _ source: any ByteSource,
    _ notes: inout [String], cameraExif: () throws(AuxError) -> [UInt8]?
  ) throws(AuxError) -> AuxiliaryImage? {
    let packet = try packets.packet(of: image)
    var metadata = AuxiliaryMetadata()
    do throws(AuxError) { metadata = try packet?.validMetadata() ?? metadata } catch {
      throw error.within("APP1 XMP")
    }
    let named = metadata.namedType
    let gainMap = JPEGGainMap(
      image, metadata, packet?.properties ?? [], source, &notes)
    guard let type = named ?? gainMap?.type else { return nil }
    let frame = image.frame
    let hasColours = frame.componentIdentifiers.count == 3 && !type.isLumaAlone
    guard frame.width > 0, frame.height > 0 else {
      throw AuxError(
        .malformed, "a frame of \(frame.width)x\(frame.height) has no pixels (T.81 B.2.2)",
        offset: image.offset, place: JPEGMarker.name(frame.marker))
    }
    return AuxiliaryImage(
      index: index, type: type, identifier: metadata.identifier ?? gainMap?.identifier ?? type.name,
      size: (frame.width, frame.height), metadata: metadata, range: CodeRange(metadata, type: type),
      codec: "jpeg", byteCount: byteCount,
      colourEncoding: hasColours
        ? ColourEncoding(layout: .rgb, bitsPerComponent: 8, isFullRange: true) : nil,
      gainMap: type.isGainMap
        ? gainMap?.description.withCameraHeadroom(limits: packets.limits, cameraExif) : nil)
  }

  /// Returns the XMP packet of an image.
  package static func packet(of image: JPEGImage, _ source: any ByteSource) throws(AuxError) -> [UInt8]? {
    try image.xmpRange.map { range throws(AuxError) in
      try source.read(at: range.lowerBound, count: range.count)
    }
  }

  /// Returns the Exif block of an image, from its byte-order mark on.
  static func exif(of image: JPEGImage, _ source: any ByteSource) throws(AuxError) -> [UInt8]? {
    guard let segment = image.first(.exif) else { return nil }
    let header = JPEGIdentifier.exif.count
    return try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header)
  }

  private static func orientation(
    of image: JPEGImage, _ structure: JPEGStructure, _ notes: inout [String]
  ) -> ImageOrientation {
    ExifBlock.orientation(&notes, limits: structure.limits) { () throws(AuxError) in
      try exif(of: image, structure.source)
    }
  }

  /// How many times the size of the file is decoded of bytes that several images share.
  package static let mostPasses = 4

  /// Throws `limitExceeded` for a further image that shares bytes with others, of which enough are decoded.
  private func checkShared(_ number: Int) throws(AuxError) {
    let refused = refusals.value {
      let auxiliary = places.compactMap { if case .secondary(let number) = $0 { number } else { nil } }
      let parts = auxiliary.map { [file.secondaries[$0].range] }
      return Set(
        SharedBytes.excess(of: parts, over: Self.mostPasses * source.byteCount).map { auxiliary[$0] })
    }
    guard refused.contains(number) else { return }
    throw AuxError(
      .limitExceeded,
      "not decoded: images share bytes, and what is decoded of them is \(Self.mostPasses) times the "
        + "\(source.byteCount) bytes of the file", offset: file.secondaries[number].range.lowerBound)
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    let parsed: JPEGImage
    let range: Range<Int>
    switch places[image.index] {
    case .secondary(let number):
      parsed = file.secondaries[number].image
      range = file.secondaries[number].range
      try checkShared(number)
    case .primary:
      parsed = file.primary
      range = 0..<source.byteCount
    case .embedded(let number): return try embedded[number].stored(limits: limits)
    }
    let decoder = JPEGPlaneDecoder(source: source, limits: limits)
    if image.colourEncoding != nil {
      return try image.stored(
        decoder.colours(of: parsed, in: range), packet: Self.packet(of: parsed, source))
    }
    return try image.stored(
      decoder.plane(of: parsed, in: range), packet: Self.packet(of: parsed, source),
      rangeless: AuxError(
        .malformed, "FloatMinValue and FloatMaxValue are missing or unusable", place: "XMP"))
  }
}
