internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth copy`.
struct Copy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes the auxiliary images of one photo into another.",
    discussion: """
      Gives an edited photo the depth back that its editor dropped: the photos may differ in size, not in aspect
      ratio. Between like containers the coded bytes go over undecoded. Where the editor turned the pixels as the
      orientation tag asked for, which both tags together tell, the maps are turned with them.
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

  @Option(help: "Turn the maps as this Exif orientation does, 1 to 8, whatever the tags say.")
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
    for copy in copied {
      Console.output(
        "  \(copy.image.type) \(copy.image.width)x\(copy.image.height), "
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
      selection, turning: turn.flatMap(ImageOrientation.init), encoding: coding.encoding,
      replacing: coding.replace)
  }
}
