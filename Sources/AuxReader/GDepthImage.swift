internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import Foundation

/// A depth map in the XMP of a primary image, as Google's Depthmap Metadata specifies it.
///
/// Source: developers.google.com/depthmap-metadata; Specs/jpeg-mpf.md, "GDepth".
struct GDepthImage: Sendable {
  static let namespace = "http://ns.google.com/photos/1.0/depthmap/"
  private static let noteNamespace = "http://ns.adobe.com/xmp/note/"

  private let data: [UInt8]
  private let isPNG: Bool
  private let width: Int
  private let height: Int
  private let range: CodeRange
  private let metadata: AuxiliaryMetadata

  /// Reads the map of an image; nil where its XMP has none.
  ///
  /// Throws `malformed` where the properties or the extended packet do not hold.
  init?(of image: JPEGImage, in source: any ByteSource, limits: Limits) throws(AuxError) {
    // exiv2 need not parse every photo's XMP: only a packet that names the namespace can hold a map.
    guard let packet = try JPEGReader.packet(of: image, source), Self.mentionsNamespace(packet) else {
      return nil
    }
    var properties = try XMPParser.properties(of: packet, limits: limits)
    if let digest = properties.first(where: {
      $0.namespace == Self.noteNamespace && $0.name == "HasExtendedXMP"
    })?.text?.uppercased(),
      let extended = try ExtendedXMP.packet(digest: digest, of: image, in: source, limits: limits)
    {
      guard MD5.hexDigest(of: extended.bytes) == digest else {
        throw AuxError(
          .malformed, "the MD5 digest of the extended XMP is not \(digest)", place: "APP1 extended XMP")
      }
      properties += try XMPParser.properties(of: extended.bytes, limits: limits)
    }
    func text(_ name: String) -> String? {
      properties.first { $0.namespace == Self.namespace && $0.name == name }?.text
    }
    guard let encoded = text("Data") else {
      guard text("Near") != nil || text("Format") != nil else { return nil }
      throw AuxError(.malformed, "GDepth:Data is missing", place: "XMP")
    }
    range = try Self.range(text)
    guard let decoded = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters) else {
      throw AuxError(.malformed, "GDepth:Data is no base64", place: "XMP")
    }
    data = Array(decoded)
    let bitDepth: Int
    isPNG = ImageContainer(prefix: Array(data.prefix(16))) == .png
    if isPNG {
      let header = try PNGCodec.header(data)
      (width, height, bitDepth) = (header.width, header.height, header.bitDepth)
    } else {
      let frame = try JPEGImage(in: MemoryByteSource(data), at: 0, limits: limits).frame
      (width, height, bitDepth) = (frame.width, frame.height, frame.precision)
    }
    _ = try limits.checkedPixelCount(width: width, height: height)
    var metadata = AuxiliaryMetadata(
      properties: properties.filter { $0.namespace == Self.namespace && $0.name != "Data" })
    metadata.nativeFormat = .fdep
    metadata.storedFormat = bitDepth == 8 ? .L008 : nil
    self.metadata = metadata
  }

  private static func mentionsNamespace(_ packet: [UInt8]) -> Bool {
    String(decoding: packet, as: UTF8.self).contains(namespace)
  }

  private static func range(_ text: (String) -> String?) throws(AuxError) -> CodeRange {
    guard let near = text("Near").flatMap(NumberText.number), let far = text("Far").flatMap(NumberText.number)
    else { throw AuxError(.malformed, "GDepth:Near or GDepth:Far is missing or no number", place: "XMP") }
    let scale = text("Units") == "mm" ? 0.001 : 1
    guard near > 0, near < far else {
      throw AuxError(.malformed, "GDepth:Near (\(near)) and GDepth:Far (\(far)) are no range", place: "XMP")
    }
    switch text("Format") ?? "RangeInverse" {
    case "RangeInverse":
      return CodeRange(quantity: .disparity, atZero: 1 / (near * scale), atMax: 1 / (far * scale))
    case "RangeLinear": return CodeRange(quantity: .depth, atZero: near * scale, atMax: far * scale)
    case let format: throw AuxError(.unsupported, "GDepth:Format \(format)", place: "XMP")
    }
  }

  /// Returns what `info` lists.
  func description(index: Int) -> AuxiliaryImage {
    AuxiliaryImage(
      index: index, type: .depth, identifier: "GDepth", size: (width, height), metadata: metadata,
      range: range,
      codec: isPNG ? "png" : "jpeg", byteCount: data.count, location: .gdepth)
  }

  /// Decodes the map.
  func stored(limits: Limits) throws(AuxError) -> StoredAuxiliaryImage {
    let codes =
      isPNG
      ? try GrayscaleMapReader.plane(from: try PNGCodec.decode(data, limits: limits))
      : try JPEGCodec.decodeGray(data, width: width, height: height, limits: limits)
    return StoredAuxiliaryImage(type: .depth, codes: codes, range: range, metadata: metadata)
  }
}
