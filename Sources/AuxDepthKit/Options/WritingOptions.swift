package import AuxImage
package import AuxMaps
internal import AuxReader
package import AuxWriter

extension OptionCall {
  package static let mapWrite = OptionCall("map_write")
  package static let imageWrite = OptionCall("image_write")
  package static let imageWriteMemory = OptionCall("image_write_memory")
  package static let editNew = OptionCall("edit_new")
  package static let editNewPicture = OptionCall("edit_new_picture")
  package static let attachDepth = OptionCall("edit_attach_depth")
  package static let attachMatte = OptionCall("edit_attach_matte", for: "mattes")
  package static let attachGainMap = OptionCall("edit_attach_matte", for: "gain maps")
  package static let attachCodedGainMap = OptionCall("edit_attach_gain_map")
  package static let attachMatteFile = OptionCall("edit_attach_matte_file", for: "mattes")
  package static let attachGainMapFile = OptionCall("edit_attach_matte_file", for: "gain maps")
  package static let attachDictionary = OptionCall("edit_attach_dictionary")
  package static let describeGainMap = OptionCall("edit_describe_gain_map")
  package static let copy = OptionCall("edit_copy")
}

/// How the values of a map become a file.
package struct MapWriting: CallOptions {
  package var kind: MapFile.Kind?
  private var givenFormat: PixelFormat?
  /// The unit that is asked for.
  package var unit: OutputUnit?

  /// The format of the samples; nil where nothing says it. Throws `usage` where the unit is of another.
  package func format() throws(AuxError) -> PixelFormat? { try OutputUnit.format(of: unit, as: givenFormat) }

  package init() {}

  package static let title = "Writing maps"
  package static let calls: [OptionCall] = [.mapWrite]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "format",
      .named(MapFile.Kind.writable.map(\.rawValue)) {
        MapFile.Kind(rawValue: $0)
      } text: {
        $0.rawValue
      },
      \.kind, standard: "by the extension of the path", "the kind of file"),
    OptionRow(
      "pixelFormat", .format(of: PixelFormat.depthFormats), \.givenFormat,
      standard: "meters as 32-bit floats, of PNG and raw samples the map's own quantity",
      "the format of the samples"),
    OptionRow("unit", .outputUnit, \.unit, OptionType.outputUnits),
  ]
}

/// How an auxiliary image becomes a file, or a map.
package struct ImageWriting: CallOptions {
  package var format: AuxiliaryFile.Format?
  private var givenFormat: PixelFormat?
  package var isUpright = true
  /// The unit that is asked for.
  package var unit: OutputUnit?
  private var givenSize: ExtractedSize?
  private var mayStretch = false

  package init() {}

  /// The format of the samples; nil where nothing says it. Throws `usage` where the unit is of another.
  package func pixelFormat() throws(AuxError) -> PixelFormat? {
    try OutputUnit.format(of: unit, as: givenFormat)
  }

  /// The size of what is written.
  package var size: ExtractedSize? {
    var size = givenSize
    size?.mayStretch = mayStretch
    return size
  }

  package static let title = "Writing auxiliary images"
  package static let calls: [OptionCall] = [.imageWrite, .imageWriteMemory, .mapOfImage]
  private static let ofFiles: [OptionCall] = [.imageWrite, .imageWriteMemory]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "format",
      .named(AuxiliaryFile.Format.names) {
        AuxiliaryFile.Format(name: $0)
      } text: {
        "\($0)"
      },
      \.format, standard: "by the extension of the path; in memory `png`",
      "the kind of file; `plist` is the data-info dictionary of ImageIO", calls: ofFiles),
    OptionRow(
      "pixelFormat", .format(of: PixelFormat.depthFormats + [.L008]), \.givenFormat,
      standard: "meters, of PNG, raw samples and `plist` as the image says",
      "of depth data the format of the samples; `L008` for the codes", calls: ofFiles),
    OptionRow(
      "unit", .outputUnit, \.unit, OptionType.outputUnits, calls: ofFiles),
    OptionRow(
      "resize", .extractedSize, \.givenSize,
      "the size of what is written, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, "
        + "or `photo` for the photo's",
      calls: ofFiles),
    OptionRow(
      "stretch", .flag, \.mayStretch, "true to let `resize` change the aspect ratio", calls: ofFiles),
    OptionRow(
      "upright", .flag, \.isUpright, "samples as the photo is displayed; false as the file stores them"),
  ]
}

extension OptionType<OutputUnit> {
  /// What the option is about.
  fileprivate static let outputUnits =
    "depth data, disparity too, as distances in this unit: `mm`, `cm`, `m`, `in`, `ft`, or `m/5000` and the like; in PNG "
    + "as 16-bit codes, in which 0 is a hole; or `1/m` for disparity"

  /// A unit of distances, by its name or as a part of a metre, or that of disparity.
  static let outputUnit = OptionType(
    kind: .text,
    value: { value, place throws(AuxError) in
      let text = try value.asString(at: place)
      guard let unit = OutputUnit(text: text) else {
        throw AuxError(
          .usage, "is mm, cm, m, in, ft, m/5000 and the like or 1/m, not \(text)", place: place)
      }
      return unit
    }, text: { $0.name })
}

extension OptionType<ExtractedSize> {
  /// A size as of an edit, or that of the photo.
  static let extractedSize = OptionType(
    kind: .size(["photo", "50%", "long=2048", "short=1080", "width=800", "height=600"]),
    value: { value, place throws(AuxError) in
      if value == .string("photo") { return .photo }
      return ExtractedSize(try OptionType<PhotoEdit.Size>.editSize.value(value, place))
    }, text: { "\($0)" })
}

/// How a photo that is to be written begins.
package struct EditOpening: CallOptions {
  package var quality = ImageDestination.standardQuality
  package var allowsPreview = false
  package var bits: Int?

  package init() {}

  package static let title = "Photos that are written"
  package static let calls: [OptionCall] = [.editNew, .editNewPicture]
  package static let rows: [OptionRow<Self>] = [
    OptionRow("quality", .quality, \.quality, "of a primary image that is coded"),
    OptionRow(
      "preview", .flag, \.allowsPreview,
      "true to take the preview of a DNG for the photo, into another container", calls: [.editNew]),
    OptionRow(
      "bits", .count(of: [8, 10, 16]), \.bits,
      standard: "the most of the container where pixels have 16, else 8",
      "of a sample, as the container has them", calls: [.editNewPicture]),
  ]
}

/// A target with the way in which auxiliary images are coded.
protocol EncodingOptions: CallOptions {
  var encoding: AuxiliaryEncoding { get set }
}

/// A target with what coded images may replace.
protocol ReplacingOptions: EncodingOptions {
  var replaces: Bool { get set }
}

extension OptionRow where Target: EncodingOptions {
  static func encoding() -> [OptionRow] {
    [
      OptionRow("auxQuality", .quality, \.encoding.quality, "of the coded images"),
      OptionRow("lossless", .flag, \.encoding.isLossless, "true where every code must come back"),
    ]
  }

  static func replacing() -> [OptionRow] where Target: ReplacingOptions {
    [
      OptionRow(
        "replace", .flag, \.replaces,
        "true where the photo may have an image of that type already; depth and disparity count as one")
    ]
  }
}

/// How an image is attached to a photo.
package struct Attaching: ReplacingOptions {
  package var recording = DepthRecording()
  package var isUpright = true
  package var isStretched = false
  package var encoding = AuxiliaryEncoding()
  package var replaces = false
  package var keepsProperties = true
  package var forms: [GainMapDescription.Form]?
  package var headroom: Double?
  package var hasGDepth = false
  package var component: MatteMap.Component?
  package var file = MapFile.Options()

  package init() {}

  /// The forms of a gain map that is asked for as one of that type; empty where nothing says them.
  package func forms(of type: AuxiliaryDataType) -> [GainMapDescription.Form] {
    forms ?? (type == .isoGainMap ? [.iso] : [])
  }

  package static let title = "Attaching images"
  package static let calls: [OptionCall] = [
    .attachDepth, .attachMatte, .attachGainMap, .attachCodedGainMap, .attachMatteFile, .attachGainMapFile,
    .attachDictionary,
  ]
  private static let ofGainMaps: [OptionCall] = [.attachGainMap, .attachGainMapFile]
  package static let rows: [OptionRow<Self>] =
    recording + [
      OptionRow(
        "upright", .flag, \.isUpright,
        "the map is as the photo is displayed; false as it is stored; a map file that says which needs no option",
        calls: calls.filter { $0 != .attachDictionary }),
      OptionRow(
        "stretch", .flag, \.isStretched, "true to take a map of another aspect ratio than the photo's"),
    ] + OptionRow.encoding() + OptionRow.replacing() + [
      OptionRow(
        "dngBits", .wideCodes, \.encoding.hasWideCodes, "of a code of a depth map in DNG",
        calls: [.attachDepth]),
      OptionRow(
        "keepProperties", .flag, \.keepsProperties,
        "whether properties and calibration of an image that is replaced stay, where nothing else is given",
        calls: calls.filter { $0 != .attachDictionary }),
      OptionRow(
        "form", .gainMapForms, \.forms,
        standard: "`iso` for the type isoGainMap; else as the replaced gain map, or `apple`, in AVIF `iso`",
        "how the gain map is described", calls: ofGainMaps),
      OptionRow(
        "form", .gainMapForms, \.forms, standard: "iso", "how the gain map is described",
        calls: [.attachCodedGainMap]),
      OptionRow(
        "headroom", .number, \.headroom, "a ratio of luminances of at least 1", calls: ofGainMaps),
      OptionRow(
        "gdepth", .flag, \.hasGDepth, "true to write the map as Google's GDepth too, into the XMP of a JPEG",
        calls: [.attachDepth]),
      OptionRow(
        "component", .choice, \.component, standard: "the only one that can be a matte",
        "what of a picture with colours and an alpha channel is the matte", calls: [.attachMatteFile]),
    ] + OptionRow.file(\.file, calls: [.attachMatteFile, .attachGainMapFile])

  private static let recording: [OptionRow<Self>] = [
    OptionRow(
      "pixelFormat", .format(of: PixelFormat.depthFormats), \.recording.pixelFormat, standard: "hdis",
      "the format that is recorded", calls: [.attachDepth]),
    OptionRow(
      "depthQuality", .choice, \.recording.quality, standard: "high", "the quality that is recorded",
      calls: [.attachDepth]),
    OptionRow(
      "accuracy", .choice, \.recording.accuracy,
      standard: "as the map's convention says, or else absolute of distances and relative of disparities",
      "the accuracy that is recorded", calls: [.attachDepth]),
    OptionRow(
      "filtered", .flag, \.recording.isFiltered, standard: "true", "whether the map is recorded as filtered",
      calls: [.attachDepth]),
  ]
}

extension OptionType<Bool> {
  fileprivate static let wideCodes = OptionType(
    kind: .counts([8, 16]),
    value: { value, place throws(AuxError) in
      let bits = try value.asCount(at: place)
      guard bits == 8 || bits == 16 else {
        throw AuxError(.usage, "is 8 or 16", place: place)
      }
      return bits == 16
    }, text: { $0 ? "16" : "8" })
}

/// How the gain map of a photo is described.
package struct Describing: EncodingOptions {
  package var forms: [GainMapDescription.Form] = []
  package var headroom: Double?
  package var encoding = AuxiliaryEncoding()

  package init() {}

  package static let title = "Describing gain maps"
  package static let calls: [OptionCall] = [.describeGainMap]
  package static let rows: [OptionRow<Self>] =
    [
      OptionRow("form", .gainMapForms, "how the gain map is described, which must be given") {
        $0.forms = $1
      },
      OptionRow(
        "headroom", .number, \.headroom, standard: "as the file states it",
        "a ratio of luminances of at least 1, where the file states none"),
    ] + OptionRow.encoding()

  package func check() throws(AuxError) {
    guard !forms.isEmpty else { throw AuxError(.usage, "is needed", place: "options/form") }
  }
}

/// How images of another photo are copied.
package struct Copying: ReplacingOptions {
  package var placement = ImageDestination.CopyPlacement.compared
  package var encoding = AuxiliaryEncoding()
  package var replaces = false

  package init() {}

  package static let title = "Copying images"
  package static let calls: [OptionCall] = [.copy]
  package static let rows: [OptionRow<Self>] =
    [
      OptionRow(
        "placement",
        .named(["compared", "tags"]) {
          $0
        } text: {
          $0
        }, standard: "compared",
        "how images lie on the photo: by a comparison of both pictures, so that they are cut and turned as the photo was, or "
          + "by sizes and orientations alone"
      ) { options, name in
        options.isPlacementNamed = true
        if name == "tags" { options.placement = .byTags }
      },
      OptionRow(
        "crop", .integers(4), unit: "pixels",
        "`[x,y,width,height]` of the other photo as displayed, which is what this one shows; nothing is compared"
      ) { options, sides throws(AuxError) in
        options.crop = try PixelRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        try options.state()
      },
      OptionRow(
        "turn", .orientation, "as in Exif: the turn between both as stored; nothing is compared"
      ) { options, turn throws(AuxError) in
        options.turn = turn
        try options.state()
      },
    ] + OptionRow.encoding() + OptionRow.replacing()

  private var isPlacementNamed = false
  private var crop: PixelRectangle?
  private var turn: ImageOrientation?

  private mutating func state() throws(AuxError) {
    guard !isPlacementNamed else {
      throw AuxError(.usage, "crop and turn say themselves where maps lie", place: "options/placement")
    }
    placement = .stated(crop: crop, turn: turn)
  }
}
