internal import AuxDepthKit

/// What commands that write photos print for people.
enum WriteText {
  /// Returns the line of a file.
  static func head(_ report: WriteReport, path: String) -> String {
    "\(StandardStream.outputName(path)): \(report.container.rawValue), "
      + (report.primaryUnchanged ? "primary unchanged" : "primary coded anew")
  }

  /// Returns the lines of `attach`: the file, the stereo pair that it holds, and what was written of each map that
  /// was given.
  static func lines(_ report: WriteReport, path: String) -> [String] {
    let maps = report.images.compactMap { image in
      image.map.map { line(image.stored, $0, report.orientation) }
    }
    let pair = report.stereoPair.map { [InfoText.line($0)] } ?? []
    return [head(report, path: path)] + pair + maps
  }

  private static func line(
    _ stored: StoredAuxiliaryImage, _ map: WriteReport.Map, _ orientation: ImageOrientation
  ) -> String {
    let (metadata, error) = (stored.metadata, map.difference)
    var line = "  \(stored.type) \(stored.width)x\(stored.height)"
    if orientation.swapsSides { line += " (displayed \(stored.height)x\(stored.width))" }
    if let low = metadata.floatMinValue, let high = metadata.floatMaxValue { line += ", \(low)...\(high)" }
    line += CountText.phrase(map.counts)
    let unit = error.unit.rawValue
    return line + ", error at most \(short(error.max)) \(unit), \(short(error.mean)) \(unit) in the mean"
  }

  /// Returns a number with four significant digits.
  private static func short(_ value: Double) -> String { NumberText.significant(value, 4) }
}
