internal import ArgumentParser
internal import AuxDepthKit

/// The options that say where a photo is written.
struct OutputOptions: ParsableArguments {
  @Option(name: [.short, .customLong("output")], help: "The photo to write.")
  var output: String?

  @Flag(name: .customLong("in-place"), help: "Replace the input; mode, owner and extended attributes stay.")
  var inPlace = false

  @Flag(help: "Replace an output that exists.")
  var force = false

  @Flag(help: "Print one JSON object per output.")
  var json = false

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  /// Checks the options against one another; called by the commands, whose inputs these options do not see.
  func check(inputCount: Int) throws {
    guard inPlace != (output != nil) else {
      throw ValidationError("give -o OUT or --in-place, and not both")
    }
    guard output == nil || inputCount == 1 else {
      throw ValidationError("-o names one output and there are \(inputCount) inputs; use --in-place")
    }
  }

  /// Returns the file to write for an input.
  ///
  /// Throws `AuxError` with code `usage` where the output's extension asks for no known container.
  func target(for input: String, source: ImageSource) throws(AuxError) -> OutputTarget {
    guard let output else {
      return OutputTarget(path: input, container: source.container, replacement: .inPlace)
    }
    return OutputTarget(
      path: output, container: try .forPhoto(at: output), replacement: force ? .replace : .never)
  }
}

/// A photo to be written.
struct OutputTarget {
  /// Its path.
  let path: String
  /// The container that its extension asks for, or that of the input.
  let container: ImageContainer
  /// What is done with a file of that name.
  let replacement: ImageDestination.Replacement
}
