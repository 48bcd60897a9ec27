package import AuxImage

/// Reads XMP packets.
package enum XMPParser {
  /// Returns the properties of a packet, with or without its wrapper.
  package static func properties(
    of packet: [UInt8], limits: Limits = .standard
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
