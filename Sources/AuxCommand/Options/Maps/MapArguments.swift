internal import ArgumentParser
internal import AuxDepthKit

struct MapArguments: ParsableArguments {
  @Option(
    help: """
      A depth map: PNG or TIFF with --near and --far, or as extract wrote it, or PFM, NPY, NPZ, TIFF, OpenEXR or COLMAP in metres.
      """, completion: .map)
  var depth: String?

  @Option(help: "A disparity map: the same with --min and --max, or in 1/metres.", completion: .map)
  var disparity: String?

  @OptionGroup var mattes: MatteArguments

  @OptionGroup var channels: ChannelArguments

  @Option(
    name: .customLong("matte-from"),
    help: ArgumentHelp(
      "What the matte is of a PNG with colours and an alpha channel: alpha or luma.",
      discussion: """
        Without it, the alpha channel where the colour is constant or the picture is a coloured cut-out, the luma where \
        there is no alpha channel, or one of one value. Labels of 0 and 1, and bools, become 0 and 255.
        """))
  var matteFrom: MatteMap.Component?

  @OptionGroup var form: GainMapFormArguments
  /// The forms that are asked for.
  var gainmapForm: GainMapForms? { form.gainmapForm }
  /// The headroom that is given.
  var gainmapHeadroom: Double? { form.gainmapHeadroom }

  @Option(
    name: .customLong("gainmap-metadata"),
    help:
      "A JSON file with what the codes of the gain map mean, as info --json and extract --json print it (gainMap).",
    completion: .files(["json"]))
  var gainmapMetadata: String?

  @Flag(
    name: .customLong("no-keep"),
    help: ArgumentHelp(
      "With --replace, keep neither calibration nor properties of what is replaced.",
      discussion: "Without it, they stay where nothing else is given."))
  var noKeep = false

  @Option(
    parsing: .singleValue,
    help: "A property list with ImageIO's data-info dictionary; may be given several times.",
    completion: .files(["plist"]))
  var dictionary: [String] = []

  @Option(
    parsing: .singleValue,
    help: "Write the depth map in another form too: gdepth, for Google's programs, in JPEG.")
  var also: [Also] = []

  /// The forms beside Apple's.
  enum Also: String, CaseIterable, ExpressibleByArgument {
    case gdepth
  }

  struct Request {
    let type: AuxiliaryDataType
    let path: String
  }

  /// The maps asked for, depth first.
  var requests: [Request] {
    let all = [(.depth, depth), (.disparity, disparity)] + MatteArguments.types.map { ($0, mattes[$0]) }
    return all.compactMap { type, path in path.map { Request(type: type, path: $0) } }
  }

  var hasDepth: Bool { depth != nil || disparity != nil }

  /// Whether the photo's own gain map is to be described in another form.
  var redescribesGainMap: Bool { gainmapForm != nil && mattes[.hdrGainMap] == nil }

  /// Whether no map is given, and the photo's own gain map stays as it is.
  var isEmpty: Bool { requests.isEmpty && dictionary.isEmpty && !redescribesGainMap }

  /// What there is to say where there is nothing to do.
  static var nothingToAttach: String {
    let names = MatteArguments.types.compactMap(\.shortName).map { "--\($0)" }.joined(separator: ", ")
    return "nothing to attach: give --depth, --disparity, \(names), --dictionary or --right"
  }

  /// Checks that there is something to attach or to do, and one depth map at most.
  func check(hasOtherWork: Bool) throws {
    guard !isEmpty || hasOtherWork else { throw ValidationError(Self.nothingToAttach) }
    guard depth == nil || disparity == nil else {
      throw ValidationError("a photo has one depth map: give --depth or --disparity, not both")
    }
    for type in ChannelArguments.types where channels[type] != nil {
      guard requests.contains(where: { $0.type == type }) else {
        throw ValidationError("--\(type.optionName)-channel goes with --\(type.optionName)")
      }
    }
    guard matteFrom == nil || requests.contains(where: { $0.type.group == .mattes }) else {
      throw ValidationError("--matte-from goes with a matte")
    }
    if gainmapMetadata != nil {
      guard mattes[.hdrGainMap] != nil, gainmapHeadroom == nil else {
        throw ValidationError("--gainmap-metadata goes with --gainmap, and in place of --gainmap-headroom")
      }
    }
    guard gainmapHeadroom == nil || mattes[.hdrGainMap] != nil || gainmapForm != nil else {
      throw ValidationError("--gainmap-headroom goes with --gainmap or --gainmap-form")
    }
  }
}

/// The forms of a gain map, of `attach` and `edit`.
struct GainMapFormArguments: ParsableArguments {
  @Option(
    name: .customLong("gainmap-form"),
    help: ArgumentHelp(
      "How the gain map is described: apple, iso (ISO 21496-1: JPEG, HEIF, AVIF), ultrahdr (JPEG), or several, as apple,iso.",
      discussion: """
        By default as it is, or as the one that is replaced; in JPEG, iso comes with ultrahdr. A new gain map has the form \
        apple in HEIC, iso in AVIF, and in JPEG iso and ultrahdr, or apple without a headroom. After a conversion: iso and \
        ultrahdr in JPEG, apple and iso in HEIC, iso in AVIF. Samples are not converted where they mean the same.
        """))
  var gainmapForm: GainMapForms?

  @Option(
    name: .customLong("gainmap-headroom"),
    help: ArgumentHelp(
      "The headroom of the gain map as a ratio; without it readers look for the camera's own tags.",
      discussion: """
        In the forms iso and ultrahdr alone the samples of a new gain map are linear in log2 of the gain, from none to this, \
        or mean what --gainmap-metadata or the gain map that is replaced says; with apple they are Apple's.
        """))
  var gainmapHeadroom: Double?

  func validate() throws {
    guard gainmapHeadroom.map({ $0.isFinite && $0 >= 1 }) ?? true else {
      throw ValidationError("--gainmap-headroom is a ratio of at least 1, not \(gainmapHeadroom ?? 0)")
    }
  }
}

/// The options of `attach` that say how images are coded.
struct CodingOptions: ParsableArguments {
  @Option(
    name: .customLong("aux-quality"),
    help:
      "The quality of the auxiliary images, 1 to 100; 100 keeps depth maps in HEIC and AVIF, and changes no code by more than two."
  )
  var auxQuality = 100

  @Flag(help: "Code mattes and gain maps without loss, too, where the container can (JPEG cannot).")
  var lossless = false

  @Option(
    name: .customLong("primary-quality"), help: "The quality of a primary that is coded anew, 1 to 100.")
  var primaryQuality = 92

  @Flag(
    help: ArgumentHelp(
      "Take a DNG's preview for the photo where it is smaller than the raw image.",
      discussion:
        "Raw images are not developed: into another container goes what the camera stored beside them."))
  var preview = false

  @Option(name: .customLong("dng-bits"), help: "Bits a code of a depth map in DNG: 8 or 16.")
  var dngBits = 16

  @Flag(help: "Replace an auxiliary image of the same type; depth and disparity count as one.")
  var replace = false

  func validate() throws {
    guard (1...100).contains(auxQuality) else { throw ValidationError("--aux-quality is 1 to 100") }
    guard dngBits == 8 || dngBits == 16 else { throw ValidationError("--dng-bits is 8 or 16") }
    guard (1...100).contains(primaryQuality) else { throw ValidationError("--primary-quality is 1 to 100") }
  }

  var encoding: AuxiliaryEncoding {
    .init(quality: auxQuality, isLossless: lossless, hasWideCodes: dngBits == 16)
  }
}
