internal import AuxImage
internal import AuxReader

extension MapExport {
  /// Returns the data-info dictionary of an image as a property list, and what `--json` says of it.
  func propertyList(
    of stored: StoredAuxiliaryImage
  ) throws(AuxError) -> (bytes: [UInt8], description: [(key: String, value: JSONValue?)]) {
    let orientation = isOriented ? source.primary?.orientation ?? .up : .up
    let turned = stored.applyingExifOrientation(orientation)
    let told = isOriented ? .up : source.primary?.orientation
    var info = try turned.dictionaryRepresentation(orientation: told)
    var type = image.type
    if let pixelFormat, type.isDepthData, pixelFormat != info.description.pixelFormat {
      (info, type) = try turned.depthData(in: pixelFormat).dictionaryRepresentation()
      info.description.orientation = told
    }
    return (
      try info.propertyList(type: type, format: isXML ? .xml : .binary),
      [
        ("width", .integer(info.description.width)), ("height", .integer(info.description.height)),
        ("pixelFormat", .string(info.description.pixelFormat.name)),
        ("format", .string(MapFormat.plist.name)),
      ]
    )
  }
}
