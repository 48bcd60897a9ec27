internal import ArgumentParser
internal import AuxEffects
internal import AuxImage

/// The options of what is in focus, and of the blur of what is not.
struct FocusOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The nearness in focus, 0 (farthest) to 1 (nearest).")
  var focus: Float = 0.75

  @Option(parsing: .unconditional, help: "The range of nearness that is fully in focus.")
  var width: Float = 0.1

  @Option(parsing: .unconditional, help: "How fast the focus fades: 4 fades within 1/4 of the nearness.")
  var slope: Float = 4

  @Option(parsing: .unconditional, help: "The radius of the blur in pixels of a 12-megapixel picture.")
  var radius: Float = 15

  @Option(help: "The kernel of the blur: disc or gaussian.")
  var kernel: FocalBlur.Shape = .disc

  /// Returns the focus mask; throws `usage` where a number is out of range.
  func mask() throws(AuxError) -> FocusMask { try FocusMask(focus: focus, width: width, slope: slope) }

  /// Returns the blur; throws `usage` where the radius is out of range.
  func blur() throws(AuxError) -> FocalBlur { try FocalBlur(radius: radius, shape: kernel) }

  func validate() throws {
    do throws(AuxError) { _ = try (mask(), blur()) } catch { throw ValidationError(error.reason) }
  }
}
