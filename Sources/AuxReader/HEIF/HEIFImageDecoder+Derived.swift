internal import AuxCodecs
package import AuxContainers
package import AuxImage

extension HEIFImageDecoder {
  /// Returns the colours of an item before `irot` and `imir`, to be turned as these say.
  ///
  /// A tone-mapped image (`tmap`) is the first that it is made from, as readers show it that know no gain maps; an
  /// identity (`iden`) is its input, an overlay (`iovl`) its inputs on a canvas, whose alpha has no part in it.
  /// Source: ISO/IEC 23008-12, 6.6.2; ISO 21496-1.
  package func photo(of item: HEIFItem) throws(AuxError) -> PhotoPixels {
    var notes: [String] = []
    return try photo(of: item, &notes)
  }

  /// Returns them as ``photo(of:)``; `notes` get what is not as the parts of the image say.
  func photo(of item: HEIFItem, _ notes: inout [String]) throws(AuxError) -> PhotoPixels {
    try shared?.check(item)
    return try photo(of: item, derivations: 0, &notes)
  }

  private func photo(
    of item: HEIFItem, derivations: Int, _ notes: inout [String]
  ) throws(AuxError) -> PhotoPixels {
    var result: PhotoPixels
    switch item.type {
    case _ where HEIFFile.derivedTypes.contains(item.type):
      do throws(AuxError) {
        result = try derived(item, derivations, &notes)
      } catch { throw error.within("item \(item.id)") }
    default:
      let description = try described(item)
      result = try colours(of: item, description)
      let colours = try file.colours(of: item)
      result.iccProfile = Self.profile(of: description, colours)
      let note = "the tiles of item \(item.id) differ in their colours; those of the first are taken for all"
      if colours.tilesDiffer, !notes.contains(note) { notes.append(note) }
    }
    result.orientation = try file.orientation(of: item)
    return result
  }

  /// Returns the ICC profile of a coded image or a grid, or of the code points that count where it has none; nil for sRGB.
  func profile(of item: HEIFItem) throws(AuxError) -> [UInt8]? {
    Self.profile(of: try described(item), try file.colours(of: item))
  }

  private static func profile(of description: HEIFSampleDescription, _ colours: HEIFColours) -> [UInt8]? {
    if let own = colours.iccProfile { return own }
    if let encoding = description.encoding {
      return ICCProfileWriter.profile(
        colourPrimaries: encoding.colourPrimaries, transferCharacteristics: encoding.transferCharacteristics)
    }
    // Of luma alone, whose bitstream is not asked.
    return colours.codePoints.flatMap(profile)
  }

  private static func profile(of points: ColourCodePoints) -> [UInt8]? {
    ICCProfileWriter.profile(
      colourPrimaries: points.primaries, transferCharacteristics: points.transfer)
  }

  private func derived(
    _ item: HEIFItem, _ derivations: Int, _ notes: inout [String]
  ) throws(AuxError) -> PhotoPixels {
    let inputs = item.targets("dimg")
    guard derivations < HEIFFile.mostDerivations, let first = inputs.first else {
      throw AuxError(.malformed, "an image derived from none, or from itself (23008-12 6.6.2)")
    }
    var overlay = OverlayColours()
    var result =
      item.type == "iovl"
      ? try self.overlay(item, of: inputs, &overlay, &notes) : try input(first, derivations, &notes)
    // A tone-mapped image says the colours of the rendition that is made with the gain map.
    let own = item.type == "tmap" ? HEIFColours() : try file.ownColours(of: item)
    if own.iccProfile != nil || own.codePoints != nil {
      result.iccProfile = own.iccProfile ?? own.codePoints.flatMap(Self.profile)
    } else if overlay.differ {
      notes.append("the images of item \(item.id) differ in their colours; they are taken for those of sRGB")
    }
    let size = try file.imageSize(of: item)
    guard size == (result.width, result.height) else {
      throw AuxError(.malformed, "\(size.width)x\(size.height), made from \(result.width)x\(result.height)")
    }
    return try cropped(result, to: item)
  }

  /// Returns what an image is derived from: an image as it is displayed (23008-12 6.3).
  private func input(
    _ id: UInt32, _ derivations: Int, _ notes: inout [String]
  ) throws(AuxError) -> PhotoPixels {
    guard let item = file.item(id) else { throw AuxError(.malformed, "there is no item \(id)") }
    return try photo(of: item, derivations: derivations + 1, &notes).upright()
  }

  private func overlay(
    _ item: HEIFItem, of inputs: [UInt32], _ colours: inout OverlayColours, _ notes: inout [String]
  ) throws(AuxError) -> PhotoPixels {
    // Overlays of overlays would multiply.
    guard !inputs.contains(where: { file.item($0).map { HEIFFile.derivedTypes.contains($0.type) } ?? false })
    else {
      throw AuxError(.unsupported, "an overlay of derived images")
    }
    let most = OverlayPayload.largestCount(images: inputs.count)
    var reader = ByteReader(try file.data(of: item, from: source, maxBytes: most))
    let payload = try OverlayPayload(parsing: &reader, images: inputs.count, limits: limits)
    let fill = payload.fill[..<3].map { UInt8($0 >> 8) }
    let pixels = try limits.checkedDecoding(width: payload.width, height: payload.height)
    var samples: [UInt8] = []
    samples.reserveCapacity(pixels * 3)
    for _ in 0..<pixels { samples += fill }
    var canvas = Canvas(width: payload.width, height: payload.height, channels: 3, samples: samples)
    var inputs = OverlayInputs(inputs, at: payload.offsets, limits: limits)
    while let step = inputs.next() {
      let part = try inputs.picture(step.id) { () throws(AuxError) in
        try input(step.id, HEIFFile.mostDerivations, &notes)
      }
      try inputs.count(part, at: step.offset, on: canvas)
      colours.add(part.iccProfile)
      canvas.paste(
        part.rgb8, width: part.width, height: part.height, left: step.offset.left, top: step.offset.top)
    }
    var result = PhotoPixels(width: canvas.width, height: canvas.height, knownRGB8: canvas.samples)
    result.iccProfile = colours.common
    return result
  }
}

/// The ICC profiles of the images of an overlay.
private struct OverlayColours {
  private var first: [UInt8]??
  /// Whether two images have different ones.
  private(set) var differ = false

  mutating func add(_ profile: [UInt8]?) {
    if let first { differ = differ || profile != first } else { first = .some(profile) }
  }

  /// The profile that all images have; nil where they differ.
  var common: [UInt8]? { differ ? nil : first ?? nil }
}
