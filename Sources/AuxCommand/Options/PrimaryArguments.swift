internal import ArgumentParser
internal import AuxDepthKit

/// The options of how the photo of a file with layers or an alpha channel is read.
struct PrimaryArguments: ParsableArguments {
  @Option(
    name: .customLong("photo-channel"),
    help:
      "The layer of an OpenEXR photo, as ViewLayer.Combined (default: the one without a name, or Composite.Combined)."
  )
  var layer: String?

  @Option(
    help: ArgumentHelp(
      "The color behind transparent pixels: black (default), white, #RRGGBB, or none to keep alpha in HEIC and AVIF.",
      discussion: "In code values of the photo's color space; in OpenEXR in light."))
  var flatten: FlattenArgument?

  /// The options of the library.
  var options: PrimaryOptions {
    var options = PrimaryOptions()
    options.layer = layer
    if let flatten { options.alpha = flatten.alpha }
    return options
  }
}

/// What `--flatten` names.
struct FlattenArgument: ExpressibleByArgument {
  let alpha: PrimaryOptions.Alpha

  init?(argument: String) {
    guard let alpha = PrimaryOptions.Alpha(text: argument) else { return nil }
    self.alpha = alpha
  }

  static let allValueStrings = ["black", "white", "#RRGGBB", "none"]
  static let defaultCompletionKind = CompletionKind.list(["black", "white", "none"])
}
