internal import AuxImage
internal import AuxReader

/// Reads ImageIO's dictionary from property lists; one that was read comes back from what is written of it.
enum PropertyListTarget {
  static func run(_ bytes: [UInt8]) -> Bool {
    guard let (info, type) = try? AuxiliaryDataInfo.reading(propertyList: bytes, limits: .fuzzing) else {
      return true
    }
    _ = try? DepthData(fromDictionaryRepresentation: info, limits: .fuzzing)
    if let type {
      _ = try? StoredAuxiliaryImage(dictionaryRepresentation: info, type: type, limits: .fuzzing)
    }
    guard let list = try? info.propertyList(type: type ?? .hdrGainMap, format: .binary) else { return true }
    do {
      let (again, _) = try AuxiliaryDataInfo.reading(propertyList: list, limits: .fuzzing)
      require(
        again.data == info.data && again.description == info.description, "the written list differs")
    } catch { fatalError("the list that was written cannot be read: \(error)") }
    return true
  }
}
