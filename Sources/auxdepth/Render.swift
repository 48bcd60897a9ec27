internal import ArgumentParser
internal import AuxEffects
internal import AuxImage
internal import AuxReader
internal import AuxWriter

/// `auxdepth render`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a picture of a photo and its depth map.",
    discussion: """
      Effects: grayscale (the map, near = white), mask (what is in focus),
      spotlight (the photo over black), highlight (colour in focus, gray
      elsewhere), blur (out of focus), rosy (green removed), stereo (two eyes).

      Exif goes along, and with colour pictures the ICC profile. A PNG and a
      stereo picture are turned upright.
      """)

  /// The effects.
  enum Effect: String, ExpressibleByArgument, CaseIterable {
    case grayscale, mask, spotlight, highlight, blur, rosy, stereo
  }

  @Argument(help: "The effect.")
  var effect: Effect

  @Argument(help: "The photo: JPEG, HEIF, PNG with --depth or --disparity, or DNG with a preview.")
  var file: String

  @Option(name: [.short, .customLong("output")], help: "The picture: .png, .jpg or .heic.")
  var output: String

  @OptionGroup(title: "Focus") var focus: FocusOptions
  @OptionGroup(title: "Effect") var options: EffectOptions
  @OptionGroup(title: "Stereo") var stereo: StereoOptions
  @OptionGroup(title: "Another map") var map: RenderMapOptions
  @OptionGroup(title: "What that map means") var meaning: DepthMapOptions
  @OptionGroup(title: "Its file") var mapFile: MapFileArguments

  @Flag(
    name: .customLong("keep-aux"),
    help: "Put the photo's auxiliary images into the picture (not PNG, not stereo).")
  var keepAux = false

  @Option(help: "The quality of a JPEG or HEIC picture, 1 to 100.")
  var quality = 92

  @Option(help: "The number of threads (default: as many as there are cores).")
  var jobs: Int?

  @Flag(help: "Replace an output that exists.")
  var force = false

  func validate() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is 1 to 100") }
    guard (jobs ?? 1) > 0 else { throw ValidationError("--jobs is at least 1") }
    guard !keepAux || effect != .stereo else { throw ValidationError("a stereo picture keeps no maps") }
    try meaning.check(hasDepth: map.depth != nil, hasDisparity: map.disparity != nil)
    try options.check(effect, output: output)
  }

  func run() throws {
    try Failure.one(file) { () throws(AuxError) in try render() }
  }

  private func render() throws(AuxError) {
    let container = try pictureContainer()
    let source = try ImageSource(file)
    // What a viewer does not turn, and what the eyes are to see, is turned here.
    let isUpright = container == .png || effect == .stereo
    let orientation = isUpright ? source.primary?.orientation ?? .up : .up
    let map = effect == .rosy ? nil : try renderMap(of: source, orientation)
    if options.useMatte, source.auxiliaryImage(.portraitEffectsMatte) == nil {
      Console.error("auxdepth: note: \(file): there is no portrait effects matte to use")
    }
    let renderer = try EffectRenderer(
      source, map: map?.map, isUpright: isUpright, orientation: orientation, jobs: jobs ?? Cores.count)
    if renderer.had16Bits {
      Console.error("auxdepth: note: \(file): effects are computed with 8 of the photo's 16 bits")
    }
    guard effect == .stereo else {
      let picture = try renderer.picture(of: effect, focus: focus, options: options)
      return try write(
        picture, as: container, to: output, keepingImagesOf: keepAux && container != .png ? source : nil)
    }
    switch stereo.layout {
    case .spatial:
      let (photo, description, notes) = try stereo.spatialPhoto(renderer, map)
      let (bytes, losses) = try photo.file(quality: quality)
      try write(bytes, to: output, description, losses + notes)
    case .pictures(let layout):
      let effect = try Stereo(maxShift: stereo.shift, convergence: stereo.convergence)
      let pictures = try renderer.pictures(of: effect, layout: layout)
      guard pictures.count == 2 else { return try write(pictures[0], as: container, to: output) }
      try writePair(pictures, as: container)
    }
  }

  /// Returns the map of the photo, or that of a file.
  private func renderMap(
    of source: ImageSource, _ orientation: ImageOrientation
  ) throws(AuxError) -> RenderMap {
    guard map.isGiven else { return try RenderMap(of: source, orientation: orientation) }
    guard let primary = source.primary else { throw AuxError(.missingImage, "there is no primary image") }
    return try RenderMap(map, meaning: meaning, file: mapFile, for: primary, orientation: orientation)
  }

  private func write(
    _ picture: PrimaryPicture, as container: ImageContainer, to path: String,
    keepingImagesOf source: ImageSource? = nil
  ) throws(AuxError) {
    let (bytes, losses) = try picture.file(as: container, quality: quality, keepingImagesOf: source)
    try write(bytes, to: path, "\(effect.rawValue) \(picture.width)x\(picture.height)", losses)
  }

  /// Writes the pictures of both eyes, `-left` and `-right` in front of the extension.
  private func writePair(
    _ pictures: [PrimaryPicture], as container: ImageContainer
  ) throws(AuxError) {
    let dot = output.lastIndex(of: ".") ?? output.endIndex
    let paths = ["-left", "-right"].map { String(output[..<dot]) + $0 + output[dot...] }
    let left = try pictures[0].file(as: container, quality: quality)
    let right = try pictures[1].file(as: container, quality: quality)
    try OutputFile.write((left.bytes, paths[0]), (right.bytes, paths[1]), replaces: force)
    for (path, losses) in [(paths[0], left.losses), (paths[1], right.losses)] {
      report(path, "\(effect.rawValue) \(pictures[0].width)x\(pictures[0].height)", losses)
    }
  }

  private func write(
    _ bytes: [UInt8], to path: String, _ description: String, _ notes: [String]
  ) throws(AuxError) {
    do throws(AuxError) {
      try OutputFile.write(bytes, to: path, replaces: force)
    } catch { throw error.about(path) }
    report(path, description, notes)
  }

  private func report(_ path: String, _ description: String, _ notes: [String]) {
    Console.output("\(path): \(description)")
    for note in notes { Console.error("auxdepth: note: \(path): \(note)") }
  }

  private func pictureContainer() throws(AuxError) -> ImageContainer {
    if output.lowercased().hasSuffix(".png") {
      guard !keepAux else {
        throw AuxError(.usage, "PNG holds no auxiliary images; --keep-aux needs .jpg or .heic")
      }
      guard !stereo.isSpatial else { throw AuxError(.usage, "a spatial photo is .heic") }
      return .png
    }
    guard let container = ImageContainer(outputPath: output), container != .dng else {
      throw AuxError(.usage, "the output \(output) must end in .png, .jpg, .jpeg, .heic, .heif or .hif")
    }
    guard !stereo.isSpatial || container == .heif else { throw AuxError(.usage, "a spatial photo is .heic") }
    return container
  }
}
