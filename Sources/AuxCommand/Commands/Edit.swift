internal import ArgumentParser
internal import AuxDepthKit

struct Edit: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Crops, scales, turns, converts or strips photos, with their maps and HDR.",
    discussion: Prose.paragraphs(
      """
      Depth maps, mattes, gain maps, camera calibration and regions follow the photo. Coordinates are those of the photo
      as displayed; it is straightened, cropped, scaled, rotated and flipped in this order. The output's extension says
      into what: without another option, edit is a conversion. PNG and TIFF take the photo upright and without its maps.

        auxdepth edit photo.heic -o photo.jpg
        auxdepth edit photos/*.heic --resize long=2048 --strip location --container jpeg --directory small

      Turns, mirrorings, --drop and --strip are written around the coded bytes, which stay as they are. A straightening, a
      crop, another size, --upright, --quality, --bits and another container decode the photo once and code it once. Pixels of a
      DNG are not changed within DNG.

      A photo may lose what no option asks to remove, such as the other view of a spatial photo that is rotated, or its video. A
      warning names each loss. With --in-place it is an error (status 65), and the photo stays, unless --allow-loss is given.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var photos: [String]

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @OptionGroup var output: OutputOptions
  @OptionGroup(title: "Photo") var primary: PrimaryArguments
  @OptionGroup(title: "Edits") var edits: EditArguments
  @OptionGroup(title: "Coding of what is coded anew") var coding: EditCodingArguments

  @Flag(name: .customLong("dry-run"), help: "Say what would be done, by the headers, and write nothing.")
  var dryRun = false

  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { output.settingsWithFolders }

  /// What the options ask for.
  private var edit: PhotoEdit {
    var edit = edits.edit()
    coding.apply(to: &edit)
    return edit
  }

  func check() throws {
    try StreamCheck.inputs(photos)
    try coding.check(edits)
    try output.check(photos: photos, count: recursion.recursive ? nil : photos.count)
    guard !output.inPlace || !edit.isEmpty else {
      throw ValidationError("nothing to edit: give an edit, or the output that a photo is converted into")
    }
  }

  func run() throws {
    let photos = recursion.allPhotos(of: photos)
    let targets = OutputTargets(output, photos: photos.paths)
    try Batch(photos, jobs: jobs, quiet: output.quiet).edit { [edit] path, claims, notes throws(AuxError) in
      var source = try output.source(path)
      source.primaryOptions = primary.options
      notes.opened(source, of: path)
      let container = try output.container(for: source, orPicture: true)
      let target = try targets.next(for: path, as: container, claims, notes)
      if dryRun || output.inPlace {
        let plan = try edit.plan(for: source, as: container)
        if output.inPlace { try edit.checkLosses(of: plan) }
        if dryRun { report(plan, of: path, to: target, notes) }
      }
      if !dryRun { try write(edit, of: source, at: path, as: container, to: target, targets, notes) }
      return .init(isAnyDone: true)
    }
  }

  private func report(
    _ plan: PhotoEdit.Plan, of path: String, to target: OutputTarget, _ notes: Transcript
  ) {
    notes.print(plan.notes, losses: plan.losses, of: path)
    output.report(plan.json(path: target.path), path: target.path, in: notes) {
      EditText.lines(plan, path: target.path, verb: "would be")
    }
  }

  private func write(
    _ edit: PhotoEdit, of source: ImageSource, at path: String, as container: ImageContainer,
    to target: OutputTarget, _ targets: OutputTargets, _ notes: Transcript
  ) throws(AuxError) {
    var edited = try edit.applied(to: source, as: container)
    notes.print(edited.destination.notes, losses: edited.destination.losses, of: path)
    let report = try targets.write(&edited.destination, to: target, notes)
    let json = report.json(edited: edited.plan, as: edited.destination, path: target.path)
    output.report(json, path: target.path, in: notes) {
      EditText.lines(edited.plan, path: target.path, verb: "is")
    }
  }
}

/// What `edit` prints of a photo.
enum EditText {
  static func lines(_ plan: PhotoEdit.Plan, path: String, verb: String) -> [String] {
    let size = plan.geometry.result.displaySize
    let head =
      "\(StandardStream.outputName(path)): \(plan.container.rawValue), \(size.width)x\(size.height) as displayed, "
      + "the photo \(verb) \(word(plan.photoFate))"
    return [head]
      + plan.images.map { image in
        let isThere = [.kept, .cut, .coded].contains(image.fate)
        return "  \(image.image.type)"
          + (isThere ? " \(image.width)x\(image.height)" : "") + ", \(word(image.fate))"
      }
  }

  private static func word(_ fate: PhotoEdit.Fate) -> String {
    switch fate {
    case .kept: "unchanged"
    case .cut: "cut without coding"
    case .coded: "coded anew"
    case .dropped: "removed"
    case .leftOut: "left out"
    }
  }
}
