internal import ArgumentParser
internal import AuxDepthKit

/// The options for the unit of the depth that is written.
struct UnitArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write depth and disparity as distances in this unit: mm, cm, m, in, ft, or m/N, as m/5000; or 1/m for disparity.",
      discussion: """
        PNG holds distances as 16-bit codes, in which 0 is a hole; what is too far for 16 bits becomes a hole, and a note says \
        how many samples did. The other formats hold numbers of the unit.
        """, valueName: "unit"))
  var unit: OutputUnit?

  @Option(
    help: ArgumentHelp("Likewise, by the number of units of a metre: 1000 is mm.", valueName: "per-metre"))
  var scale: Double?

  func validate() throws {
    guard unit == nil || scale == nil else { throw ValidationError("give --unit or --scale, not both") }
    if let scale, (try? DistanceScale(perMetre: scale)) == nil {
      throw ValidationError("--scale is 0.000001 to 1000000000 units to the metre")
    }
  }

  var isGiven: Bool { unit != nil || scale != nil }

  /// The unit of the distances; nil for values as they are.
  var distances: DistanceScale? { unit?.distances ?? scale.flatMap { try? DistanceScale(perMetre: $0) } }

  /// Returns the format of the samples where `format` is what --as asks for; nil where nothing says it.
  func format(as format: PixelFormat?) throws(AuxError) -> PixelFormat? {
    try OutputUnit.format(of: distances.map(OutputUnit.distances) ?? unit, as: format)
  }

  func check(as format: PixelFormat?) throws {
    do throws(AuxError) { _ = try self.format(as: format) } catch { throw ValidationError(error.reason) }
  }
}

/// The options of `extract` for distances in a unit, and for the size of what is written.
struct DistanceArguments: ParsableArguments {
  @OptionGroup var output: UnitArguments

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
  }

  /// The size of what is written; nil for that of the map.
  var size: ExtractedSize? {
    var size = resize
    size?.mayStretch = stretch
    return size
  }

  /// Says what a file of distances in a unit holds; nil for other files.
  static func line(_ file: AuxiliaryFile) -> String? {
    guard let unit = file.unit else { return nil }
    let isCoded = file.format == .map(.png)
    return "\(file.type.name), as distance in \(OutputUnit.distances(unit).name)"
      + (isCoded ? ", 0 for holes" : "")
  }
}

extension OutputUnit: ExpressibleByArgument {
  init?(argument: String) { self.init(text: argument) }

  static let allValueStrings = LengthUnit.allCases.map(\.rawValue) + ["m/5000", "m/256", "1/m"]
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
