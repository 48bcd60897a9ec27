internal import AuxCodecs
package import AuxContainers
package import AuxImage
internal import AuxKernels

/// Reads JPEG XL files: the photo, channels of depth and alpha beside its colours, and gain maps.
///
/// Source: Specs/photos.md, "JPEG XL".
package struct JPEGXLReader: ReadOnlyFileReader {
  package static let container = ImageContainer.jxl
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage]
  package let notes: [String]
  package let file: JPEGXLFile
  package var cut: AuxError? { file.cut }
  private let source: any ByteSource
  private let limits: AuxLimits

  /// The codec of all images.
  private static let codec = "jxl"

  /// Reads the headers.
  package init(_ source: any ByteSource, limits: AuxLimits) throws(AuxError) {
    self.source = source
    self.limits = limits
    let file = try JPEGXLFile(source, limits: limits)
    self.file = file
    primary = PrimaryImage(
      width: file.header.width, height: file.header.height, orientation: file.header.orientation)
    var notes = file.notes
    guard file.entries.count <= limits.images else {
      throw AuxError(.limitExceeded, "\(file.entries.count) auxiliary images, \(limits.images) at most")
    }
    var images: [AuxiliaryImage] = []
    for listed in file.entries {
      images.append(try Self.describe(listed, index: images.count, file.header, source, &notes))
    }
    auxiliaryImages = images
    if images.contains(where: { $0.type == .depth }) {
      notes.append("nothing states the unit of a depth channel; its values are relative depth")
    }
    self.notes = notes
  }

  private static func describe(
    _ listed: Listed<JPEGXLFile.Place>, index: Int, _ photo: JPEGXLHeader, _ source: any ByteSource,
    _ notes: inout [String]
  ) throws(AuxError) -> AuxiliaryImage {
    switch listed.place {
    case .channel(let number): return channel(number, of: photo, index: index)
    case .gainMap(.success(let map)): return gainMap(map, index: index, source, &notes)
    case .gainMap(.failure(let failure)):
      return try AuxiliaryImage(
        index: index, type: listed.entry.kind, identifier: listed.entry.name, codec: codec, byteCount: 0,
        failure: failure.within(listed.entry.name))
    }
  }

  /// Describes a channel beside the colours, whose bytes are among those of the photo.
  private static func channel(
    _ number: Int, of photo: JPEGXLHeader, index: Int
  ) -> AuxiliaryImage {
    let channel = photo.extraChannels[number]
    var (type, range, metadata) = (AuxiliaryDataType.alpha, CodeRange?.none, AuxiliaryMetadata())
    if channel.kind == .depth {
      type = .depth
      (metadata.accuracy, metadata.storedFormat) = (.relative, .L008)
      // Halves have 11 bits.
      metadata.nativeFormat = channel.depth.bits > 8 ? .fdep : .hdep
      if !channel.depth.isFloat { range = unitRange }
    }
    return AuxiliaryImage(
      index: index, type: type, identifier: channel.name.isEmpty ? "extra channel \(number)" : channel.name,
      size: (photo.width, photo.height), metadata: metadata, range: range, codec: codec, byteCount: 0,
      hasWideCodes: channel.depth.bits > 8)
  }

  /// What codes of a depth channel are taken for: the format states neither unit nor direction, and calls it depth.
  private static let unitRange = CodeRange(quantity: .depth, firstValue: 0, lastValue: 1)

  private static func gainMap(
    _ map: JPEGXLGainMap, index: Int, _ source: any ByteSource, _ notes: inout [String]
  ) -> AuxiliaryImage {
    var description = GainMapDescription(forms: [.iso])
    var failure: AuxError?
    do throws(AuxError) { description.metadata = try map.metadata(from: source) } catch {
      notes.append("jhgm: its gain map metadata are unusable: \(error.message)")
      failure = error.within("jhgm")
    }
    let isWide = map.header.depth.bits > 8
    return AuxiliaryImage(
      index: index, type: .isoGainMap, identifier: GainMapPayload.urn,
      size: (map.header.width, map.header.height), metadata: AuxiliaryMetadata(), range: nil, codec: codec,
      byteCount: map.codestreamRange.count, hasWideCodes: isWide,
      colourEncoding: map.header.isGray
        ? nil : ColourEncoding(layout: .rgb, bitsPerComponent: isWide ? 16 : 8, isFullRange: true),
      gainMap: description, gainMapFailure: failure)
  }

  package static func addParts(
    of source: any ByteSource, to list: inout StructureList, limits: AuxLimits
  ) throws(AuxError) {
    let file = try JPEGXLFile(source, limits: limits)
    let colours = file.header.isGray ? "gray" : "colours"
    let depth = "\(file.header.depth.bits) bits" + (file.header.depth.isFloat ? " of float" : "")
    list.add(
      0, "codestream", at: file.boxes.isEmpty ? 0 : nil,
      "\(file.header.width)x\(file.header.height), \(colours) of \(depth)")
    for listed in file.entries where !list.isFull {
      guard case .channel(let number) = listed.place else { continue }
      let name = file.header.extraChannels[number].name
      list.add(1, listed.entry.name, at: nil, (name.isEmpty ? "" : "\(name), ") + listed.entry.summary)
    }
    for box in file.boxes where !list.isFull {
      let entry = file.entries.first { $0.entry.offset == box.offset }?.entry
      list.add(0, "\(box.type)", box.range, entry?.summary ?? "")
    }
    for note in file.notes { list.add(0, "note", at: nil, note) }
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    switch file.entries[image.index].place {
    case .channel(let number): return try stored(image, channel: number)
    case .gainMap(let map): return try stored(image, gainMap: map.get())
    }
  }

  private func stored(
    _ image: AuxiliaryImage, channel number: Int
  ) throws(AuxError) -> StoredAuxiliaryImage {
    let depth = file.header.extraChannels[number].depth
    let type: PixelPlane.SampleType =
      depth.isFloat && image.type.isDepthData ? .float : depth.bits > 8 ? .uint16 : .uint8
    let codes = try JPEGXLCodec.decode(
      extraChannel: number, of: source.read(at: 0, count: source.byteCount), width: image.width,
      height: image.height, colourChannels: file.header.colourChannels, sampleType: type, limits: limits)
    guard case .float(let values) = codes.storage else {
      return try image.stored(
        codes, packet: nil, rangeless: Self.rangeless)
    }
    let ends = Quantise.finiteRange(values) ?? (0, 1)
    let range = CodeRange(
      quantity: .depth, firstValue: Double(ends.0), lastValue: Double(ends.1))
    return try StoredAuxiliaryImage(type: image.type, content: .depth(codes, range), metadata: image.metadata)
  }

  private func stored(
    _ image: AuxiliaryImage, gainMap: JPEGXLGainMap
  ) throws(AuxError) -> StoredAuxiliaryImage {
    let (header, range) = (gainMap.header, gainMap.codestreamRange)
    let decoded = try JPEGXLCodec.decodePhoto(
      source.read(at: range.lowerBound, count: range.count), width: image.width, height: image.height,
      channels: header.colourChannels, bits: header.depth.bits, limits: limits
    ).image
    guard image.colourEncoding != nil else {
      return try image.stored(
        GrayscaleMapReader.plane(from: decoded), packet: nil, rangeless: Self.rangeless)
    }
    let pixels = try PhotoPixels(
      width: image.width, height: image.height, channels: decoded.channels, samples: decoded.samples)
    return try image.stored(ColourPlanes(rgb: pixels, keepingBits: true), packet: nil)
  }

  private static var rangeless: AuxError {
    AuxError(.malformed, "nothing states the range of the values")
  }

  package func primaryPixels() throws(AuxError) -> PhotoPixels { try decodedPrimary(PrimaryOptions()).pixels }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    let header = file.header
    guard !header.isCMYK else {
      throw AuxError(.unsupported, "the colours are cyan, magenta, yellow and black; save it as RGB")
    }
    let photo = try decoded()
    var profile = photo.image.iccProfile
    if let hdr = photo.hdr {
      profile = ICCProfileWriter.profile(
        colourPrimaries: hdr.primaries, transferCharacteristics: hdr.transfer)
    }
    var notes: [String] = []
    if photo.isPremultiplied { notes.append("the colours are multiplied by alpha") }
    if header.depth.isFloat { notes.append("light outside 0...1 is clipped") }
    let pixels = try PhotoPixels(
      width: header.width, height: header.height, channels: header.colourChannels,
      samples: photo.image.samples, iccProfile: profile, orientation: header.orientation)
    return DecodedPrimary(pixels: pixels, notes: notes)
  }

  package func checkPictures() -> [PictureCheck] {
    [PictureCheck("") { () throws(AuxError) in _ = try decoded() }]
  }

  private func decoded() throws(AuxError) -> JPEGXLCodec.Photo {
    guard !file.header.isAnimated else {
      throw AuxError(.unsupported, "the JPEG XL file is an animation; a still image is needed")
    }
    return try JPEGXLCodec.decodePhoto(
      source.read(at: 0, count: source.byteCount), width: file.header.width, height: file.header.height,
      channels: file.header.colourChannels, bits: file.header.depth.bits, limits: limits)
  }

  package func hasHDRPrimary() -> Bool { file.header.isHDR }

  /// Returns the Exif block and the XMP packet of their boxes.
  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    func content(_ type: FourCharacterCode) throws(AuxError) -> [UInt8]? {
      try file.content(of: type, from: source, maxBytes: limits.xmpBytes) { packed throws(AuxError) in
        try JPEGXLCodec.unpack(packed, maxBytes: limits.xmpBytes)
      }
    }
    let exif = try content("Exif").map { data throws(AuxError) in try ExifBlock.block(inItem: data) }
    return PhotoMetadata(exif: exif, xmp: try content("xml "))
  }
}
