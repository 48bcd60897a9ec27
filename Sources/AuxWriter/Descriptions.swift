internal import AuxImage
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
  public var description: String { "\(stored)" }
}
