internal import ArgumentParser
internal import AuxDepthKit

/// The options of `extract` for distances in a unit, and for the size of what is written.
struct DistanceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write depth and disparity as distances in this unit: mm, cm, m, in, ft, or m/N, as m/5000 or m/256.",
      discussion: """
        PNG holds them as 16-bit codes, in which 0 is a hole; what is too far for 16 bits becomes a hole, and a note says how \
        many samples did. The other formats hold numbers of the unit.
        """, valueName: "unit"))
  var unit: UnitArgument?

  @Option(
    help: ArgumentHelp("Likewise, by the number of units of a metre: 1000 is mm.", valueName: "per-metre"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "The size of what is written, turned: WxH, a percentage, long=N or short=N, or photo for the photo's.",
      discussion: """
        Depth is scaled as disparity, without a mean across an edge; holes take no part. long and short bound a side and never \
        enlarge.
        """, valueName: "size"))
  var resize: ExtractedSize?

  @Flag(help: "Let --resize WxH change the aspect ratio.")
  var stretch = false

  func validate() throws {
    guard resize != nil || !stretch else { throw ValidationError("--stretch goes with --resize") }
    guard unit == nil || scale == nil else { throw ValidationError("give --unit or --scale, not both") }
    if let scale, (try? DistanceScale(perMetre: scale)) == nil {
      throw ValidationError("--scale is 0.000001 to 1000000000 units to the metre")
    }
  }

  /// The size of what is written; nil for that of the map.
  var size: ExtractedSize? {
    var size = resize
    size?.mayStretch = stretch
    return size
  }

  /// The unit of the distances; nil for values as they are.
  var scaleToWrite: DistanceScale? { unit?.scale ?? scale.flatMap { try? DistanceScale(perMetre: $0) } }

  /// Says what a file of distances in a unit holds; nil for other files.
  static func line(_ file: AuxiliaryFile) -> String? {
    guard let unit = file.unit else { return nil }
    let name = LengthUnit.allCases.first { DistanceScale($0) == unit }?.rawValue ?? "1/\(unit.perMetre) m"
    let isCoded = file.format == .map(.png)
    return "\(file.type.name), as distance in \(name)" + (isCoded ? ", 0 for holes" : "")
  }
}

/// A unit of length, by its name or as a part of a metre.
struct UnitArgument: ExpressibleByArgument {
  let scale: DistanceScale

  init?(argument: String) {
    guard let scale = DistanceScale(text: argument) else { return nil }
    self.scale = scale
  }

  static let allValueStrings = LengthUnit.allCases.map(\.rawValue) + ["m/5000", "m/256"]
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
