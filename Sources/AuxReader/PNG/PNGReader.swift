internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads PNG files, which hold no auxiliary images: they are sources of primaries.
package struct PNGReader: ReadOnlyFileReader, PrimaryReader {
  package static let container = ImageContainer.png
  package let primary: PrimaryImage?
  package let notes: [String]
  package let file: PNGFile
  package var cut: AuxError? { file.cut }
  let source: any ByteSource
  let limits: AuxLimits

  /// Reads the header and the Exif block.
  package init(_ source: any ByteSource, limits: AuxLimits) throws(AuxError) {
    self.source = source
    self.limits = limits
    file = try PNGFile(source, limits: limits)
    var notes = file.notes
    // Source: ExifTool 13.22, PNG tags gmAP and gdAT; Skia, SkPngCompositeChunkReader.
    if file.chunks.contains(where: { $0.type == "gdAT" || $0.type == "gmAP" }) {
      notes.append("the gain map of the PNG (chunks gmAP and gdAT) is not read or copied")
    }
    let orientation = ExifBlock.orientation(&notes, limits: limits) { [file] () throws(AuxError) in
      try file.exif(from: source, limits: limits)
    }
    primary = PrimaryImage(width: file.width, height: file.height, orientation: orientation)
    self.notes = notes
  }

  package static func addParts(
    of source: any ByteSource, to list: inout StructureList, limits: AuxLimits
  ) throws(AuxError) {
    let file = try PNGFile(source, limits: limits)
    list.add(0, "IHDR", 8..<33, "\(file.width)x\(file.height)")
    for chunk in file.chunks where !list.isFull { list.add(0, "\(chunk.type)", chunk.range) }
    for note in file.notes { list.add(0, "note", at: nil, note) }
  }

  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try decodedPrimary(PrimaryOptions()).pixels
  }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    var image = try PNGCodec.decode(source.read(at: 0, count: source.byteCount), limits: limits)
    if let points = try file.codePoints(from: source, limits: limits),
      let profile = ICCProfileWriter.profile(
        colourPrimaries: points.primaries, transferCharacteristics: points.transfer)
    {
      image.iccProfile = profile
    }
    return try DecodedPrimary(image, options.alpha, orientation: primary?.orientation ?? .up)
  }

  package func checkPictures() -> [PictureCheck] {
    [
      PictureCheck("") { () throws(AuxError) in
        _ = try PNGCodec.decode(source.read(at: 0, count: source.byteCount), limits: limits)
      }
    ]
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    var xmp: [UInt8]?
    if let text = try file.text(PNGInternationalText.xmpKeyword, from: source, limits: limits) {
      xmp = text.isCompressed ? try Deflate.decompress(text.text, maxBytes: limits.xmpBytes) : text.text
    }
    return PhotoMetadata(exif: try file.exif(from: source, limits: limits), xmp: xmp)
  }
}
