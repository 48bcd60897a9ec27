internal import ArgumentParser
internal import AuxDepthKit

/// The options of `edit` that say what is done to a photo.
struct EditArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The part that stays, in pixels of the photo as displayed.", valueName: "x,y,w,h"))
  var crop: PixelRectangle?

  @Option(help: ArgumentHelp("The largest part of an aspect ratio stays, as 4:5.", valueName: "w:h"))
  var aspect: AspectArgument?

  @Option(
    help: "What the part of --aspect is centred on: center, or subject, the centre of the portrait matte.")
  var anchor: PhotoEdit.Anchor?

  @Option(
    help: ArgumentHelp(
      "The size: WxH of the photo's aspect ratio, a percentage, or long=N or short=N.",
      discussion: """
        long and short bound a side in pixels and never enlarge. Light is mixed, not codes. Depth maps and mattes are scaled \
        where they would be larger than the photo, gain maps shrink with it.
        """, valueName: "size"))
  var resize: SizeArgument?

  @Option(help: "A turn clockwise in degrees: 90, 180 or 270; no pixel is coded anew for it.")
  var rotate: PhotoEdit.Rotation?

  @Option(help: "A mirroring, h or v, after the turn; no pixel is coded anew for it.")
  var flip: FlipArgument?

  @Flag(help: "Turn the pixels as the photo is displayed, for readers that ignore its orientation.")
  var upright = false

  @Option(
    name: .customLong("drop"), parsing: .singleValue,
    help: "A type to remove, or a group of types; may be given several times.")
  var dropped: [AuxiliaryKind] = []

  @Option(
    parsing: .singleValue, help: "The only type to keep, or group of types; may be given several times.")
  var only: [AuxiliaryKind] = []

  @Option(
    help: ArgumentHelp(
      "What to take out of the metadata: location, people or thumbnail, or several, as location,people.",
      discussion: """
        location is GPS in Exif and XMP, and names of places in XMP and IPTC; people are names and regions of faces in XMP; \
        thumbnail is the small picture that Exif, JFIF or HEIF hold. A maker's note stays, which a note says.
        """))
  var strip: StripArgument?

  @Option(
    name: .customLong("gainmap-form"),
    help: ArgumentHelp(
      "How the gain map is described: apple, iso, ultrahdr, or several, as apple,iso.",
      discussion: """
        By default as it is; in another container iso and ultrahdr in JPEG, apple and iso in HEIF, iso in AVIF.
        """))
  var gainmapForm: GainMapForms?

  func validate() throws {
    guard crop == nil || aspect == nil else { throw ValidationError("give --crop or --aspect, not both") }
    guard anchor == nil || aspect != nil else { throw ValidationError("--anchor goes with --aspect") }
    guard dropped.isEmpty || only.isEmpty else { throw ValidationError("give --drop or --only, not both") }
  }

  /// Returns what these options ask for.
  func edit() -> PhotoEdit {
    var edit = PhotoEdit()
    edit.crop = crop.map(PhotoEdit.Crop.rectangle)
    if let aspect {
      edit.crop = .aspect(width: aspect.width, height: aspect.height, anchor: anchor ?? .center)
    }
    edit.size = resize?.size
    (edit.rotation, edit.flip, edit.isUpright) = (rotate, flip?.flip, upright)
    (edit.dropped, edit.only) = (dropped, only)
    edit.strips = strip?.strips ?? []
    edit.gainMapForms = gainmapForm?.forms ?? []
    return edit
  }
}

/// The options of `edit` that say how what is coded anew is coded.
struct EditCodingArguments: ParsableArguments {
  @Option(help: "The quality of a photo that is coded anew, 1 to 100.")
  var quality = 92

  @Option(
    help: ArgumentHelp(
      "The bits of a sample of a photo that is coded anew, 8 or 10.",
      discussion: "By default 10 in HEIC and AVIF out of a photo that has more than 8, else 8."))
  var bits: Int?

  @Option(
    help: ArgumentHelp(
      "The colours of the photo: keep, srgb or p3.",
      discussion: """
        Converted in linear light by the curves and primaries of its profile; colours outside are clipped. A profile of tables, \
        PQ and HLG that stay, and gain maps of three components are errors.
        """))
  var colour = PhotoEdit.Colour.keep

  @Flag(
    help: ArgumentHelp(
      "Code nothing anew: a crop cuts the coded data, or is an error that names the nearest part that can be cut.",
      discussion: """
        JPEG is cut and turned by whole MCUs, HEIC by tiles and clean apertures, with every map by the same part. \
        Pixels beside the part may stay in the file, unseen.
        """))
  var lossless = false

  @Option(
    name: .customLong("aux-quality"),
    help: "The quality of the auxiliary images, 1 to 100; 100 changes no code by more than two.")
  var auxQuality = 100

  @Flag(
    help: ArgumentHelp(
      "Take a DNG's preview for the photo where it is smaller than the raw image.",
      discussion:
        "Raw images are not developed: into another container goes what the camera stored beside them."))
  var preview = false

  func validate() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is 1 to 100") }
    guard bits.map([8, 10].contains) ?? true else { throw ValidationError("--bits is 8 or 10") }
    guard (1...100).contains(auxQuality) else { throw ValidationError("--aux-quality is 1 to 100") }
  }

  /// Throws where options need coding that --lossless does not allow.
  func check(_ edits: EditArguments) throws {
    guard lossless else { return }
    guard edits.resize == nil else {
      throw ValidationError("--lossless codes nothing anew, which --resize does")
    }
    guard colour == .keep else { throw ValidationError("--lossless codes nothing anew, which --colour does") }
    guard bits == nil else { throw ValidationError("--lossless codes nothing anew, which --bits does") }
  }

  /// Says in an edit how images are coded.
  func apply(to edit: inout PhotoEdit) {
    (edit.quality, edit.allowsPreview) = (quality, preview)
    (edit.bitDepth, edit.isLossless, edit.colour) = (bits, lossless, colour)
    edit.encoding = AuxiliaryEncoding(quality: auxQuality)
  }
}

/// An aspect ratio, as `4:5`.
struct AspectArgument: ExpressibleByArgument {
  let width: Int
  let height: Int

  init?(argument: String) {
    let sides = argument.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...65_535).contains($0) }) else { return nil }
    (width, height) = (sides[0], sides[1])
  }
}

/// A size: `WxH`, `50%`, `long=2048` or `short=1080`.
struct SizeArgument: ExpressibleByArgument {
  let size: PhotoEdit.Size

  static var defaultCompletionKind: CompletionKind { .list(["long=", "short=", "50%"]) }

  init?(argument: String) {
    func side(_ text: Substring) -> Int? { Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil } }
    if let sides = argument.firstIndex(of: "x").map({
      (argument[..<$0], argument[argument.index(after: $0)...])
    }),
      let width = side(sides.0), let height = side(sides.1)
    {
      size = .pixels(width: width, height: height)
    } else if argument.hasSuffix("%"), let part = Double(argument.dropLast()), part > 0, part <= 1000 {
      size = .percent(part)
    } else if argument.hasPrefix("long="), let most = side(argument.dropFirst("long=".count)) {
      size = .longSide(most)
    } else if argument.hasPrefix("short="), let most = side(argument.dropFirst("short=".count)) {
      size = .shortSide(most)
    } else {
      return nil
    }
  }
}

/// A mirroring, by its first letter.
enum FlipArgument: String, CaseIterable, ExpressibleByArgument {
  case h
  case v

  var flip: PhotoEdit.Flip {
    switch self {
    case .h: .horizontal
    case .v: .vertical
    }
  }
}

/// What is taken out of metadata, with commas between.
struct StripArgument: ExpressibleByArgument {
  let strips: Set<MetadataStrip>

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let found = names.compactMap { MetadataStrip(rawValue: String($0)) }
    guard found.count == names.count else { return nil }
    strips = Set(found)
  }

  static var allValueStrings: [String] { MetadataStrip.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
