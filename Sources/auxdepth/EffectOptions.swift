internal import ArgumentParser
internal import AuxEffects
internal import AuxImage

/// The options of the effects.
struct EffectOptions: ParsableArguments {
  @Flag(
    name: .customLong("use-matte"), help: "Keep the person in focus, by the photo's portrait effects matte.")
  var useMatte = false

  @Option(parsing: .unconditional, help: "The nearness that is black in grayscale.")
  var offset: Float = 0

  @Option(
    parsing: .unconditional,
    help: "How much nearer white is than black in grayscale; negative for near = black.")
  var range: Float = 1

  @Option(help: "The bits of a grayscale PNG: 8 or 16.")
  var bits = 8

  /// Returns the grayscale effect; throws `usage` where a number is out of range.
  func grayscale() throws(AuxError) -> GrayscaleEffect { try GrayscaleEffect(offset: offset, range: range) }

  /// Checks the options against the effect and the output.
  func check(_ effect: Render.Effect, output: String) throws {
    guard bits == 8 || bits == 16 else { throw ValidationError("--bits is 8 or 16") }
    guard bits == 8 || effect == .grayscale && output.lowercased().hasSuffix(".png") else {
      throw ValidationError("--bits 16 is for grayscale as PNG")
    }
    do throws(AuxError) { _ = try grayscale() } catch { throw ValidationError(error.reason) }
  }
}
