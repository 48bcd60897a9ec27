internal import AuxImage
internal import AuxMaps
internal import AuxReader

extension ImageDestination: CustomStringConvertible {
  /// The container and what was asked for.
  public var description: String {
    let added = additions.map { "+\($0.type)" }
    let removed = base.auxiliaryImages.filter { removals.contains($0.index) }.map { "-\($0.type)" }
    return ([container.rawValue] + added + removed).joined(separator: " ")
  }
}

extension WriteReport: CustomStringConvertible {
  /// The container, whether the primary is as it was, and the images that were written.
  public var description: String {
    let written = images.map { "\($0)" } + copied.map { "\($0)" }
    return (["\(container), primary \(primaryUnchanged ? "unchanged" : "coded anew")"] + written)
      .joined(separator: ", ")
  }
}

extension WriteReport.Image: CustomStringConvertible {
  /// The image as it came back.
  public var description: String { "\(stored.type) \(stored.codes)" }
}

extension WriteReport.Map: CustomStringConvertible {
  /// The differences from the map and the holes that were filled, as `max 0.002 m, mean 0.001 m, 3 holes filled`.
  public var description: String {
    let unit = difference.unit.rawValue
    return "max \(difference.max) \(unit), mean \(difference.mean) \(unit), \(holesFilled) holes filled"
  }
}

extension ImageDestination.AuxiliaryEncoding: CustomStringConvertible {
  /// The quality, or that no code changes, as `quality 90` or `lossless`.
  public var description: String { isLossless ? "lossless" : "quality \(quality)" }
}

extension GDepthMime: CustomStringConvertible {
  /// The media type, as `image/png`.
  public var description: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }
}

extension OrientationMatch: CustomStringConvertible {
  /// How the maps are turned, and what was concluded from the tags.
  public var description: String { "\(turn)" + (note.map { ", \($0)" } ?? "") }
}
