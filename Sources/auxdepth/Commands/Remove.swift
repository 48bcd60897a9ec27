internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth remove`.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Removes auxiliary images; everything else stays bit for bit.")

  @Argument(help: "The photos; several only with --in-place.")
  var files: [String]

  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to remove; may be given several times.")
  var types: [AuxiliaryDataType] = []

  @Flag(help: "Remove every auxiliary image.")
  var all = false

  func validate() throws {
    guard all != !types.isEmpty else { throw ValidationError("give --type T or --all, and not both") }
    try output.check(inputCount: files.count)
  }

  func run() throws {
    try Failure.forEach(files, quiet: output.quiet) { path throws(AuxError) in
      let source = try ImageSource(path)
      var destination = try ImageDestination(from: source)
      let images = try destination.removeAuxiliaryImages(ofTypes: types)
      let target = try output.target(for: path, source: source)
      guard target.container == source.container else {
        throw AuxError(
          .usage,
          "remove keeps the container, \(source.container.rawValue); the output's extension asks for "
            + target.container.rawValue)
      }
      let report = try destination.finalize(to: target.path, replacement: target.replacement)
      let list = JSONValue.Member("removed", .array(images.map { .string($0.type.name) }))
      Console.output(
        output.json
          ? report.json(path: target.path, list: list).text
          : "\(target.path): removed \(images.map(\.type.name).joined(separator: ", "))")
    }
  }
}
