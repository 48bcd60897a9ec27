internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads TIFF files that are no DNG: sources of primaries, developed by another program.
///
/// Source: Specs/photos.md, "TIFF".
package struct TIFFReader: ContainerReader {
  package let container = ImageContainer.tiff
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage] = []
  /// The structure of the file.
  package let file: DNGFile

  package var notes: [String] { file.notes }

  /// Describes the image of a file's directories that has the full resolution.
  package init(_ file: DNGFile) {
    self.file = file
    primary = PrimaryImage(
      width: file.primary.width, height: file.primary.height, orientation: file.orientation)
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    throw AuxError(.missingImage, "TIFF files that are no DNG hold no auxiliary images")
  }

  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    let (tiff, directory) = (file.tiff, file.primary.directory)
    switch try tiff.integer(TIFFTag.photometricInterpretation, in: directory) {
    case TIFFPhotometric.colorFilterArray, TIFFPhotometric.linearRaw:
      throw AuxError(
        .unsupported, "the image is raw and not developed", place: directory.path, remedy: .developFirst)
    default: break
    }
    do throws(AuxError) {
      var image = try TIFFPhotoCodec.decode(
        tiff.source.read(at: 0, count: tiff.source.byteCount), directory: directory.offset,
        limits: tiff.limits)
      image.iccProfile = try tiff.values(TIFFTag.iccProfile, in: directory)?.bytes
      return try PhotoPixels(opaque: image, orientation: file.orientation)
    } catch { throw error.within(directory.path) }
  }

  package func decodedPrimary() throws(AuxError) -> DecodedPrimary {
    DecodedPrimary(pixels: try primaryPixels(), notes: ExifBlock.gathered(from: file.tiff).leftOut)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: ExifBlock.gathered(from: file.tiff).bytes, xmp: try file.xmp(of: file.tiff.first))
  }
}
