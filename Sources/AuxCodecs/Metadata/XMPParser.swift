internal import AuxContainers
package import AuxImage
internal import CAuxShims

/// Reads XMP packets through Exiv2.
///
/// Source: ISO 16684-1. Namespaces and prefixes are the packet's own, whatever the process read before.
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
    let names = try XMPNames(packet)
    return try ParsedXMP(packet, bindings: names.bindings).properties(names)
  }
}

/// The owner of what Exiv2 parsed.
@safe
private struct ParsedXMP: ~Copyable {
  private var raw: aux_xmp

  init(_ packet: [UInt8], bindings: [UInt8]) throws(AuxError) {
    var raw = unsafe aux_xmp()
    var error = aux_error()
    let code = unsafe aux_xmp_parse(packet, packet.count, bindings, bindings.count, &raw, &error)
    guard code == 0 else { throw codecFailure(error, "the XMP packet cannot be read") }
    unsafe self.raw = unsafe raw
  }

  deinit {
    var raw = unsafe raw
    unsafe aux_xmp_free(&raw)
  }

  /// Returns the properties as values that Swift owns, called as in the packet.
  func properties(_ names: XMPNames) -> [XMPProperty] {
    let all = unsafe UnsafeBufferPointer(start: raw.properties, count: raw.count)
    return unsafe all.map { property in
      let (namespace, prefix) = unsafe names.resolved(
        namespace: String(cString: property.namespace_uri), prefix: String(cString: property.prefix))
      return unsafe XMPProperty(
        namespace: namespace, prefix: prefix, name: names.resolved(path: String(cString: property.path)),
        value: Self.value(of: property))
    }
  }

  private static func value(of property: aux_xmp_property) -> XMPProperty.Value {
    let all = unsafe UnsafeBufferPointer(start: property.members, count: property.member_count)
    let members = unsafe all.map { unsafe $0.map { unsafe String(cString: $0) } ?? "" }
    return switch unsafe Int(property.kind) {
    case Int(AUX_XMP_BAG): .bag(members)
    case Int(AUX_XMP_SEQ): .seq(members)
    case Int(AUX_XMP_ALT), Int(AUX_XMP_LANG_ALT): .alt(members)
    case Int(AUX_XMP_STRUCT): .structure
    default: .text(members.first ?? "")
    }
  }
}
