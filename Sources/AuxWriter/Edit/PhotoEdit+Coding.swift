internal import AuxCodecs
internal import AuxImage
internal import AuxReader

// How a photo is coded, or that it is not.
extension PhotoEdit {
  /// Throws `unsupported` for pixels or metadata of a DNG that would change within DNG, and
  /// `usage` where the container does not have the bits that are asked for, and where an edit that codes nothing anew would
  /// have to.
  func checkCoding(
    _ geometry: PhotoGeometry, of source: ImageSource, as container: ImageContainer
  ) throws(AuxError) {
    if geometry.changesPixels || codes || colour != .keep, container == .dng,
      source.container == .dng
    {
      throw AuxError(
        .unsupported,
        "raw images are not straightened, cropped, scaled, turned upright or coded anew; another container "
          + "takes the picture",
        remedy: .otherContainer)
    }
    if let bitDepth, !container.photoBits.contains(bitDepth) {
      throw AuxError(
        .usage,
        "a photo in \(container.rawValue) has "
          + "\(container.photoBits.sorted().map(String.init).alternatives) bits a sample, not \(bitDepth)")
    }
    guard isLossless else { return }
    func refuse(_ what: String) -> AuxError {
      AuxError(.usage, "\(what) codes the photo anew, which a lossless edit does not")
    }
    if container != source.container { throw refuse("a conversion to \(container.rawValue)") }
    if geometry.warp != nil { throw refuse("straightening") }
    if geometry.scales { throw refuse("another size") }
    if bitDepth != nil { throw refuse("a number of bits") }
    if quality != nil { throw refuse("a quality") }
    if codesAuxiliaryImages { throw refuse("a quality of auxiliary images") }
    if colour != .keep { throw refuse("another colour space") }
  }

  /// Whether the photo is to have other colours than headers state.
  func changesColours(of source: ImageSource) throws(AuxError) -> Bool {
    guard colour != .keep else { return false }
    return try !source.statesColours(ofProfile: colour.profile)
  }

  /// Throws the fault of a gain map that is written anew, and whose metadata give its samples no meaning.
  func checkGainMapMetadata(of plan: Plan) throws(AuxError) {
    for image in plan.images where image.fate.stays && (image.fate != .kept || describesGainMap) {
      try image.image.checkGainMapMetadata(remedy: .dropGainMap)
    }
  }

  /// Throws what coding throws for forms or a headroom of the gain map that the edit asks for; the map is decoded for that.
  func checkGainMapForms(of plan: Plan, in source: ImageSource) throws(AuxError) {
    guard let planned = plan.images.first(where: { $0.image.type.isGainMap && $0.fate.stays }) else { return }
    _ = try GainMapPlan.checked(gainMapForms, plan.container)
    let image = planned.image
    // A swapped base gives the map other metadata, which state a headroom.
    guard describesGainMap, !(plan.codesPhoto && image.swapsBase(in: plan.container)) else { return }
    guard planned.fate != .kept else { return }
    var description = image.gainMap ?? GainMapDescription(forms: [])
    if let gainMapHeadroom { description = try description.stating(headroom: gainMapHeadroom) }
    guard !gainMapForms.isEmpty else { return }
    let stored: StoredAuxiliaryImage
    do throws(AuxError) { stored = try source.stored(image).edited(by: plan.geometry) } catch {
      // A map that cannot be decoded is left out.
      return try error.throwIfOfSystem()
    }
    _ = try stored.described(as: gainMapForms, by: description)
  }

  /// Throws `unsupported` for a gain map that goes along and has a gain for each component: the same gains of other primaries are
  /// another light.
  func checkGainMaps(of plan: Plan) throws(AuxError) {
    for image in plan.images
    where image.fate.stays && image.image.type.isGainMap && image.image.colourEncoding != nil {
      throw AuxError(
        .unsupported,
        "the gain map has gains of red, green and blue, which hold for the colours of the photo as they are; "
          + "without it the colours can be others", place: "\(image.image.type)")
    }
  }

  /// Returns pixels in the colours that are asked for; a profile of sRGB where a container would leave that to its readers.
  ///
  /// Throws `unsupported` for PQ and HLG that would stay, and for a profile of tables.
  func recoloured(
    _ pixels: PhotoPixels, as container: ImageContainer, jobs: Int, _ notes: inout [String]
  ) throws(AuxError) -> PhotoPixels {
    guard colour != .keep else { return pixels }
    var result = pixels
    if pixels.hdr != nil {
      guard container.isToneMapped, let mapped = try pixels.toneMapped(jobs: jobs) else {
        throw AuxError(
          .unsupported,
          "the colours of a photo of PQ or HLG stay in \(container.rawValue): only SDR is converted")
      }
      result = mapped.pixels
      notes.append(mapped.note)
    }
    do throws(AuxError) { result = try result.converted(toProfile: colour.profile, jobs: jobs) } catch {
      throw error.code == .unsupported || error.code == .malformed
        ? AuxError(.unsupported, "the colours of the photo cannot be converted: \(error.message)") : error
    }
    if colour == .sRGB, !container.statesCodePoints { result.iccProfile = ICCProfileWriter.sRGB }
    return result
  }

  /// Fits a plan that cuts coded data to what can be cut, and says which images are.
  ///
  /// The largest part of an aspect ratio moves to the nearest place; of a rectangle the nearest one is in the error, which is
  /// `usage`. Throws as `CutPlaces`.
  func fit(_ plan: inout Plan, to source: ImageSource, _ primary: PrimaryImage) throws(AuxError) {
    let images = plan.images.filter { $0.fate == .coded }.map(\.image)
    let places = try CutPlaces(of: source, turn: plan.geometry.turn, images: images)
    if !places.allow(plan.geometry.part) {
      let nearest = places.nearest(to: plan.geometry.part).applyingExifOrientation(
        primary.orientation, width: primary.width, height: primary.height)
      guard case .aspect? = crop else {
        throw AuxError(
          .usage,
          "nothing but \(nearest) is near to that part and can be cut without being coded anew, as displayed")
      }
      var moved = self
      moved.crop = .rectangle(nearest)
      plan.geometry = try moved.geometry(of: primary)
      plan.notes.append("the part is \(nearest), the nearest that can be cut without being coded anew")
    }
    for index in plan.images.indices where plan.images[index].fate == .coded {
      let image = plan.images[index].image
      if try source.canCut(image, by: plan.geometry) { plan.images[index].fate = .cut }
      let size = plan.geometry.size(ofMap: (image.width, image.height), isGainMap: image.type.isGainMap).size
      let swaps = plan.geometry.turn.swapsSides
      plan.images[index].width = swaps ? size.height : size.width
      plan.images[index].height = swaps ? size.width : size.height
    }
  }
}

extension PhotoEdit.Colour {
  /// The ICC profile; nil for sRGB, and for those that the photo has.
  fileprivate var profile: [UInt8]? { self == .displayP3 ? ICCProfileWriter.displayP3 : nil }
}

extension ImageContainer {
  /// Whether files state the colours of a photo without a profile.
  fileprivate var statesCodePoints: Bool {
    switch self {
    case .heif, .avif, .png: true
    case .jpeg, .dng, .tiff, .webp, .exr, .jxl: false
    }
  }
}
