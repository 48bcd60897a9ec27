internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth copy`.
struct Copy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes the auxiliary images of one photo into another.",
    discussion: """
      Gives an edited photo the depth back that its editor dropped: the photos may differ in size, not in aspect
      ratio. Between like containers the coded bytes go over undecoded. Where the editor turned the pixels as the
      orientation tag asked for, which both tags together tell, the maps are turned with them.
      """)

  @Argument(help: "The photo whose auxiliary images are taken.")
  var from: String

  @Argument(help: "The photo that gets them; --in-place replaces it.")
  var to: String

  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to take (default: all); may be given several times.")
  var types: [AuxiliaryDataType] = []

  @Option(help: "Turn the maps as this Exif orientation does, 1 to 8, whatever the tags say.")
  var turn: Int?

  @OptionGroup(title: "Coding of what does not go over undecoded") var coding: CodingOptions

  func validate() throws {
    try output.check(inputCount: 1)
    guard turn == nil || (1...8).contains(turn ?? 0) else { throw ValidationError("--turn is 1 to 8") }
  }

  func run() throws {
    try Failure.one(to) { () throws(AuxError) in try copy() }
  }

  private func note(_ text: String) {
    if !output.quiet { Console.error("auxdepth: \(to): note: \(text)") }
  }

  private func copy() throws(AuxError) {
    let donor: ImageSource
    let images: [AuxiliaryImage]
    do throws(AuxError) {
      donor = try ImageSource(from)
      images = try chosen(donor)
    } catch { throw error.about(from) }
    let source = try ImageSource(to)
    if !output.quiet {
      Notes.print(of: donor, path: from)
      Notes.print(of: source, path: to)
    }
    let target = try output.target(for: to, source: source)
    var destination =
      target.container == source.container
      ? try ImageDestination(from: source)
      : try ImageDestination(encoding: source, as: target.container, quality: coding.primaryQuality)
    destination.notes.forEach(note)
    let match = try match(donor, destination.primary)
    if let text = match.note { note(text) }
    var copied: [(image: AuxiliaryImage, isCoded: Bool)] = []
    for image in images {
      do throws(AuxError) {
        let isCoded = try destination.copyAuxiliaryImage(
          image, from: donor, turning: match.turn, encoding: coding.encoding, replacing: coding.replace)
        copied.append((image, isCoded))
      } catch {
        // Of all images, one that the container does not hold is left out; one that was named is not.
        guard types.isEmpty, error.code == .unsupported else { throw error }
        note("\(image.type) is left out: \(Failure.text(error, path: to))")
      }
    }
    guard !copied.isEmpty else { throw AuxError(.missingImage, "nothing could be taken from \(from)") }
    let report = try destination.write(to: target)
    print(report, path: target.path, copied)
  }

  /// Returns the images that were asked for; a GDepth map only where there is no other depth map.
  private func chosen(_ donor: ImageSource) throws(AuxError) -> [AuxiliaryImage] {
    let asked = donor.auxiliaryImages.filter { types.isEmpty || types.contains($0.type) }
    for type in types where !asked.contains(where: { $0.type == type }) {
      throw AuxError(.missingImage, "there is no \(type) image")
    }
    guard !asked.isEmpty else { throw AuxError(.missingImage, "there are no auxiliary images") }
    var images: [AuxiliaryImage] = []
    for image in asked {
      let isSecond = images.contains {
        $0.type == image.type || $0.type.isDepthData && image.type.isDepthData
      }
      if isSecond {
        note("a second image of type \(image.type) (\(image.identifier)) of \(from) is left out")
      } else {
        images.append(image)
      }
    }
    return images
  }

  private func match(_ donor: ImageSource, _ primary: PrimaryImage?) throws(AuxError) -> OrientationMatch {
    guard let primary, let original = donor.primary else {
      guard turn == nil, let primary else {
        throw AuxError(.usage, "a lone auxiliary image has no photo to compare with")
      }
      return try OrientationMatch(from: primary, to: primary)
    }
    if let turn, let orientation = ImageOrientation(rawValue: turn) {
      return try OrientationMatch(turning: orientation, from: original, to: primary)
    }
    return try OrientationMatch(from: original, to: primary)
  }

  private func print(
    _ report: WriteReport, path: String, _ copied: [(image: AuxiliaryImage, isCoded: Bool)]
  ) {
    let container = report.container.rawValue
    if output.json {
      let images = copied.map { image, isCoded in
        JSONValue.object([
          ("type", .string(image.type.name)), ("width", .integer(image.width)),
          ("height", .integer(image.height)), ("undecoded", .boolean(isCoded)),
        ])
      }
      Console.output(
        JSONValue.object([
          ("path", .string(path)), ("container", .string(container)),
          ("primaryUnchanged", .boolean(report.primaryUnchanged)), ("copied", .array(images)),
        ]).text)
      return
    }
    Console.output(
      "\(path): \(container), " + (report.primaryUnchanged ? "primary unchanged" : "primary coded anew"))
    for (image, isCoded) in copied {
      Console.output(
        "  \(image.type) \(image.width)x\(image.height), "
          + (isCoded ? "coded bytes taken over" : "coded anew"))
    }
  }
}
