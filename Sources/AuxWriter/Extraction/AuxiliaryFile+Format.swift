internal import AuxImage
public import AuxMaps
public import AuxReader

extension AuxiliaryFile {
  /// The forms that auxiliary images are extracted in.
  public enum Format: Hashable, Sendable {
    /// A map file.
    case map(MapFile.Kind)
    /// ImageIO's dictionary with the XMP packet, which `ImageDestination.addAuxiliaryDataInfo` takes.
    case propertyList(AuxiliaryDataInfo.PropertyListFormat)
  }
}

extension AuxiliaryFile.Format {
  private static let propertyListName = "plist"

  /// The names of all formats, which are their extensions.
  public static let names = MapFile.Kind.writable.map(\.rawValue) + [propertyListName]

  /// The name, as `npy` or `plist`, which is the extension of files.
  public var name: String {
    switch self {
    case .map(let kind): kind.rawValue
    case .propertyList: Self.propertyListName
    }
  }

  /// Creates the format of a name; a property list is binary. Nil where no format that is written has the name.
  public init?(name: String) {
    if name == Self.propertyListName {
      self = .propertyList(.binary)
    } else {
      guard let kind = MapFile.Kind.writable.first(where: { $0.rawValue == name }) else { return nil }
      self = .map(kind)
    }
  }

  /// Creates the format that a path's extension asks for; nil where it asks for none that is written.
  public init?(outputPath path: String) {
    if FilePath.fileExtension(of: path) == Self.propertyListName {
      self = .propertyList(.binary)
    } else {
      guard let kind = MapFile.Kind(outputPath: path) else { return nil }
      self = .map(kind)
    }
  }
}

extension AuxiliaryFile.Format: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
