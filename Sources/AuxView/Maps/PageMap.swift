internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// An auxiliary image as the page holds it, upright and at its own size.
struct PageMap {
  /// The image as the page's data has it.
  let json: JSONValue
  /// The element with its samples.
  private(set) var element: [UInt8] = []
  /// Why it could not be decoded.
  private(set) var failure: AuxError?

  /// What the page does with an image.
  static func kind(of type: AuxiliaryDataType) -> String {
    switch type.group {
    case .depthMap: type.quantity == .depth ? "depth" : "disparity"
    case .mattes: "matte"
    case .gainMap: "gain"
    case .google, .makers, nil: "other"
    }
  }

  /// Returns what people call an image of the type: what it is, without article and explanation.
  static func title(of type: AuxiliaryDataType) -> String {
    guard let summary = type.summary else { return type.name }
    let words = summary.prefix { $0 != "," }.split(separator: " ").drop { $0 == "a" || $0 == "an" }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Makes the image of a page; `identifier` is that of its element.
  init(
    _ image: AuxiliaryImage, of source: ImageSource, _ settings: PageSettings, identifier: String,
    hasThumbnail: Bool
  ) {
    var members: [JSONValue.Member] = [
      .init("type", .string(image.type.name)), .init("title", .string(Self.title(of: image.type))),
      .init("kind", .string(Self.kind(of: image.type))),
    ]
    do throws(AuxError) {
      let stored = try source.stored(image).applyingExifOrientation(source.primary?.orientation ?? .up)
      let samples = try Self.samples(of: stored, isBrief: settings.isBrief)
      members += samples.members + [.init("part", .string(identifier))] + Self.values(of: stored)
      if hasThumbnail, let thumbnail = try PageThumbnail.nearness(of: stored) {
        members.append(.init("thumbnail", .string(thumbnail)))
      }
      element = PageElement.bytes(samples.data, identifier: identifier)
    } catch {
      failure = error
      members += [
        .init("width", .integer(image.width)), .init("height", .integer(image.height)),
        .init("failure", .string(error.message)),
      ]
    }
    if failure == nil, let gain = PageGains.json(of: image) { members.append(.init("gain", gain)) }
    members.append(.init("facts", PageTable.rows(of: image.json, without: PageTable.tablesOfImages)))
    json = .object(members)
  }

  /// The longer side of previews of maps, of few files and of many.
  private static let (previewSide, briefSide) = (2048, 1024)

  /// Returns the samples: exact ones of depth and mattes, and what is seen of gain maps and colours.
  private static func samples(of stored: StoredAuxiliaryImage, isBrief: Bool) throws(AuxError) -> PageSamples
  {
    let side = isBrief ? briefSide : previewSide
    switch stored.content {
    case .colourGainMap(let planes, _), .colours(let planes):
      return try PageSamples(previewOf: planes.rgb(jobs: 1), side: side)
    case .gainMap(let codes, _): return try PageSamples(previewOf: codes, side: side)
    case .depth(let codes, _), .matte(let codes): return try PageSamples(codes)
    }
  }

  /// Returns the members that say how a code becomes a value, `offset + scale * code` or, where that is `inverse`, 1 by it,
  /// and in which unit; no more than an empty unit where nothing is known but the codes.
  private static func values(of image: StoredAuxiliaryImage) -> [JSONValue.Member] {
    let codes = image.codes
    func members(_ kind: String, from low: Double, to high: Double, _ unit: String) -> [JSONValue.Member] {
      let most: Double = codes.sampleType == .uint16 ? 65535 : 255
      let (offset, scale) = codes.sampleType.isInteger ? (low, (high - low) / most) : (0, 1)
      let value: JSONValue = ["kind": .string(kind), "offset": .number(offset), "scale": .number(scale)]
      return [.init("value", value), .init("unit", .string(unit))]
    }
    let none = [JSONValue.Member("unit", .string(""))]
    if case .depth(_, let range) = image.content {
      // JSON has no numbers that are not finite, and codes between such ends have no value.
      guard range.firstValue.isFinite, range.lastValue.isFinite else { return none }
      let quantity: DepthQuantity = image.type == .depth ? .depth : .disparity
      return members(
        range.quantity == quantity ? "linear" : "inverse", from: range.firstValue, to: range.lastValue,
        quantity == .depth ? "m" : "1/m")
    }
    guard image.type.group != nil else { return none }
    return members("linear", from: 0, to: 1, "")
  }
}
