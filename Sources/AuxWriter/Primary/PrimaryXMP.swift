internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// The XMP of a newly encoded photo, without claims about data that only its old file has.
///
/// Source: Specs/xmp.md, "What a new file does not claim" and "Longer than a segment".
struct PrimaryXMP {
  /// The packet; nil where nothing is left.
  private(set) var packet: [UInt8]?
  /// In JPEG, the properties that do not fit into the packet.
  private(set) var extended: ExtendedXMP.Packet?
  /// What could not be carried over, in words.
  private(set) var losses: [String] = []

  /// Takes a packet without its claims; throws where the system does not let it be read.
  init(_ xmp: [UInt8]?, limits: AuxLimits = .standard) throws(AuxError) {
    packet = xmp
    guard let xmp else { return }
    let edit = XMPEdit(xmp)
    let claims = XMPClaim.all.filter { edit.mentions($0.namespace) }
    guard !claims.isEmpty else { return }
    guard let before = try Self.properties(of: xmp, limits) else {
      packet = nil
      losses.append(
        "the XMP packet cannot be read, and may tell of data that do not go along; it is left out")
      return
    }
    let real = claims.filter { claim in before.contains(where: claim.covers) }
    var cleaned = edit
    // Those that are only declared go too: readers take a declaration for the properties.
    for claim in claims { cleaned.remove(claim) }
    losses += real.compactMap(\.loss)
    let wanted = before.filter { property in !real.contains { $0.covers(property) } }
    guard let after = try Self.properties(of: cleaned.bytes, limits),
      Set(after) == Set(wanted)
    else {
      packet = nil
      losses.append("the XMP packet tells of data that do not go along, in a form not known; it is left out")
      return
    }
    packet = wanted.isEmpty ? nil : cleaned.bytes
  }

  /// Returns what a packet says; nil where it cannot be read.
  private static func properties(of packet: [UInt8], _ limits: AuxLimits) throws(AuxError) -> [XMPProperty]? {
    do throws(AuxError) { return try XMPParser.properties(of: packet, limits: limits) } catch {
      try error.throwIfOfSystem()
      return nil
    }
  }

  /// Makes the packet fit a segment of JPEG, with what does not in an extended one; throws as ``init(_:limits:)``.
  mutating func fitSegment(limits: AuxLimits = .standard) throws(AuxError) {
    guard let whole = packet else { return }
    var edit = XMPEdit(whole)
    edit.wrap()
    edit.fitSegment()
    let most = XMPEdit.segmentRoom
    guard edit.bytes.count > most else {
      packet = edit.bytes
      return
    }
    do throws(AuxError) {
      guard let rest = edit.split(most: most - Self.noteCount) else {
        throw AuxError(.unsupported, "no property by which it could be divided")
      }
      let digest = MD5.hexDigest(of: rest)
      try edit.add(
        description: """
          <rdf:Description rdf:about="" xmlns:xmpNote="\(ExtendedXMP.namespace)" \
          xmpNote:HasExtendedXMP="\(digest)"/>

          """)
      let divided =
        try XMPParser.properties(of: edit.bytes, limits: limits)
        + XMPParser.properties(of: rest, limits: limits)
      let asked = try XMPParser.properties(of: whole, limits: limits)
      guard Set(divided.filter { $0.namespace != ExtendedXMP.namespace }) == Set(asked) else {
        throw AuxError(.unsupported, "a form that is not known")
      }
      packet = edit.bytes
      extended = ExtendedXMP.Packet(digest: digest, bytes: rest)
    } catch {
      try error.throwIfOfSystem()
      packet = nil
      losses.append(
        "the XMP packet of \(whole.count) bytes does not fit JPEG and was left out: \(error.reason)")
    }
  }

  /// The room that the name of the extended packet takes.
  private static let noteCount = 256
}

extension PhotoMetadata {
  /// Has the XMP packet say what IPTC says, where it does not say anything of it, for a container without IPTC; losses name the
  /// rest.
  mutating func moveIPTC(limits: AuxLimits, _ losses: inout [String]) throws(AuxError) {
    guard let bytes = iptc else { return }
    iptc = nil
    let (said, leftOut) = IPTCRecords(bytes).properties
    if !leftOut.isEmpty {
      losses.append("IPTC \(leftOut.joined(separator: ", ")) has no place in XMP and is left out")
    }
    do throws(AuxError) {
      let own =
        try xmp.map { packet throws(AuxError) in try XMPParser.properties(of: packet, limits: limits) } ?? []
      let missing = said.filter { property in
        !own.contains { $0.namespace == property.namespace && $0.name == property.name }
      }
      guard !missing.isEmpty else { return }
      var edit = xmp.map(XMPEdit.init) ?? XMPEdit(isWrapped: true)
      try edit.add(description: XMPSerializer.descriptions(of: missing))
      xmp = edit.bytes
    } catch {
      try error.throwIfOfSystem()
      losses.append("IPTC is left out, since the XMP packet cannot take it: \(error.message)")
    }
  }
}
