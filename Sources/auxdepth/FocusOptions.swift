internal import ArgumentParser
internal import AuxEffects
internal import AuxImage

/// The options of what is in focus, and of the blur of what is not.
struct FocusOptions: ParsableArguments {
  @Option(help: "The nearness in focus, 0 (far) to 1 (near).")
  var focus: Float = 0.75

  @Option(help: "The depth of what is in focus.")
  var width: Float = 0.1

  @Option(help: "How fast the focus fades.")
  var slope: Float = 4

  @Option(help: "The radius of the blur in pixels of a 12-megapixel picture.")
  var radius: Float = 15

  /// Returns the focus mask; throws `usage` where a number is out of range.
  func mask() throws(AuxError) -> FocusMask { try FocusMask(focus: focus, width: width, slope: slope) }
}
