internal import AuxContainers
internal import AuxImage

/// Looks into the parameter sets of a HEIF file before a decoder allocates what they ask for.
enum HEIFBitstreamCheck {
  /// Throws where the primary image or a coded image of the file is not of the size that is described.
  static func check(_ file: [UInt8], width: Int, height: Int, limits: Limits) throws(AuxError) {
    _ = try limits.checkedPixelCount(width: width, height: height)
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source, limits: limits)
    let size = try heif.imageSize(of: heif.primaryItem)
    guard size == (width, height) else {
      throw AuxError(.codec, "the image is \(size.width)x\(size.height), not \(width)x\(height) as described")
    }
    for item in heif.items where item.type == "hvc1" {
      do throws(AuxError) { try check(item, in: heif, source, limits) } catch {
        throw error.within("item \(item.id)")
      }
    }
  }

  private static func check(
    _ item: HEIFItem, in heif: HEIFFile, _ source: MemoryByteSource, _ limits: Limits
  ) throws(AuxError) {
    let size = try heif.imageSize(of: item)
    _ = try limits.checkedPixelCount(width: size.width, height: size.height)
    guard let configuration = try heif.hevcConfiguration(of: item) else {
      throw AuxError(.malformed, "an HEVC image without hvcC (14496-15 8.3.3.1)")
    }
    guard configuration.lengthSize == 4 else {
      throw AuxError(.unsupported, "NAL units with a length of \(configuration.lengthSize) bytes")
    }
    _ = try configuration.sequenceParameterSet()
    for unit in configuration.arrays.flatMap(\.units) { try check(unit[...], size) }
    let payload = try heif.data(of: item, from: source, maxBytes: limits.codedBytes)
    var at = 0
    while payload.count - at >= 4 {
      let count = payload[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      at += 4
      guard count <= payload.count - at else {
        throw AuxError(.truncated, "a NAL unit of \(count) bytes has \(payload.count - at)")
      }
      try check(payload[at..<(at + count)], size)
      at += count
    }
  }

  /// Throws where a NAL unit is a sequence parameter set of another size.
  private static func check(_ unit: ArraySlice<UInt8>, _ size: (width: Int, height: Int)) throws(AuxError) {
    guard let first = unit.first, first >> 1 & 0x3F == NALUnit.UnitType.sps else { return }
    let sps = try SequenceParameterSet(try NALUnit(escaped: Array(unit)))
    // The largest coding tree unit is 64x64.
    guard (sps.width, sps.height) == size, sps.codedWidth < size.width + 64,
      sps.codedHeight < size.height + 64
    else {
      throw AuxError(
        .codec,
        "the bitstream is \(sps.width)x\(sps.height) in \(sps.codedWidth)x\(sps.codedHeight), not "
          + "\(size.width)x\(size.height) as described")
    }
  }
}
