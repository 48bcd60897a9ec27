package import AuxImage
package import AuxMaps
package import AuxReader

extension OptionCall {
  package static let photoOpen = OptionCall("photo_open")
  package static let photoOpenMemory = OptionCall("photo_open_memory")
  package static let photoOpenRanges = OptionCall("photo_open_ranges")
  package static let pictureNew = OptionCall("picture_new")
  package static let mapOpen = OptionCall("map_open")
  package static let mapOpenMemory = OptionCall("map_open_memory")
  package static let mapNew = OptionCall("map_new")
  package static let mapLend = OptionCall("map_lend")
  package static let mapOfImage = OptionCall("map_of_image")
}

/// A target with limits of what decoding may take.
protocol LimitedOptions: CallOptions {
  var limits: AuxLimits { get set }
}

extension OptionRow where Target: LimitedOptions {
  static func limits(calls: [OptionCall]? = nil) -> [OptionRow] {
    [
      OptionRow(
        "maxPixels", .count, standard: "\(AuxLimits().pixels)",
        "the most pixels of an image that is decoded, and of what is made of it", calls: calls
      ) { $0.limits.pixels = $1 },
      OptionRow(
        "maxMemory", .count, unit: "bytes", standard: "what the system gives",
        "the most memory that decoding one image may take", calls: calls
      ) { $0.limits.memory = min($0.limits.memory, $1) },
    ]
  }
}

package struct PhotoOpening: LimitedOptions {
  package var limits = AuxLimits()
  package var isEdited = false
  package var primary = PrimaryOptions()

  package init() {}

  package static let title = "Opening photos"
  package static let calls: [OptionCall] = [.photoOpen, .photoOpenMemory, .photoOpenRanges]
  package static let rows: [OptionRow<Self>] =
    OptionRow.limits() + [
      OptionRow(
        "photoChannel", .text, standard: "the layer without a name, or `Composite.Combined`",
        "the layer of an OpenEXR file that is the photo, as `ViewLayer.Combined`"
      ) { $0.primary.layer = $1 },
      OptionRow(
        "flatten", .text, standard: "`black`",
        "the color behind transparent pixels: `black`, `white` or `#RRGGBB`; `none` keeps alpha in HEIC and AVIF"
      ) { options, text throws(AuxError) in
        guard let alpha = PrimaryOptions.Alpha(text: text) else {
          throw AuxError(.usage, "black, white, #RRGGBB or none, not \(text)", place: "options/flatten")
        }
        options.primary.alpha = alpha
      },
      OptionRow(
        "editing", .flag, \.isEdited,
        "true for a file that an edit of itself is to replace: others that open it so wait, in this process as in others, "
          + "until the photo, its edits and its renderers are closed", calls: [.photoOpen]),
    ]
}

/// What samples of a picture are.
package struct PictureMaking: CallOptions {
  package var orientation = ImageOrientation.up

  package init() {}

  package static let title = "Pictures of samples"
  package static let calls: [OptionCall] = [.pictureNew]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "orientation", .orientation, \.orientation, "as in Exif: how the picture is to be turned for display")
  ]
}

/// What a caller says of a map, and of the file that it is in.
package struct MapOpening: LimitedOptions {
  package var depth = DepthMap.Options()
  package var file = MapFile.Options()
  package var limits = AuxLimits()

  package init() {}

  package func check() throws(AuxError) { try depth.check() }

  package static let title = "Maps"
  package static let calls: [OptionCall] = [.mapOpen, .mapOpenMemory, .mapNew, .mapLend]
  package static let rows: [OptionRow<Self>] =
    meaning + OptionRow.file(\.file, calls: ofFiles) + OptionRow.limits(calls: ofFiles)
  private static let ofFiles: [OptionCall] = [.mapOpen, .mapOpenMemory]

  private static let meaning: [OptionRow<Self>] = [
    OptionRow(
      "convention", .choice,
      "what made the map; it sets quantity, polarity, unit, background and accuracy"
    ) { options, convention in options.depth.convention = convention },
    OptionRow(
      "quantity", .choice, standard: "that of the convention, or `depth`",
      "what the samples are, and the other options are about"
    ) { options, quantity throws(AuxError) in
      if let convention = options.depth.convention, convention.facts.quantity != quantity {
        throw AuxError(
          .usage,
          "\(convention.rawValue) maps are of \(convention.facts.quantity.rawValue), not of \(quantity.rawValue)",
          place: "options/quantity")
      }
      options.depth.quantity = quantity
    },
    OptionRow(
      "near", .number, \.depth.near, unit: "m", "of codes the distance at black, of floats the nearest one"),
    OptionRow(
      "far", .number, \.depth.far, unit: "m",
      "of codes the distance at white, of floats the farthest one; may be the text \"inf\""),
    OptionRow("min", .number, \.depth.minDisparity, unit: "1/m", "of codes of disparity the one at black"),
    OptionRow("max", .number, \.depth.maxDisparity, unit: "1/m", "of codes of disparity the one at white"),
    OptionRow("whiteIsNear", .flag, \.depth.whiteIsNear, "true where white is near"),
    OptionRow("linearIn", .choice, \.depth.linearIn, "what codes are linear in"),
    OptionRow(
      "normalised", .flag, \.depth.isNormalised, "true where floats are 0...1 between the two ends"),
    OptionRow(
      "mist", .choice, \.depth.mist,
      "the falloff of Blender's Mist pass, which the samples are between near and far, along the rays of the camera"
    ),
    OptionRow(
      "inputUnit", .choice, \.depth.unit,
      "of the samples; makes lengths of codes too, 0 where nothing was measured"),
    OptionRow(
      "inputScale", .number, \.depth.scale,
      "the factor to metres or 1/metres; negative for an axis towards the camera"),
    OptionRow(
      "clip", .number, \.depth.clip, unit: "percent",
      "how many of the nearest and of the farthest samples become the nearest and the farthest of the others"),
    OptionRow(
      "invalid", .numbers, \.depth.invalid,
      "sample values, as the map has them, that are holes; an empty list takes the greatest code value as measured"
    ),
    OptionRow(
      "holes", .choice, \.depth.holes, standard: "`keep` in map files, `fill` in photos",
      "what becomes of NaN and of what is not positive when it is written"),
    OptionRow(
      "focalPixels", .number, \.depth.focalPixels, unit: "pixels of the map",
      "of disparity in pixels, with `mapBaseline`; the input scale is the pixels of a sample then, and whole numbers of 0 are holes"
    ),
    OptionRow(
      "mapBaseline", .number, \.depth.baseline, unit: "m",
      "the distance of the two cameras whose disparity in pixels the map is, with `focalPixels`"),
    OptionRow(
      "pixelOrigin", .choice, \.depth.pixelOrigin, standard: "that of the convention, or else `corner`",
      "the point of the first pixel from which the principal points of `intrinsics` and of arrays in the file count"
    ),
    OptionRow(
      "intrinsics", .numbers, unit: "pixels of the map",
      "the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size"
    ) { options, numbers throws(AuxError) in
      options.depth.statedCamera = try StatedCamera(pixels: numbers, from: options.depth.usualOrigin)
    },
    OptionRow(
      "calibration", .value(.object),
      "as auxdepth_image_calibration_json() gives it, in place of `intrinsics`"
    ) { options, value throws(AuxError) in
      guard options.depth.camera == nil else {
        throw AuxError(.usage, "intrinsics and a calibration say the same", place: "options/calibration")
      }
      options.depth.camera = .calibration(try CameraCalibrationData(json: Array(value.text.utf8)))
    },
    OptionRow(
      "radial", .flag, \.depth.isRadial, "true where values are distances along the rays of that camera"),
    OptionRow(
      "resize", .size, \.depth.size, unit: "pixels",
      "resamples the map: `half` is half of the photo, `apple` 768 on the long side"),
  ]
}

extension OptionType<MapSize> {
  fileprivate static let size = OptionType(
    kind: .size(["half", "apple"]),
    value: { value, place throws(AuxError) in
      switch value {
      case .string("half"): return .half
      case .string("apple"): return .apple
      case .array(let sides):
        guard sides.count == 2, case .integer(let width) = sides[0], case .integer(let height) = sides[1],
          width > 0, height > 0
        else { fallthrough }
        return .size(width: width, height: height)
      default: throw value.refusal("[width,height], half or apple", at: place)
      }
    }, text: { "\($0)" })
}

extension OptionRow where Target: CallOptions {
  static func file(
    _ file: any WritableKeyPath<Target, MapFile.Options> & Sendable, calls: [OptionCall]
  ) -> [OptionRow] {
    [
      OptionRow("channel", .text, standard: "`Z` and other usual names", "that of OpenEXR", calls: calls) {
        $0[keyPath: file].channel = $1
      },
      OptionRow(
        "key", .text, standard: "`depth`, or the only one that may be a map",
        "the array of NPZ; of several frames `NAME[NUMBER]`, and `[NUMBER]` of NPY, from 0", calls: calls
      ) { $0[keyPath: file].key = $1 },
      OptionRow(
        "raw", .value(.object),
        "what a file of samples alone is: `width`, `height` and `pixelFormat`, which is `hdis`, `fdis`, `hdep`, `fdep`, "
          + "`L008` or `u16`", calls: calls
      ) { options, value throws(AuxError) in
        options[keyPath: file].raw = try MapFile.RawLayout(option: value)
      },
    ]
  }
}

extension MapFile.RawLayout {
  fileprivate init(option value: JSONValue) throws(AuxError) {
    let members = try value.asMembers(at: "options/raw")
    func member(_ name: String) throws(AuxError) -> JSONValue {
      if let value = members.first(where: { $0.name == name })?.value { return value }
      throw AuxError(.usage, "needs width, height and pixelFormat", place: "options/raw")
    }
    let names = ["width", "height", "pixelFormat"]
    if let other = members.first(where: { !names.contains($0.name) }) {
      throw AuxError(.usage, "there is no option of that name here", place: "options/\(other.name)")
    }
    try self.init(
      width: member("width").asCount(at: "options/width"),
      height: member("height").asCount(at: "options/height"),
      pixelFormat: member("pixelFormat").asString(at: "options/pixelFormat"))
  }
}
