internal import AuxDepthKit

/// What `info` prints for people.
enum InfoText {
  /// Returns the lines of a file.
  static func lines(_ source: ImageSource, path: String) -> String {
    var head = "\(StandardStream.inputName(path)): \(source.container.rawValue)"
    if let primary = source.primary {
      head += " \(primary.width)x\(primary.height)"
      if primary.orientation != .up { head += ", orientation \(primary.orientation.rawValue)" }
      let size = primary.displaySize
      if primary.orientation.swapsSides { head += " (displayed \(size.width)x\(size.height))" }
    } else {
      head += ", an auxiliary image without a primary"
    }
    if source.auxiliaryImages.isEmpty { head += ", no auxiliary images" }
    return ([head] + source.auxiliaryImages.map(line)).joined(separator: "\n")
  }

  private static func line(_ image: AuxiliaryImage) -> String {
    let metadata = image.metadata
    var facts = ["\(image.width)x\(image.height)", image.pixelFormat.name]
    if let bounds = image.valueBounds {
      facts.append("\(bounds.min)...\(bounds.max) \(image.pixelFormat.quantity == .depth ? "m" : "1/m")")
    }
    if let quality = metadata.quality { facts.append("quality \(quality.rawValue)") }
    if let accuracy = metadata.accuracy { facts.append("accuracy \(accuracy.rawValue)") }
    if let isFiltered = metadata.isFiltered { facts.append(isFiltered ? "filtered" : "unfiltered") }
    if metadata.calibration != nil { facts.append("calibrated") }
    if let gainMap = image.gainMap { facts.append(text(gainMap)) }
    facts.append("\(image.codec), \(image.byteCount) bytes")
    return "  \(image.index) \(image.type): " + facts.joined(separator: ", ")
  }

  private static func text(_ gainMap: GainMapDescription) -> String {
    var text = "form " + gainMap.forms.map(\.rawValue).joined(separator: " and ")
    if let metadata = gainMap.metadata {
      text += metadata.isBaseHDR ? " (HDR to SDR)" : ""
      text += metadata.channels.count == 3 ? ", 3 channels" : ""
    }
    if let headroom = gainMap.metadata?.headroom ?? gainMap.appleHeadroom { text += ", headroom \(headroom)" }
    return text
  }
}
