internal import ArgumentParser
internal import AuxDepthKit

/// The options of `edit` that say what is done to a photo.
struct EditArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A turn about the centre, clockwise in degrees, at most 45 to either side.",
      discussion: """
        What remains is the largest part of the photo's aspect ratio that has no empty corners. A crop is in pixels of the \
        straightened photo.
        """, valueName: "deg"))
  var straighten: Double?

  @Option(
    help: ArgumentHelp("The part that stays, in pixels of the photo as displayed.", valueName: "x,y,w,h"))
  var crop: PixelRectangle?

  @Option(
    help: ArgumentHelp("Keep the largest part of an aspect ratio, as 4:5, 16/9 or 1.91:1.", valueName: "w:h"))
  var aspect: AspectArgument?

  @Option(
    help: """
      What the part of --aspect is centred on: center, or subject, the centre of the portrait matte (default: center).
      """)
  var anchor: PhotoEdit.Anchor?

  @Option(
    help: ArgumentHelp(
      "Scale to a size: WxH of the photo's aspect ratio, a percentage, or long=N, short=N, width=N or height=N.",
      discussion: """
        long, short, width and height bound a side in pixels and never enlarge; 800 and 800x are width=800, x600 is height=600. Light is mixed, not codes. Depth maps and mattes are scaled \
        where they would be larger than the photo, gain maps shrink with it.
        """, valueName: "size"))
  var resize: PhotoEdit.Size?

  @Option(help: "A turn clockwise in degrees: 90, 180 or 270; no pixel is coded anew for it.")
  var rotate: PhotoEdit.Rotation?

  @Option(help: "A mirroring, h or v, after the turn; no pixel is coded anew for it.")
  var flip: PhotoEdit.Flip?

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
      "What to take out of the metadata, with commas between: \(StripArgument.allValueStrings.joined(separator: ", ")).",
      discussion: """
        location is GPS and names of places; people are names of people, regions of faces and the owner of the camera; \
        device is makers' notes and serial numbers; time is every date; thumbnail is every small picture and preview; \
        c2pa are Content Credentials; description is title, caption, keywords, comments, creator, credit and copyright. \
        all takes these, and all else that the picture and its maps do not need. docs/privacy.md lists the places.
        """))
  var strip: StripArgument?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "A choice for a purpose, to which other options add: web or archive.",
      discussion: """
        web is --drop depthmap, mattes, google and makers with --strip location,people,device,thumbnail,c2pa: the \
        picture and its gain map stay. archive keeps all images and metadata; what has to be coded anew is coded with \
        --quality 100 and maps without loss, where the container can.
        """))
  var preset: PhotoEdit.Preset?

  @Flag(
    name: .customLong("allow-loss"),
    help: "Let --in-place lose data that no option asks to remove; warnings name them.")
  var allowLoss = false

  @OptionGroup var form: GainMapFormArguments

  func validate() throws {
    guard straighten.map({ abs($0) <= PhotoGeometry.greatestStraightening }) ?? true else {
      throw ValidationError("--straighten is -45 to 45 degrees; --rotate turns by 90")
    }
    guard crop == nil || aspect == nil else { throw ValidationError("give --crop or --aspect, not both") }
    guard anchor == nil || aspect != nil else { throw ValidationError("--anchor goes with --aspect") }
    guard dropped.isEmpty || only.isEmpty else { throw ValidationError("give --drop or --only, not both") }
  }

  /// Returns what these options ask for.
  func edit() -> PhotoEdit {
    var edit = preset?.edit ?? PhotoEdit()
    edit.straightening = straighten ?? 0
    edit.crop = crop.map(PhotoEdit.Crop.rectangle) ?? aspect?.crop.centred(on: anchor ?? .center)
    edit.size = resize
    (edit.rotation, edit.flip, edit.isUpright) = (rotate, flip, upright)
    edit.choose(dropping: dropped, only: only)
    edit.strips.formUnion(strip?.strips ?? [])
    edit.gainMapForms = form.gainmapForm?.forms ?? []
    edit.gainMapHeadroom = form.gainmapHeadroom
    edit.allowsLosses = allowLoss
    return edit
  }
}

/// The options of `edit` that say how what is coded anew is coded.
struct EditCodingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The quality of the photo, 1 to 100, which is coded for it (default: 92 where it is coded).",
      discussion: "With --quality or --bits the photo is coded even if nothing else changes its pixels."))
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "The bits of a sample of the photo, 8 or 10, which is coded for them.",
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
    help: ArgumentHelp(
      "The quality of the auxiliary images, 1 to 100, which are coded for it (default: 100 where they are coded).",
      discussion: """
        100 changes no code by more than two. The photo stays as it is coded if nothing else changes it, and so do \
        images in DNG and maps in Google's forms.
        """))
  var auxQuality: Int?

  @Flag(
    help: ArgumentHelp(
      "Take a DNG's preview for the photo where it is smaller than the raw image.",
      discussion:
        "Raw images are not developed: into another container goes what the camera stored beside them."))
  var preview = false

  func validate() throws {
    guard (1...100).contains(quality ?? 1) else { throw ValidationError("--quality is 1 to 100") }
    guard (1...100).contains(auxQuality ?? 1) else { throw ValidationError("--aux-quality is 1 to 100") }
    guard bits.map([8, 10].contains) ?? true else { throw ValidationError("--bits is 8 or 10") }
  }

  /// Throws where options need coding that --lossless does not allow.
  func check(_ edits: EditArguments) throws {
    guard lossless else { return }
    guard edits.resize == nil else {
      throw ValidationError("--lossless codes nothing anew, which --resize does")
    }
    guard edits.straighten == nil else {
      throw ValidationError("--lossless codes nothing anew, which --straighten does")
    }
    guard colour == .keep else { throw ValidationError("--lossless codes nothing anew, which --colour does") }
    guard bits == nil else { throw ValidationError("--lossless codes nothing anew, which --bits does") }
    guard quality == nil else { throw ValidationError("--lossless codes nothing anew, which --quality does") }
    guard auxQuality == nil else {
      throw ValidationError("--lossless codes nothing anew, which --aux-quality does")
    }
  }

  /// Says in an edit how images are coded.
  func apply(to edit: inout PhotoEdit) {
    edit.quality = quality
    edit.allowsPreview = preview
    (edit.bitDepth, edit.isLossless, edit.colour) = (bits, lossless, colour)
    if let auxQuality {
      (edit.encoding.quality, edit.keepsCodes, edit.codesAuxiliaryImages) = (auxQuality, false, true)
    }
  }
}

/// An aspect ratio, as `4:5` or `1.91:1`.
struct AspectArgument: ExpressibleByArgument {
  let crop: PhotoEdit.Crop

  init?(argument: String) {
    guard let crop = PhotoEdit.Crop(aspect: argument) else { return nil }
    self.crop = crop
  }
}

/// What is taken out of metadata, with commas between.
struct StripArgument: ExpressibleByArgument {
  let strips: Set<MetadataKind>

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let found = names.compactMap { MetadataKind(rawValue: String($0)) }
    guard found.count == names.count else { return nil }
    strips = Set(found)
  }

  static var allValueStrings: [String] { MetadataKind.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
