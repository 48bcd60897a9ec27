internal import AuxContainers
internal import AuxImage

/// The rendition of a DNG that programs show which do not develop raw images.
enum DNGPreview {
  /// Returns the JPEG stream of the largest preview, or nil where there is none.
  static func jpeg(in file: DNGFile, limits: Limits) throws(AuxError) -> [UInt8]? {
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
