internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth copy`.
struct Copy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes the auxiliary images of one photo into another.",
    discussion: """
      Gives an edited photo the depth back that its editor dropped. Both pictures are compared: the edited one may
      be scaled, cropped, turned, mirrored, and have other colours; the maps and their calibration are cut and
      turned to fit. Another photo is refused, and so is one with a border around it. Between like containers the
      coded bytes go over undecoded where nothing was cut or turned. With --no-compare sizes and orientation tags
      decide.
      """)

  @Argument(help: "The photo whose auxiliary images are taken.")
  var from: String

  @Argument(help: "The photo that gets them; --in-place replaces it.")
  var to: String

  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to take (default: all); may be given several times.")
  var types: [AuxiliaryDataType] = []

  @Flag(help: "Do not compare the pictures; their sizes and orientation tags decide.")
  var noCompare = false

  @Option(
    help: ArgumentHelp(
      "The part of the first photo that the second shows, in pixels of the first as displayed; nothing is compared.",
      valueName: "x,y,w,h"))
  var crop: PixelRectangle?

  @Option(
    help: "Turn the maps as this Exif orientation does, 1 to 8, whatever the tags say; nothing is compared.")
  var turn: Int?

  @OptionGroup(title: "Coding of what does not go over undecoded") var coding: CodingOptions

  func validate() throws {
    try output.check(inputCount: 1)
    guard turn == nil || (1...8).contains(turn ?? 0) else { throw ValidationError("--turn is 1 to 8") }
  }

  func run() throws {
    try Failure.one(to) { () throws(AuxError) in try copy() }
  }

  private func copy() throws(AuxError) {
    let notes = Notes(quiet: output.quiet)
    let selection: CopySelection
    do throws(AuxError) {
      selection = try CopySelection(of: ImageSource(from), types: types)
    } catch { throw error.about(from) }
    notes.print(
      selection.leftOut.map {
        "a second image of type \($0.type) (\($0.identifier)) of \(from) is left out"
      }, of: to)
    let source = try ImageSource(to)
    notes.print(selection.source.notes, of: from)
    notes.print(source.notes, of: to)
    let target = try output.target(for: to, source: source)
    var destination = try ImageDestination(
      from: source, as: target.container, quality: coding.primaryQuality)
    notes.print(destination.notes, of: to)
    let copied = try add(selection, to: &destination, notes)
    let report = try destination.finalize(to: target.path, replacement: target.replacement)
    guard !output.json else {
      let list = JSONValue.Member("copied", .array(copied.map(\.json)))
      Console.output(report.json(path: target.path, list: list).text)
      return
    }
    Console.output(WriteText.head(report, path: target.path))
    if let match = destination.pictureMatch {
      Console.output("  the pictures are \(Int(match.likeness * 100)) % alike")
    }
    for copy in copied {
      Console.output(
        "  \(copy.image.type) \(copy.width)x\(copy.height), "
          + (copy.isUndecoded ? "coded bytes taken over" : "coded anew"))
    }
  }

  /// Adds the images; what there is to say of them is printed whether or not that succeeds.
  private func add(
    _ selection: CopySelection, to destination: inout ImageDestination, _ notes: Notes
  ) throws(AuxError) -> [CopiedImage] {
    let before = destination.notes.count
    defer { notes.print(Array(destination.notes.dropFirst(before)), of: to) }
    return try destination.copyAuxiliaryImages(
      selection, placing: placement, encoding: coding.encoding, replacing: coding.replace)
  }

  private var placement: CopyPlacement {
    if crop != nil || turn != nil {
      return .stated(crop: crop, turn: turn.flatMap(ImageOrientation.init))
    }
    return noCompare ? .byTags : .compared
  }
}
