extension AuxiliaryDataType {
  /// Types whose images do the same job, whoever wrote them: one name asks for all of them.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// Depth and disparity.
    case depthMap = "depthmap"
    /// The portrait effects matte and the mattes of parts.
    case mattes
    /// The gain maps of all forms.
    case gainMap = "gainmap"
    /// What Google's cameras keep of depth: the maps of GDepth and Dynamic Depth, with their confidence.
    case google
    /// Images of makers of phones other than Apple and Google that are no gain maps: depth maps in data after the images, and
    /// images of types of their own. To drop these takes all data after the images out.
    case makers

    /// The name that users give.
    public var name: String { rawValue }

    /// What images of the group are.
    package var summary: String {
      switch self {
      case .depthMap: "a depth map, whichever of depth and disparity there is"
      case .mattes: "all mattes"
      case .gainMap: "every gain map, whatever its form"
      case .google: "the maps of GDepth and Dynamic Depth, with their confidence"
      case .makers:
        "images of other makers that are no gain maps; edit also takes out what they put after the images"
      }
    }

    /// The known types of the group.
    package var types: [AuxiliaryDataType] { AuxiliaryDataType.all.filter { includes($0) } }

    /// Whether images of the type belong to the group whatever file has them, and in whatever form.
    public func includes(_ type: AuxiliaryDataType) -> Bool {
      switch self {
      case .depthMap, .mattes, .gainMap: type.group == self
      case .google: type == .depthConfidence
      case .makers:
        !type.isGainMap && Self.makerNames.contains { type.name.lowercased().hasPrefix("urn:com:\($0):") }
      }
    }

    /// The makers whose URNs are known: Specs/types.md.
    private static let makerNames = [
      "samsung", "huawei", "honor", "xiaomi", "oppo", "oneplus", "realme", "vivo", "sony", "motorola",
    ]

    /// What one image of the group is called.
    fileprivate var noun: String {
      switch self {
      case .depthMap: "depth map"
      case .mattes: "matte"
      case .gainMap: "gain map"
      case .google: "map of Google's"
      case .makers: "image of another maker"
      }
    }
  }

  /// The group that the type belongs to; nil for a type that belongs to none.
  ///
  /// A type that the library does not know is a gain map where its URN ends as those of makers' gain maps do.
  public var group: Group? { recordedGroup ?? (name.hasSuffix(":hdrgainmap") ? .gainMap : nil) }

  /// Whether images of the type are gain maps, whoever made them; a photo has one gain map.
  package var isGainMap: Bool { group == .gainMap }
}

/// What one name asks for: the images of a type, or those of all types of a group, as `ImageSource.auxiliaryImages(of:)`
/// takes it.
public enum AuxiliaryKind: Hashable, Sendable {
  /// A type.
  case type(AuxiliaryDataType)
  /// A group of types.
  case group(AuxiliaryDataType.Group)

  /// Creates the kind that a user names: a group, or a type as `AuxiliaryDataType.init(name:)` takes it.
  ///
  /// `depth` is the group of depth maps here, as `depthmap` is: who says it means what there is. ImageIO's constant
  /// `kCGImageAuxiliaryDataTypeDepth` names the type. `gainmap` is the group here, and Apple's gain map where it names the type
  /// of an image that is attached.
  public init?(name: String) {
    if let group = AuxiliaryDataType.Group(rawValue: name) {
      self = .group(group)
    } else if name == AuxiliaryDataType.depth.name {
      self = .group(.depthMap)
    } else {
      guard let type = AuxiliaryDataType(name: name) ?? AuxiliaryDataType(constantName: name) else {
        return nil
      }
      self = .type(type)
    }
  }

  /// The name of the group, or of the type.
  public var name: String {
    switch self {
    case .type(let type): type.name
    case .group(let group): group.name
    }
  }

  /// The names of the groups, then a name of each type that ImageIO has a constant for, the short one where there is one.
  package static let usualNames =
    AuxiliaryDataType.Group.allCases.map(\.name)
    + AuxiliaryDataType.known.map { $0.shortNameOfKind ?? $0.name }

  /// All names of all kinds but for URNs, which are names as well.
  package static let allNames =
    AuxiliaryDataType.Group.allCases.map(\.name)
    + AuxiliaryDataType.all.flatMap { [$0.shortNameOfKind, $0.constantName == nil ? nil : $0.name] }
    .compactMap(\.self)

  /// Whether images of the type are asked for.
  public func includes(_ type: AuxiliaryDataType) -> Bool {
    switch self {
    case .type(let own): own == type
    case .group(let group): group.includes(type)
    }
  }

  /// What is missing where there is no image of the kind.
  fileprivate var missing: String {
    switch self {
    case .type(let type): "no \(type) image"
    case .group(let group): "no \(group.noun)"
    }
  }
}

extension AuxiliaryDataType {
  /// The short name that asks for images of the type; nil if the type has no short name, or shares it with a group.
  package var shortNameOfKind: String? { shortName.flatMap { Group(rawValue: $0) == nil ? $0 : nil } }
}

extension AuxiliaryKind {
  /// All that can be asked for, as a JSON object: `groups`, each with its `name`, a `summary` and its `types`, and `types`,
  /// each with its `name`, where there is one a `shortName` and a `group`, a `summary`, `since`, `evidence`, `identifiers`
  /// and `containers`.
  package static var json: JSONValue {
    let groups = AuxiliaryDataType.Group.allCases.map { group -> JSONValue in
      [
        "name": .string(group.name), "summary": .string(group.summary),
        "types": .array(group.types.map { .string($0.name) }),
      ]
    }
    let types = AuxiliaryDataType.all.map { type -> JSONValue in
      let containers = ImageContainer.allCases.filter { $0.holdsAuxiliaryImages && type.isHeld(by: $0) }
      return [
        "name": .string(type.name), "shortName": type.shortNameOfKind.map(JSONValue.string),
        "group": type.group.map { .string($0.name) }, "summary": type.summary.map(JSONValue.string),
        "since": type.since.map(JSONValue.string), "evidence": type.evidence.map { .string($0.rawValue) },
        "identifiers": .array(type.urns.map(JSONValue.string)),
        "containers": .array(containers.map { .string($0.rawValue) }),
      ]
    }
    return ["groups": .array(groups), "types": .array(types)]
  }
}

extension [AuxiliaryKind] {
  /// Returns the error, with code `missingImage`, for a photo that has no image of these kinds: it says what it has.
  ///
  /// Its remedy is the other quantity where depth is asked for and there is disparity, or the other way round.
  package func missingError(among present: [AuxiliaryDataType]) -> AuxError {
    var names: [String] = []
    for type in present where !names.contains(type.name) { names.append(type.name) }
    let rest = names.isEmpty ? "there are no auxiliary images" : "there is \(names.joined(separator: ", "))"
    let remedy: Remedy? =
      switch self {
      case [.type(.depth)] where present.contains(.disparity): .takeDisparity
      case [.type(.disparity)] where present.contains(.depth): .takeDepth
      default: nil
      }
    return AuxError(
      .missingImage, "there is \(map(\.missing).joined(separator: " and ")); \(rest)", remedy: remedy)
  }
}
