internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads WebP files, which hold no auxiliary images: they are sources of primaries.
///
/// Source: Specs/photos.md, "WebP".
package struct WebPReader: ReadOnlyFileReader, PrimaryReader {
  package static let container = ImageContainer.webp
  package let primary: PrimaryImage?
  package let notes: [String]
  package let file: WebPFile
  package var cut: AuxError? { file.cut }
  private let source: any ByteSource
  private let limits: AuxLimits

  /// Reads the headers and the Exif block.
  package init(_ source: any ByteSource, limits: AuxLimits) throws(AuxError) {
    self.source = source
    self.limits = limits
    file = try WebPFile(source, limits: limits)
    var notes = file.notes
    let orientation = ExifBlock.orientation(&notes, limits: limits) { [file] () throws(AuxError) in
      try file.exif(from: source, limits: limits)
    }
    if file.isAnimated { notes.append("the image is animated, and animations are not decoded") }
    primary = PrimaryImage(width: file.width, height: file.height, orientation: orientation)
    self.notes = notes
  }

  package static func addParts(
    of source: any ByteSource, to list: inout StructureList, limits: AuxLimits
  ) throws(AuxError) {
    let file = try WebPFile(source, limits: limits)
    list.add(0, "RIFF", 0..<source.byteCount, "\(file.width)x\(file.height)")
    for chunk in file.chunks where !list.isFull { list.add(1, "\(chunk.type)", chunk.range) }
    for note in file.notes { list.add(0, "note", at: nil, note) }
  }

  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try decodedPrimary(PrimaryOptions()).pixels
  }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    var image = try decoded()
    image.iccProfile = try file.iccProfile(from: source, limits: limits)
    return try DecodedPrimary(image, options.alpha, orientation: primary?.orientation ?? .up)
  }

  package func checkPictures() -> [PictureCheck] {
    [PictureCheck("") { () throws(AuxError) in _ = try decoded() }]
  }

  private func decoded() throws(AuxError) -> InterleavedImage {
    guard !file.isAnimated else {
      throw AuxError(.unsupported, "the WebP file is an animation; a still image is needed")
    }
    return try WebPCodec.decode(
      source.read(at: 0, count: source.byteCount), width: file.width, height: file.height,
      hasAlpha: file.hasAlpha, limits: limits)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try file.exif(from: source, limits: limits), xmp: try file.xmp(from: source, limits: limits))
  }
}
