internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth info`.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the auxiliary images of photos; reads headers only.",
    discussion: """
      Sizes are as stored, before the orientation is applied. A photo without auxiliary images is no error.
      """)

  @Argument(help: "The photos.")
  var files: [String]

  @Flag(help: "Print one JSON object per photo.")
  var json = false

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  func run() throws {
    try Failure.forEach(files, quiet: quiet) { path throws(AuxError) in
      let source = try ImageSource(path)
      if !quiet { Notes.print(of: source, path: path) }
      Console.output(json ? InfoReport.json(source, path: path).text : InfoReport.text(source, path: path))
    }
  }
}

/// Notes on standard error.
enum Notes {
  /// Prints what was forgiven while the headers of a photo were read.
  static func print(of source: ImageSource, path: String) {
    for note in source.notes { Console.error("auxdepth: \(path): note: \(note)") }
  }
}
