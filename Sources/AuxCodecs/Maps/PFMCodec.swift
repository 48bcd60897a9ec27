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
    var header = PFMHeader(try data.readPrefix(at: 0, count: PFMHeader.usual))
    let (width, height, isLittleEndian): (Int, Int, Bool)
    do throws(AuxError) { (width, height, isLittleEndian) = try header.parse() } catch {
      guard data.byteCount > PFMHeader.usual else { throw error }
      header = PFMHeader(try data.read(at: 0, count: data.byteCount))
      (width, height, isLittleEndian) = try header.parse()
    }
    let count = try limits.checkedPixelCount(width: width, height: height)
    let start = header.position
    let (size, overflow) = count.multipliedReportingOverflow(by: 4)
    let held = data.byteCount - start
    guard !overflow, size <= held else {
      throw AuxError(
        .truncated, "\(width)x\(height) floats need \(count) times 4 bytes; \(held) are left", offset: start)
    }
    guard size == held else {
      throw AuxError(
        .malformed, "\(held - size) bytes follow the \(width)x\(height) floats", offset: start + size)
    }
    _ = try limits.checkedDecoding(width: width, height: height)
    // The rows of a PFM begin at the bottom.
    let values = try SampleBytes.float(
      data, at: start, count: count, isLittleEndian: isLittleEndian, lineFromBottom: width)
    return PixelPlane(width: width, height: height, storage: .float(values))
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
      bytes += PixelPlane(width: plane.width, height: 1, storage: .float(line)).data()
    }
    return bytes
  }
}

private struct PFMHeader {
  /// More than headers have that are not mostly white space.
  static let usual = 4096

  private let data: [UInt8]
  private(set) var position = 0

  init(_ data: [UInt8]) {
    self.data = data
  }

  mutating func parse() throws(AuxError) -> (width: Int, height: Int, isLittleEndian: Bool) {
    guard data.count >= 2 else { throw AuxError(.truncated, "a PFM file begins with Pf", offset: 0) }
    switch (data[0], data[1]) {
    case (0x50, 0x66): position = 2
    case (0x50, 0x46):
      throw AuxError(.unsupported, "the PFM file has colour (PF); a gray one (Pf) is needed", offset: 0)
    default: throw AuxError(.malformed, "a PFM file begins with Pf", offset: 0)
    }
    let width = try side("width")
    let height = try side("height")
    let start = position
    let text = try token("scale")
    guard let scale = Double(text), scale.isFinite, scale != 0 else {
      throw AuxError(.malformed, "the PFM scale \(text) is not a finite number other than 0", offset: start)
    }
    // Exactly one byte of white space: the next may already belong to a float.
    position += 1
    return (width, height, scale < 0)
  }

  private mutating func side(_ name: String) throws(AuxError) -> Int {
    let start = position
    let text = try token(name)
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text), value > 0 else {
      throw AuxError(.malformed, "the PFM \(name) \(text) is not a positive whole number", offset: start)
    }
    return value
  }

  private mutating func token(_ name: String) throws(AuxError) -> String {
    let start = position
    while position < data.count, Self.isSpace(data[position]) { position += 1 }
    let first = position
    guard first > start || first == data.count else {
      throw AuxError(.malformed, "white space is missing before the PFM \(name)", offset: start)
    }
    while position < data.count, !Self.isSpace(data[position]) {
      position += 1
      guard position - first <= 40 else {
        throw AuxError(.malformed, "the PFM \(name) is longer than 40 characters", offset: first)
      }
    }
    guard position < data.count else {
      throw AuxError(.truncated, "the PFM header ends within its \(name)", offset: first)
    }
    return String(decoding: data[first..<position], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
