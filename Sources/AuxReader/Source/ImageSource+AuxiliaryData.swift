public import AuxImage

extension ImageSource {
  /// Returns the data and description of the first auxiliary image of that type, or nil without one.
  ///
  /// As `CGImageSourceCopyAuxiliaryDataInfoAtIndex`: depth data comes in its native format (usually `hdis`),
  /// mattes and gain maps as 8-bit codes, all in the stored grid of the primary image. A file with disparity
  /// has no image of type `depth`; convert its `DepthData`. Throws `AuxError` as ``stored(_:)``.
  public func auxiliaryDataInfo(_ type: AuxiliaryDataType) throws(AuxError) -> AuxiliaryDataInfo? {
    guard let image = auxiliaryImage(type) else { return nil }
    return try auxiliaryDataInfo(of: image)
  }

  /// Returns the data and description of one of ``auxiliaryImages``; throws `AuxError` as ``stored(_:)``.
  public func auxiliaryDataInfo(of image: AuxiliaryImage) throws(AuxError) -> AuxiliaryDataInfo {
    try stored(image).dictionaryRepresentation(orientation: primary?.orientation)
  }

  /// Returns the data and description of an image in another format of depth data, and the type that it then has.
  ///
  /// The format stays where `pixelFormat` is nil, and for mattes.
  /// Throws `AuxError` as ``stored(_:)`` and `StoredAuxiliaryImage.depthData(in:)` do.
  public func auxiliaryDataInfo(
    of image: AuxiliaryImage, as pixelFormat: PixelFormat?
  ) throws(AuxError) -> (info: AuxiliaryDataInfo, type: AuxiliaryDataType) {
    let (stored, orientation) = (try stored(image), primary?.orientation)
    var info = try stored.dictionaryRepresentation(orientation: orientation)
    guard let pixelFormat, image.type.isDepthData, pixelFormat != info.description.pixelFormat else {
      return (info, image.type)
    }
    let type: AuxiliaryDataType
    (info, type) = try stored.depthData(in: pixelFormat).dictionaryRepresentation()
    info.description.orientation = orientation
    return (info, type)
  }

  /// Returns the auxiliary images of the given kinds, in the order of the file; all where none is given.
  ///
  /// Of several kinds those that there are come out. Throws `AuxError` with
  /// code `missingImage`, which says what there is, where there is no image of any of them.
  public func auxiliaryImages(of kinds: [AuxiliaryKind]) throws(AuxError) -> [AuxiliaryImage] {
    let images = auxiliaryImages.filter { image in
      kinds.isEmpty || kinds.contains { $0.includes(image) }
    }
    guard images.isEmpty else { return images }
    guard !kinds.isEmpty else { throw AuxError(.missingImage, "there are no auxiliary images") }
    throw missingError(of: kinds)
  }

  /// Returns the kinds of which there is no image.
  package func absent(of kinds: [AuxiliaryKind]) -> [AuxiliaryKind] {
    kinds.filter { kind in !auxiliaryImages.contains { kind.includes($0) } }
  }

  /// Returns what to say of kinds of which there is no image, a note for each.
  package func notes(onAbsent kinds: [AuxiliaryKind]) -> [String] {
    kinds.map { missingError(of: [$0]).reason }
  }

  /// Returns the error, with code `missingImage`, for these kinds, of which there is no image: it says what there is.
  package func missingError(of kinds: [AuxiliaryKind]) -> AuxError {
    kinds.missingError(among: auxiliaryImages.map(\.type))
  }
}
