internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads JPEG files: the further images that Apple's XMP identifies, and Google's depth maps.
///
/// Source: Specs/jpeg-mpf.md.
package struct JPEGReader: ContainerReader {
  package let container = ImageContainer.jpeg
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  package let notes: [String]
  /// The structure of the file.
  package let file: JPEGFile
  private let source: any ByteSource
  private let limits: Limits
  private let gdepth: GoogleDepthMap?
  private let dynamicDepth: DynamicDepth?

  /// The offset behind what Google's Dynamic Depth lists behind the primary; 0 where it lists nothing.
  package var directoryEnd: Int { dynamicDepth?.end ?? 0 }

  /// Reads the headers of all images.
  package init(_ source: any ByteSource, limits: Limits) throws(AuxError) {
    self.source = source
    self.limits = limits
    file = try JPEGFile(source, limits: limits)
    var notes = file.notes
    var images: [AuxiliaryImage] = []
    func add(_ image: JPEGImage, range: Range<Int>, _ location: AuxiliaryImage.Location) throws(AuxError) {
      guard
        let described = try Self.describe(
          image, byteCount: range.count, index: images.count, location, source, limits)
      else { return }
      images.append(described)
    }
    for (number, secondary) in file.secondaries.enumerated() {
      do throws(AuxError) {
        try add(secondary.image, range: secondary.range, .jpegSecondary(number))
      } catch { throw error.within("image \(number + 2)") }
    }
    if images.isEmpty, file.secondaries.isEmpty, file.primary.frame.componentIdentifiers.count == 1 {
      try add(file.primary, range: 0..<source.byteCount, .jpegPrimary)
    }
    let isBare = images.first?.location == .jpegPrimary
    // Those of the index that are images of Apple's; others could be Google's own.
    let secondaries = file.secondaries
    let taken = images.compactMap { image -> Range<Int>? in
      if case .jpegSecondary(let number) = image.location { secondaries[number].range } else { nil }
    }
    (gdepth, dynamicDepth) =
      isBare ? (nil, nil) : Self.google(of: file.primary, source, besides: taken, limits, &notes)
    if let map = gdepth { images.append(map.description(index: images.count)) }
    if let map = dynamicDepth?.map { images.append(map.description(index: images.count)) }
    auxiliaryImages = images
    primary =
      isBare
      ? nil
      : PrimaryImage(
        width: file.primary.frame.width, height: file.primary.frame.height,
        orientation: Self.orientation(of: file.primary, source, &notes))
    self.notes = notes
  }

  /// Returns Google's maps of a primary image; one that is unusable makes a note.
  private static func google(
    of primary: JPEGImage, _ source: any ByteSource, besides taken: [Range<Int>], _ limits: Limits,
    _ notes: inout [String]
  ) -> (GoogleDepthMap?, DynamicDepth?) {
    var maps: (gdepth: GoogleDepthMap?, dynamicDepth: DynamicDepth?)
    do throws(AuxError) {
      guard let properties = try GooglePacket.properties(of: primary, in: source, limits: limits) else {
        return maps
      }
      do throws(AuxError) {
        maps.dynamicDepth = try DynamicDepth(
          properties, of: primary, in: source, besides: taken, limits: limits)
        if let damage = maps.dynamicDepth?.damage { throw damage }
      } catch { notes.append("the Dynamic Depth map is unusable: \(error)") }
      maps.gdepth = try GDepth.map(properties, limits: limits)
    } catch { notes.append("the GDepth map is unusable: \(error)") }
    return maps
  }

  /// Returns what an image is by its XMP, or nil where it is no auxiliary image.
  private static func describe(
    _ image: JPEGImage, byteCount: Int, index: Int, _ location: AuxiliaryImage.Location,
    _ source: any ByteSource, _ limits: Limits
  ) throws(AuxError) -> AuxiliaryImage? {
    guard let packet = try packet(of: image, source) else { return nil }
    let metadata: AuxiliaryMetadata
    do throws(AuxError) {
      metadata = AuxiliaryMetadata(properties: try XMPParser.properties(of: packet, limits: limits))
    } catch { throw error.within("APP1 XMP") }
    guard let type = metadata.namedType else { return nil }
    let frame = image.frame
    guard frame.width > 0, frame.height > 0 else {
      throw AuxError(
        .malformed, "a frame of \(frame.width)x\(frame.height) has no pixels (T.81 B.2.2)",
        offset: image.offset, place: JPEGMarker.name(frame.marker))
    }
    return AuxiliaryImage(
      index: index, type: type, identifier: metadata.identifier ?? type.name,
      size: (frame.width, frame.height), metadata: metadata, range: CodeRange(metadata, type: type),
      codec: "jpeg", byteCount: byteCount, location: location)
  }

  /// Returns the XMP packet of an image.
  package static func packet(of image: JPEGImage, _ source: any ByteSource) throws(AuxError) -> [UInt8]? {
    guard let segment = image.first(.xmp) else { return nil }
    let header = JPEGIdentifier.xmp.count
    return try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header)
  }

  private static func orientation(
    of image: JPEGImage, _ source: any ByteSource, _ notes: inout [String]
  ) -> ImageOrientation {
    guard let segment = image.first(.exif) else { return .up }
    do throws(AuxError) {
      let header = JPEGIdentifier.exif.count
      let block = try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header)
      return try ExifReader.orientation(ofTIFF: block) ?? .up
    } catch {
      notes.append("the Exif block is unusable: \(error)")
      return .up
    }
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    let parsed: JPEGImage
    let range: Range<Int>
    switch image.location {
    case .jpegSecondary(let number):
      parsed = file.secondaries[number].image
      range = file.secondaries[number].range
    case .jpegPrimary:
      parsed = file.primary
      range = 0..<source.byteCount
    case .heifItem, .dngDepth, .dngMask:
      throw AuxError(.usage, "the image is of another file")
    case .gdepth:
      guard let gdepth else { throw AuxError(.missingImage, "there is no GDepth map") }
      return try gdepth.stored(limits: limits)
    case .dynamicDepth:
      guard let map = dynamicDepth?.map else {
        throw AuxError(.missingImage, "there is no Dynamic Depth map")
      }
      return try map.stored(limits: limits)
    }
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    let data = try source.read(at: range.lowerBound, count: range.count)
    let codes = try JPEGCodec.decodeGray(data, width: image.width, height: image.height, limits: limits)
    if image.type.isDepthData, image.range == nil {
      throw AuxError(.malformed, "FloatMinValue and FloatMaxValue are missing or unusable", place: "XMP")
    }
    return StoredAuxiliaryImage(
      type: image.type, codes: codes, range: image.range, metadata: image.metadata,
      packet: try Self.packet(of: parsed, source))
  }
}
