internal import ArgumentParser
internal import AuxDepthKit
internal import Foundation

/// `auxdepth render`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a picture of a photo and its depth map.",
    discussion: """
      Effects: \(EffectArgument<PhotoEffects>.listing).

      Exif goes along, and with colour pictures the ICC profile. A PNG and a
      stereo picture are turned upright.
      """)

  @Argument(help: "The effect.")
  var effect: EffectArgument<PhotoEffects>

  @Argument(
    help:
      "The photo: JPEG, HEIF or DNG with a preview; with --depth or --disparity also PNG, TIFF, WebP or OpenEXR."
  )
  var file: String

  @Option(name: [.short, .customLong("output")], help: "The picture: .png, .jpg or .heic.")
  var output: String

  @OptionGroup(title: "Focus") var focus: FocusArguments
  @OptionGroup(title: "Effect") var options: EffectArguments
  @OptionGroup(title: "Stereo") var stereo: StereoArguments
  @OptionGroup(title: "Another map") var map: RenderMapArguments
  @OptionGroup(title: "What that map means") var meaning: DepthMapArguments
  @OptionGroup(title: "Its file") var mapFile: MapFileArguments

  @Flag(
    name: .customLong("keep-aux"),
    help: "Put the photo's auxiliary images into the picture (not PNG, not stereo).")
  var keepAux = false

  @Option(help: "The quality of a JPEG or HEIC picture, 1 to 100.")
  var quality = ImageDestination.standardQuality

  @Option(help: "The number of threads (default: as many as there are cores).")
  var jobs: Int?

  @Flag(help: "Replace an output that exists.")
  var force = false

  func validate() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is 1 to 100") }
    guard (jobs ?? 1) > 0 else { throw ValidationError("--jobs is at least 1") }
    guard !keepAux || !effect.effect.isStereo else {
      throw ValidationError("a stereo picture keeps no maps")
    }
    try meaning.check(hasDepth: map.depth != nil, hasDisparity: map.disparity != nil)
    guard
      options.bits == 8 || effect.effect.parameters.contains(.gray) && output.lowercased().hasSuffix(".png")
    else { throw ValidationError("--bits 16 is for grayscale as PNG") }
  }

  func run() throws {
    try Failure.one(file) { () throws(AuxError) in try render() }
  }

  private func render() throws(AuxError) {
    try checkOutput()
    let source = try ImageSource(file)
    let map = effect.effect.needsMap ? try map.map(for: source, meaning: meaning, file: mapFile) : nil
    if let counts = map?.counts, counts.background + counts.holes > 0 {
      note(file, "of the map" + CountText.phrase(counts))
    }
    if options.useMatte, source.auxiliaryImage(.portraitEffectsMatte) == nil {
      Console.error("auxdepth: note: \(file): there is no portrait effects matte to use")
    }
    let renderer = try PhotoRenderer(source, map: map, jobs: jobs ?? WorkerPool.coreCount)
    for text in renderer.notes { note(file, text) }
    if renderer.photo.bitsPerSample == 16 {
      Console.error("auxdepth: note: \(file): effects are computed with 8 of the photo's 16 bits")
    }
    if effect.effect.isStereo, stereo.isSpatial { return try writeSpatial(renderer) }
    let files = try renderer.write(
      effect.effect, effectOptions(), to: output, quality: quality, keepsAuxiliaryImages: keepAux,
      replaces: force)
    for file in files { report(file.path, "\(effect.effect) \(file.width)x\(file.height)", file.notes) }
  }

  private func effectOptions() throws(AuxError) -> EffectOptions {
    var all = try options.options(focus.options())
    all.stereo = try stereo.stereo()
    if case .pictures(let layout) = stereo.layout { all.layout = layout }
    return all
  }

  private func writeSpatial(_ renderer: PhotoRenderer) throws(AuxError) {
    let pair = try renderer.spatialPhoto(stereo.cameras(), stereo: stereo.stereo(), quality: quality)
    try pair.photo.finalize(to: output, replacement: force ? .replace : .never)
    report(
      output,
      "\(effect.effect), two of \(pair.width)x\(pair.height), "
        + String(
          format: "baseline %.1f mm, field of view %.1f degrees", pair.baseline * 1000, pair.fieldOfView),
      pair.photo.notes)
    guard stereo.baseline == nil, pair.isWide else { return }
    note(
      output,
      "the cameras are farther apart than eyes: the map is of far or nearly equal distances; see --baseline")
  }

  private func report(_ path: String, _ description: String, _ notes: [String]) {
    Console.output("\(path): \(description)")
    for text in notes { note(path, text) }
  }

  private func note(_ path: String, _ text: String) { Console.error("auxdepth: note: \(path): \(text)") }

  /// Checks that the container that the output's extension asks for takes what it is to hold.
  private func checkOutput() throws(AuxError) {
    let container = try ImageContainer.forPicture(at: output)
    guard container != .png || !keepAux else {
      throw AuxError(.usage, "PNG holds no auxiliary images; --keep-aux needs .jpg or .heic")
    }
    guard container == .heif || !stereo.isSpatial else { throw AuxError(.usage, "a spatial photo is .heic") }
  }
}
