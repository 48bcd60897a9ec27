extension AuxiliaryDataType {
  /// Returns the error, with code `missingImage`, for a photo whose images are of other types: it says which.
  ///
  /// Its remedy is the other quantity where depth is asked for and there is disparity, or the other way round.
  package func missingError(among present: [AuxiliaryDataType]) -> AuxError {
    var names: [String] = []
    for type in present where !names.contains(type.name) { names.append(type.name) }
    let rest = names.isEmpty ? "there are no auxiliary images" : "there is \(names.joined(separator: ", "))"
    let remedy: Remedy? =
      switch quantity {
      case .depth? where present.contains(.disparity): .takeDisparity
      case .disparity? where present.contains(.depth): .takeDepth
      case .depth?, .disparity?, nil: nil
      }
    return AuxError(.missingImage, "there is no \(self) image; \(rest)", remedy: remedy)
  }
}
