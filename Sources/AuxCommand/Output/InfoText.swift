internal import AuxDepthKit

enum InfoText {
  static func lines(_ source: ImageSource, _ remarks: [Validator.Finding], path: String) -> [String] {
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
    let manifest = source.c2paManifest.map { "  C2PA manifest: \($0.byteCount) bytes, signature not checked" }
    var pair = source.stereoPair.map { [line($0)] + spatialLines(source) } ?? []
    if source.viewCount > 1 { pair.append("  stereo: \(source.viewCount) views (multi-picture format)") }
    let others = source.auxiliaryTracks.map(line) + source.trailers.map(line) + (manifest.map { [$0] } ?? [])
    return [head] + pair + source.auxiliaryImages.map(line) + others + remarks.map(line)
  }

  /// Returns what `--json` prints of a file; its parts are a member where they are asked for.
  static func json(_ source: ImageSource, _ remarks: [Validator.Finding], _ nodes: [StructureNode])
    -> JSONValue
  {
    let json = source.json(remarks: remarks)
    guard !nodes.isEmpty, case .object(let members) = json else { return json }
    return .object(members + [JSONValue.Member("structure", .array(nodes.map(\.json)))])
  }

  /// Returns the line of a part, as far to the right as it is deep.
  static func line(_ node: StructureNode) -> String {
    let place = [node.offset.map { "at byte \($0)" }, node.byteCount.map { "\($0) bytes" }].compactMap(\.self)
    return String(repeating: "  ", count: node.level + 2) + node.name
      + (place.isEmpty ? "" : " (" + place.joined(separator: ", ") + ")")
      + (node.text.isEmpty ? "" : ": \(node.text)")
  }

  private static func line(_ remark: Validator.Finding) -> String {
    "  note: " + (remark.place.isEmpty ? "" : "\(remark.place): ") + remark.message
  }

  /// What a pair in HEIF lacks as a spatial photo.
  private static func spatialLines(_ source: ImageSource) -> [String] {
    guard source.container == .heif else { return [] }
    let faults = source.spatialPhotoFaults
    return faults.isEmpty ? [] : ["  not a spatial photo: " + faults.joined(separator: "; ")]
  }

  static func line(_ pair: StereoGroup) -> String {
    func eye(_ name: String, _ eye: StereoGroup.Eye) -> String {
      // The photo of Leia's files is no numbered part.
      let places = [eye.number < 0 ? nil : "item \(eye.number)", eye.isPrimary ? "the primary" : nil]
      return "\(name) \(eye.width)x\(eye.height) (\(places.compactMap(\.self).joined(separator: ", ")))"
    }
    var facts = [eye("left", pair.left), eye("right", pair.right)]
    facts += pair.fieldOfView.map { [CameraText.fieldOfView($0)] } ?? []
    facts += pair.baseline.map { [CameraText.baseline($0)] } ?? []
    if let shift = pair.disparityAdjustment {
      facts.append("disparity adjustment \(NumberText.decimals(shift, 4)) of the width")
    }
    return "  stereo: " + facts.joined(separator: ", ")
  }

  private static func line(_ track: AuxiliaryTrack) -> String {
    "  track \(track.number) \(track.type?.name ?? "of an unnamed type"): \(track.width)x\(track.height), "
      + "\(track.codec), \(track.frameCount) \(track.frameCount == 1 ? "frame" : "frames"), not decoded"
  }

  private static func line(_ trailer: ImageSource.FileTrailer) -> String {
    let parts = trailer.parts.map { "\($0.name) (\($0.byteCount) bytes)" }
    return "  after the images: \(trailer.kind), \(trailer.byteCount) bytes"
      + (trailer.kind == "trailer" ? ", preserved" : "")
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
      + numbers(trailer.propertiesJSON).map { "; \($0)" }.joined()
  }

  /// Returns the members of an object that are no lists and no objects, as `gain 0.747`.
  private static func numbers(_ properties: JSONValue?) -> [String] {
    guard case .object(let members)? = properties else { return [] }
    return members.compactMap { member in
      switch member.value {
      case .string(let text): "\(member.name) \(text)"
      case .integer, .number, .boolean: "\(member.name) \(member.value.text)"
      case .array, .object: nil
      }
    }
  }

  private static func line(_ image: AuxiliaryImage) -> String {
    if let failure = image.failure { return "  \(image.index) \(image.type): error: \(failure.message)" }
    let metadata = image.metadata
    var facts = ["\(image.width)x\(image.height)", image.pixelFormat.name]
    if let bounds = image.valueBounds {
      facts.append(
        "\(WriteText.bounds(bounds.min, bounds.max)) \(image.pixelFormat.quantity == .depth ? "m" : "1/m")")
    }
    if let quality = metadata.quality { facts.append("quality \(quality.rawValue)") }
    if let accuracy = metadata.accuracy { facts.append("accuracy \(accuracy.rawValue)") }
    if let isFiltered = metadata.isFiltered { facts.append(isFiltered ? "filtered" : "unfiltered") }
    if metadata.calibration != nil { facts.append("calibrated") }
    if let gainMap = image.gainMap { facts.append(text(gainMap)) }
    if image.focalTable != nil { facts.append("focal table") }
    if image.isOfOtherView { facts.append("of another view than the photo") }
    facts.append("\(image.codec), \(image.byteCount) bytes")
    return "  \(image.index) \(image.type): " + facts.joined(separator: ", ")
  }

  private static func text(_ gainMap: GainMapDescription) -> String {
    var text = "form " + gainMap.forms.map(\.rawValue).joined(separator: " and ")
    if let metadata = gainMap.metadata {
      text += metadata.isBaseHDR ? " (HDR to SDR)" : ""
      text += metadata.channels.count == 3 ? ", 3 channels" : ""
    }
    if let headroom = gainMap.metadata?.headroom ?? gainMap.appleHeadroom {
      text += ", headroom \(NumberText.significant(headroom, 4))"
    }
    return text
  }
}

/// What is printed of the two cameras of a stereo pair.
enum CameraText {
  /// Returns the distance of the cameras, in metres, as `baseline 64.0 mm`.
  static func baseline(_ metres: Double) -> String { "baseline \(NumberText.decimals(metres * 1000, 1)) mm" }

  /// Returns the angle that a camera sees across, as `field of view 60.0 degrees`.
  static func fieldOfView(_ degrees: Double) -> String {
    "field of view \(NumberText.decimals(degrees, 1)) degrees"
  }
}
