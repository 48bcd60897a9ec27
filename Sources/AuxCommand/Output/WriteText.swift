internal import AuxDepthKit

enum WriteText {
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
    if case let source = "\(map.source)", !source.isEmpty { line += ", \(source)" }
    if orientation.swapsSides { line += " (displayed \(stored.height)x\(stored.width))" }
    if let low = metadata.floatMinValue, let high = metadata.floatMaxValue {
      line += ", \(bounds(low, high))"
    }
    line += CountText.phrase(map.counts)
    let unit = error.unit.rawValue
    return line + ", error at most \(short(error.max)) \(unit), \(short(error.mean)) \(unit) in the mean"
  }

  /// Returns the ends of values with the digits that 32-bit floats have.
  static func bounds(_ low: Double, _ high: Double) -> String {
    [low, high].map(number).joined(separator: "...")
  }

  /// Returns a value with the digits that 32-bit floats have.
  static func number(_ value: Double) -> String {
    Double(NumberText.significant(value, 7)).map { "\($0)" } ?? "\(value)"
  }

  private static func short(_ value: Double) -> String { NumberText.significant(value, 4) }

  /// Returns the warning that what was done to a photo left a C2PA manifest whose signature no longer holds; `remedy` is the
  /// option that leaves it out.
  static func invalidManifest(of path: String, photo what: String, remedy: String) -> Message {
    Message(
      .warning, about: StandardStream.outputName(path),
      "the signature of the C2PA manifest no longer holds for the \(what) photo; \(remedy) leaves the manifest out"
    )
  }
}

/// What is printed of a map's samples that had no value of their own.
enum CountText {
  /// Returns a phrase that goes on in a line, empty where every sample had a value.
  static func phrase(_ counts: DepthMap.SampleCounts, keepsHoles: Bool = false) -> String {
    var text = ""
    if counts.background > 0 { text += ", \(percent(counts.backgroundShare)) background" }
    if counts.holes > 0 {
      let holes = counts.holes == 1 ? "1 hole" : "\(counts.holes) holes"
      text += ", \(holes) \(keepsHoles ? "kept" : "filled") (\(percent(counts.holeShare)))"
    }
    if counts.clamped > 0 { text += ", \(percent(counts.clampedShare)) clamped" }
    return text
  }

  private static func percent(_ share: Double) -> String {
    share < 0.001 ? "less than 0.1 %" : "\(NumberText.decimals(share * 100, 1)) %"
  }
}

/// What `--verbose` says, of what the library tells of its work.
enum VerboseText {
  static func read(_ source: ImageSource) -> String {
    var text = "read \(source.container.rawValue)"
    if let primary = source.primary { text += " \(primary.width)x\(primary.height)" }
    let images = source.auxiliaryImages.map { "\($0)" }
    return text + (images.isEmpty ? ", no auxiliary images" : ", " + images.joined(separator: ", "))
  }

  static func read(_ map: MapAttachment) -> String {
    let image = map.image
    let source = "\(map.source)"
    var text =
      "read \(source)\(source.isEmpty ? "" : ", ")a map that becomes \(image.type) \(image.width)x\(image.height)"
    if let low = image.metadata.floatMinValue, let high = image.metadata.floatMaxValue {
      text += ", \(WriteText.bounds(low, high))"
    }
    return text + CountText.phrase(map.counts)
  }

  /// What was written, and what of it was copied.
  static func written(_ report: WriteReport) -> [String] {
    let images = report.images.map { image in
      "wrote \(image.stored.type) \(image.stored.width)x\(image.stored.height), coded and read back, "
        + "codes at most \(image.maxCodeError) apart"
    }
    return [
      report.primaryUnchanged ? "copied the primary's coded bytes" : "coded the primary anew"
    ]
      + report.copied.map { "copied the coded bytes of \($0)" } + images
  }
}

extension Transcript {
  /// Adds the notes of a photo that was opened, and what it is.
  func opened(_ source: ImageSource, of path: String) {
    verbose(VerboseText.read(source), of: path)
    print(source.notes, of: path)
  }
}
