internal import AuxContainers
internal import AuxImage

/// One coded image as a decoder is handed it.
enum HandedImage {
  /// The NAL units of an HEVC image, each after its length in four bytes: for libde265.
  case units([UInt8])
  /// A file around it: for libheif.
  case file([UInt8])

  /// The parameter sets of `hvcC` and then the units of an image, whose lengths have four bytes.
  static func units(of image: SingleImageFile) throws(AuxError) -> HandedImage {
    var reader = image.configuration.reader
    let configuration = try HEVCDecoderConfiguration(parsing: &reader)
    var writer = ByteWriter()
    for unit in configuration.arrays.flatMap(\.units) {
      writer.write(UInt32(unit.count))
      writer.write(unit)
    }
    writer.write(image.payload)
    return .units(writer.bytes)
  }

  static func file(of image: SingleImageFile) throws(AuxError) -> HandedImage { .file(try image.bytes()) }

  func report() {
    switch self {
    case .units(let units): ParseEvent.report(.decodedUnits(units))
    case .file(let file): ParseEvent.report(.decodedFile(file))
    }
  }
}

/// Looks into the parameter sets of a coded image before a decoder allocates what they ask for.
enum HEIFBitstreamCheck {
  /// Throws where an HEVC image is not of the size that is described.
  static func check(_ image: SingleImageFile, limits: AuxLimits) throws(AuxError) {
    _ = try limits.checkedDecoding(width: image.width, height: image.height)
    switch CodedItemKind(itemType: image.itemType) {
    case .hevc: break
    case .av1: return
    // Libheif has code of its own for derived images, which no foreign bytes may reach.
    case .jpeg, nil: throw AuxError(.unsupported, "there is no decoder of items of type \(image.itemType)")
    }
    guard image.configuration.type == "hvcC" else {
      throw AuxError(.malformed, "an HEVC image without hvcC (14496-15 8.3.3.1)")
    }
    var reader = image.configuration.reader
    let configuration = try AuxError.at("hvcC") { () throws(AuxError) in
      try HEVCDecoderConfiguration(parsing: &reader)
    }
    let (size, payload) = ((image.width, image.height), image.payload)
    guard configuration.lengthSize == 4 else {
      throw AuxError(.unsupported, "NAL units with a length of \(configuration.lengthSize) bytes")
    }
    _ = try configuration.sequenceParameterSet()
    for unit in configuration.arrays.flatMap(\.units) { try check(unit[...], size) }
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
