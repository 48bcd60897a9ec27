internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth extract`.
struct Extract: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes auxiliary images of photos as map files.",
    discussion: """
      Files are named <stem>.<type>.<extension>. PNG holds mattes and gain maps as their 8-bit codes, and depth
      with 16 bits between its smallest and largest value, white = near. PFM and EXR hold real values: metres,
      1/metres, 0...1 for mattes. NPY and TIFF hold the samples as they are. Raw is the samples alone, little-endian. Plist is ImageIO's data-info dictionary with
      the XMP packet, which attach --dictionary takes.
      """)

  @Argument(help: "The photos.")
  var files: [String]

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to extract (default: all); may be given several times.")
  var types: [AuxiliaryDataType] = []

  @Option(name: [.short, .customLong("output")], help: "The file to write, for one image of one photo.")
  var output: String?

  @Option(name: .customLong("directory"), help: "The folder to write into (default: the current one).")
  var directory: String?

  @Option(help: "\(MapFormat.names) (default: by -o's extension, else png).")
  var format: AuxiliaryFile.Format?

  @Option(
    name: .customLong("as"),
    help: """
      Convert depth data to hdis, fdis, hdep or fdep first; L008 gives the stored codes, 16-bit ones (L016) of a DNG.
      """)
  var pixelFormat: PixelFormat?

  @Flag(help: "Write property lists as XML (default: binary).")
  var xml = false

  @Flag(help: "Apply the photo's orientation to the map (default: as stored).")
  var oriented = false

  @Flag(help: "Replace outputs that exist.")
  var force = false

  @Flag(help: "Print one JSON object per photo.")
  var json = false

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  func validate() throws {
    guard output == nil || directory == nil else { throw ValidationError("give -o or --directory, not both") }
    guard output == nil || files.count == 1 else {
      throw ValidationError("-o names one output and there are \(files.count) inputs; use --directory")
    }
  }

  func run() throws {
    try Failure.forEach(files, quiet: quiet) { path throws(AuxError) in try extract(path) }
  }

  private func extract(_ path: String) throws(AuxError) {
    let source = try ImageSource(path)
    Notes(quiet: quiet).print(source.notes, of: path)
    let images = try source.auxiliaryImages(ofTypes: types)
    guard output == nil || images.count == 1 else {
      throw AuxError(.usage, "-o names one output and there are \(images.count) images; add --type")
    }
    let format = try chosenFormat()
    let names = AuxiliaryFile.names(of: images, ofPhotoAt: path, as: format)
    var written: [JSONValue] = []
    for (image, name) in zip(images, names) {
      let file = try AuxiliaryFile(
        image, of: source, as: format, pixelFormat: pixelFormat, isOriented: oriented)
      let target = output ?? "\(directory ?? ".")/\(name)"
      try OutputFile.write(file.bytes, to: target, replaces: force)
      written.append(file.json(path: target))
      if !json { Console.output("\(target): \(image.type)") }
    }
    if json {
      let report: JSONValue = ["path": .string(path), "extracted": .array(written)]
      Console.output(report.text)
    }
  }

  private func chosenFormat() throws(AuxError) -> AuxiliaryFile.Format {
    guard let output else { return spelled(format ?? .map(.png)) }
    return spelled(try MapFormat.chosen(format, path: output))
  }

  /// Returns the format with property lists as `--xml` asks for.
  private func spelled(_ format: AuxiliaryFile.Format) -> AuxiliaryFile.Format {
    switch format {
    case .map: format
    case .propertyList: .propertyList(xml ? .xml : .binary)
    }
  }
}
