internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads TIFF files that are no DNG: sources of primaries, developed by another program.
///
/// Source: Specs/photos.md, "TIFF".
package struct TIFFReader: PrimaryReader {
  package let container = ImageContainer.tiff
  package let primary: PrimaryImage?
  package let file: DNGFile

  package var notes: [String] { file.notes }

  /// Describes the image of a file's directories that has the full resolution.
  package init(_ file: DNGFile) {
    self.file = file
    primary = PrimaryImage(
      width: file.primary.width, height: file.primary.height, orientation: file.orientation)
  }

  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try decodedPrimary(PrimaryOptions()).pixels
  }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    var image = try decoded()
    do throws(AuxError) {
      image.iccProfile = try file.tiff.values(TIFFTag.iccProfile, in: file.primary.directory)?.bytes
      // The value 1 is associated alpha (TIFF 6.0, "ExtraSamples").
      let isPremultiplied = try file.tiff.integer(TIFFTag.extraSamples, in: file.primary.directory) == 1
      return try DecodedPrimary(
        image, options.alpha, orientation: file.orientation, isPremultiplied: isPremultiplied,
        notes: ExifBlock.gathered(from: file.tiff).leftOut)
    } catch { throw error.within(file.primary.directory.path) }
  }

  package func checkPictures() -> [PictureCheck] {
    let directory = file.primary.directory
    return [
      PictureCheck(directory.path, at: directory.offset) { () throws(AuxError) in _ = try decoded() }
    ]
  }

  private func decoded() throws(AuxError) -> InterleavedImage {
    let (tiff, directory) = (file.tiff, file.primary.directory)
    switch try tiff.integer(TIFFTag.photometricInterpretation, in: directory) {
    case TIFFPhotometric.colorFilterArray, TIFFPhotometric.linearRaw:
      throw AuxError(
        .unsupported, "the image is raw and not developed", place: directory.path, remedy: .developFirst)
    default: break
    }
    do throws(AuxError) {
      try checkStrips(of: directory)
      return try TIFFPhotoCodec.decode(
        tiff.source.read(at: 0, count: tiff.source.byteCount), directory: directory.offset,
        limits: tiff.limits)
    } catch { throw error.within(directory.path) }
  }

  /// Throws `truncated` where strips or tiles that are not compressed are too short: libtiff would read on after them.
  private func checkStrips(of directory: TIFFDirectory) throws(AuxError) {
    let tiff = file.tiff
    let form = try TIFFLayout(formOf: directory, in: tiff)
    guard form.compression == TIFFCompression.none else { return }
    let isTiled = directory[TIFFTag.tileByteCounts] != nil
    let tag = isTiled ? TIFFTag.tileByteCounts : TIFFTag.stripByteCounts
    guard let counts = try tiff.values(tag, in: directory)?.integers() else { return }
    // Each number is below 2^32, but their product may be anything.
    let bits = Double(form.samplesPerPixel) * Double(form.bitsPerSample)
    let needed = Double(form.width * form.height) * bits / 8
    let held = counts.reduce(0) { $0 + Double($1) }
    guard held >= needed else {
      throw AuxError(
        .truncated, "\(form.width)x\(form.height) pixels need more than the \(held) bytes that there are",
        place: TIFFTag.name(tag))
    }
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: ExifBlock.gathered(from: file.tiff).bytes, xmp: try file.xmp(of: file.tiff.first),
      iptc: try file.tiff.iptc())
  }
}
