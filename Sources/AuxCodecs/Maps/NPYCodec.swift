package import AuxImage
package import AuxKernels

/// NumPy arrays of two axes, `.npy`.
///
/// Source: NumPy, `numpy.lib.format`.
package enum NPYCodec {
  /// The six bytes that each file begins with.
  package static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

  /// Decodes the samples of a file, as ``array(_:limits:)``.
  package static func decode(_ data: [UInt8], limits: Limits = .standard) throws(AuxError) -> PixelPlane {
    try array(data, limits: limits).plane
  }

  /// Decodes a file of version 1, 2 or 3, of either byte order and either order of axes.
  ///
  /// Samples are `f2 f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8`. `b1` becomes codes of 0 and 255; whole numbers but `u1` and
  /// `u2` become floats, and they and `f8` are rounded to 32 bits. Axes of length 1 before or after the plane
  /// are dropped.
  package static func array(
    _ data: [UInt8], limits: Limits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    let header = try NPYHeader(parsing: data)
    let size = try byteCount(of: header, limits: limits)
    let held = data.count - header.end
    guard size <= held else {
      throw AuxError(
        .truncated, "an array of shape \(header.shapeText) needs \(size) bytes; \(held) are left",
        offset: header.end)
    }
    guard size == held else {
      throw AuxError(
        .malformed, "\(held - size) bytes follow the array of shape \(header.shapeText)",
        offset: header.end + size)
    }
    let (height, width) = try header.plane
    _ = try limits.checkedDecoding(width: width, height: height)
    let kind = try header.kind
    let storage = samples(data, header: header, kind: kind, count: width * height)
    guard header.isFortranOrder else {
      let plane = PixelPlane(width: width, height: height, storage: storage)
      return (plane, kind.isWholeNumber, kind == .bool)
    }
    // What is stored by columns is the transposed plane stored by rows.
    let columns = PixelPlane(width: height, height: width, storage: storage)
    return (Orient.apply(5, to: columns), kind.isWholeNumber, kind == .bool)
  }

  /// Returns the number that a file of one number holds, whatever its axes; nil for any other, codes too.
  static func scalar(_ data: [UInt8]) throws(AuxError) -> Double? {
    let header = try NPYHeader(parsing: data)
    guard let kind = try? header.kind, header.shape.allSatisfy({ $0 == 1 }),
      data.count - header.end == kind.byteCount
    else { return nil }
    return switch samples(data, header: header, kind: kind, count: 1) {
    case .float(let values): values.first.map(Double.init)
    case .half(let bits): Half.decode(bits).first.map(Double.init)
    case .uint8, .uint16: nil
    }
  }

  /// Returns the number of bytes of the samples, checked against the limits before anything is allocated.
  static func byteCount(of header: NPYHeader, limits: Limits) throws(AuxError) -> Int {
    let kind = try header.kind
    let (height, width) = try header.plane
    let count = try limits.checkedPixelCount(width: width, height: height)
    let (size, overflow) = count.multipliedReportingOverflow(by: kind.byteCount)
    guard !overflow else {
      throw AuxError(.limitExceeded, "an array of shape \(header.shapeText) is too large")
    }
    return size
  }

  private static func samples(
    _ data: [UInt8], header: NPYHeader, kind: NPYHeader.Kind, count: Int
  ) -> PixelPlane.Storage {
    let (start, isLittle) = (header.end, header.isLittleEndian)
    return switch kind {
    case .uint8: .uint8(Array(data[start...]))
    case .uint16: .uint16(SampleBytes.uint16(data, at: start, count: count, isLittleEndian: isLittle))
    case .half: .half(SampleBytes.uint16(data, at: start, count: count, isLittleEndian: isLittle))
    case .float: .float(SampleBytes.float(data, at: start, count: count, isLittleEndian: isLittle))
    case .double: .float(SampleBytes.double(data, at: start, count: count, isLittleEndian: isLittle))
    case .bool: .uint8(data[start...].map { $0 == 0 ? 0 : 255 })
    case .int8: .float(data[start...].map { Float(Int8(bitPattern: $0)) })
    case .int16:
      .float(
        SampleBytes.uint16(data, at: start, count: count, isLittleEndian: isLittle)
          .map { Float(Int16(bitPattern: $0)) })
    case .int32:
      .float(
        SampleBytes.floats(data, at: start, count: count, isLittleEndian: isLittle) {
          Float(Int32(bitPattern: $0))
        })
    case .int64:
      .float(
        SampleBytes.floats(data, at: start, count: count, isLittleEndian: isLittle) {
          Float(Int64(bitPattern: $0))
        })
    case .uint32:
      .float(
        SampleBytes.floats(data, at: start, count: count, isLittleEndian: isLittle) { (bits: UInt32) in
          Float(bits)
        })
    case .uint64:
      .float(
        SampleBytes.floats(data, at: start, count: count, isLittleEndian: isLittle) { (bits: UInt64) in
          Float(bits)
        })
    }
  }

  /// Encodes a plane as version 1.0, little-endian, by rows; the inverse of `decode`.
  package static func encode(_ plane: PixelPlane) -> [UInt8] {
    encode(plane, shape: [plane.height, plane.width])
  }

  /// Encodes the rows of a plane as an array of another shape.
  private static func encode(_ plane: PixelPlane, shape: [Int]) -> [UInt8] {
    let sides = shape.map { "\($0)" }.joined(separator: ", ")
    let type =
      switch plane.sampleType {
      case .uint8: "|u1"
      case .uint16: "<u2"
      case .half: "<f2"
      case .float: "<f4"
      }
    // NumPy pads to a multiple of 64, so that the samples may be mapped into memory.
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sides)), }"
    let length = (10 + text.utf8.count + 1 + 63) / 64 * 64 - 10
    var bytes = magic + [1, 0, UInt8(length & 0xFF), UInt8(length >> 8)]
    bytes.reserveCapacity(10 + length + plane.height * plane.bytesPerRow)
    bytes += text.utf8
    bytes += [UInt8](repeating: 0x20, count: length - text.utf8.count - 1)
    bytes.append(0x0A)
    for top in stride(from: 0, to: plane.height, by: Bands.usualHeight) {
      let height = min(Bands.usualHeight, plane.height - top)
      bytes += plane.cropped(left: 0, top: top, width: plane.width, height: height).data()
    }
    return bytes
  }

  /// Encodes a picture as an array of height, width and channels.
  package static func encode(_ pixels: PhotoPixels) -> [UInt8] {
    let storage: PixelPlane.Storage =
      switch pixels.samples {
      case .uint8(let codes): .uint8(codes)
      case .uint16(let codes): .uint16(codes)
      }
    return encode(
      PixelPlane(width: pixels.width * pixels.channels, height: pixels.height, storage: storage),
      shape: [pixels.height, pixels.width, pixels.channels])
  }
}
