internal import ArgumentParser
internal import AuxDepthKit

/// The options of a focus that moves over the frames of a stream.
struct FollowedFocusArguments: ParsableArguments {
  @Option(
    name: .customLong("focus-at"),
    help: "Follow the depth at this pixel of the frames: x,y from the top left.")
  var focusAt: PixelArgument?

  @Flag(
    help: "Follow the subject: what the matte shows, else the nearest thing as large as a face.")
  var autofocus = false

  @Option(
    name: .customLong("focus-curve"),
    help: "How the focus moves between the times of --focus: linear, or smooth (from rest to rest).")
  var curve: FocusPull.Curve = .linear

  func validate() throws {
    guard focusAt == nil || !autofocus else {
      throw ValidationError("--focus-at and --autofocus say the same; give one of them")
    }
  }

  /// Sets what the options say; throws `usage` where the focus has several times, too.
  func apply(to options: inout EffectOptions) throws(AuxError) {
    guard options.target == .nearness || focusAt == nil && !autofocus else {
      throw AuxError(.usage, "--focus in meters, --focus-at and --autofocus say the same; give one of them")
    }
    if let pull = options.pull { options.pull = try FocusPull(pull.marks, curve: curve) }
    if let focusAt { options.target = .pixel(x: focusAt.x, y: focusAt.y) }
    if autofocus { options.target = .subject }
    guard options.pull == nil || options.target == .nearness else {
      throw AuxError(
        .usage, "--focus at times takes the place of --focus-at and --autofocus; give one of them")
    }
  }
}
