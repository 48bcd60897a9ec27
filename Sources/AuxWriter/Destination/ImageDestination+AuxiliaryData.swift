internal import AuxContainers
public import AuxImage
public import AuxReader

extension ImageDestination {
  /// Adds auxiliary data, as `CGImageDestinationAddAuxiliaryDataInfo`.
  ///
  /// Depth data is quantised as Apple's writer does; a map that was read from 8-bit codes keeps them, and its XMP
  /// packet. Throws `AuxError`: `usage` where the dictionary is of another type, has holes, or the destination
  /// has an image of that type and `replacing` is false; else as
  /// `DepthData(dictionaryRepresentation:)`.
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
  /// `crop` is the part of the other photo that this one shows, in its pixels as stored; what is cut is then turned.
  /// Returns whether they do. An image that is to be cut or turned, that lies in tiles, or that another container
  /// takes is decoded and coded again with `encoding`. Throws `AuxError` as
  /// ``addAuxiliaryImage(_:encoding:replacing:)`` and `ImageSource.stored(_:)` do, which is `usage` for an image
  /// that is not of `source`, and `unsupported` where the container holds no image of that type.
  @discardableResult
  public mutating func copyAuxiliaryImage(
    _ image: AuxiliaryImage, from source: ImageSource, cropping crop: PixelRectangle? = nil,
    turning turn: ImageOrientation = .up, encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> Bool {
    try source.checkOwner(of: image)
    guard image.type.isHeld(by: container) else {
      throw AuxError(.unsupported, "\(container.rawValue) holds no image of type \(image.type)")
    }
    if turn == .up, crop == nil, let coded = try CodedAuxiliaryImage(image, of: source, for: base) {
      try makeRoom(for: image.type, replacing: replacing)
      additions.append(Addition(type: image.type, content: .coded(coded)))
      return true
    }
    try addAuxiliaryImage(
      Self.decoded(image, of: source, cropping: crop, turning: turn),
      encoding: encoding.keepingCodes(of: source.container, in: container), replacing: replacing)
    return false
  }

  /// Returns an image of a source, decoded, cut and turned.
  ///
  /// A map of Google's or of a maker's trailer has no properties of Apple's: it becomes a depth map like those that are attached.
  static func decoded(
    _ image: AuxiliaryImage, of source: ImageSource, cropping crop: PixelRectangle? = nil,
    turning turn: ImageOrientation
  ) throws(AuxError) -> StoredAuxiliaryImage {
    var stored = try source.stored(image)
    if let crop {
      guard let primary = source.primary else {
        throw AuxError(.usage, "a lone auxiliary image has no photo to be cut with")
      }
      stored = try stored.cropped(to: crop, width: primary.width, height: primary.height)
    }
    stored = stored.applyingExifOrientation(turn)
    guard image.embeddedForm != nil, image.type.isDepthData else { return stored }
    var own = try StoredAuxiliaryImage(quantising: stored.depthData())
    // What they say is of the old codes.
    own.metadata.other.removeAll { $0.namespace == GDepth.namespace }
    return own
  }

  /// Returns the coded bytes of an image that the source holds as it is; nil where it holds another.
  ///
  /// What is taken out and put back unchanged so loses nothing, whatever the codec.
  func codedForm(of image: StoredAuxiliaryImage) throws(AuxError) -> CodedAuxiliaryImage? {
    guard let old = base.auxiliaryImage(image.type), old.width == image.width,
      old.height == image.height, old.metadata == image.metadata
    else { return nil }
    do throws(AuxError) {
      guard try base.stored(old) == image else { return nil }
    } catch {
      // An old image that does not decode is another one.
      try error.throwIfOfSystem()
      return nil
    }
    return try CodedAuxiliaryImage(old, of: base, for: base)
  }

  /// Writes depth data also as a GDepth map, which Google's programs read, into the primary's XMP.
  ///
  /// The map is `RangeInverse` with 8-bit codes, in extended XMP; the primary's own packet is kept and gets the
  /// properties added. Throws `AuxError`: `unsupported` where the destination is no JPEG or the image no depth
  /// data, `usage` where the primary has a GDepth map already.
  public mutating func addGDepth(
    _ depth: StoredAuxiliaryImage, mime: GDepthMime = .png
  ) throws(AuxError) {
    guard container == .jpeg else {
      throw AuxError(.unsupported, "GDepth is written into JPEG files, not \(container.rawValue)")
    }
    guard gdepth == nil, !base.auxiliaryImages.contains(where: { $0.embeddedForm == .gdepth }) else {
      throw AuxError(.usage, "the file has a GDepth map already")
    }
    gdepth = try GDepthMap(depth, mime: mime)
  }
}
