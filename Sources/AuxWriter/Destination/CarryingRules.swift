internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Which auxiliary images of a photo can go along to one that is coded anew from it.
struct CarryingRules: Sendable {
  private let geometry: PhotoGeometry
  private let container: ImageContainer
  /// Whether the gain map was made for a photo of PQ or HLG, and the new one is of SDR.
  private let losesHDR: Bool
  /// True if a gain map of an HDR base comes with a base that is its SDR rendition.
  private let swapsBase: Bool
  /// True if the new photo is an AVIF of more than 8 bits, beside which readers refuse an alpha image of 8.
  private let isDeepAVIF: Bool

  /// Takes the rules from both photos: `new` is the one that is encoded, or cut. Without it, its container and `bits` say what
  /// becomes of PQ, HLG and deep samples.
  init(
    of source: ImageSource, by geometry: PhotoGeometry, in container: ImageContainer, new: ImageSource? = nil,
    swapsBase: Bool = false, bits: Int? = nil
  ) throws(AuxError) {
    (self.geometry, self.container, self.swapsBase) = (geometry, container, swapsBase)
    if container == .avif {
      let stated = try (new ?? source).primarySampling().bits
      isDeepAVIF = ((new == nil ? bits : nil) ?? stated ?? 8) > 8
    } else {
      isDeepAVIF = false
    }
    guard source.auxiliaryImages.contains(where: \.type.isGainMap), try source.hasHDRPrimary() else {
      losesHDR = false
      return
    }
    if let new { losesHDR = try !new.hasHDRPrimary() } else { losesHDR = container.isToneMapped }
  }

  /// Returns why an image does not go along, for people; nil where it can.
  ///
  /// `hasOther` says whether the new photo has an image in its place already.
  func reason(toLeaveOut image: AuxiliaryImage, hasOther: Bool) -> String? {
    guard image.type.isHeld(by: container) else {
      return "\(container.rawValue) holds no image of type \(image.type); it is left out"
    }
    if image.isOfOtherView {
      return "\(image.identifier), a map of another view of the scene than the photo, is left out"
    }
    if hasOther { return "a second image of type \(image.type) is left out" }
    if image.colourEncoding != nil, !image.type.isGainMap {
      return "\(image.type) has several components and is not coded anew; it is left out"
    }
    if isDeepAVIF, image.type == .alpha {
      return "\(image.type) is left out: readers of AVIF refuse alpha of 8 bits next to a photo of more bits"
    }
    if losesHDR, image.type.isGainMap, !(swapsBase && image.swapsBase(in: container)) {
      return "\(image.type) is left out: it was made for PQ or HLG, which is tone mapped"
    }
    // An unknown image may show anything: at another size, or of another part, it could be wrong.
    if geometry.resamples, image.type.family == nil, !image.type.isGainMap {
      return
        "\(image.type) is of a type that is not straightened, cut or scaled with the photo; it is left out"
    }
    return nil
  }
}

extension AuxiliaryImage {
  /// True if a conversion makes the SDR rendition of a gain map the base.
  ///
  /// JPEG states no PQ or HLG. A gain map of an HDR base says what the SDR rendition is, which is then not tone mapped.
  func swapsBase(in container: ImageContainer) -> Bool {
    guard container == .jpeg, let metadata = gainMap?.metadata, failure == nil else { return false }
    return metadata.isBaseHDR && metadata.alternateHeadroom == 0
  }
}

extension ImageSource {
  /// Returns pixels of PQ or HLG as the SDR rendition of their gain map, and that map for the new base; nil where the photo
  /// keeps its base.
  ///
  /// `geometry` is how the pixels were edited.
  func swappedBase(
    of pixels: PhotoPixels, by geometry: PhotoGeometry, in container: ImageContainer, jobs: Int
  ) throws(AuxError) -> (pixels: PhotoPixels, gainMap: StoredAuxiliaryImage)? {
    guard let image = auxiliaryImages.first(where: { $0.type.isGainMap && $0.swapsBase(in: container) })
    else { return nil }
    return try pixels.swappingBase(by: stored(image).edited(by: geometry), jobs: jobs)
  }
}

extension ImageContainer {
  /// Whether a photo of PQ or HLG becomes one of SDR in the container.
  var isToneMapped: Bool {
    switch self {
    case .jpeg, .dng: true
    case .heif, .avif, .png, .tiff, .webp, .exr, .jxl: false
    }
  }
}
