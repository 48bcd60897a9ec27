internal import AuxContainers
internal import AuxImage
internal import AuxReader
internal import TestSupport

/// Reads XMP packets alone, and as those of a photo that has what Google's maps need after it.
enum PacketTarget {
  static func run(_ bytes: [UInt8]) -> Bool {
    readPhoto(packet: bytes)
    guard let properties = try? XMPParser.properties(of: bytes, limits: .fuzzing) else { return true }
    let metadata = AuxiliaryMetadata(properties: properties)
    for type in AuxiliaryDataType.known { _ = CodeRange(metadata, type: type) }
    _ = (metadata.namedType, metadata.identifier)
    // A packet written from it must be readable.
    guard let packet = try? XMPSerializer.packet(of: metadata.properties) else { return true }
    do {
      let again = AuxiliaryMetadata(properties: try XMPParser.properties(of: packet, limits: .fuzzing))
      require(again.namedType == metadata.namedType, "the written packet states another type")
    } catch { fatalError("the written packet cannot be read: \(error)") }
    return true
  }

  private static func readPhoto(packet: [UInt8]) {
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    guard payload.count <= 0xFFFD else { return }
    let file =
      JPEGBytes.soi + JPEGBytes.segment(0xE1, payload) + JPEGBytes.coded(components: [1, 2, 3])
      + JPEGBytes.image()
    if let source = try? ImageSource(data: file, limits: .fuzzing) { ReadingTarget.read(source) }
  }
}
