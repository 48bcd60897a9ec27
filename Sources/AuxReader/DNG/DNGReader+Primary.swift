internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension DNGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    guard let (stream, layout) = try largestPreview() else {
      throw AuxError(
        .unsupported, "the raw image is not developed, and there is no JPEG or JPEG XL preview to take",
        remedy: .developFirst)
    }
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
    return pixels
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    // The tags of Exif are those of the file itself; they do not form a block that could be passed on.
    PhotoMetadata(xmp: try file.xmp(of: file.tiff.first))
  }

  /// Returns the JPEG or JPEG XL stream of the largest preview in colour, which programs show that do not develop raw images; nil where
  /// there is none.
  private func largestPreview() throws(AuxError) -> (stream: [UInt8], layout: TIFFLayout)? {
    var best: TIFFLayout?
    for directory in file.tiff.allDirectories {
      guard try file.tiff.integer(TIFFTag.newSubFileType, in: directory) == DNGSubFileType.preview,
        let layout = try? TIFFLayout(of: directory, in: file.tiff),
        layout.compression == TIFFCompression.jpeg
          || layout.compression == TIFFCompression.jpegXL && layout.samplesPerPixel == 3,
        layout.chunks.count == 1, layout.bitsPerSample == 8
      else { continue }
      if layout.width * layout.height > best.map({ $0.width * $0.height }) ?? 0 { best = layout }
    }
    guard let best else { return nil }
    let range = best.chunks[0].range
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return (try file.tiff.source.read(at: range.lowerBound, count: range.count), best)
  }
}
