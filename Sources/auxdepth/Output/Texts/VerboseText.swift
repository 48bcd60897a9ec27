internal import AuxDepthKit

/// What `--verbose` says, of what the library tells of its work.
enum VerboseText {
  /// What was opened.
  static func read(_ source: ImageSource) -> String {
    var text = "read \(source.container.rawValue)"
    if let primary = source.primary { text += " \(primary.width)x\(primary.height)" }
    let images = source.auxiliaryImages.map { "\($0)" }
    return text + (images.isEmpty ? ", no auxiliary images" : ", " + images.joined(separator: ", "))
  }

  /// What a map became.
  static func read(_ map: MapAttachment) -> String {
    let image = map.image
    var text = "read a map that becomes \(image.type) \(image.width)x\(image.height)"
    if let low = image.metadata.floatMinValue, let high = image.metadata.floatMaxValue {
      text += ", \(low)...\(high)"
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
