package import AuxContainers
package import AuxImage

/// Netpbm's gray and color pictures, PGM and PPM: `P5` and `P6` with samples of one or two bytes, big-endian, `P2` and `P3` with
/// decimal numbers.
///
/// Source: Netpbm, the pages "pgm" and "ppm".
package enum NetpbmCodec {
  /// Returns true if a file begins so.
  package static func begins(_ prefix: [UInt8]) -> Bool {
    prefix.count > 2 && prefix[0] == 0x50 && "2356".utf8.contains(prefix[1])
      && (TextHeader.isSpace(prefix[2]) || prefix[2] == 0x23)
  }

  /// Decodes one picture. `maximum` is the sample value of white, 1 to 65535. Samples have 16 bits if it is above 255.
  package static func decode(
    _ data: any ByteSource, limits: AuxLimits = .standard
  ) throws(AuxError) -> (image: InterleavedImage, maximum: Int) {
    let magic = try data.readPrefix(at: 0, count: 3)
    guard begins(magic) else {
      throw AuxError(magic.count < 3 ? .truncated : .malformed, "a PGM file begins with P5 or P2", offset: 0)
    }
    let (isPlain, channels) = ("23".utf8.contains(magic[1]), "25".utf8.contains(magic[1]) ? 1 : 3)
    let format = channels == 1 ? "PGM" : "PPM"
    let (width, height, maximum, start) = try TextHeader.parse(data, of: format, hasComments: true) {
      header throws(AuxError) in
      let (width, height) = (try header.count("width"), try header.count("height"))
      let at = header.position
      let maximum = try header.count("maximum")
      guard maximum <= 0xFFFF else {
        throw AuxError(.malformed, "the \(format) maximum \(maximum) is above 65535", offset: at)
      }
      header.end()
      return (width, height, maximum, header.position)
    }
    let pixels = try limits.checkedPixelCount(width: width, height: height)
    let (count, overflow) = pixels.multipliedReportingOverflow(by: channels)
    // A plain sample has a digit, and white space before the next one.
    let (size, isTooLarge) = count.multipliedReportingOverflow(by: isPlain || maximum > 255 ? 2 : 1)
    let held = data.byteCount - start
    guard !overflow, !isTooLarge, size - (isPlain ? 1 : 0) <= held else {
      throw AuxError(
        .truncated, "\(width)x\(height) samples of \(format) do not fit into the \(held) bytes that are left",
        offset: start)
    }
    guard isPlain || size == held else {
      throw AuxError(
        .malformed, "\(held - size) bytes follow the \(width)x\(height) samples", offset: start + size)
    }
    _ = try limits.checkedDecoding(width: width, height: height)
    let samples: PhotoPixels.Samples
    if isPlain {
      let numbers = try plain(data.read(at: start, count: held), count: count, offset: start)
      samples = maximum > 255 ? .uint16(numbers) : .uint8(numbers.map { UInt8(clamping: $0) })
      try check(numbers, maximum)
    } else if maximum > 255 {
      let codes = try SampleBytes.uint16(data, at: start, count: count, isLittleEndian: false)
      try check(codes, maximum)
      samples = .uint16(codes)
    } else {
      let codes = try SampleBytes.uint8(data, at: start, count: count)
      try check(codes, maximum)
      samples = .uint8(codes)
    }
    return (InterleavedImage(width: width, height: height, channels: channels, samples: samples), maximum)
  }

  /// Reads so many decimal numbers, and white space around them.
  private static func plain(_ text: [UInt8], count: Int, offset: Int) throws(AuxError) -> [UInt16] {
    var numbers: [UInt16] = []
    numbers.reserveCapacity(count)
    var number: Int?
    let bytes = text.span
    for index in 0...bytes.count {
      let byte = index < bytes.count ? bytes[index] : 0x20
      if (0x30...0x39).contains(byte) {
        number = (number ?? 0) * 10 + Int(byte - 0x30)
        guard numbers.count < count, number ?? 0 <= 0xFFFF else {
          throw AuxError(
            .malformed, numbers.count < count ? "a sample is above 65535" : "something follows the samples",
            offset: offset + index)
        }
      } else {
        guard TextHeader.isSpace(byte) else {
          throw AuxError(.malformed, "a sample is no decimal number", offset: offset + index)
        }
        if let value = number { numbers.append(UInt16(value)) }
        number = nil
      }
    }
    guard numbers.count == count else {
      throw AuxError(
        .truncated, "the file has \(numbers.count) of \(count) samples", offset: offset + text.count)
    }
    return numbers
  }

  private static func check<Sample: FixedWidthInteger>(_ samples: [Sample], _ maximum: Int) throws(AuxError) {
    guard let most = samples.max(), most > maximum else { return }
    throw AuxError(.malformed, "a sample of \(most) is above the maximum \(maximum) of the file")
  }
}
