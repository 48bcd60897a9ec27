internal import ArgumentParser
internal import AuxDepthKit

struct Conventions: ConsoleCommand {
  static let configuration = CommandConfiguration(
    command: "conventions",
    abstract: "Lists the conventions that --convention names, and what each sets.",
    discussion: ConventionList.text)

  @OptionGroup var console: ConsoleArguments

  var settings: Console.Settings { console.settings() }

  func run() throws {
    // For people it is wrapped; a program that reads it gets whole lines.
    let isForPeople = Console.isOutputTerminal
    Console.write(
      (isForPeople ? Prose.wrapped(ConventionList.text, to: Console.width) : ConventionList.text) + "\n")
  }
}

/// What is known of the conventions, as the library's table has it.
enum ConventionList {
  static let text = MapConvention.allCases.map(entry).joined(separator: "\n\n")

  private static func entry(_ convention: MapConvention) -> String {
    let facts = convention.facts
    var lines = [
      "floats: \(text(facts.floats))", "codes: \(text(facts.codes))", "background: \(facts.sky)",
      "accuracy recorded: \(facts.accuracy.rawValue)",
      "unit: \(facts.takesUnit ? "metres, or --unit" : "its own")",
      "arrays of an NPZ: \(text(facts.arrays))",
    ]
    if let file = facts.cameraFile { lines.append("camera: from \(file.name), where it is beside the map") }
    if facts.mayBeRadial { lines.append("distances may be along the rays: --radial") }
    lines += facts.contradictions.map { "refused: \(text($0))" }
    lines.append("known: \(facts.evidence.rawValue)")
    return "\(convention.rawValue): \(facts.summary)\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private static func text(_ unit: MapConvention.Unit) -> String {
    switch unit {
    case .metres: "metres"
    case .sceneUnits: "scene units, metres by default"
    case .inverseSceneUnits: "1 over scene units, metres by default"
    case .affineInverseDepth: "inverse depth, spread between --near and --far"
    case .metresPerFocalLength(let pixels):
      "times the camera's focal length in pixels of the map, over \(pixels); it needs --intrinsics or --calibration"
    case .pixelsOfDisparity: "disparity in pixels"
    case .parts: "0...1 between --near and --far, as codes"
    case .none: "none"
    }
  }

  private static func text(_ codes: MapConvention.Codes) -> String {
    switch codes {
    case .bounded(let quantity, let whiteIsNear):
      "between --near and --far, white = \(whiteIsNear ? "near" : "far"), linear in \(quantity.rawValue)"
    case .metresPerStep(let step): "\(step) m a step, 0 a hole"
    case .none: "none"
    }
  }

  private static func text(_ arrays: MapArrays) -> String {
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

  private static func text(_ contradiction: MapConvention.Contradiction) -> String {
    switch contradiction {
    case .looksMetric: "files named ..._depth_meter..., and samples that are greater at the top and nowhere 0"
    case .isSpread: "floats of exactly 0...1"
    case .isFarther(let metres): "more than 1 % of the samples beyond \(metres) m"
    }
  }
}
