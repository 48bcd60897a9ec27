internal import AuxContainers
internal import AuxImage
internal import AuxReader

// How a photo is coded, or that it is not.
extension PhotoEdit {
  /// Throws `usage` where the container does not have the bits that are asked for, and where an edit that codes nothing anew
  /// would have to.
  func checkCoding(
    _ geometry: PhotoGeometry, of source: ImageSource, as container: ImageContainer
  ) throws(AuxError) {
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
    if geometry.scales { throw refuse("another size") }
    if bitDepth != nil { throw refuse("a number of bits") }
  }

  /// Whether samples are to have other bits than the coded ones, as far as headers say these.
  func changesBits(of source: ImageSource) throws(AuxError) -> Bool {
    guard let bitDepth else { return false }
    return try source.primarySampling().bits != bitDepth
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
