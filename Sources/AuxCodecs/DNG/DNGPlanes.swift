package import AuxContainers
package import AuxImage
package import AuxKernels

/// The codes of depth maps and masks as DNG wants them.
///
/// Source: DNG 1.7.1.0, "Depth Maps" and "MaskSubArea"; Specs/dng.md, "Polarity".
package enum DNGCodes {
  /// Returns codes in which 0 is nearest, and what they mean; exact, and its own inverse.
  ///
  /// Apple's disparity codes grow towards the camera; the largest code less the code grows away from it.
  package static func zeroNearest(
    _ plane: PixelPlane, range: CodeRange
  ) throws(AuxError) -> (plane: PixelPlane, range: CodeRange) {
    let isNearest =
      switch range.quantity {
      case .depth: range.firstValue <= range.lastValue
      case .disparity: range.firstValue >= range.lastValue
      }
    if isNearest { return (plane, range) }
    var turned = range
    (turned.firstValue, turned.lastValue) = (range.lastValue, range.firstValue)
    return (try complement(plane), turned)
  }

  package static func complement(_ plane: PixelPlane) throws(AuxError) -> PixelPlane {
    let storage: PixelPlane.Storage
    switch plane.storage {
    case .uint8(let codes): storage = .uint8(codes.map { ~$0 })
    case .uint16(let codes): storage = .uint16(codes.map { ~$0 })
    case .half, .float: throw AuxError(.usage, "samples of \(plane.sampleType) are no codes")
    }
    return PixelPlane(width: plane.width, height: plane.height, known: storage)
  }

  /// Returns the full mask: `plane` in `area`, 0 around it.
  package static func fullMask(
    _ plane: PixelPlane, in area: DNGMask.SubArea, limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    let count = try limits.checkedDecoding(width: area.fullWidth, height: area.fullHeight)
    guard area.left >= 0, area.top >= 0, plane.width <= area.fullWidth - area.left,
      plane.height <= area.fullHeight - area.top
    else { throw AuxError(.malformed, "the mask does not lie in its full mask", place: "MaskSubArea") }
    guard case .uint8(let samples) = plane.storage else {
      throw AuxError(.unsupported, "a partial mask with samples of \(plane.sampleType)")
    }
    var full = [UInt8](repeating: 0, count: count)
    for row in 0..<plane.height {
      let to = (area.top + row) * area.fullWidth + area.left
      full.replaceSubrange(
        to..<(to + plane.width), with: samples[(row * plane.width)..<((row + 1) * plane.width)])
    }
    return PixelPlane(width: area.fullWidth, height: area.fullHeight, known: .uint8(full))
  }
}

/// Codes a plane for ``DNGEdit``: strips of Deflate.
///
/// Source: DNG 1.7.1.0, "Compression"; Specs/dng.md, "Pixels".
package enum DNGPlaneEncoder {
  /// The most bytes of a strip before compression; what one row needs where that is more.
  private static let stripBytes = 1 << 20

  package static func encode(
    _ plane: PixelPlane, endianness: ByteReader.Endianness, predicting: Bool = false
  ) throws(AuxError) -> DNGCodedImage.Pixels {
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
    return DNGCodedImage.Pixels(
      width: plane.width, height: plane.height, bitsPerSample: 8 * plane.sampleType.byteCount,
      compression: TIFFCompression.deflate, predictor: predicting ? 2 : 1, rowsPerStrip: rows,
      strips: strips)
  }

  private static func bytes(of samples: [UInt16], _ endianness: ByteReader.Endianness) -> [UInt8] {
    let stored = samples.map { endianness == .big ? $0.bigEndian : $0.littleEndian }
    return unsafe stored.withUnsafeBytes { unsafe Array($0) }
  }
}
