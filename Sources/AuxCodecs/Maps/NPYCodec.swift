package import AuxContainers
package import AuxImage
package import AuxKernels

/// NumPy arrays of two axes, or of several such planes, `.npy`.
///
/// Source: NumPy, `numpy.lib.format`.
package enum NPYCodec {
  /// Decodes a file of version 1, 2 or 3, of either byte order and either order of axes.
  ///
  /// Samples are `f2 f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8`. `b1` becomes codes of 0 and 255; whole numbers but `u1` and
  /// `u2` become floats, and they and `f8` are rounded to 32 bits. Axes of length 1 before or after the plane
  /// are dropped. Of several planes `frame` is decoded.
  package static func array(
    _ data: any ByteSource, frame: Int? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    let header = try NPYHeader(parsing: data.readPrefix(at: 0, count: NPYHeader.longest))
    let frame = try header.plane(frame, of: "")
    let (one, size) = try byteCounts(of: header, limits: limits)
    let held = data.byteCount - header.end
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
    guard header.isFortranOrder, size > one else {
      return try plane(data, at: header.end + frame * one, header, limits)
    }
    // The first axis varies fastest, so that a plane is every so-many-th sample.
    let (count, height, width) = try header.planes
    _ = try limits.checkedDecoding(width: width, height: height)
    let (sample, column) = (try header.kind.byteCount, size / width)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(one)
    for left in 0..<width {
      let samples = try data.read(at: header.end + left * column, count: column)
      for row in 0..<height {
        let start = (row * count + frame) * sample
        bytes += samples[start..<(start + sample)]
      }
    }
    return try plane(MemoryByteSource(bytes), at: 0, header, limits)
  }

  /// Decodes a plane whose samples begin at `start`.
  static func plane(
    _ data: any ByteSource, at start: Int, _ header: NPYHeader, _ limits: AuxLimits
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    let (_, height, width) = try header.planes
    _ = try limits.checkedDecoding(width: width, height: height)
    let kind = try header.kind
    let storage = try samples(
      data, at: start, kind: kind, count: width * height, isLittleEndian: header.isLittleEndian)
    guard header.isFortranOrder else {
      let plane = PixelPlane(width: width, height: height, known: storage)
      return (plane, kind.isWholeNumber, kind == .bool)
    }
    // What is stored by columns is the transposed plane stored by rows.
    let columns = PixelPlane(width: height, height: width, known: storage)
    return (Orient.apply(5, to: columns), kind.isWholeNumber, kind == .bool)
  }

  /// Returns the key of an array and the number of a frame that `text` names, as `depth_map[2]` or `[2]`; nil for other texts.
  package static func frame(_ text: String) -> (key: String, number: Int?)? {
    guard text.last == "]", let open = text.lastIndex(of: "[") else { return nil }
    let digits = text[text.index(after: open)...].dropLast()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
    return (String(text[..<open]), number)
  }

  /// Returns the numbers of a file of a few, by rows, whatever its axes.
  ///
  /// Throws `malformed` where there are more than `most`, or none, and `unsupported` for samples that are no numbers.
  package static func numbers(_ data: [UInt8], most: Int) throws(AuxError) -> [Double] {
    let header = try NPYHeader(parsing: data)
    let kind = try header.kind
    let axes = header.shape.filter { $0 != 1 }
    guard !header.isFortranOrder || axes.count <= 2 else {
      throw AuxError(.unsupported, "an array of shape \(header.shapeText) by columns is no list of cameras")
    }
    let (count, overflow) = axes.reduce((1, false)) { product, side in
      let (value, overflow) = product.0.multipliedReportingOverflow(by: side)
      return (value, product.1 || overflow)
    }
    guard !overflow, (1...most).contains(count), data.count - header.end == count * kind.byteCount else {
      throw AuxError(.malformed, "an array of shape \(header.shapeText) is not of 1 to \(most) numbers")
    }
    let numbers: [Double]
    let stored = try samples(
      MemoryByteSource(data), at: header.end, kind: kind, count: count, isLittleEndian: header.isLittleEndian)
    switch (kind, stored) {
    case (.double, _): numbers = try doubles(data, header: header, count: count)
    case (_, .float(let values)): numbers = values.map(Double.init)
    case (_, .half(let bits)): numbers = Half.decode(bits).map(Double.init)
    case (_, .uint8(let codes)): numbers = codes.map(Double.init)
    case (_, .uint16(let codes)): numbers = codes.map(Double.init)
    }
    guard header.isFortranOrder, axes.count == 2 else { return numbers }
    // By columns: the transposed matrix by rows.
    let (height, width) = (axes[0], axes[1])
    return (0..<count).map { numbers[$0 % width * height + $0 / width] }
  }

  private static func doubles(_ data: [UInt8], header: NPYHeader, count: Int) throws(AuxError) -> [Double] {
    var reader = ByteReader(
      Array(data[header.end...]), endianness: header.isLittleEndian ? .little : .big)
    var numbers: [Double] = []
    for _ in 0..<count { numbers.append(Double(bitPattern: try reader.readUInt64())) }
    return numbers
  }

  /// Returns the number of bytes of a plane, checked against the limits before anything is allocated, and of all planes.
  static func byteCounts(
    of header: NPYHeader, limits: AuxLimits
  ) throws(AuxError) -> (plane: Int, all: Int) {
    let kind = try header.kind
    let (count, height, width) = try header.planes
    let samples = try limits.checkedPixelCount(width: width, height: height)
    let (size, overflow) = samples.multipliedReportingOverflow(by: kind.byteCount)
    let (all, isTooLarge) = size.multipliedReportingOverflow(by: count)
    guard !overflow, !isTooLarge else {
      throw AuxError(.limitExceeded, "an array of shape \(header.shapeText) is too large")
    }
    return (size, all)
  }

  private static func samples(
    _ source: any ByteSource, at start: Int, kind: NPYHeader.Kind, count: Int, isLittleEndian isLittle: Bool
  ) throws(AuxError) -> PixelPlane.Storage {
    switch kind {
    case .uint8: return .uint8(try SampleBytes.uint8(source, at: start, count: count))
    case .uint16:
      return .uint16(try SampleBytes.uint16(source, at: start, count: count, isLittleEndian: isLittle))
    case .half:
      return .half(try SampleBytes.uint16(source, at: start, count: count, isLittleEndian: isLittle))
    case .float:
      return .float(try SampleBytes.float(source, at: start, count: count, isLittleEndian: isLittle))
    case .int16:
      let bits = try SampleBytes.uint16(source, at: start, count: count, isLittleEndian: isLittle)
      return .float(bits.map { Float(Int16(bitPattern: $0)) })
    case .bool:
      return .uint8(try SampleBytes.uint8(source, at: start, count: count).map { $0 == 0 ? 0 : 255 })
    case .int8:
      let bytes = try SampleBytes.uint8(source, at: start, count: count)
      return .float(bytes.map { Float(Int8(bitPattern: $0)) })
    case .double, .int32, .int64, .uint32, .uint64:
      let data = try source.read(at: start, count: count * kind.byteCount)
      return .float(wide(data, kind: kind, count: count, isLittleEndian: isLittle))
    }
  }

  private static func wide(
    _ data: [UInt8], kind: NPYHeader.Kind, count: Int, isLittleEndian: Bool
  ) -> [Float] {
    func floats<Bits: FixedWidthInteger & BitwiseCopyable>(_ value: (Bits) -> Float) -> [Float] {
      SampleBytes.floats(data, count: count, isLittleEndian: isLittleEndian, value)
    }
    return switch kind {
    case .double: floats { Float(Double(bitPattern: $0)) }
    case .int32: floats { Float(Int32(bitPattern: $0)) }
    case .int64: floats { Float(Int64(bitPattern: $0)) }
    case .uint32: floats { (bits: UInt32) in Float(bits) }
    case .uint64: floats { (bits: UInt64) in Float(bits) }
    case .uint8, .uint16, .half, .float, .bool, .int8, .int16:
      preconditionFailure("read to where they are kept")
    }
  }

  /// Encodes a plane as version 1.0, little-endian, by rows; the inverse of `decode`.
  package static func encode(_ plane: PixelPlane) -> [UInt8] {
    encode(plane, shape: [plane.height, plane.width])
  }

  package static func header(width: Int, height: Int, sampleType: PixelPlane.SampleType) -> [UInt8] {
    header(shape: [height, width], sampleType)
  }

  private static func header(shape: [Int], _ sampleType: PixelPlane.SampleType) -> [UInt8] {
    let sides = shape.map { "\($0)" }.joined(separator: ", ")
    let type =
      switch sampleType {
      case .uint8: "|u1"
      case .uint16: "<u2"
      case .half: "<f2"
      case .float: "<f4"
      }
    // NumPy pads to a multiple of 64, so that the samples may be mapped into memory.
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sides)), }"
    let length = (10 + text.utf8.count + 1 + 63) / 64 * 64 - 10
    let padding = [UInt8](repeating: 0x20, count: length - text.utf8.count - 1)
    return NPYHeader.magic + [1, 0, UInt8(length & 0xFF), UInt8(length >> 8)] + Array(text.utf8) + padding + [
      0x0A
    ]
  }

  private static func encode(_ plane: PixelPlane, shape: [Int]) -> [UInt8] {
    var bytes = header(shape: shape, plane.sampleType)
    bytes.reserveCapacity(bytes.count + plane.height * plane.bytesPerRow)
    for top in stride(from: 0, to: plane.height, by: Bands.usualHeight) {
      let height = min(Bands.usualHeight, plane.height - top)
      bytes += plane.cropped(left: 0, top: top, width: plane.width, height: height).data()
    }
    return bytes
  }

  package static func encode(_ pixels: PhotoPixels) -> [UInt8] {
    let storage: PixelPlane.Storage =
      switch pixels.samples {
      case .uint8(let codes): .uint8(codes)
      case .uint16(let codes): .uint16(codes)
      }
    return encode(
      PixelPlane(width: pixels.width * pixels.channels, height: pixels.height, known: storage),
      shape: [pixels.height, pixels.width, pixels.channels])
  }
}
