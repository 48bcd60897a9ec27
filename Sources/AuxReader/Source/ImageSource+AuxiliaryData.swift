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

  /// Returns the data and description of an image in another format of depth data, or turned for display, and the
  /// type that it then has.
  ///
  /// The format stays where `pixelFormat` is nil, and for mattes. The description of a turned image says that it is upright.
  /// Throws `AuxError` as ``stored(_:)`` and `StoredAuxiliaryImage.depthData(in:)` do.
  public func auxiliaryDataInfo(
    of image: AuxiliaryImage, as pixelFormat: PixelFormat?, isOriented: Bool
  ) throws(AuxError) -> (info: AuxiliaryDataInfo, type: AuxiliaryDataType) {
    let turned = try stored(image).applyingExifOrientation(isOriented ? primary?.orientation ?? .up : .up)
    let orientation = isOriented ? .up : primary?.orientation
    var info = try turned.dictionaryRepresentation(orientation: orientation)
    guard let pixelFormat, image.type.isDepthData, pixelFormat != info.description.pixelFormat else {
      return (info, image.type)
    }
    let type: AuxiliaryDataType
    (info, type) = try turned.depthData(in: pixelFormat).dictionaryRepresentation()
    info.description.orientation = orientation
    return (info, type)
  }

  /// Returns the auxiliary images of the given types, in the order of the file; all where no type is given.
  ///
  /// Throws `AuxError` with code `missingImage`, which says what there is, where an image of one of the types is missing,
  /// and where there are no images.
  public func auxiliaryImages(ofTypes types: [AuxiliaryDataType]) throws(AuxError) -> [AuxiliaryImage] {
    let images = auxiliaryImages.filter { types.isEmpty || types.contains($0.type) }
    for type in types where !images.contains(where: { $0.type == type }) {
      throw type.missingError(among: auxiliaryImages.map(\.type))
    }
    guard !images.isEmpty else { throw AuxError(.missingImage, "there are no auxiliary images") }
    return images
  }

  /// Returns an error with code `missingImage` for each of these types that has no image.
  package func missing(of types: [AuxiliaryDataType]) -> [AuxError] {
    types.filter { auxiliaryImage($0) == nil }.map { $0.missingError(among: auxiliaryImages.map(\.type)) }
  }
}
