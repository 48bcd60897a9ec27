internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// One XMP packet, and where it is.
struct PacketSubject: Sendable {
  /// What the packet says, or why it cannot be read.
  let content: XMPPacket
  let offset: Int
  let place: String
  /// Whether the packet describes the primary image, or the file.
  let isPrimary: Bool
  let declarations: [XMPDeclaration]
  /// Why other programs refuse what this package reads, or could not be asked; nil where they take it, and unasked.
  private(set) var refusal: AuxError?

  init(_ content: XMPPacket, offset: Int, place: String, isPrimary: Bool) {
    self.content = content
    self.offset = offset
    self.place = place
    self.isPrimary = isPrimary
    // Nobody declares more; the rest of a huge packet is its data.
    declarations = Array(XMPDeclarations(in: content.bytes, most: 64 << 10).prefix(64))
  }

  /// Asks Exiv2 for what others say of the packets that can be read: what reads photos does without it.
  ///
  /// Packets that share their bytes are asked about once.
  static func askOthers(about packets: inout [PacketSubject]) {
    var answers: [Int: (bytes: [UInt8], refusal: AuxError?)] = [:]
    for number in packets.indices where packets[number].failure == nil {
      let (bytes, offset) = (packets[number].content.bytes, packets[number].offset)
      // Arrays that share their storage are compared at once.
      let known = answers[offset].flatMap { $0.bytes == bytes ? $0 : nil }
      let answer = known ?? (bytes, XMPToolkit.refusal(of: bytes))
      answers[offset] = answer
      packets[number].refusal = answer.refusal
    }
  }

  var failure: AuxError? { content.failure }
  /// The properties of Apple's as typed values.
  var metadata: AuxiliaryMetadata { content.metadata }

  /// Returns the property of that name, whatever its value.
  func property(_ namespace: AppleNamespace, _ name: String) -> XMPProperty? {
    content.property(namespace, name)
  }

  func text(_ namespace: AppleNamespace, _ name: String) -> String? { property(namespace, name)?.text }
}
