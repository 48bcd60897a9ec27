package import AuxContainers
package import AuxImage
package import AuxKernels

/// Portable float maps of one channel: `Pf`, width, height and scale as text, then rows from the bottom.
///
/// The sign of the scale is the byte order (negative for little-endian); its magnitude is only a hint for
/// display and multiplies nothing. Infinities and NaN are kept.
package enum PFMCodec {
  /// Decodes a file of either byte order.
  package static func decode(
    _ data: any ByteSource, limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    let (width, height, isLittleEndian, start) = try header(of: data)
    return try SampleBytes.floatPlane(
      data, at: start, width: width, height: height, isLittleEndian: isLittleEndian, isFromBottom: true,
      limits: limits)
  }

  private static func header(
    of data: any ByteSource
  ) throws(AuxError) -> (width: Int, height: Int, isLittleEndian: Bool, end: Int) {
    switch try data.readPrefix(at: 0, count: 2) {
    case [0x50, 0x66]: break
    case [0x50, 0x46]:
      throw AuxError(.unsupported, "the PFM file has colour (PF); a gray one (Pf) is needed", offset: 0)
    case let magic:
      throw AuxError(magic.count < 2 ? .truncated : .malformed, "a PFM file begins with Pf", offset: 0)
    }
    return try TextHeader.parse(data, of: "PFM") { header throws(AuxError) in
      let (width, height) = (try header.count("width"), try header.count("height"))
      let start = header.position
      let text = try header.word("scale")
      guard let scale = Double(text), scale.isFinite, scale != 0 else {
        throw AuxError(.malformed, "the PFM scale \(text) is not a finite number other than 0", offset: start)
      }
      header.end()
      return (width, height, scale < 0, header.position)
    }
  }

  /// Encodes a plane of floats as little-endian with a scale of -1; the inverse of `decode`.
  package static func encode(_ plane: PixelPlane) throws(AuxError) -> [UInt8] {
    guard case .float(let values) = plane.storage else {
      throw AuxError(.usage, "PFM holds 32-bit floats; the plane has samples of \(plane.sampleType)")
    }
    var bytes = Array("Pf\n\(plane.width) \(plane.height)\n-1.0\n".utf8)
    bytes.reserveCapacity(bytes.count + plane.height * plane.bytesPerRow)
    for row in (0..<plane.height).reversed() {
      let line = Array(values[(row * plane.width)..<((row + 1) * plane.width)])
      bytes += PixelPlane(width: plane.width, height: 1, known: .float(line)).data()
    }
    return bytes
  }
}
