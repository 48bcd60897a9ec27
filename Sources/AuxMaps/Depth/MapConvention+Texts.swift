extension MapConvention {
  /// The name, and what the model or program emits.
  package var title: String { "\(rawValue): \(facts.summary)" }

  /// What the row says, a line each; options are called as the command line, C and Python call them.
  package var lines: [String] {
    let facts = facts
    var lines = [
      "floats: \(text(facts.floats))", "codes: \(text(facts.codes))", "background: \(facts.sky)",
      "accuracy recorded: \(facts.accuracy.rawValue)",
      "unit: \(facts.takesUnit ? "its own, or the input unit that is stated" : "its own")",
      "arrays of an NPZ: \(text(facts.arrays))",
    ]
    if let file = facts.cameraFile { lines.append("camera: from \(file.name), where it is beside the map") }
    if facts.pixelOrigin != .corner {
      lines.append("principal points: count from the \(facts.pixelOrigin.rawValue) of the first pixel")
    }
    if facts.mayBeRadial { lines.append("distances may be along the rays: the option radial") }
    lines += facts.contradictions.map { "refused: \(text($0))" }
    lines.append("known: \(facts.evidence.rawValue)")
    return lines
  }

  private func text(_ unit: Unit) -> String {
    switch unit {
    case .metres: facts.isRelative ? "depth up to a scale, taken for metres" : "metres"
    case .sceneUnits(let metres): "scene units, \(metres == 1 ? "metres" : "\(metres) m") by default"
    case .inverseSceneUnits: "1 over scene units, metres by default"
    case .affineInverseDepth: "inverse depth, spread between near and far"
    case .metresPerFocalLength(let pixels):
      "times the camera's focal length in pixels of the map, over \(pixels), are metres; without a camera, intrinsics or "
        + "a calibration have to be given"
    case .pixelsOfDisparity:
      "disparity in pixels, which a focal length in pixels and a baseline turn into metres"
    case .parts: "0...1 between near and far, as codes"
    case .none: "none"
    }
  }

  private func text(_ codes: Codes) -> String {
    switch codes {
    case .bounded(let quantity, let whiteIsNear):
      "between near and far, white = \(whiteIsNear ? "near" : "far"), linear in \(quantity.rawValue)"
    case .metresPerStep(let step): "\(step) m a step, 0 a hole"
    case .pixelsPerStep(let step):
      "\(step) pixels of disparity a step, 0 a hole; a focal length in pixels and a baseline turn pixels into metres"
    case .none: "none"
    }
  }

  private func text(_ arrays: MapArrays) -> String {
    var texts = ["\(arrays.depth)"]
    if let mask = arrays.mask { texts.append("\(mask), 0 for background") }
    switch arrays.camera {
    case .focalLength(let key): texts.append("\(key), the focal length in pixels")
    case .matrix(let key): texts.append("\(key), 3x3 in pixels")
    case .normalisedMatrix(let key): texts.append("\(key), 3x3 in widths and heights")
    case nil: break
    }
    if let key = arrays.confidence { texts.append("\(key), which is not recorded") }
    return texts.joined(separator: "; ")
  }

  private func text(_ contradiction: Contradiction) -> String {
    switch contradiction {
    case .looksMetric: "files named ..._depth_meter..., and samples that are greater at the top and nowhere 0"
    case .isSpread: "floats of exactly 0...1"
    case .isFarther(let metres): "more than 1 % of the samples beyond \(metres) m"
    }
  }
}
