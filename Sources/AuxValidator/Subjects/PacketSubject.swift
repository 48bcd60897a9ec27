internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// One XMP packet: what it says, or why it cannot be read.
struct PacketSubject: Sendable {
  /// A binding of a prefix to a namespace as the packet spells it.
  struct Declaration: Hashable, Sendable {
    var prefix: String
    var namespace: String
  }

  let bytes: [UInt8]
  let offset: Int
  let place: String
  /// Whether the packet describes the primary image, or the file.
  let isPrimary: Bool
  let properties: [XMPProperty]
  let failure: AuxError?
  let declarations: [Declaration]
  /// The properties of Apple's as typed values.
  let metadata: AuxiliaryMetadata

  init(_ bytes: [UInt8], offset: Int, place: String, isPrimary: Bool, limits: Limits) {
    self.bytes = bytes
    self.offset = offset
    self.place = place
    self.isPrimary = isPrimary
    var properties: [XMPProperty] = []
    var failure: AuxError?
    do throws(AuxError) {
      properties = try XMPParser.properties(of: bytes, limits: limits)
    } catch { failure = error }
    self.properties = properties
    self.failure = failure
    declarations = Self.declarations(in: bytes)
    metadata = AuxiliaryMetadata(properties: properties)
  }

  /// Returns the property of that name, whatever its value.
  func property(_ namespace: AppleNamespace, _ name: String) -> XMPProperty? {
    properties.first { $0.namespace == namespace.rawValue && $0.name == name }
  }

  /// Returns the text of a simple property.
  func text(_ namespace: AppleNamespace, _ name: String) -> String? { property(namespace, name)?.text }

  private static let mark = Array("xmlns:".utf8)

  /// Finds `xmlns:prefix="namespace"` without parsing: the packet may not be well-formed.
  private static func declarations(in bytes: [UInt8]) -> [Declaration] {
    var found: [Declaration] = []
    var position = 0
    // Nobody declares more; the rest of a huge packet is its data.
    let end = min(bytes.count, 64 << 10)
    while position + mark.count < end, found.count < 64 {
      guard bytes[position] == mark[0], bytes[position..<(position + mark.count)].elementsEqual(mark) else {
        position += 1
        continue
      }
      position += mark.count
      guard let equals = bytes[position..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end else {
        break
      }
      let quote = bytes[equals + 1]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let close = bytes[(equals + 2)..<end].firstIndex(of: quote)
      else { continue }
      found.append(
        Declaration(
          prefix: String(decoding: bytes[position..<equals], as: UTF8.self),
          namespace: String(decoding: bytes[(equals + 2)..<close], as: UTF8.self)))
      position = close
    }
    return found
  }
}
