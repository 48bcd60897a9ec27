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
  var format: MapFormat?

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
    if !quiet { Notes.print(of: source, path: path) }
    let images = source.auxiliaryImages.filter { types.isEmpty || types.contains($0.type) }
    for type in types where !images.contains(where: { $0.type == type }) {
      throw AuxError(.missingImage, "there is no \(type) image")
    }
    guard !images.isEmpty else { throw AuxError(.missingImage, "there are no auxiliary images") }
    guard output == nil || images.count == 1 else {
      throw AuxError(.usage, "-o names one output and there are \(images.count) images; add --type")
    }
    let format = try chosenFormat()
    var used: [String: Int] = [:]
    var written: [JSONValue] = []
    for image in images {
      let file = try encoded(image, of: source, as: format)
      let count = used[image.type.name, default: 0] + 1
      used[image.type.name] = count
      let target = output ?? name(of: image, number: count, path: path, format: format)
      do throws(AuxError) {
        try OutputFile.write(file.bytes, to: target, replaces: force)
      } catch { throw error.about(target) }
      written.append(
        .object([
          ("type", .string(image.type.name)), ("path", .string(target)), ("width", .integer(file.width)),
          ("height", .integer(file.height)), ("pixelFormat", .string(file.samples.name)),
          ("format", .string(format.name)),
        ]))
      if !json { Console.output("\(target): \(image.type)") }
    }
    if json {
      Console.output(JSONValue.object([("path", .string(path)), ("extracted", .array(written))]).text)
    }
  }

  /// Returns the bytes of a file, and the size and kind of the samples in it.
  private func encoded(
    _ image: AuxiliaryImage, of source: ImageSource, as format: MapFormat
  ) throws(AuxError) -> (bytes: [UInt8], width: Int, height: Int, samples: PixelFormat) {
    switch format {
    case .map(let kind):
      let export = try MapExport(
        source.stored(image), as: pixelFormat,
        orientation: oriented ? source.primary?.orientation ?? .up : .up)
      return (try export.encoded(as: kind), export.plane.width, export.plane.height, export.pixelFormat)
    case .plist:
      let (info, type) = try source.auxiliaryDataInfo(of: image, as: pixelFormat, isOriented: oriented)
      let bytes = try info.propertyList(type: type, format: xml ? .xml : .binary)
      return (bytes, info.description.width, info.description.height, info.description.pixelFormat)
    }
  }

  private func chosenFormat() throws(AuxError) -> MapFormat {
    if let format { return format }
    guard let output else { return .map(.png) }
    return try MapFormat(path: output)
  }

  /// Returns `<directory>/<stem>.<type>.<extension>`; a second image of one type is numbered.
  private func name(of image: AuxiliaryImage, number: Int, path: String, format: MapFormat) -> String {
    let file = String(path.split(separator: "/").last ?? "image")
    let stem = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : String(file[..<$0]) } ?? file
    // A type without a constant is named by what stands in the file, which may hold anything.
    let type = String(
      image.type.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
    let suffix = number == 1 ? "" : "-\(number)"
    return "\(directory ?? ".")/\(stem).\(type)\(suffix).\(format.name)"
  }
}
