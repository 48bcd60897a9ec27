public import AuxImage

/// What a map file says of the auxiliary image that it was made of, so that it can be put back without asking.
///
/// One line of text, which image editors take along: the chunk `Comment` of PNG, the tag ImageDescription of TIFF, the
/// attribute `comments` of OpenEXR. Source: Specs/conversions.md, "What a map file says of itself".
public struct MapRecord: Hashable, Sendable {
  /// The type of the image.
  public var type: AuxiliaryDataType
  /// What the samples measure; nil for mattes and gain maps.
  package var quantity: DepthQuantity?
  /// The value of code 0, in metres or 1/metres; nil where samples are values, and for mattes and gain maps.
  package var black: Double?
  package var white: Double?
  /// How many units of the samples are a metre, where they are distances in another unit, 0 for a hole in whole numbers.
  package var distances: DistanceScale?
  /// Whether the scale of the values is unknown, so that they are no metres: the accuracy is `relative`.
  package var hasUnknownScale = false
  /// Whether the samples are as the photo is displayed, or as it is stored; nil where that is not known.
  package var isUpright: Bool?

  /// Creates a record of an image whose samples are not codes of values.
  package init(type: AuxiliaryDataType, quantity: DepthQuantity? = nil, isUpright: Bool? = nil) {
    (self.type, self.quantity, self.isUpright) = (type, quantity, isUpright)
  }

  private static let title = "auxdepth map"
}

extension MapRecord {
  /// The record as a line, such as `auxdepth map; type=disparity; unit=1/m; black=0.25; white=1; orientation=stored`.
  public var text: String {
    var parts = [Self.title, "type=\(type.name)"]
    if let quantity { parts.append("unit=\(quantity == .depth ? "m" : "1/m")") }
    if let distances { parts.append("per-metre=\(distances.perMetre)") }
    if hasUnknownScale { parts.append("scale=unknown") }
    if let black, let white { parts += ["black=\(black)", "white=\(white)"] }
    if let isUpright { parts.append("orientation=\(isUpright ? "displayed" : "stored")") }
    return parts.joined(separator: "; ")
  }

  /// Reads the line of ``text``; nil for any other text, and where what it says makes no sense.
  package init?(text: String) {
    let parts = text.split(separator: ";").map { String($0.drop { $0 == " " }) }
    guard parts.first == Self.title else { return nil }
    var values: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return nil }
      values[pair[0]] = pair[1].filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }
    }
    guard let type = values["type"].flatMap(AuxiliaryDataType.init(name:)) else { return nil }
    self.init(type: type)
    switch values["unit"] {
    case "m": quantity = .depth
    case "1/m": quantity = .disparity
    case nil: break
    case _?: return nil
    }
    hasUnknownScale = values["scale"] == "unknown"
    switch values["orientation"] {
    case "displayed": isUpright = true
    case "stored": isUpright = false
    case nil: break
    case _?: return nil
    }
    if let text = values["per-metre"] {
      guard quantity == .depth, let number = Double(text), let scale = try? DistanceScale(perMetre: number)
      else { return nil }
      distances = scale
    }
    guard let first = values["black"], let last = values["white"] else { return }
    guard let black = Double(first), let white = Double(last), quantity != nil, black.isFinite,
      white.isFinite
    else { return nil }
    (self.black, self.white) = (black, white)
  }
}
