internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// A picture of which a matte is to be taken: a PNG file, which may have colours and an alpha channel.
struct MattePicture {
  private let parts: PictureComponents
  private let hasPalette: Bool
  private let record: MapRecord?

  /// Decodes a picture; nil where `data` are a map file of another kind, or `file` says what is in it.
  init?(_ data: [UInt8], file: MapFile.Options, limits: Limits) throws(AuxError) {
    guard file == MapFile.Options(), MapFile.Kind(prefix: Array(data.prefix(16))) == .png else { return nil }
    parts = PictureComponents(try PNGCodec.decode(data, limits: limits))
    record = try PNGCodec.comment(data, limits: limits).flatMap(MapRecord.init)
    hasPalette = try PNGCodec.header(data).colorType == .palette
  }

  /// Returns the samples of the component asked for or, without one, of the only one that can be a matte.
  func content(_ component: Matte.Component?) throws(AuxError) -> (MapContent, MapNote?) {
    var (content, note) = try samples(component)
    content.record = record
    return (content, note)
  }

  private func samples(_ component: Matte.Component?) throws(AuxError) -> (MapContent, MapNote?) {
    switch component {
    case .luma: return (MapContent(parts.luma), nil)
    case .alpha:
      guard let alpha = parts.alpha else {
        throw AuxError(.usage, "the picture has no alpha channel that could be the matte")
      }
      return (MapContent(alpha), nil)
    case nil:
      guard let alpha = parts.alpha, let range = parts.alphaRange, range.lowerBound < range.upperBound else {
        return try ofColours()
      }
      // What was cut out has colours, which are no matte, and nothing around it.
      let isCutOut = parts.firstColoured != nil && range.lowerBound == 0
      if parts.hasOneColour || isCutOut { return (MapContent(alpha), .alphaTaken) }
      guard parts.luma == alpha else {
        throw AuxError(
          .usage, "both the alpha channel and the colours of the picture vary, and either could be the matte",
          remedy: .stateMatteComponent)
      }
      return (MapContent(alpha), nil)
    }
  }

  private func ofColours() throws(AuxError) -> (MapContent, MapNote?) {
    guard let coloured = parts.firstColoured else { return (MapContent(parts.luma), nil) }
    guard hasPalette else {
      let width = parts.luma.width
      throw AuxError(
        .usage,
        "the map has colour; a grayscale map is needed "
          + "(the first coloured pixel is at \(coloured % width), \(coloured / width))", remedy: .takeLuma)
    }
    // Two colours of a palette are two labels.
    if let labels = parts.luma.asTwoLabels {
      var content = MapContent(labels)
      content.hasBools = true
      return (content, nil)
    }
    return (MapContent(parts.luma), .paletteLumaTaken)
  }
}

extension PixelPlane {
  /// The 8-bit codes as 0 and 255 where there are two different ones; else nil.
  fileprivate var asTwoLabels: PixelPlane? {
    guard case .uint8(let codes) = storage, let low = codes.min(), let high = codes.max(), low < high,
      codes.allSatisfy({ $0 == low || $0 == high })
    else { return nil }
    return PixelPlane(width: width, height: height, storage: .uint8(codes.map { $0 == high ? 255 : 0 }))
  }
}
