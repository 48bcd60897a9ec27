package import AuxImage

extension HEVCDecoderConfiguration {
  /// Sets the conformance window so that a picture shows its first columns and rows only.
  ///
  /// Throws `usage` where the size is larger than the coded one, or not whole units of the chroma format.
  /// Source: ITU-T H.265, 7.3.2.2.1 and 7.4.3.2.1.
  package mutating func crop(width: Int, height: Int) throws(AuxError) {
    for array in arrays.indices where arrays[array].unitType == NALUnit.UnitType.sps {
      for number in arrays[array].units.indices {
        let unit = try NALUnit(escaped: arrays[array].units[number])
        do throws(AuxError) {
          arrays[array].units[number] = try unit.cropped(width: width, height: height).escaped
        } catch { throw error.within("hvcC/SPS") }
      }
    }
  }
}

extension NALUnit {
  /// Returns a sequence parameter set with another conformance window.
  fileprivate func cropped(width: Int, height: Int) throws(AuxError) -> NALUnit {
    let sps = try SequenceParameterSet(self)
    let unitWidth = sps.chromaFormat == 1 || sps.chromaFormat == 2 ? 2 : 1
    let unitHeight = sps.chromaFormat == 1 ? 2 : 1
    let (right, bottom) = (sps.codedWidth - width, sps.codedHeight - height)
    guard width > 0, height > 0, right >= 0, bottom >= 0, right % unitWidth == 0, bottom % unitHeight == 0
    else {
      throw AuxError(
        .usage, "a window of \(width)x\(height) in a picture of \(sps.codedWidth)x\(sps.codedHeight)")
    }
    let bytes = payload
    var reader = BitReader(bytes)
    try reader.skip(4)
    guard try reader.readBits(3) == 0 else { throw AuxError(.unsupported, "several temporal sub-layers") }
    try reader.skip(1 + 8 * ProfileTierLevel.count)
    // The parameter set's number, the chroma format, width and height.
    _ = try reader.readExpGolomb()
    if try reader.readExpGolomb() == 3 { try reader.skip(1) }
    for _ in 0..<2 { _ = try reader.readExpGolomb() }
    let head = bytes.count * 8 - reader.remaining
    if try reader.readFlag() {
      for _ in 0..<4 { _ = try reader.readExpGolomb() }
    }

    var writer = BitWriter()
    var start = BitReader(bytes)
    for _ in 0..<head { writer.write(flag: try start.readFlag()) }
    writer.write(flag: right > 0 || bottom > 0)
    if right > 0 || bottom > 0 {
      for offset in [0, right / unitWidth, 0, bottom / unitHeight] {
        writer.write(expGolomb: UInt32(offset))
      }
    }
    // The last 1 is the stop bit, which zeros follow to the end of the byte.
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { throw AuxError(.malformed, "no stop bit") }
    let padding = (bytes.count - 1 - last) * 8 + bytes[last].trailingZeroBitCount
    while reader.remaining > padding { writer.write(flag: try reader.readFlag()) }
    return NALUnit(type: type, payload: writer.bytes)
  }
}
