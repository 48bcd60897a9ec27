internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// The XMP of a JPEG file's primary image while it is edited: its packet, and the extended one that the packet names.
struct PrimaryPackets {
  /// The packet to be; nil where the primary has none.
  var packet: XMPEdit?

  private let image: JPEGImage
  private let source: any ByteSource
  private let limits: AuxLimits
  private let old: [UInt8]?
  /// The extended packet to be, once it was read.
  private var extended: XMPEdit?
  /// The digest that names the extended packet in the old one.
  private var digest: String?
  private var changesExtended = false

  init(of image: JPEGImage, in source: any ByteSource, limits: AuxLimits) throws(AuxError) {
    (self.image, self.source, self.limits) = (image, source, limits)
    old = try image.packet(in: source)
    packet = old.map(XMPEdit.init)
  }

  /// Has the edit write the packets, where they changed.
  func apply(to edit: inout JPEGEdit) throws(AuxError) {
    guard packet?.bytes != old || changesExtended else { return }
    // Copies of the old packet, which some programs leave, would say what it said.
    for segment in image.segments.filter({ $0.kind == .xmp }).dropFirst() {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      if payload.dropFirst(JPEGIdentifier.xmp.count).elementsEqual(old ?? []) { edit.removeSegment(segment) }
    }
    var packet = packet
    packet?.fitSegment()
    try edit.setXMP(
      packet?.bytes,
      extended: changesExtended
        ? extended.map { .init(digest: MD5.hexDigest(of: $0.bytes), bytes: $0.bytes) } : nil,
      replacingExtended: changesExtended)
  }

  /// Adds a GDepth map: its samples to the extended packet, the other properties to the packet.
  ///
  /// Both packets keep their content except for the digest that names the extended one; new descriptions of the same
  /// resource come after it. Throws `usage` where there are GDepth properties already, `malformed` for invalid packets.
  /// Source: XMP specification part 3, 1.1.3; Specs/jpeg-mpf.md, "Extended XMP".
  mutating func add(_ map: GDepthMap) throws(AuxError) {
    try readExtended()
    for bytes in [packet?.bytes, extended?.bytes].compactMap(\.self) {
      let properties = try XMPParser.properties(of: bytes, limits: limits)
      guard !properties.contains(where: { $0.namespace == GDepth.namespace }) else {
        throw AuxError(.usage, "the primary's XMP has GDepth properties already")
      }
    }
    var new = extended ?? XMPEdit(isWrapped: false)
    try new.add(description: map.samplesDescription)
    let name = MD5.hexDigest(of: new.bytes)
    var main = packet ?? XMPEdit(isWrapped: true)
    if let digest { main.replace(digest, with: name) }
    try main.add(description: map.description(naming: digest == nil ? name : nil))
    for added in [main, new] {
      // What has the name of an RDF element may have another namespace.
      let properties = try XMPParser.properties(of: added.bytes, limits: limits)
      guard properties.contains(where: { $0.namespace == GDepth.namespace }) else {
        throw AuxError(
          .malformed, "the photo's packet has no rdf:RDF element that properties can be added to",
          place: "XMP")
      }
    }
    (packet, extended, digest, changesExtended) = (main, new, name, true)
  }

  /// Takes out a GDepth map with all that is said of it, or, where `names` are given, these of its properties.
  ///
  /// An extended packet that holds nothing else goes, and so does a packet. Throws `unsupported` where the properties have a
  /// form that is not known, so that something else would change; `malformed` for invalid packets.
  mutating func removeGDepth(named names: Set<String>? = nil) throws(AuxError) {
    try readExtended()
    guard var main = packet else { return }
    try remove(names, from: &main)
    if let digest, var more = extended {
      let before = more.bytes
      try remove(names, from: &more)
      if try XMPParser.properties(of: more.bytes, limits: limits).isEmpty {
        main.removeProperties(of: ExtendedXMP.namespace, named: ["HasExtendedXMP"])
        (self.digest, extended, changesExtended) = (nil, nil, true)
      } else if more.bytes != before {
        let name = MD5.hexDigest(of: more.bytes)
        main.replace(digest, with: name)
        (self.digest, extended, changesExtended) = (name, more, true)
      }
    }
    packet = try XMPParser.properties(of: main.bytes, limits: limits).isEmpty ? nil : main
  }

  /// Changes the packet, and the extended one where there is one; nil removes a packet.
  ///
  /// A packet that cannot be read names no extended one, and an extended one that cannot be read stays, or goes with
  /// `removingUnreadable`.
  mutating func change(
    removingUnreadable: Bool = false, _ body: (inout XMPEdit?) throws(AuxError) -> Void
  ) throws(AuxError) {
    guard packet != nil else { return }
    do throws(AuxError) { try readExtended() } catch {
      guard error.code == .malformed || error.code == .truncated else { throw error }
      if removingUnreadable, digest != nil {
        packet?.removeProperties(of: ExtendedXMP.namespace, named: ["HasExtendedXMP"])
        changesExtended = true
      }
      (digest, extended) = (nil, nil)
    }
    if let digest, var more = extended {
      let before = more.bytes
      var changed: XMPEdit? = more
      try body(&changed)
      if let changed, changed.bytes != before {
        more = changed
        let name = MD5.hexDigest(of: more.bytes)
        packet?.replace(digest, with: name)
        (self.digest, extended, changesExtended) = (name, more, true)
      } else if changed == nil {
        packet?.removeProperties(of: ExtendedXMP.namespace, named: ["HasExtendedXMP"])
        (self.digest, extended, changesExtended) = (nil, nil, true)
      }
    }
    try body(&packet)
    // What the packet named goes with it.
    if packet == nil, digest != nil { (digest, extended, changesExtended) = (nil, nil, true) }
  }

  private func remove(_ names: Set<String>?, from packet: inout XMPEdit) throws(AuxError) {
    let before = try XMPParser.properties(of: packet.bytes, limits: limits)
    let kept = before.filter { $0.namespace != GDepth.namespace || !(names?.contains($0.name) ?? true) }
    guard kept.count < before.count else { return }
    packet.removeProperties(of: GDepth.namespace, named: names)
    guard Set(try XMPParser.properties(of: packet.bytes, limits: limits)) == Set(kept) else {
      throw AuxError(
        .unsupported, "the primary's XMP holds the GDepth map in a form that is not known", place: "XMP")
    }
  }

  /// Reads the extended packet, unless that was done.
  private mutating func readExtended() throws(AuxError) {
    guard extended == nil, digest == nil, !changesExtended, let old else { return }
    digest = ExtendedXMP.digest(in: try XMPParser.properties(of: old, limits: limits))
    guard let digest else { return }
    extended = try ExtendedXMP.packet(digest: digest.uppercased(), of: image, in: source, limits: limits)
      .map { XMPEdit($0.bytes) }
  }
}
