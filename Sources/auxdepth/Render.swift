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
      Effects: grayscale (the map, near = white), mask (what is in focus), spotlight (the photo over black), highlight
      (colour in focus, gray elsewhere), blur (out of focus), rosy (green removed), stereo (two eyes).
      """)

  /// The effects.
  enum Effect: String, ExpressibleByArgument, CaseIterable {
    case grayscale, mask, spotlight, highlight, blur, rosy, stereo
  }

  @Argument(help: "The effect.")
  var effect: Effect

  @Argument(help: "The photo: JPEG, HEIF, or DNG with a preview.")
  var file: String

  @Option(name: [.short, .customLong("output")], help: "The picture: .png, .jpg or .heic.")
  var output: String

  @OptionGroup(title: "Focus") var focus: FocusOptions
  @OptionGroup(title: "Effect") var options: EffectOptions

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
    guard jobs.map({ $0 > 0 }) ?? true else { throw ValidationError("--jobs is at least 1") }
    guard !keepAux || effect != .stereo else { throw ValidationError("a stereo picture keeps no maps") }
  }

  func run() throws {
    try Failure.one(file) { () throws(AuxError) in try render() }
  }

  private func render() throws(AuxError) {
    let container = try pictureContainer()
    let source = try ImageSource(file)
    let renderer = EffectRenderer(
      effect: effect, focus: focus, options: options, jobs: jobs ?? Cores.count)
    let isUpright = container == .png || effect == .stereo
    let pictures = try renderer.pictures(of: source, isUpright: isUpright)
    for (number, picture) in pictures.enumerated() {
      let path = pictures.count == 1 ? output : numbered(number)
      let bytes = try picture.file(
        as: container, quality: quality, keepingImagesOf: keepAux && container != .png ? source : nil)
      do throws(AuxError) {
        try OutputFile.write(bytes, to: path, replaces: force)
      } catch { throw error.about(path) }
      Console.output("\(path): \(effect.rawValue) \(picture.width)x\(picture.height)")
    }
  }

  private func pictureContainer() throws(AuxError) -> ImageContainer {
    if output.lowercased().hasSuffix(".png") {
      guard !keepAux else {
        throw AuxError(.usage, "PNG holds no auxiliary images; --keep-aux needs .jpg or .heic")
      }
      return .png
    }
    guard let container = ImageContainer(outputPath: output), container != .dng else {
      throw AuxError(.usage, "the output \(output) must end in .png, .jpg, .jpeg, .heic, .heif or .hif")
    }
    return container
  }

  /// Returns the name of one picture of a pair: `-left` and `-right` in front of the extension.
  private func numbered(_ number: Int) -> String {
    let dot = output.lastIndex(of: ".") ?? output.endIndex
    return output[..<dot] + (number == 0 ? "-left" : "-right") + output[dot...]
  }
}

/// The options of the effects.
struct EffectOptions: ParsableArguments {
  @Option(help: "The kernel of the blur: disc or gaussian.")
  var kernel: FocalBlur.Shape = .disc

  @Flag(
    name: .customLong("use-matte"), help: "Keep the person in focus, by the photo's portrait effects matte.")
  var useMatte = false

  @Option(help: "left-right, right-left, top-bottom, anaglyph or pair.")
  var layout: StereoPair.Layout = .leftRight

  @Option(name: .customLong("max-shift"), help: "The largest shift of an eye, as a fraction of the width.")
  var maxShift: Float = 0.01

  @Option(help: "The nearness that stays in the plane of the picture, 0 to 1.")
  var convergence: Float = 0.5
}
