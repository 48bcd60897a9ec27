public import AuxImage
internal import AuxMaps

extension WriteReport {
  /// Returns the report as a JSON object: `path`, `container`, `primaryUnchanged`, where the source has a C2PA
  /// manifest what became of it as `c2pa`, of a stereo pair `StereoGroup.json` as `stereo`, `notes` where something was
  /// lost or may no longer hold, and a list of what was done.
  ///
  /// The list is `attached`, of ``Image/json(isDisplayedTurned:)`` of the images that were made of maps, unless the
  /// caller names another.
  public func json(path: String? = nil, list: JSONValue.Member? = nil) -> JSONValue {
    let made = images.filter { $0.map != nil }
    let swapsSides = orientation.swapsSides
    let list =
      list ?? JSONValue.Member("attached", .array(made.map { $0.json(isDisplayedTurned: swapsSides) }))
    return [
      "path": path.map(JSONValue.path), "pathBytes": path.flatMap(JSONValue.pathBytes),
      "container": .string(container.rawValue),
      "primaryUnchanged": .boolean(primaryUnchanged), "c2pa": c2pa.map { .string($0.rawValue) },
      "stereo": stereoPair?.json, "notes": notes.isEmpty ? nil : .array(notes.map(JSONValue.string)),
      list.name: list.value,
    ]
  }
}

extension WriteReport.Image {
  /// The image as a JSON object: `type`, `width`, `height`, the bounds of depth data as `floatMin` and `floatMax`, how
  /// far its codes are from those given as `maxCodeError` and `meanCodeError`. Where it was made of a map, also
  /// `maxError` and `meanError`, in the unit of the map, `holesFilled`, `backgroundSamples`, and the shares `holeShare`,
  /// `backgroundShare` and `clampedShare`, 0...1, and where there are any, `notes` and `warnings`.
  ///
  /// `displayWidth` and `displayHeight` are there where display swaps the sides, as `isDisplayedTurned` says.
  public func json(isDisplayedTurned: Bool = false) -> JSONValue {
    let counts = map?.counts
    func texts(_ areWarnings: Bool) -> JSONValue? {
      let notes = (map?.notes ?? []).filter { $0.isWarning == areWarnings }
      return notes.isEmpty ? nil : .array(notes.map { .string($0.description) })
    }
    return [
      "type": .string(stored.type.name), "width": .integer(stored.width),
      "height": .integer(stored.height),
      "floatMin": stored.metadata.floatMinValue.map(JSONValue.number),
      "floatMax": stored.metadata.floatMaxValue.map(JSONValue.number),
      "holesFilled": map.map { .integer($0.counts.holes) },
      "maxError": map.map { .number($0.difference.max) },
      "meanError": map.map { .number($0.difference.mean) },
      "maxCodeError": .integer(maxCodeError), "meanCodeError": .number(meanCodeError),
      "backgroundSamples": counts.map { .integer($0.background) },
      "backgroundShare": counts.map { .number($0.backgroundShare) },
      "holeShare": counts.map { .number($0.holeShare) },
      "clampedShare": counts.map { .number($0.clampedShare) },
      "displayWidth": isDisplayedTurned ? .integer(stored.height) : nil,
      "displayHeight": isDisplayedTurned ? .integer(stored.width) : nil,
      "notes": texts(false), "warnings": texts(true),
    ]
  }
}
