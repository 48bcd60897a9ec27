internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

extension DNGReader {
  /// The raw image, and the preview that programs show which do not develop it.
  package func checkPictures() -> [PictureCheck] {
    let directory = file.primary.directory
    let raw = PictureCheck(directory.path, at: directory.offset) { () throws(AuxError) in
      do throws(AuxError) { try DNGPictureCheck(directory, of: file.tiff).run() } catch {
        throw error.within(directory.path)
      }
    }
    do throws(AuxError) {
      guard let preview = try largestPreview()?.preview.directory else { return [raw] }
      return [
        raw,
        PictureCheck(preview.path, at: preview.offset) { () throws(AuxError) in _ = try primaryPixels() },
      ]
    } catch { return [raw, PictureCheck("") { () throws(AuxError) in throw error }] }
  }
}

/// Decodes the strips or tiles of a raw image, one after the other, and keeps none.
///
/// Source: DNG 1.7.1.0, "Compression".
private struct DNGPictureCheck {
  private let layout: TIFFLayout
  private let file: TIFFFile

  init(_ directory: TIFFDirectory, of file: TIFFFile) throws(AuxError) {
    layout = try TIFFLayout(of: directory, in: file)
    self.file = file
    let coded = layout.chunks.reduce(0) { $0 + $1.range.count }
    guard coded <= file.source.byteCount else {
      throw AuxError(
        .malformed,
        "\(layout.chunks.count) strips or tiles of \(coded) bytes in a file of \(file.source.byteCount)")
    }
  }

  func run() throws(AuxError) {
    guard (1...4).contains(layout.samplesPerPixel), (1...32).contains(layout.bitsPerSample) else {
      throw AuxError(
        .unsupported, "\(layout.samplesPerPixel) samples of \(layout.bitsPerSample) bits are not decoded")
    }
    for (index, chunk) in layout.chunks.enumerated() {
      do throws(AuxError) { try check(chunk) } catch { throw error.within("strip or tile \(index)") }
    }
  }

  private func check(_ chunk: TIFFLayout.Chunk) throws(AuxError) {
    let range = chunk.range
    guard range.count <= file.limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(file.limits.codedBytes) at most")
    }
    let rowBytes = (chunk.width * layout.samplesPerPixel * layout.bitsPerSample + 7) / 8
    switch layout.compression {
    case TIFFCompression.none:
      // There is nothing to decode: any bytes are pixels.
      guard range.count >= rowBytes * chunk.height else {
        throw AuxError(
          .truncated, "\(range.count) bytes where \(rowBytes * chunk.height) are needed",
          offset: range.lowerBound)
      }
    case TIFFCompression.deflate, TIFFCompression.oldDeflate:
      _ = try Deflate.decompress(coded(range), count: rowBytes * chunk.height)
    case TIFFCompression.jpeg, TIFFCompression.lossyJPEG:
      let data = try coded(range)
      let headers = try JPEGImage(in: MemoryByteSource(data), at: 0, limits: file.limits)
      guard headers.frame.marker == JPEGMarker.SOF3 else {
        return try JPEGCodec.check(data, headers.frame, limits: file.limits)
      }
      _ = try LosslessJPEGDecoder.decode(
        data, headers, sampleCount: chunk.width * chunk.height * layout.samplesPerPixel)
    case let other:
      throw AuxError(.unsupported, "raw images of compression \(other) are not decoded")
    }
  }

  private func coded(_ range: Range<Int>) throws(AuxError) -> [UInt8] {
    try file.source.read(at: range.lowerBound, count: range.count)
  }
}
