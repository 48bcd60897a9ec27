package import AuxImage
internal import AuxReader
package import AuxWriter

extension OptionCall {
  package static let editNewEdited = OptionCall("edit_new_edited")
  package static let editPlan = OptionCall("edit_plan_json")
}

/// What is done to a photo and all that goes with it.
package struct Editing: CallOptions {
  package var edit = PhotoEdit()

  package init() {}

  package static let title = "Edited photos"
  package static let calls: [OptionCall] = [.editNewEdited, .editPlan]
  // The preset comes first: the other options change what it chose.
  package static let rows: [OptionRow<Self>] = [preset] + geometry + contents + coding

  package func check() throws(AuxError) {
    if let other = contradiction { throw AuxError(.usage, other.reason, place: "options/\(other.key)") }
  }

  private var contradiction: (key: String, reason: String)? {
    if rectangle != nil, aspect != nil { return ("aspect", "is in place of crop") }
    if anchor != nil, aspect == nil { return ("anchor", "is that of an aspect ratio") }
    if !dropped.isEmpty, !only.isEmpty { return ("only", "is in place of drop") }
    if abs(edit.straightening) > Self.greatestStraightening {
      return ("straighten", "is \(-Self.greatestStraightening) to \(Self.greatestStraightening) degrees")
    }
    return nil
  }

  private var rectangle: PhotoEdit.Crop? { didSet { crop() } }
  private var aspect: PhotoEdit.Crop? { didSet { crop() } }
  private var anchor: PhotoEdit.Anchor? { didSet { crop() } }
  /// The images that go, and those that stay, as the caller names them.
  private var dropped: [AuxiliaryKind] = []
  private var only: [AuxiliaryKind] = []

  private mutating func crop() { edit.crop = rectangle ?? aspect?.centred(on: anchor ?? .center) }

  private static let preset = OptionRow<Self>(
    "preset", .choice,
    "a choice for a purpose, to which the other options add. `web` takes out depth maps, mattes, images of Google and other "
      + "makers, places, people, maker's notes, thumbnails and the C2PA manifest; `archive` keeps all, with the highest quality"
  ) { (options: inout Self, preset: PhotoEdit.Preset) in options.edit = preset.edit }

  private static let greatestStraightening = PhotoGeometry.greatestStraightening
  private static let geometry: [OptionRow<Self>] = [
    OptionRow(
      "straighten", .number(-greatestStraightening...greatestStraightening), unit: "degrees",
      "a turn of the pixels clockwise about the centre; what remains has no empty corners"
    ) { $0.edit.straightening = $1 },
    OptionRow(
      "crop", .integers(4), unit: "pixels", "`[x,y,width,height]` of the photo as displayed: what stays"
    ) { options, sides throws(AuxError) in
      options.rectangle = .rectangle(
        try PixelRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3]))
    },
    OptionRow(
      "aspect", .aspect, \.aspect, "the largest part of an aspect ratio stays, as `4:5`, `16/9` or `1.91:1`"),
    OptionRow(
      "anchor", .choice, \.anchor, standard: "center",
      "what that part is centred on; `subject` is the centre of the portrait matte"),
    OptionRow(
      "resize", .editSize, \.edit.size,
      "the size, of the photo's aspect ratio; a bound of the long or the short side in pixels never enlarges"
    ),
    OptionRow(
      "rotate", .rotation, \.edit.rotation, unit: "degrees", "a turn clockwise, by orientation alone"),
    OptionRow("flip", .choice, \.edit.flip, "a mirroring after the turn, by orientation alone"),
    OptionRow(
      "upright", .flag, \.edit.isUpright, "true to turn the pixels as the photo is displayed"),
  ]

  private static let contents: [OptionRow<Self>] = [
    OptionRow("drop", .kinds, "types or groups of images that go") {
      $0.dropped = $1
      $0.edit.choose(dropping: $1, only: [])
    },
    OptionRow("only", .kinds, "the only types or groups of images that stay") {
      $0.only = $1
      $0.edit.choose(dropping: [], only: $1)
    },
    OptionRow(
      "allowLoss", .flag, \.edit.allowsLosses,
      "true to let a photo that is replaced in place lose data that no option asks to remove"),
    OptionRow("strip", .strips, "what is taken out of the metadata; `all` is all that the images do not need")
    {
      $0.edit.strips.formUnion($1)
    },
    OptionRow(
      "gainmapForm", .gainMapForms,
      standard: "as it is; in another container those that most of its readers know",
      "how the gain map is described"
    ) { $0.edit.gainMapForms = $1 },
    OptionRow(
      "gainmapHeadroom", .number, \.edit.gainMapHeadroom, standard: "as the file states it",
      "the headroom of a gain map in Apple's form, a ratio of luminances of at least 1"),
  ]

  private static let coding: [OptionRow<Self>] = [
    OptionRow(
      "quality", .quality, \.edit.quality, standard: "92 where something else needs coding",
      "of the photo, which is coded for it even if no pixel changes"),
    OptionRow(
      "auxQuality", .quality, standard: "100 where something else needs coding",
      "of the auxiliary images, which are coded for it even if none of their samples changes"
    ) {
      ($0.edit.encoding.quality, $0.edit.keepsCodes, $0.edit.codesAuxiliaryImages) = ($1, false, true)
    },
    OptionRow(
      "bits", .count(of: [8, 10]), \.edit.bitDepth,
      standard: "10 in HEIC and AVIF out of a photo that has more than 8, else 8",
      "of a sample of the photo, which is coded for them even if no pixel changes"),
    OptionRow(
      "colour", .choice, \.edit.colour,
      "the colours of the photo, converted in linear light by the curves and primaries of its profile"),
    OptionRow(
      "lossless", .flag, \.edit.isLossless,
      "true to cut coded data and code nothing anew, or throw an error that names the nearest part that can be cut"
    ),
    OptionRow(
      "preview", .flag, \.edit.allowsPreview,
      "true to take the preview of a DNG for the photo, into another container"),
  ]
}

extension OptionType<PhotoEdit.Crop> {
  fileprivate static let aspect = OptionType(
    kind: .text,
    value: { value, place throws(AuxError) in
      let text = try value.asString(at: place)
      guard let crop = PhotoEdit.Crop(aspect: text) else {
        throw AuxError(
          .usage, "is an aspect ratio as 4:5, 16/9 or 1.91:1, not \(text)", place: place)
      }
      return crop
    }, text: { "\($0)" })
}

extension OptionType<PhotoEdit.Size> {
  static let editSize = OptionType(
    kind: .size(["50%", "long=2048", "short=1080", "width=800", "height=600"]),
    value: { value, place throws(AuxError) in
      if case .string(let text) = value, let size = PhotoEdit.Size(text: text) { return size }
      if case .array(let sides) = value, sides.count == 2, case .integer(let width) = sides[0],
        case .integer(let height) = sides[1], width > 0, height > 0
      {
        return .pixels(width: width, height: height)
      }
      throw value.refusal(
        "[width,height], or a text as 50%, long=2048, short=1080, width=800 or height=600", at: place)
    }, text: { "\($0)" })
}

extension OptionType<PhotoEdit.Rotation> {
  fileprivate static let rotation = OptionType(
    kind: .counts(PhotoEdit.Rotation.allCases.map(\.rawValue)),
    value: { value, place throws(AuxError) in
      let degrees = try value.asInteger(at: place)
      guard let rotation = PhotoEdit.Rotation(rawValue: degrees) else {
        throw AuxError(.usage, "is 90, 180 or 270, not \(degrees)", place: place)
      }
      return rotation
    }, text: { "\($0.rawValue)" })
}

extension OptionType<[AuxiliaryKind]> {
  fileprivate static let kinds = OptionType(
    kind: .choices(AuxiliaryKind.usualNames),
    value: { value, place throws(AuxError) in
      try value.asList(at: place, isOneToo: true) { name, place throws(AuxError) in
        guard let kind = AuxiliaryKind(name: name) else {
          let names = AuxiliaryKind.usualNames.joined(separator: ", ")
          throw AuxError(.usage, "\(name) is no type; there are \(names), and URNs", place: place)
        }
        return kind
      }
    }, text: { $0.map(\.name).joined(separator: ",") })
}

extension OptionType<Set<MetadataKind>> {
  fileprivate static let strips = OptionType(
    kind: .choices(MetadataKind.allCases.map(\.rawValue)),
    value: { value, place throws(AuxError) in
      let list = try value.asList(at: place, isOneToo: true) { name, place throws(AuxError) in
        guard let strip = MetadataKind(rawValue: name) else {
          let names = MetadataKind.allCases.map(\.rawValue).joined(separator: ", ")
          throw AuxError(.usage, "is one of \(names), or several, not \(name)", place: place)
        }
        return strip
      }
      return Set(list)
    }, text: { $0.map(\.rawValue).sorted().joined(separator: ",") })
}
