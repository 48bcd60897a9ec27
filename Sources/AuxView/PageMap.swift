internal import AuxImage
internal import AuxReader

/// An auxiliary image as the page holds it, upright and at its own size.
enum PageMap {
  /// What the page does with an image.
  private static func kind(of type: AuxiliaryDataType) -> String {
    switch type.family {
    case .depthData: type.quantity == .depth ? "depth" : "disparity"
    case .portraitMatte, .semanticMatte: "matte"
    case .gainMap: "gain"
    case nil: type.isGainMap ? "gain" : "other"
    }
  }

  /// Returns what people call an image of the type: what it is, without article and explanation.
  static func title(of type: AuxiliaryDataType) -> String {
    guard let summary = type.summary else { return type.name }
    let words = summary.prefix { $0 != "," }.split(separator: " ").drop { $0 == "a" || $0 == "an" }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Returns the image as the page's data has it, and why it could not be decoded.
  static func json(_ image: AuxiliaryImage, of source: ImageSource, jobs: Int) -> (JSONValue, AuxError?) {
    var members: [JSONValue.Member] = [
      .init("type", .string(image.type.name)), .init("title", .string(title(of: image.type))),
      .init("kind", .string(kind(of: image.type))),
    ]
    var failure: AuxError?
    do throws(AuxError) {
      members += try decoded(image, of: source, jobs: jobs)
    } catch {
      failure = error
      members += [
        .init("width", .integer(image.width)), .init("height", .integer(image.height)),
        .init("failure", .string(error.message)),
      ]
    }
    members.append(.init("facts", PageTable.rows(of: image.json, without: PageTable.tablesOfImages)))
    return (.object(members), failure)
  }

  private static func decoded(
    _ image: AuxiliaryImage, of source: ImageSource, jobs: Int
  ) throws(AuxError) -> [JSONValue.Member] {
    let stored = try source.stored(image).applyingExifOrientation(source.primary?.orientation ?? .up)
    let samples: PageSamples
    switch stored.content {
    case .colours(let planes), .colourGainMap(let planes, _):
      samples = try PageSamples(planes.rgb(jobs: jobs))
    case .depth(let codes, _), .matte(let codes), .gainMap(let codes, _): samples = try PageSamples(codes)
    }
    return samples.members + (PageValues(stored)?.members ?? [.init("unit", .string(""))])
  }
}
