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
  /// Throws `AuxError` as ``DepthData/init(fromDictionaryRepresentation:limits:)`` does; the pixel format is `L008`.
  public init(
    fromDictionaryRepresentation info: AuxiliaryDataInfo, limits: AuxLimits = .standard
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

  /// Returns the dictionary that ImageIO takes, and sets the type to add it as, like `AVPortraitEffectsMatte`.
  public func dictionaryRepresentation(forAuxiliaryDataType type: inout AuxiliaryDataType?)
    -> AuxiliaryDataInfo
  {
    let representation = dictionaryRepresentation()
    type = representation.type
    return representation.info
  }

  /// Returns the dictionary that ImageIO takes, and the type to add it as.
  ///
  /// Each row takes a multiple of `rowAlignment` bytes.
  ///
  /// - Precondition: `rowAlignment` is positive.
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

/// The matte of one part of the people, or of the sky, as `AVSemanticSegmentationMatte`.
///
/// A sample of 0 is not part of it, 255 fully.
public struct SemanticSegmentationMatte: Hashable, Sendable {
  /// What a matte shows.
  public struct MatteType: Hashable, Sendable, CaseIterable {
    /// The type of auxiliary image that holds such a matte.
    public let auxiliaryDataType: AuxiliaryDataType

    init(known type: AuxiliaryDataType) { auxiliaryDataType = type }

    /// Creates the type of an auxiliary image's mattes; nil where it is no semantic matte.
    package init?(_ type: AuxiliaryDataType) {
      guard type.family == .semanticMatte else { return nil }
      auxiliaryDataType = type
    }

    /// All parts that have mattes.
    public static let allCases = AuxiliaryDataType.semanticMattes.map(MatteType.init(known:))
  }

  /// What the matte shows.
  public let matteType: MatteType
  /// The matte, 8 bits per sample, in the stored grid of the image that it belongs to.
  public let mattingImage: PixelPlane
  /// What else the file says.
  public var metadata: AuxiliaryMetadata

  /// Creates a matte; throws `AuxError` with code `usage` where the samples have not 8 bits.
  public init(matteType: MatteType, mattingImage: PixelPlane) throws(AuxError) {
    self.matteType = matteType
    self.mattingImage = try mattingImage.checkedMatte()
    metadata = .matte(matteType.auxiliaryDataType)
  }

  /// Creates a matte of that type from an auxiliary data-info dictionary.
  ///
  /// Throws `AuxError`: `usage` where `type` is no semantic matte, else as
  /// ``DepthData/init(fromDictionaryRepresentation:limits:)`` does; the pixel format is `L008`.
  public init(
    fromImageSourceAuxiliaryDataType type: AuxiliaryDataType,
    dictionaryRepresentation info: AuxiliaryDataInfo, limits: AuxLimits = .standard
  ) throws(AuxError) {
    guard let matteType = MatteType(type) else {
      throw AuxError(.usage, "\(type) is no semantic segmentation matte")
    }
    self.init(
      matteType, try info.plane(formats: [.L008], limits: limits), info.metadata ?? .matte(type))
  }

  private init(_ matteType: MatteType, _ image: PixelPlane, _ metadata: AuxiliaryMetadata) {
    self.matteType = matteType
    mattingImage = image
    self.metadata = metadata
  }

  /// The format of the samples, `L008`.
  public var pixelFormatType: PixelFormat { .L008 }

  /// Returns the dictionary that ImageIO takes, and sets the type to add it as, like `AVSemanticSegmentationMatte`.
  public func dictionaryRepresentation(forAuxiliaryDataType type: inout AuxiliaryDataType?)
    -> AuxiliaryDataInfo
  {
    let representation = dictionaryRepresentation()
    type = representation.type
    return representation.info
  }

  /// Returns the dictionary that ImageIO takes, and the type to add it as.
  ///
  /// Each row takes a multiple of `rowAlignment` bytes.
  ///
  /// - Precondition: `rowAlignment` is positive.
  public func dictionaryRepresentation(
    rowAlignment: Int = 1
  ) -> (info: AuxiliaryDataInfo, type: AuxiliaryDataType) {
    let info = AuxiliaryDataInfo(
      plane: mattingImage, pixelFormat: .L008, rowAlignment: rowAlignment, metadata: metadata)
    return (info, matteType.auxiliaryDataType)
  }

  /// Returns the matte with an Exif orientation applied; 5...8 swap width and height.
  public func applyingExifOrientation(_ orientation: ImageOrientation) -> SemanticSegmentationMatte {
    SemanticSegmentationMatte(matteType, Orient.apply(orientation.rawValue, to: mattingImage), metadata)
  }

  /// Returns a matte with other samples, of any size; throws as ``init(matteType:mattingImage:)``.
  public func replacingSemanticSegmentationMatte(
    with image: PixelPlane
  ) throws(AuxError) -> SemanticSegmentationMatte {
    SemanticSegmentationMatte(matteType, try image.checkedMatte(), metadata)
  }
}

extension SemanticSegmentationMatte.MatteType: CustomStringConvertible {
  /// The part, as `skin`.
  public var description: String { auxiliaryDataType.shortName ?? auxiliaryDataType.name }
}
