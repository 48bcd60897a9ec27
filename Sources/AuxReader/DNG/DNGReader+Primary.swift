internal import AuxContainers
package import AuxImage

extension DNGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    guard let stream = try largestPreview() else {
      throw AuxError(
        .unsupported, "the raw image is not developed, and there is no JPEG preview to take",
        remedy: .developFirst)
    }
    let frame = try JPEGImage(in: MemoryByteSource(stream), at: 0, limits: limits).frame
    var pixels = try PhotoPixels(jpegStream: stream, frame, limits: limits)
    pixels.orientation = file.orientation
    return pixels
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    // The tags of Exif are those of the file itself; they do not form a block that could be passed on.
    PhotoMetadata(xmp: try file.xmp(of: file.tiff.first))
  }

  /// Returns the JPEG stream of the largest preview, which programs show that do not develop raw images; nil where
  /// there is none.
  private func largestPreview() throws(AuxError) -> [UInt8]? {
    var best: (pixels: Int, range: Range<Int>)?
    for directory in file.tiff.allDirectories {
      guard try file.tiff.integer(TIFFTag.newSubFileType, in: directory) == DNGSubFileType.preview,
        let layout = try? TIFFLayout(of: directory, in: file.tiff),
        layout.compression == TIFFCompression.jpeg, layout.chunks.count == 1, layout.bitsPerSample == 8
      else { continue }
      let pixels = layout.width * layout.height
      if pixels > best?.pixels ?? 0 { best = (pixels, layout.chunks[0].range) }
    }
    guard let best else { return nil }
    guard best.range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(best.range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return try file.tiff.source.read(at: best.range.lowerBound, count: best.range.count)
  }
}
