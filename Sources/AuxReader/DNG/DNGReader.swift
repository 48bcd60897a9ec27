internal import AuxCodecs
package import AuxContainers
package import AuxImage
internal import AuxKernels

/// Reads DNG files: the depth map and the semantic masks.
///
/// Source: Specs/dng.md, "Reading".
package struct DNGReader: ContainerReader {
  package enum Place: Sendable {
    case depth(TIFFDirectory)
    case mask(DNGMask)

    var directory: TIFFDirectory {
      switch self {
      case .depth(let directory): directory
      case .mask(let mask): mask.directory
      }
    }
  }

  package let container = ImageContainer.dng
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  package let places: [Place]
  package let notes: [String]
  /// Why the pixels of one of ``auxiliaryImages`` are not decoded, by the offset of its directory.
  private let refusals = Once<[Int: AuxError]>()
  package let file: DNGFile
  let limits: AuxLimits

  /// Describes the images that a file's directories hold.
  package init(_ file: DNGFile, _ packets: XMPPackets) throws(AuxError) {
    self.file = file
    limits = file.tiff.limits
    primary = PrimaryImage(
      width: file.primary.width, height: file.primary.height, orientation: file.orientation)
    var notes = file.notes
    var images: [AuxiliaryImage] = []
    var places: [Place] = []
    if let directory = file.depthDirectories.first { places.append(.depth(directory)) }
    places += file.masks.map { .mask($0) }
    for place in places {
      let index = images.count
      do throws(AuxError) {
        switch place {
        case .depth(let directory): images.append(try Self.depth(directory, file, packets, &notes))
        case .mask(let mask):
          images.append(try Self.mask(mask, index: index, file, packets, &notes))
        }
      } catch { images.append(try Self.failed(place, index: index, file, error)) }
    }
    auxiliaryImages = images
    self.places = places
    self.notes = notes
  }

  private static func metadata(
    of directory: TIFFDirectory, _ file: DNGFile, _ packets: XMPPackets, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryMetadata {
    let tiff = file.tiff
    do throws(AuxError) {
      guard let range = try tiff.range(of: TIFFTag.xmp, in: directory, most: tiff.limits.xmpBytes) else {
        return AuxiliaryMetadata()
      }
      do throws(AuxError) {
        return try packets.packet(at: [range]).validMetadata()
      } catch { throw error.within(directory.place(TIFFTag.xmp)) }
    } catch {
      // The rest of a file that is cut short is still worth listing.
      guard error.code == .truncated else { throw error }
      notes.append(error.message)
      return AuxiliaryMetadata()
    }
  }

  private static func depth(
    _ directory: TIFFDirectory, _ file: DNGFile, _ packets: XMPPackets, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    var metadata = try metadata(of: directory, file, packets, &notes)
    let description = file.depthDescription ?? DNGDepthDescription()
    if metadata.namedType?.isDepthData != true { metadata.nativeFormat = nil }
    var range: CodeRange
    if let stated = description.codeRange {
      range = stated
      if description.units == .unknown {
        notes.append("\(directory.path): the unit of the distances is unknown; taken for metres, relative")
        metadata.accuracy = .relative
      }
    } else {
      // Code 0 is nearest whatever the tags say; without distances the order is all that is known.
      range = CodeRange(quantity: .disparity, firstValue: 1, lastValue: 0)
      notes.append(
        "\(directory.path): the Depth tags state no distances; values are relative disparity of 0...1")
      metadata.accuracy = .relative
    }
    let type = AuxiliaryDataType(range.quantity)
    if metadata.nativeFormat?.quantity != range.quantity { metadata.nativeFormat = nil }
    if let exact = CodeRange(metadata, type: type) { range = range.refined(by: exact) }
    let (layout, byteCount) = try listing(of: directory, file, &notes)
    if metadata.storedFormat == nil, layout.bitsPerSample == 8 { metadata.storedFormat = .L008 }
    return AuxiliaryImage(
      index: 0, type: type, identifier: "DepthMap", size: (layout.width, layout.height), metadata: metadata,
      range: range, codec: codec(of: layout), byteCount: byteCount,
      hasWideCodes: layout.bitsPerSample != 8)
  }

  private static func mask(
    _ mask: DNGMask, index: Int, _ file: DNGFile, _ packets: XMPPackets, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    var metadata = try metadata(of: mask.directory, file, packets, &notes)
    let (layout, byteCount) = try listing(of: mask.directory, file, &notes)
    if metadata.storedFormat == nil, layout.bitsPerSample == 8 { metadata.storedFormat = .L008 }
    let name = mask.name.isEmpty ? AuxiliaryImage.unnamed : mask.name
    return AuxiliaryImage(
      index: index, type: AuxiliaryDataType(urn: name), identifier: name,
      size: mask.subArea.map { ($0.fullWidth, $0.fullHeight) } ?? (layout.width, layout.height),
      metadata: metadata, range: nil, codec: codec(of: layout), byteCount: byteCount)
  }

  /// Returns the known part of an image that cannot be described.
  private static func failed(
    _ place: Place, index: Int, _ file: DNGFile, _ failure: AuxError
  ) throws(AuxError) -> AuxiliaryImage {
    let name: String
    let type: AuxiliaryDataType
    switch place {
    case .depth:
      name = "DepthMap"
      type = AuxiliaryDataType(file.depthDescription?.codeRange?.quantity ?? .disparity)
    case .mask(let mask):
      name = mask.name.isEmpty ? AuxiliaryImage.unnamed : mask.name
      type = AuxiliaryDataType(urn: name)
    }
    let layout = try? TIFFLayout(formOf: place.directory, in: file.tiff)
    return try AuxiliaryImage(
      index: index, type: type, identifier: name, size: layout.map { ($0.width, $0.height) },
      codec: layout.map(codec) ?? "unknown", byteCount: 0, failure: failure)
  }

  /// Returns how an image is stored, and the number of its coded bytes.
  ///
  /// Where the file ends before the strips or tiles do, a note says so; the content of the headers is listed all the same.
  private static func listing(
    of directory: TIFFDirectory, _ file: DNGFile, _ notes: inout [String]
  ) throws(AuxError) -> (layout: TIFFLayout, byteCount: Int) {
    do throws(AuxError) {
      let layout = try TIFFLayout(of: directory, in: file.tiff)
      return (layout, layout.chunks.reduce(0) { $0 + $1.range.count })
    } catch {
      guard error.code == .truncated else { throw error }
      notes.append(error.message)
      let layout = try TIFFLayout(formOf: directory, in: file.tiff)
      return (layout, layout.statedByteCount(of: directory, in: file.tiff))
    }
  }

  private static func codec(of layout: TIFFLayout) -> String {
    switch layout.compression {
    case TIFFCompression.none: "none"
    case TIFFCompression.jpeg: "ljpeg"
    case TIFFCompression.lossyJPEG: "jpeg"
    case TIFFCompression.deflate, TIFFCompression.oldDeflate: "deflate"
    case TIFFCompression.jpegXL: "jxl"
    case let other: "\(other)"
    }
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    let refusals = refusals.value { DNGDecodableBytes.refusals(places.map(\.directory), in: file.tiff) }
    if let refusal = refusals[places[image.index].directory.offset] { throw refusal }
    switch places[image.index] {
    case .depth(let directory):
      guard var range = image.range else { preconditionFailure("a depth map that is decoded has a range") }
      var codes = try plane(of: directory)
      // Codes grow with their values, as in the other containers.
      if codes.sampleType.isInteger, range.firstValue > range.lastValue {
        codes = try DNGCodes.complement(codes)
        (range.firstValue, range.lastValue) = (range.lastValue, range.firstValue)
      }
      return try StoredAuxiliaryImage(
        type: image.type, content: .depth(codes, range), metadata: image.metadata,
        packet: file.xmp(of: directory))
    case .mask(let mask):
      var codes = try plane(of: mask.directory)
      if let area = mask.subArea { codes = try DNGCodes.fullMask(codes, in: area, limits: fullMaskLimits) }
      return try StoredAuxiliaryImage(
        type: image.type, codes: codes, metadata: image.metadata, packet: file.xmp(of: mask.directory))
    }
  }

  /// The limits of a full mask: since zeros take no bytes in a file, it may be as large as the raw image at most.
  private var fullMaskLimits: AuxLimits {
    var limits = limits
    limits.pixels = min(limits.pixels, file.primary.width * file.primary.height)
    return limits
  }

  private func plane(of directory: TIFFDirectory) throws(AuxError) -> PixelPlane {
    try DNGPlaneDecoder(directory, of: file.tiff).plane()
  }
}
