internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension DNGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    guard let (stream, preview) = try largestPreview() else { throw Self.undeveloped }
    let layout = preview.layout
    var pixels: PhotoPixels
    if layout.compression == TIFFCompression.jpegXL {
      pixels = PhotoPixels(
        width: layout.width, height: layout.height,
        knownRGB8: try JPEGXLCodec.decodeRGB(
          stream, width: layout.width, height: layout.height, limits: limits))
    } else {
      let frame = try JPEGImage(in: MemoryByteSource(stream), at: 0, limits: limits).frame
      pixels = try PhotoPixels(jpegStream: stream, frame, limits: limits)
    }
    pixels.orientation = file.orientation
    pixels.iccProfile = try profile(of: preview.directory)
    return pixels
  }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    let pixels = try primaryPixels()
    let reduction = reduction(toWidth: pixels.width, height: pixels.height)
    let notes = ExifBlock.gathered(from: file.tiff).leftOut + (reduction.map { [$0] } ?? [])
    return DecodedPrimary(pixels: pixels, notes: notes, isReducedPreview: reduction != nil)
  }

  /// Returns the size of the preview that is decoded as the primary, and a note if the raw image is larger, by the headers.
  ///
  /// Throws as ``primaryPixels()`` if there is no preview.
  package func preview() throws(AuxError) -> (width: Int, height: Int, reduction: String?) {
    guard let layout = try largestPreview()?.preview.layout else { throw Self.undeveloped }
    return (layout.width, layout.height, reduction(toWidth: layout.width, height: layout.height))
  }

  /// Returns a note on a preview that is smaller than the raw image; nil for others.
  private func reduction(toWidth previewWidth: Int, height previewHeight: Int) -> String? {
    let (width, height) = (file.primary.cropWidth, file.primary.cropHeight)
    // Cameras leave away borders; that makes no smaller picture.
    guard
      Double(previewWidth) < width * Self.leastPreview || Double(previewHeight) < height * Self.leastPreview
    else { return nil }
    return "the picture is a preview of \(previewWidth)x\(previewHeight), and the raw image of "
      + "\(Int(width))x\(Int(height)) is not developed"
  }

  private static let undeveloped = AuxError(
    .unsupported, "the raw image is not developed, and there is no JPEG or JPEG XL preview to take",
    remedy: .developFirst)

  /// The share of the raw image's sides from which a preview does not count as smaller.
  private static let leastPreview = 0.97

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    let root = file.tiff.first
    // The size is the raw image's, and the names in files that this package made from nothing are not a camera's.
    var omitted: Set<UInt16> = [TIFFTag.pixelXDimension, TIFFTag.pixelYDimension]
    let (make, model) = DNGBuilder.placeholder
    if try file.tiff.text(TIFFTag.make, in: root) == make,
      try file.tiff.text(TIFFTag.model, in: root) == model
    {
      omitted.formUnion([TIFFTag.make, TIFFTag.model])
    }
    return PhotoMetadata(
      exif: ExifBlock.gathered(from: file.tiff, without: omitted).bytes, xmp: try file.xmp(of: root),
      iptc: try file.tiff.iptc())
  }

  /// Returns the ICC profile of a preview: its own, or that of the colour space that it names; nil for sRGB.
  private func profile(of directory: TIFFDirectory) throws(AuxError) -> [UInt8]? {
    if let own = try file.tiff.values(TIFFTag.iccProfile, in: directory)?.bytes { return own }
    switch try file.tiff.integer(TIFFTag.previewColorSpace, in: directory) {
    case DNGPreviewColours.adobeRGB: return ICCProfileWriter.adobeRGB
    case DNGPreviewColours.proPhotoRGB: return ICCProfileWriter.proPhotoRGB
    default: return nil
    }
  }

  /// Returns the JPEG or JPEG XL stream of the largest preview in colour, or nil. Programs that do not develop raw images show
  /// it.
  func largestPreview() throws(AuxError) -> (
    stream: [UInt8], preview: (directory: TIFFDirectory, layout: TIFFLayout)
  )? {
    var best: (directory: TIFFDirectory, layout: TIFFLayout)?
    for directory in file.tiff.allDirectories {
      guard try file.tiff.integer(TIFFTag.newSubFileType, in: directory) == DNGSubFileType.preview,
        let layout = try? TIFFLayout(of: directory, in: file.tiff),
        layout.compression == TIFFCompression.jpeg
          || layout.compression == TIFFCompression.jpegXL && layout.samplesPerPixel == 3,
        layout.chunks.count == 1, layout.bitsPerSample == 8
      else { continue }
      if layout.width * layout.height > best.map({ $0.layout.width * $0.layout.height }) ?? 0 {
        best = (directory, layout)
      }
    }
    guard let best else { return nil }
    let range = best.layout.chunks[0].range
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return (try file.tiff.source.read(at: range.lowerBound, count: range.count), best)
  }
}
