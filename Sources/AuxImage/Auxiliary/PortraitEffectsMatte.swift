public import AuxKernels

/// The matte that parts the people of a portrait from its background, as `AVPortraitEffectsMatte`.
///
/// A sample of 0 is background, 255 person.
public struct PortraitEffectsMatte: Hashable, Sendable {
  /// The matte, 8 bits per sample, in the stored grid of the image that it belongs to.
  public let mattingImage: PixelPlane
  /// What else the file says.
  public var metadata: AuxiliaryMetadata

  /// Creates a matte; throws `AuxError` with code `usage` where the samples have not 8 bits.
  public init(mattingImage: PixelPlane) throws(AuxError) {
    self.mattingImage = try mattingImage.checkedMatte()
    metadata = .matte(.portraitEffectsMatte)
  }

  /// Creates a matte from an auxiliary data-info dictionary.
  ///
  /// Throws `AuxError` as ``DepthData/init(dictionaryRepresentation:limits:)`` does; the pixel format is `L008`.
  public init(
    dictionaryRepresentation info: AuxiliaryDataInfo, limits: Limits = .standard
  ) throws(AuxError) {
    mattingImage = try info.plane(formats: [.L008], limits: limits)
    metadata = info.metadata ?? .matte(.portraitEffectsMatte)
  }

  private init(_ image: PixelPlane, _ metadata: AuxiliaryMetadata) {
    mattingImage = image
    self.metadata = metadata
  }

  /// The format of the samples, `L008`.
  public var pixelFormatType: PixelFormat { .L008 }

  /// Returns the dictionary that ImageIO takes, and the type to add it as.
  public func dictionaryRepresentation(
    rowAlignment: Int = 1
  ) -> (info: AuxiliaryDataInfo, type: AuxiliaryDataType) {
    let info = AuxiliaryDataInfo(
      plane: mattingImage, pixelFormat: .L008, rowAlignment: rowAlignment, metadata: metadata)
    return (info, .portraitEffectsMatte)
  }

  /// Returns the matte with an Exif orientation applied; 5...8 swap width and height.
  public func applyingExifOrientation(_ orientation: ImageOrientation) -> PortraitEffectsMatte {
    PortraitEffectsMatte(Orient.apply(orientation.rawValue, to: mattingImage), metadata)
  }

  /// Returns a matte with other samples, of any size; throws as ``init(mattingImage:)``.
  public func replacingPortraitEffectsMatte(with image: PixelPlane) throws(AuxError) -> PortraitEffectsMatte {
    PortraitEffectsMatte(try image.checkedMatte(), metadata)
  }
}

extension PixelPlane {
  /// Returns the plane; throws `usage` where its samples have not 8 bits.
  func checkedMatte() throws(AuxError) -> PixelPlane {
    guard sampleType == .uint8 else {
      throw AuxError(.usage, "a matte has 8-bit samples, not \(sampleType)")
    }
    return self
  }
}
