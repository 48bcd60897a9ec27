internal import AuxCodecs
package import AuxContainers
package import AuxImage
internal import AuxKernels

/// Reads DNG files: the depth map and the semantic masks. A TIFF file that is no DNG has none.
///
/// Source: Specs/dng.md, "Reading".
package struct DNGReader: ContainerReader {
  package let container: ImageContainer
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  package let notes: [String]
  /// The structure of the file.
  package let file: DNGFile
  private let limits: Limits

  /// Reads the directories.
  package init(_ source: any ByteSource, limits: Limits) throws(AuxError) {
    let file = try DNGFile(source, limits: limits)
    self.file = file
    self.limits = limits
    container = file.isDNG ? .dng : .tiff
    primary = PrimaryImage(
      width: file.primary.width, height: file.primary.height, orientation: file.orientation)
    var notes = file.notes
    var images: [AuxiliaryImage] = []
    if let directory = file.depthDirectories.first {
      images.append(try Self.depth(directory, file, limits, &notes))
    }
    for mask in file.masks {
      images.append(try Self.mask(mask, index: images.count, file, limits))
    }
    auxiliaryImages = images
    self.notes = notes
  }

  private static func metadata(
    of directory: TIFFDirectory, _ file: DNGFile, _ limits: Limits
  ) throws(AuxError) -> AuxiliaryMetadata {
    guard let packet = try file.xmp(of: directory) else { return AuxiliaryMetadata() }
    do throws(AuxError) {
      return AuxiliaryMetadata(properties: try XMPParser.properties(of: packet, limits: limits))
    } catch { throw error.within("\(directory.path)/XMP") }
  }

  private static func depth(
    _ directory: TIFFDirectory, _ file: DNGFile, _ limits: Limits, _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    var metadata = try metadata(of: directory, file, limits)
    let description = file.depthDescription ?? DNGDepthDescription()
    if metadata.namedType?.isDepthData != true { metadata.nativeFormat = nil }
    var range: CodeRange
    if let told = description.codeRange {
      range = told
      if description.units == .unknown {
        notes.append("\(directory.path): the unit of the distances is unknown; taken for metres, relative")
        metadata.accuracy = .relative
      }
    } else {
      // Code 0 is nearest whatever the tags say; without distances the order is all that is known.
      range = CodeRange(quantity: .disparity, atZero: 1, atMax: 0)
      notes.append(
        "\(directory.path): the Depth tags tell no distances; values are relative disparity of 0...1")
      metadata.accuracy = .relative
    }
    let type: AuxiliaryDataType = range.quantity == .depth ? .depth : .disparity
    if metadata.nativeFormat?.quantity != range.quantity { metadata.nativeFormat = nil }
    if let exact = CodeRange(metadata, type: type) { range = range.refined(by: exact) }
    let layout = try TIFFLayout(of: directory, in: file.tiff)
    if metadata.storedFormat == nil, layout.bitsPerSample == 8 { metadata.storedFormat = .L008 }
    return AuxiliaryImage(
      index: 0, type: type, identifier: "DepthMap", size: (layout.width, layout.height), metadata: metadata,
      range: range, codec: codec(of: layout), byteCount: byteCount(of: layout),
      location: .dngDepth(directory.offset), hasWideCodes: layout.bitsPerSample != 8)
  }

  private static func mask(
    _ mask: DNGMask, index: Int, _ file: DNGFile, _ limits: Limits
  ) throws(AuxError) -> AuxiliaryImage {
    var metadata = try metadata(of: mask.directory, file, limits)
    let layout = try TIFFLayout(of: mask.directory, in: file.tiff)
    if metadata.storedFormat == nil, layout.bitsPerSample == 8 { metadata.storedFormat = .L008 }
    let name = mask.name.isEmpty ? "unnamed" : mask.name
    return AuxiliaryImage(
      index: index, type: AuxiliaryDataType(urn: name), identifier: name,
      size: mask.subArea.map { ($0.fullWidth, $0.fullHeight) } ?? (layout.width, layout.height),
      metadata: metadata, range: nil, codec: codec(of: layout), byteCount: byteCount(of: layout),
      location: .dngMask(mask.directory.offset))
  }

  private static func byteCount(of layout: TIFFLayout) -> Int {
    layout.chunks.reduce(0) { $0 + $1.range.count }
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
    switch image.location {
    case .dngDepth(let offset):
      guard let directory = file.depthDirectories.first(where: { $0.offset == offset }),
        let range = image.range
      else { break }
      var codes = try plane(of: directory)
      var meaning: CodeRange? = range
      if codes.sampleType.isInteger {
        // Codes grow with their values, as in the other containers.
        if range.atZero > range.atMax {
          codes = try DNGCodes.complement(codes)
          meaning = CodeRange(quantity: range.quantity, atZero: range.atMax, atMax: range.atZero)
        }
      }
      return StoredAuxiliaryImage(
        type: image.type, codes: codes, range: meaning, metadata: image.metadata,
        packet: try file.xmp(of: directory))
    case .dngMask(let offset):
      guard let mask = file.masks.first(where: { $0.directory.offset == offset }) else { break }
      var codes = try plane(of: mask.directory)
      if let area = mask.subArea { codes = try DNGCodes.fullMask(codes, in: area, limits: limits) }
      return StoredAuxiliaryImage(
        type: image.type, codes: codes, metadata: image.metadata, packet: try file.xmp(of: mask.directory))
    default: break
    }
    throw AuxError(.usage, "the image is of another file")
  }

  private func plane(of directory: TIFFDirectory) throws(AuxError) -> PixelPlane {
    let decoder = try DNGPlaneDecoder(directory, of: file.tiff)
    return try decoder.plane { [limits] data, width, height throws(AuxError) in
      try JPEGCodec.decodeGray(data, width: width, height: height, limits: limits)
    }
  }
}

extension CodeRange {
  /// Returns the bounds that the XMP tells exactly, where they are those of the tags but for rounding.
  fileprivate func refined(by exact: CodeRange) -> CodeRange {
    let turned = CodeRange(quantity: exact.quantity, atZero: exact.atMax, atMax: exact.atZero)
    for candidate in [exact, turned] where quantity == candidate.quantity {
      let scale = 1e-5 * Swift.max(abs(atZero), abs(atMax))
      if abs(candidate.atZero - atZero) <= scale, abs(candidate.atMax - atMax) <= scale { return candidate }
    }
    return self
  }
}
