internal import ArgumentParser
internal import AuxDepthKit

struct Render: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Makes a picture of a photo and its depth map.",
    discussion: Prose.paragraphs(
      """
      Effects: \(PhotoEffects.listing).

      Exif, XMP and IPTC are copied as by edit, with a new thumbnail where the
      photo has one, and with color pictures the ICC profile. A position in them
      stays, which a note says.
      A PNG, a TIFF, a stereo picture and one of normals are turned upright.
      """))

  @Argument(help: "The effect.")
  var effect: ListedArgument<PhotoEffects>

  @Argument(
    help:
      "The photo: JPEG, HEIF, AVIF or DNG with a preview; with --depth or --disparity also PNG, TIFF, WebP or OpenEXR; - is standard input.",
    completion: .photo)
  var file: String

  @Option(
    name: [.short, .customLong("output")],
    help: """
      The picture: .png, .jpg, .heic, .avif or .tif, of the layout mpo .mpo, of parallax .mp4 or another video that \
      ffmpeg makes, or .y4m; or - for standard output.
      """, completion: .picture)
  var output: String

  @Option(
    help: "The container of the picture (default: by the extension; of standard output, that of the photo).")
  var container: ListedArgument<PictureContainers>?

  @OptionGroup(title: "Photo") var primary: PrimaryArguments
  @OptionGroup(title: "Focus") var focus: FocusArguments
  @OptionGroup(title: "Lens") var lens: LensArguments
  @OptionGroup(title: "Effect") var options: EffectArguments
  @OptionGroup(title: "Subject") var subject: SubjectArguments
  @OptionGroup(title: "Stereo") var stereo: StereoArguments
  @OptionGroup(title: "Parallax") var loop: LoopArguments
  @OptionGroup(title: "Another map") var map: RenderMapArguments
  @OptionGroup(title: "What that map means") var meaning: DepthMapArguments
  @OptionGroup(title: "Its file") var mapFile: MapFileArguments

  @Flag(
    name: .customLong("keep-aux"),
    help: "Put the photo's auxiliary images into the picture (not PNG or TIFF, not stereo).")
  var keepAux = false

  @Option(help: "The quality of a JPEG, HEIC or AVIF picture, 1 to 100.")
  var quality = ImageDestination.standardQuality

  @OptionGroup var threads: ThreadArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @Flag(help: "Print what was made as JSON: a line for each file.")
  var json = false

  @OptionGroup var sync: SyncArguments

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { console.settings(json: json, output: output) }

  func check() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is 1 to 100") }
    guard !keepAux || !effect.value.isStereo else {
      throw ValidationError("a stereo picture keeps no maps")
    }
    let parameters = effect.value.parameters
    for (options, readers) in Self.readers where parameters.isDisjoint(with: readers) {
      guard let option = options.first(where: Arguments.has) else { continue }
      throw ValidationError("\(effect.value) does not use \(option)")
    }
    guard !Arguments.has("--matte-type") || readsMatte else {
      throw ValidationError("--matte-type goes with --use-matte, --matte-mode or --autofocus")
    }
    guard !lens.isGiven || effect.value.parameters.contains(.blur) else {
      throw ValidationError("--aperture and --f-number are for blur")
    }
    if case .distance = focus.focus, subject.focusAt != nil || subject.autofocus {
      throw ValidationError("--focus in meters, --focus-at and --autofocus say the same; give one of them")
    }
    if case .pull = focus.focus { throw ValidationError("a photo has one --focus; times are for stream") }
    guard
      stereo.fieldOfView == nil || stereo.isSpatial || stereo.baseline != nil || lens.isGiven
        || effect.value.parameters.contains(.camera)
    else {
      throw ValidationError("--fov is for normals, --layout spatial, --baseline, --aperture and --f-number")
    }
    guard stereo.baseline == nil || effect.value.isStereo else {
      throw ValidationError("--baseline is for stereo")
    }
    try validateVideo()
    try meaning.check(hasDepth: map.depth != nil, hasDisparity: map.disparity != nil)
    guard (effect.value == .composite) == (subject.background != nil) else {
      throw ValidationError(
        subject.background == nil
          ? "composite needs --background, the picture behind the subject" : "--background is for composite")
    }
    guard subject.mix == 1 || effect.value.parameters.contains(.mixer) else {
      throw ValidationError("\(effect.value) is not mixed with the photo")
    }
    try StreamCheck.inputs(inputs)
    try StreamCheck.output(output)
  }

  /// The options that only some effects read, with what these read.
  private static let readers: [(options: [String], parameters: Set<AuxEffect.Parameter>)] = [
    (["--focus", "--width", "--slope"], [.focus]), (["--focus-at", "--autofocus"], [.target]),
    (["--radius", "--kernel", "--front", "--back", "--no-grain"], [.blur]),
    (["--offset", "--range"], [.gray]),
    (["--layout"], [.stereo]), (["--max-shift", "--convergence"], [.stereo, .loop]),
    (["--loop-seconds", "--frame-rate", "--longer-side"], [.loop]),
    (["--use-matte", "--matte-mode"], [.matte]), (["--matte-type"], [.matte, .subject, .target]),
  ]

  /// Whether the options make the effect read a matte.
  private var readsMatte: Bool {
    subject.mode != nil || subject.autofocus || effect.value.parameters.contains(.subject)
  }

  func run() throws {
    try Failure.one(file) { () throws(AuxError) in try render() }
  }

  private func render() throws(AuxError) {
    if effect.value.isVideo { return try writeVideo() }
    if isMultiPicture {
      try MultiPicturePhoto.check(output, container?.value)
      guard options.bits ?? 8 == 8 else {
        throw AuxError(.usage, "--bits \(options.bits ?? 8): pictures of this layout have 8 bits")
      }
    } else if output != StandardStream.path {
      try check(chosenContainer(nil))
    }
    try OutputFile.check(output, replaces: force, inputs: inputs)
    var source = try ImageSource(file)
    source.primaryOptions = primary.options
    Console.verbose(file, VerboseText.read(source))
    let container = isMultiPicture ? container?.value : try chosenContainer(source.container)
    if let container { try check(container) }
    let chosen = try effectOptions()
    let map =
      effect.value.needsMap(chosen) ? try map.map(for: source, meaning: meaning, file: mapFile) : nil
    if let counts = map?.counts, counts.background + counts.holes > 0 {
      note(file, "of the map" + CountText.phrase(counts))
    }
    if subject.mode != nil, !effect.value.needsMatte(chosen), source.auxiliaryImage(subject.matteType) == nil
    {
      note(file, "there is no \(subject.matteType) to use")
    }
    if Arguments.has("--matte-type"), source.auxiliaryImage(subject.matteType) == nil {
      throw source.missingError(of: [.type(subject.matteType)])
    }
    if map != nil {
      Console.verbose(
        self.map.path ?? file, "chose \(self.map.path == nil ? "the photo's own map" : "this map")")
    }
    if let container { Console.verbose(output, "chose the container \(container.rawValue)") }
    // What is written turned is not kept as it was.
    let renderer = try PhotoRenderer(
      source, map: map, isUpright: (container?.isWrittenUpright ?? true) || effect.value.isUpright,
      bitsPerSample: workingBits(container), jobs: threads.jobs ?? AuxWorkerPool.coreCount)
    for text in renderer.notes { note(file, text) }
    if renderer.bitsPerSample > renderer.photo.bitsPerSample {
      note(file, "effects are computed with 8 of the photo's 16 bits, since the picture has 8")
    }
    if effect.value.isStereo, stereo.isSpatial {
      try writeSpatial(renderer)
    } else {
      try writePictures(renderer, chosen, container)
    }
    if renderer.statesLocation, container != .tiff {
      note(
        output,
        "the picture still says where the photo was taken; auxdepth edit --strip location removes that")
    }
  }

  /// The input files. No output replaces one of them.
  var inputs: [String?] { [file, map.depth, map.disparity, subject.background] }

  private func writePictures(
    _ renderer: PhotoRenderer, _ chosen: EffectOptions, _ container: ImageContainer?
  ) throws(AuxError) {
    let files = try renderer.write(
      effect.value, chosen, to: output, as: container, quality: quality, bitsPerSample: options.bits,
      keepsAuxiliaryImages: keepAux, options: sync.options(force: force))
    for file in files {
      guard json else {
        report(file.path, "\(effect.value) \(file.width)x\(file.height)", file.notes)
        continue
      }
      Console.report([Console.text(of: file.json)], of: file.path)
    }
  }

  /// Returns the bits that effects work with, 8 or 16; nil for as many as the photo has.
  ///
  /// A multi-picture file has 8, whatever the photo has.
  private func workingBits(_ container: ImageContainer?) -> Int? {
    guard let container, options.bits != 8 else { return 8 }
    if options.bits != nil { return 16 }
    return container.photoBits.contains { $0 > 8 } ? nil : 8
  }

  private var isMultiPicture: Bool { effect.value.isStereo && stereo.isMultiPicture }

  func effectOptions() throws(AuxError) -> EffectOptions {
    var all = try subject.options(options.options(focus.options()))
    if let background = subject.background { all.background = try ImageSource(background).primaryPixels() }
    all.stereo = try stereo.stereo()
    all.baseline = stereo.baseline.map { $0 / 1000 }
    all.loop = try loop.loop()
    all.fieldOfView = stereo.fieldOfView
    all.lens = try lens.lens(fieldOfView: stereo.fieldOfView)
    if case .pictures(let layout) = stereo.layout.value { all.layout = layout }
    return all
  }

  private func writeSpatial(_ renderer: PhotoRenderer) throws(AuxError) {
    let pair = try renderer.spatialPhoto(
      stereo.cameras(), stereo: stereo.stereo(), quality: quality, bitsPerSample: options.bits)
    try pair.photo.finalize(to: output, options: sync.options(force: force))
    report(
      output,
      "\(effect.value), two of \(pair.width)x\(pair.height), "
        + "\(CameraText.baseline(Double(pair.baseline))), \(CameraText.fieldOfView(Double(pair.fieldOfView)))",
      pair.photo.notes)
    guard stereo.baseline == nil, pair.isWide else { return }
    note(
      output,
      "the cameras are farther apart than eyes: the map is of far or nearly equal distances; see --baseline")
  }

  func report(_ path: String, _ description: String, _ notes: [String]) {
    Console.report(["\(StandardStream.outputName(path)): \(description)"], of: path)
    for text in notes { note(path, text) }
  }

  func note(_ path: String, _ text: String) {
    Console.say(Message(.note, of: path, text))
  }

  /// Returns the container to write; a spatial photo on standard output is HEIF, whatever was read.
  private func chosenContainer(_ source: ImageContainer?) throws(AuxError) -> ImageContainer {
    if let container { return container.value }
    return try .forPicture(at: output, of: stereo.isSpatial ? .heif : source)
  }

  /// Checks that the container takes what it is to hold.
  private func check(_ container: ImageContainer) throws(AuxError) {
    if let bits = options.bits, !container.photoBits.contains(bits) {
      throw AuxError(
        .usage,
        "--bits \(bits) does not go into \(container.rawValue), whose samples have "
          + "\(container.photoBits.sorted().map(String.init).joined(separator: " or ")) bits")
    }
    guard container.holdsAuxiliaryImages || !keepAux else {
      throw AuxError(
        .usage,
        "\(container.rawValue.uppercased()) holds no auxiliary images; "
          + "--keep-aux needs .jpg, .heic or .avif, or --container")
    }
    guard container == .heif || !stereo.isSpatial else { throw AuxError(.usage, "a spatial photo is .heic") }
  }
}
