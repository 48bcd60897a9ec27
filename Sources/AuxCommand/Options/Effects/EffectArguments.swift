internal import ArgumentParser
internal import AuxDepthKit

/// The options of what is in focus, and of the blur of what is not.
struct FocusArguments: ParsableArguments {
  @Option(
    help: """
      The nearness in focus, 0 (farthest) to 1 (nearest), or the distance in meters, such as 1.2m; in stream also several \
      with their times, in seconds or of frames: 0.2@0s,0.8@75f or 1.2m@0s,3m@75f.
      """)
  var focus = FocusSetting.nearness(0.75)

  @Option(help: "The range of nearness that is fully in focus.")
  var width: Float = 0.1

  @Option(help: "How fast the focus fades: 4 fades within 1/4 of the nearness.")
  var slope: Float = 4

  @Option(help: "The radius of the blur in pixels of a 12-megapixel picture.")
  var radius: Float = 15

  @Option(help: "The kernel of the blur: disc or gaussian.")
  var kernel: FocalBlur.Shape = .disc

  @Option(
    help: "How strongly things nearer than the focus are blurred, 0 to 2: a factor of their radii.")
  var front: Float = 1

  @Option(
    help: "How strongly things farther than the focus are blurred, 0 to 2: a factor of their radii.")
  var back: Float = 1

  func validate() throws {
    do throws(AuxError) { _ = try options() } catch { throw ValidationError(error.reason) }
  }

  /// Returns the options of effects; throws `usage` where a number is out of range.
  func options() throws(AuxError) -> EffectOptions {
    var options = EffectOptions()
    switch focus {
    case .nearness(let nearness):
      options.focus = try FocusMask(focus: nearness, width: width, slope: slope)
    case .distance(let meters):
      options.target = .distance(meters)
      options.focus = try FocusMask(width: width, slope: slope)
    case .pull(let text):
      options.pull = try FocusPull(parsing: text)
      options.focus = try FocusMask(width: width, slope: slope)
    }
    options.blur = try FocalBlur(
      radius: radius, shape: kernel, front: front, back: back)
    return options
  }
}

struct EffectArguments: ParsableArguments {
  @OptionGroup(title: "Effect") var gray: DepthGrayArguments

  @Flag(
    name: .customLong("no-grain"),
    help: "blur: leave blurred parts smooth, without the grain that the photo has.")
  var noGrain = false

  @Option(
    help: """
      The bits of a sample of the picture: 8, 10 (HEIC and AVIF) or 16 (PNG and TIFF); as many as the photo has, or the \
      most that the picture holds, unless this says otherwise.
      """)
  var bits: Int?

  func validate() throws {
    guard bits.map([8, 10, 16].contains) ?? true else { throw ValidationError("--bits is 8, 10 or 16") }
    do throws(AuxError) { _ = try options(EffectOptions()) } catch { throw ValidationError(error.reason) }
  }

  /// Returns the options with those of the focus; throws `usage` where a number is out of range.
  func options(_ focus: EffectOptions) throws(AuxError) -> EffectOptions {
    var options = focus
    options.gray = try gray.effect()
    if noGrain { options.blur = try options.blur.changed(matchesGrain: false) }
    return options
  }
}

/// The options of the lens that a blur is that of.
struct LensArguments: ParsableArguments {
  @Option(
    help: """
      The blur of a lens with so many millimetres of opening, by the distances of the map; takes the place of \
      --radius, --slope and --width.
      """)
  var aperture: Float?

  @Option(
    name: .customLong("f-number"),
    help: """
      The same by the f-number of a camera for 35 mm film with the photo's field of view; with a relative map, relative \
      to the f-number that the photo simulates.
      """)
  var fNumber: Float?

  @Option(
    help: """
      With --f-number: the focal length of the lens in millimeters; the opening is the focal length over the f-number, \
      as Blender's camera has it (default: as of a camera for 35 mm film).
      """)
  var focal: Float?

  var isGiven: Bool { aperture != nil || fNumber != nil }

  /// Returns the lens; nil where none is asked for. Throws `usage` where a number is out of range.
  func lens(fieldOfView: Double?) throws(AuxError) -> LensOptions? {
    if let aperture { return try LensOptions(.diameter(aperture / 1000), fieldOfView: fieldOfView) }
    guard let fNumber else { return nil }
    let opening: LensOptions.Opening =
      focal.map { .focalLength($0 / 1000, fNumber: fNumber) } ?? .fNumber(fNumber)
    return try LensOptions(opening, fieldOfView: fieldOfView)
  }

  func validate() throws {
    guard aperture == nil || fNumber == nil else {
      throw ValidationError("--aperture and --f-number say the same; give one of them")
    }
    guard focal == nil || fNumber != nil else { throw ValidationError("--focal goes with --f-number") }
    guard (try? aperture.map { try LensOptions(.diameter($0 / 1000)) }) != nil || aperture == nil else {
      throw ValidationError("--aperture is 0 to 10000 millimetres")
    }
    do throws(AuxError) { _ = try lens(fieldOfView: nil) } catch { throw ValidationError(error.reason) }
  }
}
