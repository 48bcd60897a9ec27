package import AuxContainers
package import AuxImage
package import AuxKernels

/// Codes a plane for ``DNGEdit``: strips of Deflate.
///
/// Source: DNG 1.7.1.0, "Compression"; Specs/dng.md, "Pixels".
package enum DNGPlaneEncoder {
  /// The most bytes of a strip before compression; what one row needs where that is more.
  private static let stripBytes = 1 << 20

  /// Codes 8-bit or 16-bit codes, in the byte order of the file; with differences where `predicting`.
  package static func encode(
    _ plane: PixelPlane, endianness: ByteReader.Endianness, predicting: Bool = false
  ) throws(AuxError) -> DNGNewImage.Pixels {
    let rows = min(plane.height, max(1, stripBytes / plane.bytesPerRow))
    var strips: [[UInt8]] = []
    for row in stride(from: 0, to: plane.height, by: rows) {
      let range = (row * plane.width)..<(min(plane.height, row + rows) * plane.width)
      switch plane.storage {
      case .uint8(let codes):
        var samples = Array(codes[range])
        if predicting { TIFFPredictor.doHorizontal(&samples, width: plane.width) }
        strips.append(try Deflate.compress(samples))
      case .uint16(let codes):
        var samples = Array(codes[range])
        if predicting { TIFFPredictor.doHorizontal(&samples, width: plane.width) }
        strips.append(try Deflate.compress(bytes(of: samples, endianness)))
      case .half, .float:
        throw AuxError(
          .usage, "DNG holds 8-bit or 16-bit codes; the plane has samples of \(plane.sampleType)")
      }
    }
    return DNGNewImage.Pixels(
      width: plane.width, height: plane.height, bitsPerSample: 8 * plane.sampleType.byteCount,
      compression: TIFFCompression.deflate, predictor: predicting ? 2 : 1, rowsPerStrip: rows,
      strips: strips)
  }

  private static func bytes(of samples: [UInt16], _ endianness: ByteReader.Endianness) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2 * samples.count)
    let (high, low) = endianness == .big ? (0, 1) : (1, 0)
    for (index, sample) in samples.enumerated() {
      bytes[2 * index + high] = UInt8(truncatingIfNeeded: sample >> 8)
      bytes[2 * index + low] = UInt8(truncatingIfNeeded: sample)
    }
    return bytes
  }
}
