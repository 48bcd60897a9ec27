internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

struct Extract: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract:
      "Writes auxiliary images as map files, points or meshes, and the eyes of spatial photos as photos.",
    discussion: Prose.paragraphs(
      """
      Files are named <stem>.<type>.<extension>; a second photo of one stem gets a
      number, as in photo-2.disparity.png. An image that cannot be read or decoded
      costs no other: it is reported, and the status is 1. A photo without auxiliary
      images makes a note; with --expect it is reported, and the status is 1.

      Of several --type, what a photo has comes out, and what it lacks makes a note.
      A photo that has none of them is an error, with status 65, where it is the only
      one named, and a note among several; --expect makes it an error there.

      PNG holds mattes and gain maps as their 8-bit codes, and depth with 16 bits
      between its smallest and largest value, white = near. NPY, PFM, TIFF and EXR hold
      depth and disparity as metres, which is what other programs take numbers for; --as
      fdis or --unit 1/m writes 1/metres. Mattes are 0...1 in PFM and EXR, and codes in NPY
      and TIFF. Raw is the samples alone, little-endian. Images of several
      components are red, green and blue in PNG, TIFF and NPY, of 16 bits where
      the codes have more than 8, and in raw the planes as they are coded. Plist is ImageIO's
      data-info dictionary with the XMP packet, which attach --dictionary takes.

      With --unit mm, depth and disparity become distances: codes of 16 bits in PNG, in
      which 0 is a hole, and numbers of the unit in the other formats. --camera writes
      the camera of the map beside it, in pixels of the map. --dataset makes a folder of
      photos, depth, mattes and cameras that nerfstudio, Open3D and loaders of
      RGB-D sets read:

        auxdepth extract photo.heic --type depthmap --unit mm -o depth.png --camera camera.json
        auxdepth extract photos/*.heic --dataset set

      With --eye, the pictures of a spatial photo become photos: <stem>.left.heic
      and <stem>.right.heic. As HEIC their coded bytes, metadata, maps and cameras
      stay as they are, so that attach --right makes the same pair of them again;
      as JPEG or PNG they are coded anew. Of a JPEG with Leia's data both come out
      as JPEG, bit for bit.

      With --format ply, the photo becomes points in metres with normals and colours:
      x right, y down, z away from the camera. With --format glb it becomes a mesh
      with the photo as its texture: y up, torn where depth steps. Both stand
      upright, without lens distortion where the file has a calibration of it.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var files: [String]

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to extract, or a group of types (default: all); may be given several times.")
  var kinds: [AuxiliaryKind] = []

  @Option(
    name: .customLong("expect"), parsing: .singleValue,
    help:
      "A type or group that each photo has to have an image of, else the status is 1; may be given several times."
  )
  var expected: [AuxiliaryKind] = []

  @Option(
    name: [.short, .customLong("output")],
    help:
      "The file to write, for one image of one photo, or - for standard output; reports go to standard error then.",
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("directory"),
    help: "The folder to write into, which is made (default: the current one).", completion: .directory)
  var directory: String?

  @Option(help: "Write an eye of a spatial photo as a photo of its own: left, right or both.")
  var eye: EyeArgument?

  @Option(help: PairLayout.help)
  var layout: Stereo.Layout?

  @Option(
    help: """
      The kind of file: png, pfm and so on, ply or glb; with --eye heic, jpeg or png (default: by -o's extension, \
      else png, of eyes that of the photo).
      """)
  var format: ExtractFormat?

  @Option(
    name: .customLong("as"),
    help: """
      Convert depth data first, to disparity or depth of halves or floats; L008 gives the stored codes, 16-bit ones \
      (L016) of a DNG.
      """)
  var pixelFormat: PixelFormat?

  @Flag(help: "Write property lists as XML (default: binary).")
  var xml = false

  @Flag(
    help:
      "Leave pictures and arrays as the photo is stored (default: as it is displayed; raw and plist are as stored always)."
  )
  var stored = false

  @OptionGroup(title: "Distances and sizes") var distances: DistanceArguments
  @OptionGroup(title: "Cameras and data sets") var camera: CameraArguments
  @OptionGroup(title: "Points and meshes") var space: SpaceArguments

  @Flag(help: "Replace outputs that exist.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Print one JSON object per photo.")
  var json = false

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { console.settings(json: json, output: output, takesFolders: true) }

  func check() throws {
    guard directory?.isEmpty != true else { throw ValidationError("--directory names no folder") }
    guard output == nil || directory == nil else { throw ValidationError("give -o or --directory, not both") }
    guard output == nil || files.count == 1 && !recursion.recursive else {
      let inputs = recursion.recursive ? "may be several" : "are \(files.count)"
      throw ValidationError("-o names one output and there \(inputs) inputs; use --directory")
    }
    guard eye == nil || expected.isEmpty else {
      throw ValidationError("--expect is of auxiliary images, not of --eye")
    }
    try checkEye()
    try checkMeasures()
    try checkSpace()
    try StreamCheck.inputs(files)
    try StreamCheck.output(output)
  }

  func run() throws {
    if let eye { return try extractEyes(eye) }
    if let dataset = camera.dataset { return try extractDataset(into: dataset) }
    if let spaceFormat { return try extractSpace(spaceFormat) }
    try extractImages()
  }

  /// Runs `body` for each photo, which gives `claim` the files that it is about to write; there is one photo where one file
  /// is written.
  func extract(
    _ body: @Sendable (String, ImageSource, Claim, Transcript) throws(AuxError) -> Batch.Parts
  ) throws {
    let paths = output == nil ? recursion.allPhotos(of: files) : InputPaths([files[0]])
    let inputs = InputFiles(paths.paths)
    try Failure.ending { () throws(AuxError) in
      for target in [output, camera.file].compactMap(\.self) { try inputs.check(target) }
    }
    try Batch(paths, jobs: jobs, quiet: quiet).edit { path, claims, notes throws(AuxError) in
      let source = try ImageSource(path)
      notes.opened(source, of: path)
      return try body(path, source, Claim(inputs: inputs, claims: claims), notes)
    }
  }

  /// The claims of a photo on the files that are written of it.
  struct Claim {
    let inputs: InputFiles
    let claims: PhotoBatch.FileClaims

    /// Claims files; throws `usage` where one of them is one of the photos.
    func writes(_ paths: [String]) throws(AuxError) {
      claims.writes(paths)
      for path in paths { try inputs.check(path) }
    }
  }

  static func turned(_ source: ImageSource) -> String {
    "turned as the photo is displayed (orientation \(source.orientation.rawValue)); --stored leaves the stored pixels"
  }

  static let unknownScale =
    "the scale of the distances is unknown (accuracy relative): they may not be metres"

  static let numbered = "an earlier photo has the same name; its files have a number"

  /// Reports the one file that was written; as text, quiet does without it where it would go to standard error.
  func report(
    _ path: String, _ written: JSONValue, _ text: String, absent: [AuxiliaryKind] = [], to output: String,
    in notes: Transcript
  ) {
    if json {
      report(path, [written], absent: absent, of: output, in: notes)
    } else if output != StandardStream.path || !quiet {
      notes.report(["\(StandardStream.outputName(output)): \(text)"], of: output)
    }
  }

  func report(
    _ path: String, _ written: [JSONValue], failed: [JSONValue] = [], absent: [AuxiliaryKind] = [],
    of output: String = ".", in notes: Transcript
  ) {
    let report: JSONValue = [
      "path": .path(path), "pathBytes": .pathBytes(path), "extracted": .array(written),
      "failed": failed.isEmpty ? nil : .array(failed),
      "absent": absent.isEmpty ? nil : .array(absent.map { .string($0.name) }),
    ]
    notes.report([Console.text(of: report)], of: output)
  }
}
