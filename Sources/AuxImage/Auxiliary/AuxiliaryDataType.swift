package import AuxKernels

/// The kind of an auxiliary image, as ImageIO's `kCGImageAuxiliaryDataType…` constants name it.
///
/// A kind without such a constant is named by its URN.
public struct AuxiliaryDataType: Hashable, Sendable {
  /// The constant without its prefix and with a small first letter, or the URN.
  public let name: String

  init(known name: String) { self.name = name }

  /// What auxiliary images of several types have in common.
  public enum Family: Hashable, Sendable, CaseIterable {
    /// Depth or disparity.
    case depthData
    /// The matte of the people of a portrait.
    case portraitMatte
    /// The matte of a part of the people, or of the sky.
    case semanticMatte
    /// How much brighter than SDR a pixel is.
    case gainMap
  }

  /// How it is known what an identifier means; the marks of Specs/README.md.
  package enum Evidence: String, Hashable, Sendable, CaseIterable {
    /// A specification or a maker's reference says so.
    case documented
    /// Read off the bytes of files.
    case files
    /// A third party's claim.
    case reported
  }

  /// The types that have a constant.
  public static let known: [AuxiliaryDataType] = all.filter { $0.constantName != nil }

  /// All known types, those with a constant first.
  public static let all: [AuxiliaryDataType] = records.map(\.type)

  package static let semanticMattes: [AuxiliaryDataType] = known.filter { $0.family == .semanticMatte }

  private var record: Record? { Self.records.first { $0.type == self } }
}

// MARK: - What a type is

extension AuxiliaryDataType {
  /// The family, or nil for a type that belongs to none.
  public var family: Family? { record?.family }

  /// The group that the table of types says.
  var recordedGroup: Group? { record?.group }

  /// Whether the values are depth or disparity.
  public var isDepthData: Bool { quantity != nil }

  /// What the values of depth data measure; nil for other types.
  public var quantity: DepthQuantity? {
    switch self {
    case .depth: .depth
    case .disparity: .disparity
    default: nil
    }
  }

  package init(_ quantity: DepthQuantity) {
    switch quantity {
    case .depth: self = .depth
    case .disparity: self = .disparity
    }
  }

  /// What an image of the type is, as `a skin matte`; nil for a type that is not in ``all``.
  package var summary: String? { record?.summary }

  /// The system or device that wrote such images first; nil for a type that is not in ``all``.
  package var since: String? { record?.since }

  /// How the meaning of the type's identifiers is known; nil for a type that is not in ``all``.
  package var evidence: Evidence? { record?.evidence }

  /// All URNs of `auxC` that the type has; that of an unknown type is its name.
  package var urns: [String] { record?.urns ?? [name] }

  /// Whether only luma counts in an image of the type that is coded with chroma.
  package var isLumaAlone: Bool { record?.isLumaAlone ?? false }

  /// Whether codes of that kind are handed out as they are; mattes are always of 8 bits, depth data of floats.
  package func hasWideCodes(_ codes: PixelPlane.SampleType) -> Bool {
    codes == .uint16 && (family == nil || family == .gainMap)
  }

  package func isHeld(by container: ImageContainer) -> Bool {
    record?.containers.contains(container) ?? container.holdsUnknownTypes
  }
}

// MARK: - What a type is called

extension AuxiliaryDataType {
  /// Creates the type that a user names: the constant's name, a short form or a URN.
  public init?(name: String) {
    if let record = Self.records.first(where: { $0.type.name == name || $0.shortName == name }) {
      self = record.type
    } else if name.hasPrefix("urn:") || name.hasPrefix("tag:") {
      self.init(urn: name)
    } else {
      return nil
    }
  }

  /// Creates the type that a constant of ImageIO's names.
  package init?(constantName: String) {
    guard let type = Self.known.first(where: { $0.constantName == constantName }) else { return nil }
    self = type
  }

  /// Creates the type that an auxiliary image's URN names; an unknown URN is kept as the name.
  ///
  /// The URNs of depth give ``disparity``, which is what their images hold unless the XMP says otherwise.
  package init(urn: String) {
    let type = Self.records.first { $0.urns.contains(urn) }?.type ?? AuxiliaryDataType(known: urn)
    self = type.isDepthData ? .disparity : type
  }

  /// Creates the type that Apple's XMP names; the sub-type goes first, since a portrait matte is typed `depth`.
  package init?(imageType: String?, subType: String?) {
    if let subType {
      let record = Self.records.first { $0.subType == subType.lowercased() }
      self = record?.type ?? AuxiliaryDataType(urn: subType)
    } else if let imageType {
      let record = Self.records.first { $0.imageType == imageType && $0.subType == nil }
      self = record?.type ?? AuxiliaryDataType(urn: imageType)
    } else {
      return nil
    }
  }

  /// The short name, as `skin`, by which an image of the type is attached; nil for a type that has none.
  public var shortName: String? { record?.shortName }

  /// The URN that Apple's HEIF files use for this type, or nil for ``isoGainMap``.
  package var urn: String? { record.map(\.urns.first) ?? name }

  /// The URN of the type in a container's files, or nil for ``isoGainMap``; AVIF does not use the URNs of HEVC.
  package func urn(in container: ImageContainer) -> String? {
    container == .avif ? urns.first { !$0.hasPrefix("urn:mpeg:hevc:") } : urn
  }

  /// The SemanticName that Apple's DNG files use for this type; nil where it is no mask.
  package var semanticName: String? {
    guard let family else { return name }
    return family == .portraitMatte || family == .semanticMatte ? urn : nil
  }

  /// The name of ImageIO's constant, or nil for a type that has none.
  package var constantName: String? { record?.constant.map { "kCGImageAuxiliaryDataType" + $0 } }

  /// `apdi:AuxiliaryImageType` and `apdi:AuxiliaryImageSubType`, as Apple's JPEG files have them.
  package var xmpNames: (imageType: String?, subType: String?) {
    guard let record else { return (name, nil) }
    return (record.imageType ?? record.urns.first, record.subType)
  }
}

extension AuxiliaryDataType.Family {
  /// The namespace of the properties of such images alone, and its property that states their version.
  package var version: (namespace: AppleNamespace, name: String) {
    switch self {
    case .depthData: (.depthData, "DepthDataVersion")
    case .portraitMatte: (.portraitEffectsMatte, "PortraitEffectsMatteVersion")
    case .semanticMatte: (.semanticSegmentationMatte, "SemanticSegmentationMatteVersion")
    case .gainMap: (.HDRGainMap, "HDRGainMapVersion")
    }
  }
}

extension AuxiliaryDataType: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
