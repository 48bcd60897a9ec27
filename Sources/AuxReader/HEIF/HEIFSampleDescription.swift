internal import AuxContainers
internal import AuxImage

/// What the headers of an image item say of its samples.
struct HEIFSampleDescription {
  /// What several components mean as colours; nil for one component.
  var encoding: ColourEncoding?
  /// Whether a code has more than 8 bits.
  var hasWideCodes = false

  /// Describes an item whose coded images are `tiles`, or it itself.
  ///
  /// A `colr` of kind `nclx`, of the item or else of its first tile, goes before the bitstream. Of a type that is luma
  /// alone, other components do not count. Throws `AuxError` as parsing does.
  init(
    _ item: HEIFItem, tiles: [HEIFItem], isLumaAlone: Bool, _ file: HEIFFile, _ source: any ByteSource
  ) throws(AuxError) {
    guard let first = tiles.first, let kind = CodedItemKind(itemType: first.type) else { return }
    guard let type = kind.configurationType else {
      // For JPEG the pixel information says it; readers make RGB of it.
      var information = try file.pixelInformation(of: item)
      if information == nil { information = try file.pixelInformation(of: first) }
      let channels = information?.bitsPerChannel.count ?? 1
      if channels == 3, !isLumaAlone {
        encoding = ColourEncoding(layout: .rgb, bitsPerComponent: 8, isFullRange: true)
      }
      return
    }
    guard let property = file.property(type, of: first) else { return }
    let samples = try file.view(property) { _ throws(AuxError) in
      try CodedSamples(configuration: property.box)
    }
    hasWideCodes = samples.bitDepth > 8
    let layouts: [Int: ColourEncoding.Layout] = [1: .yCbCr420, 2: .yCbCr422, 3: .yCbCr444]
    guard !isLumaAlone, let layout = layouts[samples.chromaFormat] else { return }
    var stated = try file.colours(of: item).codePoints
    if stated == nil { stated = try Self.coded(first, property.box, file, source) }
    let points = stated ?? ColourCodePoints(isFullRange: false)
    encoding = ColourEncoding(
      layout: layout, bitsPerComponent: samples.bitDepth, matrixCoefficients: points.matrix,
      isFullRange: points.isFullRange, colourPrimaries: points.primaries,
      transferCharacteristics: points.transfer)
  }

  private static func coded(
    _ item: HEIFItem, _ configuration: Box, _ file: HEIFFile, _ source: any ByteSource
  ) throws(AuxError) -> ColourCodePoints? {
    var prefix: [UInt8] = []
    if configuration.type == "av1C", let range = try file.extents(of: item).ranges.first {
      prefix = try source.read(
        at: range.lowerBound, count: min(range.count, ColourCodePoints.prefixCount))
    }
    return try ColourCodePoints(configuration: configuration, prefix: prefix)
  }
}
