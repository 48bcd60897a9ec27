internal import AuxCodecs
internal import AuxContainers
public import AuxImage

extension AuxiliaryDataInfo {
  /// The formats of a property list.
  public enum PropertyListFormat: Hashable, Sendable {
    /// `bplist00`.
    case binary
    /// XML.
    case xml
  }

  private enum Key {
    static let data = "kCGImageAuxiliaryDataInfoData"
    static let description = "kCGImageAuxiliaryDataInfoDataDescription"
    static let metadata = "kCGImageAuxiliaryDataInfoMetadata"
    static let pixelFormat = "PixelFormat"
    static let width = "Width"
    static let height = "Height"
    static let bytesPerRow = "BytesPerRow"
    static let orientation = "Orientation"
    static let type = "AuxiliaryDataType"
    static let colorSpace = "kCGImageAuxiliaryDataInfoColorSpace"
    // The names of these, for images of several components, are ours: ImageIO's are not known.
    static let chromaBytesPerRow = "ChromaBytesPerRow"
    static let matrix = "MatrixCoefficients"
    static let primaries = "ColourPrimaries"
    static let transfer = "TransferCharacteristics"
    static let all: Set = [
      data, description, metadata, pixelFormat, width, height, bytesPerRow, orientation, type, colorSpace,
      chromaBytesPerRow, matrix, primaries, transfer,
    ]
  }

  /// Reads the dictionary of a property list, and the type of image where the file or its metadata states it.
  ///
  /// Keys are spelled as ImageIO's constants; the metadata is the XMP packet. Throws `AuxError`: `unsupported`
  /// for bytes that are no property list, `malformed` or `truncated` for a damaged one and where a key that
  /// ImageIO requires is missing or of another kind; the numbers themselves are checked by the initialisers
  /// that take the dictionary.
  public static func reading(
    propertyList bytes: [UInt8], limits: AuxLimits = .standard
  ) throws(AuxError) -> (info: AuxiliaryDataInfo, type: AuxiliaryDataType?) {
    let list = try PropertyListFile.decode(bytes, wanted: Key.all)
    guard case .data(let data)? = list[Key.data] else {
      throw AuxError(.malformed, "\(Key.data) is missing or no data")
    }
    guard let stated = list[Key.description], case .dictionary = stated else {
      throw AuxError(.malformed, "\(Key.description) is missing or no dictionary")
    }
    func number(_ key: String) throws(AuxError) -> Int {
      guard case .integer(let number)? = stated[key] else {
        throw AuxError(.malformed, "\(key) is missing or no whole number", place: Key.description)
      }
      return number
    }
    guard let code = UInt32(exactly: try number(Key.pixelFormat)) else {
      throw AuxError(.malformed, "\(Key.pixelFormat) has no 32 bits", place: Key.description)
    }
    let orientation =
      stated[Key.orientation] == nil ? nil : ImageOrientation(rawValue: try number(Key.orientation))
    var description = Description(
      pixelFormat: PixelFormat(rawValue: code), width: try number(Key.width),
      height: try number(Key.height), bytesPerRow: try number(Key.bytesPerRow), orientation: orientation)
    if var encoding = description.pixelFormat.colourEncoding {
      func optional(_ key: String) throws(AuxError) -> Int? { stated[key] == nil ? nil : try number(key) }
      encoding.matrixCoefficients = try optional(Key.matrix) ?? encoding.matrixCoefficients
      encoding.colourPrimaries = try optional(Key.primaries) ?? encoding.colourPrimaries
      encoding.transferCharacteristics = try optional(Key.transfer) ?? encoding.transferCharacteristics
      description.colourEncoding = encoding
      _ = try limits.checkedDecoding(width: description.width, height: description.height)
      description.planes = description.pixelFormat.planes(
        width: description.width, height: description.height)
      description.planes[0].bytesPerRow = description.bytesPerRow
      if description.planes.count > 1, let distance = try optional(Key.chromaBytesPerRow) {
        description.planes[1].bytesPerRow = distance
      }
    }
    var packet: [UInt8]?
    switch list[Key.metadata] {
    case .data(let bytes): packet = bytes
    case .text(let text): packet = Array(text.utf8)
    case nil: break
    default: throw AuxError(.malformed, "\(Key.metadata) is no XMP packet")
    }
    var metadata: AuxiliaryMetadata?
    if let packet {
      do throws(AuxError) {
        metadata = AuxiliaryMetadata(properties: try XMPParser.properties(of: packet, limits: limits))
      } catch { throw error.within(Key.metadata) }
    }
    var info = AuxiliaryDataInfo(
      data: data, description: description, metadata: metadata, xmpPacket: packet)
    if case .data(let profile)? = list[Key.colorSpace] { info.iccProfile = profile }
    var type: AuxiliaryDataType?
    if case .text(let name)? = stated[Key.type] {
      type = AuxiliaryDataType(constantName: name) ?? AuxiliaryDataType(name: name)
    }
    return (info, info.auxiliaryDataType ?? type)
  }

  /// Returns the dictionary as a property list; the same dictionary always gives the same bytes.
  ///
  /// Where neither pixel format nor metadata states the type, the description states it too, under the key that
  /// ImageIO uses in its property dictionaries. Throws `AuxError`: `unsupported` for a
  /// property of the metadata that no packet can hold, `malformed` for text that XML cannot hold.
  public func propertyList(
    type: AuxiliaryDataType, format: PropertyListFormat = .binary
  ) throws(AuxError) -> [UInt8] {
    typealias Entry = PropertyListValue.Entry
    var stated: [Entry] = [
      Entry(Key.pixelFormat, .integer(Int(description.pixelFormat.rawValue))),
      Entry(Key.width, .integer(description.width)), Entry(Key.height, .integer(description.height)),
      Entry(Key.bytesPerRow, .integer(description.bytesPerRow)),
    ]
    if let orientation = description.orientation {
      stated.append(Entry(Key.orientation, .integer(orientation.rawValue)))
    }
    if description.planes.count > 1 {
      stated.append(Entry(Key.chromaBytesPerRow, .integer(description.planes[1].bytesPerRow)))
    }
    if let encoding = description.colourEncoding {
      stated += [
        Entry(Key.matrix, .integer(encoding.matrixCoefficients)),
        Entry(Key.primaries, .integer(encoding.colourPrimaries)),
        Entry(Key.transfer, .integer(encoding.transferCharacteristics)),
      ]
    }
    if auxiliaryDataType != type { stated.append(Entry(Key.type, .text(type.constantName ?? type.name))) }
    var entries = [Entry(Key.data, .data(data)), Entry(Key.description, .dictionary(stated))]
    if let packet = try packet() { entries.append(Entry(Key.metadata, .data(packet))) }
    if let iccProfile { entries.append(Entry(Key.colorSpace, .data(iccProfile))) }
    return try PropertyListFile.encode(.dictionary(entries), asBinary: format == .binary)
  }
}
