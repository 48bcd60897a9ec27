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
      let images = source.auxiliaryImages.filter { all || types.contains($0.type) }
      for type in types where !images.contains(where: { $0.type == type }) {
        throw AuxError(.missingImage, "there is no \(type) image to remove")
      }
      for image in images { try destination.removeAuxiliaryImage(image) }
      let target = try output.target(for: path, source: source)
      guard target.container == source.container else {
        throw AuxError(
          .usage,
          "remove keeps the container, \(source.container.rawValue); the output's extension asks for "
            + target.container.rawValue)
      }
      let report = try destination.write(to: target)
      let names = images.map { JSONValue.string($0.type.name) }
      Console.output(
        output.json
          ? JSONValue.object([
            ("path", .string(target.path)), ("container", .string(report.container.rawValue)),
            ("primaryUnchanged", .boolean(report.primaryUnchanged)), ("removed", .array(names)),
          ]).text
          : "\(target.path): removed \(images.map(\.type.name).joined(separator: ", "))")
    }
  }
}
