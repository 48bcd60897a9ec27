internal import AuxDepthKit

/// What a caller says of a map, and of the file that it is in.
struct MapOptions {
  let depth: DepthMapOptions
  let file: MapFile.Options
  let limits: Limits

  /// Reads the options of a map; `hasFile` takes those of files too.
  init(_ pointer: UnsafePointer<CChar>?, hasFile: Bool) throws(AuxError) {
    self = try Options.read(pointer) { options throws(AuxError) in
      try MapOptions(&options, hasFile: hasFile)
    }
  }

  private init(_ options: inout Options, hasFile: Bool) throws(AuxError) {
    depth = try DepthMapOptions(&options)
    file = hasFile ? try options.mapFile() : MapFile.Options()
    limits = hasFile ? try options.limits() : Limits()
  }
}

extension DepthMapOptions {
  fileprivate init(_ options: inout Options) throws(AuxError) {
    self.init()
    let convention = try options.choice("convention", MapConvention.self)
    quantity =
      try options.choice("quantity", DepthQuantity.self) ?? convention.map {
        DepthMapOptions(convention: $0).valueQuantity
      } ?? .depth
    self.convention = convention
    (near, far) = (try options.number("near"), try options.number("far"))
    (minDisparity, maxDisparity) = (try options.number("min"), try options.number("max"))
    whiteIsNear = try options.flag("whiteIsNear") ?? false
    linearIn = try options.choice("linearIn") ?? .depth
    isNormalised = try options.flag("normalised") ?? false
    unit = try options.choice("unit")
    scale = try options.number("scale")
    holes = try options.choice("holes") ?? .fill
    camera = try Self.camera(&options)
    isRadial = try options.flag("radial") ?? false
    size = try Self.size(&options)
    try check()
  }

  private static func camera(_ options: inout Options) throws(AuxError) -> MapCamera? {
    let numbers = try options.numbers("intrinsics")
    guard let calibration = options.value("calibration") else {
      return try numbers.map { numbers throws(AuxError) in try MapCamera(pixels: numbers) }
    }
    guard numbers == nil else {
      throw AuxError(.usage, "intrinsics and a calibration say the same", place: "options/calibration")
    }
    return .calibration(try CameraCalibrationData(json: Array(calibration.text.utf8)))
  }

  private static func size(_ options: inout Options) throws(AuxError) -> MapSize? {
    switch options.value("resize") {
    case nil: return nil
    case .string("half"): return .half
    case .string("apple"): return .apple
    case let value?:
      if case .array(let sides) = value, sides.count == 2, case .integer(let width) = sides[0],
        case .integer(let height) = sides[1], width > 0, height > 0
      {
        return .size(width: width, height: height)
      }
      throw AuxError(
        .usage, "[width,height], half or apple is wanted, not \(value.text.prefix(80))",
        place: "options/resize")
    }
  }
}

extension Options {
  /// Takes `channel`, `key` and `raw`.
  mutating func mapFile() throws(AuxError) -> MapFile.Options {
    var file = MapFile.Options(channel: try text("channel"), key: try text("key"))
    guard var raw = try object("raw") else { return file }
    guard let width = try raw.count("width"), let height = try raw.count("height"),
      let format = try raw.text("pixelFormat")
    else { throw AuxError(.usage, "needs width, height and pixelFormat", place: "options/raw") }
    try raw.end()
    file.raw = try MapFile.RawLayout(width: width, height: height, pixelFormat: format)
    return file
  }
}
