internal import AuxCodecs
internal import AuxContainers
package import AuxImage

/// One XMP packet of a file: its bytes and what they say, or why they cannot be read.
package struct XMPPacket: Sendable {
  /// The packet as it stands in the file.
  package let bytes: [UInt8]
  /// What it says.
  package let parsed: Result<[XMPProperty], AuxError>
  /// The properties of Apple's as typed values; none where the packet cannot be read.
  package let metadata: AuxiliaryMetadata
  /// The properties of Apple's namespaces; of two of one name the first.
  private let appleProperties: [AppleNamespace: [String: XMPProperty]]
  /// What Exiv2 says of it, once it was asked.
  private let checked = Once<AuxError?>()

  /// Parses a packet.
  package init(parsing bytes: [UInt8], limits: Limits) {
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

  /// Creates a packet that is not parsed, and why.
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

  /// Why Exiv2 refuses a packet that can be read, or could not be asked; nil where it takes it.
  ///
  /// It is asked once, and only here: what reads photos does without it.
  package var refusal: AuxError? {
    failure == nil ? checked.value { XMPToolkit.refusal(of: bytes) } : nil
  }

  /// The MD5 digest by which the packet names its extension, in upper case.
  ///
  /// Source: XMP specification part 3, 1.1.3.1.
  package var extendedDigest: String? { ExtendedXMP.digest(in: properties)?.uppercased() }

  /// Returns ``metadata``; throws ``failure``.
  func validMetadata() throws(AuxError) -> AuxiliaryMetadata {
    if let failure { throw failure }
    return metadata
  }
}
