internal import AuxCodecs
internal import AuxContainers
public import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AuxiliaryDataInfo {
  /// The formats of a property list.
  public enum PropertyListFormat: Hashable, Sendable {
    /// `bplist00`.
    case binary
    /// XML.
    case xml
  }

  /// The dictionary with its keys in the property list.
  private struct Document: Codable {
    struct Description: Codable {
      var pixelFormat: UInt32
      var width, height, bytesPerRow: Int
      var orientation, chromaBytesPerRow, matrix, primaries, transfer: Int?
      var type: String?

      enum CodingKeys: String, CodingKey {
        case pixelFormat = "PixelFormat"
        case width = "Width"
        case height = "Height"
        case bytesPerRow = "BytesPerRow"
        case orientation = "Orientation"
        // The names of these four, for images of several components, are ours: ImageIO's are not known.
        case chromaBytesPerRow = "ChromaBytesPerRow"
        case matrix = "MatrixCoefficients"
        case primaries = "ColourPrimaries"
        case transfer = "TransferCharacteristics"
        case type = "AuxiliaryDataType"
      }
    }

    enum CodingKeys: String, CodingKey {
      case data = "kCGImageAuxiliaryDataInfoData"
      case description = "kCGImageAuxiliaryDataInfoDataDescription"
      case metadata = "kCGImageAuxiliaryDataInfoMetadata"
      case colorSpace = "kCGImageAuxiliaryDataInfoColorSpace"
    }

    var data: Data
    var description: Description
    var metadata: Packet?
    var colorSpace: Data?
  }

  /// An XMP packet, data or text.
  private struct Packet: Codable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      bytes = try (try? value.decode(String.self)).map { Array($0.utf8) } ?? Array(value.decode(Data.self))
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(Data(bytes))
    }
  }

  /// Reads the dictionary of a property list, and the type of image where the file or its metadata states it.
  ///
  /// Keys are spelled as ImageIO's constants; the metadata is the XMP packet. Throws `AuxError`: `unsupported`
  /// for bytes that are no property list, `malformed` for a damaged one and where a key that ImageIO requires
  /// is missing or of another kind; the numbers themselves are checked by the initialisers
  /// that take the dictionary.
  public static func reading(
    propertyList bytes: [UInt8], limits: AuxLimits = .standard
  ) throws(AuxError) -> (info: AuxiliaryDataInfo, type: AuxiliaryDataType?) {
    let list = try PropertyListFile.decode(Document.self, from: bytes, form: "dictionary of ImageIO")
    let stated = list.description
    var description = Description(
      pixelFormat: PixelFormat(rawValue: stated.pixelFormat), width: stated.width, height: stated.height,
      bytesPerRow: stated.bytesPerRow,
      orientation: stated.orientation.flatMap { ImageOrientation(rawValue: $0) })
    if var encoding = description.pixelFormat.colourEncoding {
      encoding.matrixCoefficients = stated.matrix ?? encoding.matrixCoefficients
      encoding.colourPrimaries = stated.primaries ?? encoding.colourPrimaries
      encoding.transferCharacteristics = stated.transfer ?? encoding.transferCharacteristics
      description.colourEncoding = encoding
      _ = try limits.checkedDecoding(width: description.width, height: description.height)
      description.planes = description.pixelFormat.planes(
        width: description.width, height: description.height)
      description.planes[0].bytesPerRow = description.bytesPerRow
      if description.planes.count > 1, let distance = stated.chromaBytesPerRow {
        description.planes[1].bytesPerRow = distance
      }
    }
    let packet = list.metadata?.bytes
    var metadata: AuxiliaryMetadata?
    if let packet {
      do throws(AuxError) {
        metadata = AuxiliaryMetadata(properties: try XMPParser.properties(of: packet, limits: limits))
      } catch { throw error.within(Document.CodingKeys.metadata.rawValue) }
    }
    var info = AuxiliaryDataInfo(
      data: Array(list.data), description: description, metadata: metadata, xmpPacket: packet)
    info.iccProfile = list.colorSpace.map { Array($0) }
    let type = stated.type.flatMap { AuxiliaryDataType(constantName: $0) ?? AuxiliaryDataType(name: $0) }
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
    let encoding = description.colourEncoding
    let stated = Document.Description(
      pixelFormat: description.pixelFormat.rawValue, width: description.width, height: description.height,
      bytesPerRow: description.bytesPerRow, orientation: description.orientation?.rawValue,
      chromaBytesPerRow: description.planes.count > 1 ? description.planes[1].bytesPerRow : nil,
      matrix: encoding?.matrixCoefficients, primaries: encoding?.colourPrimaries,
      transfer: encoding?.transferCharacteristics,
      type: auxiliaryDataType == type ? nil : type.constantName ?? type.name)
    let packet = try packet()
    // The samples are not copied for the encoder, whose result holds them twice.
    return try unsafe data.withUnsafeBufferPointer { samples throws(AuxError) in
      let lent = unsafe samples.baseAddress.map {
        unsafe Data(
          bytesNoCopy: UnsafeMutableRawPointer(mutating: $0), count: samples.count, deallocator: .none)
      }
      let document = Document(
        data: lent ?? Data(), description: stated, metadata: packet.map { Packet($0) },
        colorSpace: iccProfile.map { Data($0) })
      return try PropertyListFile.encode(document, asBinary: format == .binary)
    }
  }
}
