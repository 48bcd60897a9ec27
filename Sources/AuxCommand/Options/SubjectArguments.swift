internal import ArgumentParser
internal import AuxDepthKit

/// A pixel as the command line names it: two numbers with a comma.
struct PixelArgument: ExpressibleByArgument {
  /// Column and row, from the top left of the picture as it is displayed.
  let x, y: Int

  init?(argument: String) {
    guard let numbers: [Int] = argument.numbers(), numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    (x, y) = (numbers[0], numbers[1])
  }
}

/// The options of what is focused on, and of the subject that a matte shows.
struct SubjectArguments: ParsableArguments {
  @Option(
    name: .customLong("focus-at"),
    help: "Focus on what this pixel of the photo shows, as it is displayed: x,y from the top left.")
  var focusAt: PixelArgument?

  @Flag(
    help: """
      Focus on the subject: what the camera focused on as far as the file says, else what the matte shows, else a face, \
      else the nearest thing.
      """)
  var autofocus = false

  @Flag(
    name: .customLong("use-matte"), help: "Keep the person in focus, by the photo's portrait effects matte.")
  var useMatte = false

  @Option(
    name: .customLong("matte-mode"),
    help: """
      How the matte is used: union (with what the focus shows), intersection, replace (the matte decides at and beside \
      the subject), or only (no depth map is needed).
      """)
  var matteMode: EffectMask.Combination?

  @Option(
    name: .customLong("matte-type"),
    help: "The type of the matte, as info names it (default: portraitEffectsMatte).")
  var matteType = AuxiliaryDataType.portraitEffectsMatte

  @Option(help: "The picture behind the subject in composite.", completion: .photo)
  var background: String?

  @Option(
    help: "The share of the effect, 0 to 1; the rest is the photo's own light.")
  var mix: Float = 1

  /// How the matte is used, if it is.
  var mode: EffectMask.Combination? { matteMode ?? (useMatte ? .union : nil) }

  func validate() throws {
    guard focusAt == nil || !autofocus else {
      throw ValidationError("--focus-at and --autofocus say the same; give one of them")
    }
    do throws(AuxError) { _ = try EffectMixer(mix: mix) } catch { throw ValidationError(error.reason) }
  }

  /// Returns the options with these, but for the background; throws `usage` where a number is out of range.
  func options(_ effect: EffectOptions) throws(AuxError) -> EffectOptions {
    var options = effect
    if let focusAt { options.target = .pixel(x: focusAt.x, y: focusAt.y) }
    if autofocus { options.target = .subject }
    options.matteMode = mode
    options.matteType = matteType
    options.mixer = mix == 1 ? .filtered : try EffectMixer(mix: mix)
    return options
  }
}
