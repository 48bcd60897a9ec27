package import AuxImage
internal import Synchronization

/// The XMP packets of a file while its headers are read: each is loaded and parsed once.
///
/// A reader and rules that look at one file share them. They are not kept longer than that. Packets may share bytes, and
/// none is parsed any more once ``mostPasses`` times the size of the file was.
package final class XMPPackets: Sendable {
  /// An extended packet of a JPEG image, with the digest that its bytes have.
  package struct Extended: Sendable {
    package let bytes: [UInt8]
    package let digest: String
  }

  private struct Known {
    var packets: [[Range<Int>]: XMPPacket] = [:]
    /// The last packets that were parsed: all mattes of a photo commonly have the same bytes.
    var latest: [XMPPacket] = []
    var extended: [Int: Result<Extended?, AuxError>] = [:]
    var byteCount = 0
    /// The number of bytes that were parsed.
    var parsedCount = 0
  }

  /// How many times the size of the file may be parsed as XMP.
  package static let mostPasses = 4
  /// How many packets another one is compared with before it is parsed.
  private static let mostLatest = 8

  private let source: any ByteSource
  private let limits: AuxLimits
  private let digest: @Sendable ([UInt8]) -> String
  private let known = Mutex(Known())

  /// Creates the packets of the file whose bytes `source` gives; none is read yet.
  ///
  /// `digest` computes the MD5 digest that names an extended packet, as 32 upper-case hexadecimal digits.
  package init(
    _ source: any ByteSource, limits: AuxLimits, digest: @escaping @Sendable ([UInt8]) -> String
  ) {
    self.source = source
    self.limits = limits
    self.digest = digest
  }

  /// Returns the packet whose bytes are at these ranges, one after the other.
  ///
  /// Throws where the bytes cannot be read; what is wrong with them is ``XMPPacket/failure``.
  package func packet(at ranges: [Range<Int>]) throws(AuxError) -> XMPPacket {
    if let packet = known.withLock({ $0.packets[ranges] }) { return packet }
    return try parse(bytes(at: ranges), at: ranges)
  }

  private func bytes(at ranges: [Range<Int>]) throws(AuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    for range in ranges { bytes += try source.read(at: range.lowerBound, count: range.count) }
    return bytes
  }

  private func parse(_ bytes: [UInt8], at ranges: [Range<Int>]) throws(AuxError) -> XMPPacket {
    let most = Self.mostPasses * source.byteCount
    if let same = known.withLock({ known in known.latest.first { $0.bytes == bytes } }) { return same }
    let isAllowed = known.withLock { known in
      known.parsedCount += bytes.count
      return known.parsedCount - bytes.count <= most
    }
    let packet =
      isAllowed
      ? XMPPacket(parsing: bytes, limits: limits)
      : XMPPacket(
        unparsed: bytes,
        because: AuxError(
          .limitExceeded,
          "the XMP packets overlap: \(Self.mostPasses) times the bytes of the file were parsed",
          offset: ranges.first?.lowerBound))
    known.withLock { known in
      // Items that share bytes could else make a small file fill the memory.
      guard known.byteCount + bytes.count <= limits.xmpBytes else { return }
      known.byteCount += bytes.count
      known.packets[ranges] = packet
      guard isAllowed else { return }
      if known.latest.count == Self.mostLatest { known.latest.removeFirst() }
      known.latest.append(packet)
    }
    return packet
  }

  /// Returns the packet of a JPEG image, or nil where it has none or its bytes are not of those that are `wanted`.
  ///
  /// Bytes that are not wanted are not parsed.
  package func packet(
    of image: JPEGImage, where wanted: ([UInt8]) -> Bool = { _ in true }
  ) throws(AuxError) -> XMPPacket? {
    guard let range = image.xmpRange else { return nil }
    if let packet = known.withLock({ $0.packets[[range]] }) { return wanted(packet.bytes) ? packet : nil }
    let bytes = try bytes(at: [range])
    return wanted(bytes) ? try parse(bytes, at: [range]) : nil
  }

  /// Returns the extended packet that the packet of a JPEG image names by `digest`; nil where it is not there.
  ///
  /// Throws as ``ExtendedXMP/packet(digest:of:in:limits:)``.
  package func extended(_ digest: String, of image: JPEGImage) throws(AuxError) -> Extended? {
    if let result = known.withLock({ $0.extended[image.offset] }) { return try result.get() }
    let result = Result { () throws(AuxError) in
      try ExtendedXMP.packet(digest: digest, of: image, in: source, limits: limits).map { packet in
        Extended(bytes: packet.bytes, digest: self.digest(packet.bytes))
      }
    }
    known.withLock { known in
      let count = (try? result.get())??.bytes.count ?? 0
      guard known.byteCount + count <= limits.xmpBytes else { return }
      known.byteCount += count
      known.extended[image.offset] = result
    }
    return try result.get()
  }
}

/// One XMP packet of a file: its bytes and what they say, or why they cannot be read.
package struct XMPPacket: Sendable {
  package let bytes: [UInt8]
  package let parsed: Result<[XMPProperty], AuxError>
  /// The properties of Apple's as typed values; none where the packet cannot be read.
  package let metadata: AuxiliaryMetadata
  /// The properties of Apple's namespaces; of two of one name the first.
  private let appleProperties: [AppleNamespace: [String: XMPProperty]]

  package init(parsing bytes: [UInt8], limits: AuxLimits) {
    self.bytes = bytes
    parsed = Result { () throws(AuxError) in try XMPParser.properties(of: bytes, limits: limits) }
    let properties = (try? parsed.get()) ?? []
    metadata = AuxiliaryMetadata(properties: properties)
    var named: [AppleNamespace: [String: XMPProperty]] = [:]
    for property in properties {
      guard let namespace = AppleNamespace(rawValue: property.namespace),
        named[namespace]?[property.name] == nil
      else { continue }
      named[namespace, default: [:]][property.name] = property
    }
    appleProperties = named
  }

  /// Creates a packet that is not parsed, with the reason.
  init(unparsed bytes: [UInt8], because failure: AuxError) {
    self.bytes = bytes
    parsed = .failure(failure)
    metadata = AuxiliaryMetadata()
    appleProperties = [:]
  }

  /// The properties; none where the packet cannot be read.
  package var properties: [XMPProperty] { (try? parsed.get()) ?? [] }

  /// Returns the property of that name, whatever its value.
  package func property(_ namespace: AppleNamespace, _ name: String) -> XMPProperty? {
    appleProperties[namespace]?[name]
  }

  /// Why the packet cannot be read.
  package var failure: AuxError? { if case .failure(let error) = parsed { error } else { nil } }

  /// The MD5 digest by which the packet names its extension, in upper case.
  ///
  /// Source: XMP specification part 3, 1.1.3.1.
  package var extendedDigest: String? { ExtendedXMP.digest(in: properties)?.uppercased() }

  package func validMetadata() throws(AuxError) -> AuxiliaryMetadata {
    if let failure { throw failure }
    return metadata
  }
}

extension XMPPacket {
  /// The type that Apple's properties name in a packet that cannot be parsed.
  var claimedType: AuxiliaryDataType? {
    // One packet has a few kilobytes; no camera writes a longer one.
    let text = bytes.prefix(64 << 10)
    return AuxiliaryDataType(
      imageType: Self.value("AuxiliaryImageType", in: text),
      subType: Self.value("AuxiliaryImageSubType", in: text))
  }

  /// Returns what follows the first mention of a property, as an element or as an attribute.
  private static func value(_ name: String, in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let mention = rest.firstRange(of: Array(name.utf8)) {
      rest = rest[mention.upperBound...]
      let opening = rest.prefix { #"=">'"#.utf8.contains($0) }
      let value = rest.dropFirst(opening.count).prefix { !#"<"'"#.utf8.contains($0) }
      if !opening.isEmpty, !value.isEmpty { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }
}

package enum XMPParser {
  /// Returns the properties of a packet, with or without its wrapper.
  package static func properties(
    of packet: [UInt8], limits: AuxLimits = .standard
  ) throws(AuxError) -> [XMPProperty] {
    ParseEvent.report(.packet(packet))
    guard packet.count <= limits.xmpBytes else {
      throw AuxError(
        .limitExceeded,
        "the XMP packet of \(packet.count) bytes is more than the limit of \(limits.xmpBytes)")
    }
    return try XMPReader.properties(of: packet)
  }
}
