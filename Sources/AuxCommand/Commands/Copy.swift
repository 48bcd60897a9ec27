internal import ArgumentParser
internal import AuxDepthKit

struct Copy: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Takes the auxiliary images of one photo into another.",
    usage: """
      auxdepth copy <from> <to> -o <output> | --directory <directory> | --in-place [<options>]
      auxdepth copy <to> ... --from <from> --directory <directory> | --in-place [<options>]
      """,
    discussion: Prose.paragraphs(
      """
      Gives an edited photo the depth back that its editor dropped. Both pictures are compared: the edited one may
      be scaled, cropped, turned, mirrored, straightened, and have other colours; the maps and their calibration are cut
      and turned to fit. Another photo is refused, and so is one with a border around it. Between like containers the
      coded bytes go over undecoded where nothing was cut or turned. With --no-compare sizes and orientation tags
      decide.

      With --from, all photos named are those that get images, each from the original of its name; with --recursive,
      that of edited/day/a.jpg is looked for in originals/day, where there is that folder:

        auxdepth copy edited/*.jpg --from originals --directory out
        auxdepth copy --recursive edited --from originals --in-place
      """))

  @Argument(
    help: """
      The photo whose auxiliary images are taken, and the one that gets them; with --from, those that get them. - is \
      standard input.
      """, completion: .photo)
  var photos: [String]

  @Option(
    help: ArgumentHelp(
      "Where the auxiliary images are taken from, for each photo by its name.",
      discussion: """
        A pattern with marks as attach has them, such as {stem}, the photo's name without its extension, or a folder, in \
        which the photo of the same stem is taken: IMG_1.HEIC also for img_1.jpg, IMG_1-edited.jpg, IMG_1 (1).jpg and \
        IMG_E1.jpg. Of several, the one with auxiliary images counts.
        """), completion: .photo)
  var from: String?

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var output: OutputOptions
  @OptionGroup var manifest: ManifestArguments
  @OptionGroup var jobs: JobsArguments

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to take, or a group of types (default: all); may be given several times.")
  var kinds: [AuxiliaryKind] = []

  @Flag(
    name: .customLong("missing-only"),
    help: "Take only what the second photo lacks; pass over photos that lack nothing.")
  var missingOnly = false

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

  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { output.settingsWithFolders }

  func check() throws {
    guard from != nil || photos.count == 2 else {
      throw ValidationError("copy takes FROM and TO, or photos and --from; \(photos.count) are given")
    }
    try StreamCheck.inputs(photos + [from])
    guard !missingOnly || !coding.replace else {
      throw ValidationError("--missing-only and --replace contradict each other")
    }
    guard from != nil || !recursion.recursive else { throw ValidationError("--recursive goes with --from") }
    let targets = from == nil ? Array(photos.dropFirst()) : photos
    try output.check(photos: targets, count: recursion.recursive ? nil : targets.count)
    guard turn == nil || (1...8).contains(turn ?? 0) else { throw ValidationError("--turn is 1 to 8") }
  }

  func run() throws {
    let edited = from == nil ? InputPaths([photos[1]]) : recursion.allPhotos(of: photos)
    let originals = try from.map { from in
      try Failure.ending { () throws(AuxError) in
        let originals = try CompanionFiles(
          from, extensions: ImageContainer.allPhotoExtensions, for: edited.paths,
          below: recursion.folders(of: photos))
        guard edited.paths.count <= 1 || !originals.isOneFile else {
          throw AuxError(
            .usage,
            "is the original of one photo and there are \(edited.paths.count); give a pattern such as 'originals/{stem}.heic', "
              + "or a folder", path: from)
        }
        return originals
      }
    }
    let targets = OutputTargets(output, manifest, photos: from == nil ? photos : edited.paths)
    try Batch(edited, jobs: jobs, quiet: output.quiet).edit {
      to, claims, notes throws(AuxError) in
      let from = try originals.map { originals throws(AuxError) in try original(of: to, among: originals) }
      return try copy(from: from ?? photos[0], to: to, targets, claims, notes)
    }
  }

  /// Returns the photo that an edited photo is made from: of several with its name, the one with auxiliary images.
  private func original(of to: String, among files: CompanionFiles) throws(AuxError) -> String {
    let paths = try files.originals(of: to)
    guard paths.count > 1 else { return paths[0] }
    var holding: [String] = []
    for path in paths {
      do throws(AuxError) {
        _ = try CopySelection(of: ImageSource(path), kinds: kinds)
        holding.append(path)
      } catch { try error.throwIfOfSystem() }
    }
    guard holding.count == 1 else {
      throw CompanionFiles.doubt(among: holding.isEmpty ? paths : holding, for: to)
    }
    return holding[0]
  }

  private func copy(
    from: String, to: String, _ targets: OutputTargets, _ claims: PhotoBatch.FileClaims, _ notes: Transcript
  ) throws(AuxError) -> Batch.Parts {
    claims.reads([from])
    var selection: CopySelection
    do throws(AuxError) {
      selection = try CopySelection(of: ImageSource(from), kinds: kinds)
    } catch { throw error.about(StandardStream.inputName(from)) }
    let source = try output.source(to)
    if missingOnly {
      selection.leaveOut(imagesOf: source)
      guard !selection.images.isEmpty else {
        notes.print(["it has its auxiliary images already"], of: to)
        return .init(isAnyDone: true)
      }
    }
    notes.print(
      selection.leftOut.map {
        "a second image of type \($0.type) (\($0.identifier)) of \(from) is left out"
      }, of: to)
    notes.opened(selection.source, of: from)
    notes.opened(source, of: to)
    let container = try output.container(for: source)
    let target = try targets.next(for: to, as: container, inputs: [from], claims, notes)
    var destination = try ImageDestination(
      from: source, as: container, quality: coding.primaryQuality, allowsPreview: coding.preview)
    notes.print(destination.notes, of: to)
    let copied = try add(selection, to: &destination, of: to, notes)
    let report = try targets.write(&destination, to: target, notes)
    let list = JSONValue.Member("copied", .array(copied.map(\.json)))
    output.report(report.json(path: target.path, list: list), path: target.path, in: notes) {
      let likeness = destination.pictureMatch.map { "  the pictures are \(Int($0.likeness * 100)) % alike" }
      let images = copied.map {
        "  \($0.image.type) \($0.width)x\($0.height), "
          + ($0.isUndecoded ? "coded bytes taken over" : "coded anew")
      }
      return [WriteText.head(report, path: target.path)] + (likeness.map { [$0] } ?? []) + images
    }
    return .init(isAnyDone: true)
  }

  /// Adds the images; what there is to say of them is printed whether or not that succeeds.
  private func add(
    _ selection: CopySelection, to destination: inout ImageDestination, of to: String, _ notes: Transcript
  ) throws(AuxError) -> [WriteReport.CopiedImage] {
    let before = destination.notes.count
    defer { notes.print(Array(destination.notes.dropFirst(before)), of: to) }
    return try destination.copyAuxiliaryImages(
      selection, placing: placement, encoding: coding.encoding, replacing: coding.replace)
  }

  private var placement: ImageDestination.CopyPlacement {
    if crop != nil || turn != nil {
      return .stated(crop: crop, turn: turn.flatMap(ImageOrientation.init))
    }
    return noCompare ? .byTags : .compared
  }
}
