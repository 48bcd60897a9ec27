public import AuxKernels

extension DepthData {
  /// Creates depth data from an auxiliary data-info dictionary, as `AVDepthData` does.
  ///
  /// Rows may be padded. Without metadata the quality is low, the accuracy relative, and the map not filtered.
  /// Throws `AuxError`: `unsupported` for a pixel format that is not one of `hdis`, `fdis`, `hdep`, `fdep`,
  /// `malformed` where a number of the description is zero or rows are shorter than their samples,
  /// `truncated` where bytes are missing, `limitExceeded` past `limits`.
  public init(
    fromDictionaryRepresentation info: AuxiliaryDataInfo, limits: AuxLimits = .standard
  ) throws(AuxError) {
    let map = try info.plane(formats: PixelFormat.depthFormats, limits: limits)
    self.init(
      type: info.description.pixelFormat, map: map, metadata: info.metadata ?? AuxiliaryMetadata())
  }

  /// Returns the dictionary that ImageIO takes, and sets the type to add it as, like `AVDepthData`.
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
    var stated = metadata
    if stated.nativeFormat != depthDataType {
      // The range of stored codes was that of the map in its old format.
      stated.storedFormat = nil
      (stated.intMinValue, stated.intMaxValue) = (nil, nil)
      (stated.floatMinValue, stated.floatMaxValue) = (nil, nil)
    }
    stated.nativeFormat = depthDataType
    stated.auxiliaryImageType = depthDataType.quantity?.rawValue
    stated.auxiliaryImageSubType = nil
    stated.quality = depthDataQuality
    stated.accuracy = depthDataAccuracy
    stated.isFiltered = isDepthDataFiltered
    let info = AuxiliaryDataInfo(
      plane: depthDataMap, pixelFormat: depthDataType, rowAlignment: rowAlignment, metadata: stated)
    return (info, auxiliaryDataType)
  }

  /// Returns the map with an Exif orientation applied; 5...8 swap width and height.
  ///
  /// The calibration is turned with it: intrinsics, reference dimensions, distortion centre and extrinsics.
  public func applyingExifOrientation(_ orientation: ImageOrientation) -> DepthData {
    var turned = metadata
    turned.calibration = metadata.calibration?.applyingExifOrientation(orientation)
    return DepthData(
      type: depthDataType, map: Orient.apply(orientation.rawValue, to: depthDataMap), metadata: turned)
  }

  /// Returns depth data with another map, of any size, in the same quantity unless `type` says otherwise.
  ///
  /// As with `AVDepthData`, quality, accuracy and filtering stay; calibration, version and what else the file
  /// said are dropped, since an edited map need not fit them.
  /// Throws `AuxError` with code `usage` for a map of integer codes, or whose samples are not those of `type`.
  public func replacingDepthDataMap(
    with map: PixelPlane, depthDataType type: PixelFormat? = nil
  ) throws(AuxError) -> DepthData {
    var kept = AuxiliaryMetadata()
    kept.quality = metadata.quality
    kept.accuracy = metadata.accuracy
    kept.isFiltered = metadata.isFiltered
    let quantity = depthDataType.quantity ?? .disparity
    let format = map.sampleType == .half ? quantity.float16Format : quantity.float32Format
    return try DepthData(depthDataType: type ?? format, depthDataMap: map, metadata: kept)
  }
}
