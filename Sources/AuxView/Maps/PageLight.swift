internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// The light of a photo that is HDR itself and has a gain map: the preview, which was tone mapped, does not have it.
struct PageLight {
  /// The code point of Rec. 709's primaries, which are those of sRGB.
  private static let primaries = 1

  /// A code of PQ is 3 % of the light, so errors are seen that are not in a preview of sRGB.
  private static let leastQuality = 95

  /// What the page's data say of the picture.
  let json: JSONValue
  let element: [UInt8]

  /// Makes a picture with codes of PQ in the primaries of sRGB, upright and no larger than the preview; nil where no gain map
  /// needs it.
  ///
  /// Throws `AuxError` as the codec. Source: Specs/viewer.md, "Exposure".
  init?(
    of photo: PhotoPixels, in source: ImageSource, _ settings: PageSettings, identifier: String
  ) throws(AuxError) {
    let needsLight = source.auxiliaryImages.contains { $0.failure == nil && PageGains.leadsToSDR($0) }
    guard needsLight, let picture = try photo.inPQ(primaries: Self.primaries, jobs: 1) else { return nil }
    let light = picture.reduced(toLongerSide: settings.previewSide).upright()
    json = [
      "width": .integer(light.width), "height": .integer(light.height), "type": .string("image/jpeg"),
      "part": .string(identifier), "transfer": .string("pq"),
    ]
    element = PageElement.bytes(
      try JPEGCodec.encode(
        rgb: light.rgb8, width: light.width, height: light.height,
        quality: max(settings.previewQuality, Self.leastQuality), subsampled: false), identifier: identifier)
  }
}
