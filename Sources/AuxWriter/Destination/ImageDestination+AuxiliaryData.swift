internal import AuxContainers
public import AuxImage
public import AuxReader

extension ImageDestination {
  /// Adds auxiliary data, as `CGImageDestinationAddAuxiliaryDataInfo`.
  ///
  /// Depth data is quantised as Apple's writer does; a map that was read from 8-bit codes keeps them, and its XMP
  /// packet. Throws `AuxError`: `usage` where the dictionary is of another type, has holes, or the destination
  /// has an image of that type and `replacing` is false; else as
  /// `DepthData(fromDictionaryRepresentation:)`.
  public mutating func addAuxiliaryDataInfo(
    _ info: AuxiliaryDataInfo, type: AuxiliaryDataType, encoding: AuxiliaryEncoding = .init(),
    replacing: Bool = false
  ) throws(AuxError) {
    let image: StoredAuxiliaryImage
    do throws(AuxError) {
      image = try StoredAuxiliaryImage(
        dictionaryRepresentation: info, type: type, bits: encoding.codeBits(in: container),
        limits: base.limits)
    } catch { throw error.within("\(type)") }
    try addAuxiliaryImage(image, encoding: encoding, replacing: replacing)
  }

  /// Adds an auxiliary image of another file; its coded bytes are copied without decoding where both containers are alike.
  ///
  /// `crop` is the part of the other photo that this one shows, in stored pixels; the part is then turned. Returns
  /// whether coded bytes were copied. An image that is to be cropped or turned, or that another container takes, is decoded and coded again with `encoding`. Throws `AuxError` as
  /// ``addAuxiliaryImage(_:encoding:replacing:)`` and `ImageSource.stored(_:)` do, which is `usage` for an image
  /// that is not of `source`, and `unsupported` where the container holds no image of that type.
  @discardableResult
  public mutating func copyAuxiliaryImage(
    _ image: AuxiliaryImage, from source: ImageSource, cropping crop: PixelRectangle? = nil,
    turning turn: ImageOrientation = .up, encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> Bool {
    try source.checkOwner(of: image)
    try image.checkGainMapMetadata()
    guard image.type.isHeld(by: container) else {
      throw AuxError(.unsupported, "\(container.rawValue) holds no image of type \(image.type)")
    }
    if turn == .up, crop == nil, let coded = try CodedAuxiliaryImage(image, of: source, for: base) {
      try composition.makeRoom(for: image.type, replacing: replacing)
      composition.additions.append(.init(content: .copied(coded, image)))
      return true
    }
    let placed = try Self.decoded(image, of: source) { stored throws(AuxError) in
      guard let crop else { return stored.applyingExifOrientation(turn) }
      guard let primary = source.primary else {
        throw AuxError(.usage, "a lone auxiliary image has no photo to be cut with")
      }
      return try stored.cropped(to: crop, width: primary.width, height: primary.height)
        .applyingExifOrientation(turn)
    }
    try addAuxiliaryImage(
      carried(placed, image.gainMap, from: source.container),
      encoding: encoding.keepingCodes(of: image, from: source.container, in: container), replacing: replacing)
    return false
  }

  /// Returns an image of a source, decoded, and cut, scaled and turned by `place`.
  ///
  /// A map of Google's or of a maker's trailer has no properties of Apple's: it becomes a depth map like those that are attached.
  static func decoded(
    _ image: AuxiliaryImage, of source: ImageSource,
    _ place: (StoredAuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage
  ) throws(AuxError) -> StoredAuxiliaryImage {
    let stored = try place(source.stored(image))
    guard image.embeddedForm != nil, image.type.isDepthData else { return stored }
    var own = try StoredAuxiliaryImage(quantising: stored.depthData())
    // These properties describe the old codes.
    own.metadata.other.removeAll { $0.namespace == GDepth.namespace }
    return own
  }
}
