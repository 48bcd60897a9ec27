public import AuxImage
public import AuxMaps
public import AuxReader

extension WriteReport {
  /// What became of the C2PA manifest of a source in the file that was written from it.
  public enum C2PAOutcome: String, Hashable, Sendable, CaseIterable {
    /// The manifest is there as it was; its signature no longer holds, since it is over bytes that changed.
    case invalidated
    /// The manifest was left out.
    case removed
  }
}

/// The file that was written and read back.
public struct WriteReport: Sendable {
  /// One image that was added.
  public struct Image: Sendable {
    /// The image as it decodes from the file just written.
    public let stored: StoredAuxiliaryImage
    /// The largest difference between a code that was given and the one that came back.
    public let maxCodeError: Int
    /// The mean of these differences.
    public let meanCodeError: Double
    /// How it compares with the map from which it was made; nil for an image that was given as codes, or carried
    /// over.
    public let map: Map?
  }

  /// How an image compares with the map from which it was made.
  public struct Map: Hashable, Sendable {
    /// How many samples of the map were background, holes, or clamped.
    public let counts: DepthMap.SampleCounts
    /// How far the image as it decodes is from the samples that had a value, in the map's own unit.
    public let difference: MapAttachment.Difference
    /// Conclusions about the map, and oddities.
    public let notes: [MapNote]
    /// Where the samples of the map were taken from.
    public let source: MapSource

    /// The number of holes of the map that were filled.
    public var holesFilled: Int { counts.holes }
  }

  /// The container.
  public let container: ImageContainer
  /// How the photo and its images are turned for display.
  public let orientation: ImageOrientation
  /// Whether the primary's coded bytes are those of the source.
  public let primaryUnchanged: Bool
  /// The images that were coded and added, in the order in which they were asked for.
  public let images: [Image]
  /// The images whose coded bytes were taken over, as the new file describes them.
  ///
  /// They describe the file and belong to no source that is open: decode those of the same `AuxiliaryImage.index`
  /// of the file when it is opened.
  public let copied: [AuxiliaryImage]
  /// What became of the C2PA manifest of the source; nil without one.
  public let c2pa: C2PAOutcome?
  /// The images for two eyes that the file holds, as the source does; nil without a pair.
  public let stereoPair: StereoGroup?
  /// Claims of the source that may no longer hold in the new file, and losses from the replaced file, such as an extended
  /// attribute that only the system may set.
  public internal(set) var notes: [String]

  /// The warnings about the maps that images were made of: the result is likely not what was meant.
  public var warnings: [MapNote] {
    images.flatMap { ($0.map?.notes ?? []).filter(\.isWarning) }
  }
}

extension WriteReport {
  /// Returns the report as a JSON object: `path`, `container`, `primaryUnchanged`, where the source has a C2PA
  /// manifest what became of it as `c2pa`, of a stereo pair `StereoGroup.json` as `stereo`, `notes` where something was
  /// lost or may no longer hold, and a list of what was done.
  ///
  /// The list is `attached`, of ``Image/json(isDisplayedTurned:)`` of the images that were made of maps, unless the
  /// caller names another.
  package func json(path: String? = nil, list: JSONValue.Member? = nil) -> JSONValue {
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
  /// `backgroundShare` and `clampedShare`, 0...1, and where there are any, the `file`, its `channel` (with `name` and `part`) or
  /// `array`, the `convention` and the `unit` that the map was read by, `notes` and `warnings`.
  ///
  /// `displayWidth` and `displayHeight` are there where display swaps the sides, as `isDisplayedTurned` says.
  package func json(isDisplayedTurned: Bool = false) -> JSONValue {
    let counts = map?.counts
    func texts(_ areWarnings: Bool) -> JSONValue? {
      let notes = (map?.notes ?? []).filter { $0.isWarning == areWarnings }
      return notes.isEmpty ? nil : .array(notes.map { .string($0.description) })
    }
    let members: JSONValue = [
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
    guard case .object(let known) = members, let map else { return members }
    return .object(known + map.source.jsonMembers)
  }
}

extension WriteReport: CustomStringConvertible {
  /// A line with the container and the counts of images, and one for each added image and each note.
  public var description: String {
    let photo = primaryUnchanged ? "the coded photo is unchanged" : "the photo was coded"
    let head =
      "\(container.rawValue): \(photo), \(images.count) \(images.count == 1 ? "image" : "images") added, \(copied.count) copied"
      + (c2pa.map { ", C2PA manifest \($0.rawValue)" } ?? "")
    return ([head] + images.map(\.description) + notes).joined(separator: "\n")
  }
}

extension WriteReport.Image: CustomStringConvertible {
  /// The type, the size and the errors in one line, and the notes on its map, if it was made of one.
  public var description: String {
    let errors = map.map {
      ", error \(Float($0.difference.max)) \($0.difference.unit.rawValue) at most, "
        + "\(Float($0.difference.mean)) \($0.difference.unit.rawValue) on average, \($0.holesFilled) holes filled"
    }
    let head =
      "\(stored.type) \(stored.width)x\(stored.height), code values differ by at most \(maxCodeError)"
      + (errors ?? "")
    return ([head] + (map?.notes ?? []).map(\.description)).joined(separator: "; ")
  }
}
