internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads OpenEXR files as sources of primaries: scene-linear light, which becomes sRGB.
///
/// Source: Specs/photos.md, "OpenEXR".
package struct EXRReader: ReadOnlyFileReader, PrimaryReader {
  package static let container = ImageContainer.exr
  package let primary: PrimaryImage?
  package let notes: [String] = []
  package let header: EXRHeader
  private let source: any ByteSource
  private let limits: AuxLimits

  /// Alpha from which a pixel is opaque: that which codes of 8 bits would call so.
  private static let opaque: Float = 1 - 0.5 / 255
  /// The code values of 8 bits as light. Source: IEC 61966-2-1, 5.2.
  private static let light = (0...255).map { Float(SRGBTransfer.linear(Double($0) / 255)) }

  package init(_ source: any ByteSource, limits: AuxLimits) throws(AuxError) {
    self.source = source
    self.limits = limits
    header = try EXRHeader(source, limits: limits)
    let part = (try? EXRColour(of: header.parts))?.part ?? 0
    guard let window = header.parts[part].displayWindow else {
      throw AuxError(.malformed, "the header has no displayWindow")
    }
    _ = try limits.checkedPixelCount(width: window.width, height: window.height)
    primary = PrimaryImage(width: window.width, height: window.height)
  }

  package static func addParts(
    of source: any ByteSource, to list: inout StructureList, limits: AuxLimits
  ) throws(AuxError) {
    for (number, part) in try EXRHeader(source, limits: limits).parts.enumerated() where !list.isFull {
      let size = part.displayWindow.map { "\($0.width)x\($0.height), " } ?? ""
      list.add(
        0, "part \(number)", at: nil,
        size + "channels " + part.channels.map(\.name).joined(separator: " ")
          + (part.isDeep ? ", deep" : ""))
    }
  }

  package func primaryPixels() throws(AuxError) -> PhotoPixels { try decodedPrimary(PrimaryOptions()).pixels }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata { PhotoMetadata() }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    let colour = try EXRColour(of: header.parts, layer: options.layer)
    var light = try decoded(colour)
    guard (light.width, light.height) == (primary?.width, primary?.height) else {
      throw AuxError(
        .unsupported,
        "the layer is \(light.width)x\(light.height) and the first picture of the file has another size")
    }
    var notes = try Self.composite(&light, options.alpha)
    let alpha = options.alpha == .kept && !notes.isEmpty ? light.alpha : nil
    let matrix = colour.colours.count == 3 ? matrix(of: header.parts[colour.part], &notes) : nil
    let codes = SceneLight.codes(
      light.colours, width: light.width, height: light.height, matrix: matrix)
    notes += Self.notes(on: codes, of: light.width * light.height)
    let pixels = try PhotoPixels(
      width: light.width, height: light.height, channels: light.colours.count,
      samples: .uint16(codes.samples))
    return DecodedPrimary(
      pixels: pixels, notes: notes,
      alpha: alpha.map { alpha in
        let codes = alpha.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
        return PixelPlane(width: light.width, height: light.height, known: .uint8(codes))
      })
  }

  /// Puts light, which is multiplied by alpha, over a background, or divides it by alpha; returns the note on transparent pixels.
  private static func composite(
    _ light: inout EXRPhotoCodec.Light, _ alpha: PrimaryOptions.Alpha
  ) throws(AuxError) -> [String] {
    guard let opacity = light.alpha, case let count = opacity.count(where: { $0 < opaque }), count > 0 else {
      return []
    }
    let background = try DecodedPrimary.background(alpha, light.colours.count).map { Self.light[Int($0)] }
    for channel in light.colours.indices {
      for index in opacity.indices where opacity[index] < opaque {
        let share = max(opacity[index], 0)
        if background.isEmpty {
          light.colours[channel][index] = share > 0 ? light.colours[channel][index] / share : 0
        } else {
          light.colours[channel][index] += background[channel] * (1 - share)
        }
      }
    }
    return DecodedPrimary.notes(count, of: opacity.count, alpha)
  }

  package func checkPictures() -> [PictureCheck] {
    [PictureCheck("") { () throws(AuxError) in _ = try decoded(EXRColour(of: header.parts)) }]
  }

  private func decoded(_ colour: EXRColour) throws(AuxError) -> EXRPhotoCodec.Light {
    try EXRPhotoCodec.decode(
      source.read(at: 0, count: source.byteCount), part: colour.part, colours: colour.colours,
      alpha: colour.alpha, limits: limits)
  }

  private func matrix(of part: EXRHeader.Part, _ notes: inout [String]) -> [Float]? {
    guard let stated = part.chromaticities else { return nil }
    guard let known = Chromaticities(stated) else {
      notes.append("the chromaticities of the OpenEXR file span no colours; taken for Rec. 709")
      return nil
    }
    guard let matrix = known.matrixToSRGB else { return nil }
    notes.append("the colours of the OpenEXR file are converted from its chromaticities to sRGB")
    return matrix
  }

  private static func notes(on codes: SceneLight.Codes, of count: Int) -> [String] {
    var notes: [String] = []
    if codes.above > 0 {
      notes.append(
        "\(codes.above) of \(count) pixels have light above 1, up to \(codes.greatest), which is clipped: "
          + "nothing is exposed or tone-mapped")
    }
    if codes.below > 0 {
      notes.append("\(codes.below) of \(count) pixels have light below 0, which is clipped")
    }
    if codes.missing > 0 {
      notes.append("\(codes.missing) of \(count) pixels hold no number and become black")
    }
    return notes
  }
}
