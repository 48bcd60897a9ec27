public import AuxImage

extension ImageSource {
  /// Returns the data and description of the first auxiliary image of that type, or nil where there is none.
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
}
