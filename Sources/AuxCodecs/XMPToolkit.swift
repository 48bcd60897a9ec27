package import AuxImage
internal import CAuxShims

/// What Exiv2 says about XMP packets: Adobe's toolkit is in it, so that it answers for the programs that will read them.
package enum XMPToolkit {
  /// The longest packet that it is asked about, in bytes: it takes forty times as much memory.
  package static let mostBytes = 1 << 20

  /// Returns why Exiv2 refuses a packet that ours reads, or could not be asked; nil where it takes it, and for one that is
  /// longer than ``mostBytes``.
  package static func refusal(of packet: [UInt8]) -> AuxError? {
    guard packet.count <= mostBytes else { return nil }
    var namespaces: Set<String> = []
    for declaration in XMPDeclarations(in: packet) { namespaces.insert(declaration.namespace) }
    var list: [UInt8] = []
    for namespace in namespaces { list += Array(namespace.utf8) + [0] }
    var error = aux_error()
    let code = unsafe aux_xmp_check(packet, packet.count, list, list.count, &error)
    return code == 0 ? nil : codecFailure(error, "the XMP packet cannot be read")
  }
}
