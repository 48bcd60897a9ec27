internal import AuxImage
internal import AuxKernels
internal import AuxReader

extension MapAttachment {
  /// Reads an auxiliary data-info dictionary.
  ///
  /// Throws `usage` where nothing tells its type, or where its aspect ratio is not the photo's, and as the
  /// initialisers of the library's types do.
  init(dictionary path: String, placement: MapPlacement, bits: Int) throws(AuxError) {
    let bytes = try InputFile.read(path, limit: Limits.standard.mapFileBytes)
    let (info, type) = try AuxiliaryDataInfo.reading(propertyList: bytes)
    guard let type else {
      // A format that is neither of depth nor of codes is the reason to tell.
      if info.description.pixelFormat != .L008 { _ = try DepthData(dictionaryRepresentation: info) }
      throw AuxError(
        .usage, "neither PixelFormat nor metadata tells the type; add AuxiliaryDataType to its description")
    }
    let stored = try StoredAuxiliaryImage(
      dictionaryRepresentation: info, type: type, bits: bits, limits: .standard)
    try placement.check(width: stored.codes.width, height: stored.codes.height)
    let turned = stored.applyingExifOrientation(
      placement.isOriented ? placement.primary.orientation.inverse : .up)
    guard type.isDepthData else {
      self.init(image: turned, holesFilled: 0, given: nil)
      return
    }
    let depth = try DepthData(dictionaryRepresentation: info)
    let unit: DepthQuantity = type == .depth ? .depth : .disparity
    let values = try depth.converting(toDepthDataType: unit == .depth ? .fdep : .fdis)
      .applyingExifOrientation(placement.isOriented ? placement.primary.orientation.inverse : .up)
    guard case .float(let given) = values.depthDataMap.storage else {
      preconditionFailure("fdep and fdis are floats")
    }
    self.init(image: turned, holesFilled: 0, given: (given, unit))
  }
}
