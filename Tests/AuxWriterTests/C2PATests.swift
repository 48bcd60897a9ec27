import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("C2PA manifests")
struct C2PATests {
  private static func photo(_ container: ImageContainer) throws -> [UInt8] {
    let plain = try ImageSource(
      data: WriterSupport.jpeg(segments: container == .jpeg ? C2PABytes.jpegSegments : []))
    if container == .jpeg { return try plain.bytes.read(at: 0, count: plain.bytes.byteCount) }
    let bytes = try ImageDestination(encoding: plain, as: container, quality: 80).finalize().data
    if container == .heif {
      let type: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
      ]
      return bytes
        + C2PABytes.box(
          "uuid", type + [0, 0, 0, 0] + Array("manifest\0".utf8) + [UInt8](repeating: 5, count: 40))
    }
    // IFD 0 again at the end, with the tag.
    let file = try TIFFFile(MemoryByteSource(bytes))
    var root = TIFFNewDirectory(keeping: file.first, endianness: file.endianness)
    root.set(TIFFTag.c2pa, .undefined, count: 60, bytes: [UInt8](repeating: 6, count: 60))
    var writer = ByteWriter(endianness: file.endianness)
    let offset = try root.serialize(into: &writer, base: bytes.count)
    var pointer = ByteWriter(endianness: file.endianness)
    pointer.write(UInt32(offset))
    return Array(bytes[..<4]) + pointer.bytes + bytes[8...] + writer.bytes
  }

  @Test("A manifest is seen", arguments: [ImageContainer.jpeg, .heif, .dng])
  func seen(_ container: ImageContainer) throws {
    let source = try ImageSource(data: Self.photo(container))
    let count = [ImageContainer.jpeg: 92 + 68, .heif: 77, .dng: 60][container]
    #expect(source.c2paManifest?.byteCount == count)
    #expect(source.json.text.contains("\"c2pa\":{\"offset\":"))
    #expect(try ImageSource(data: WriterSupport.plainPhoto()).c2paManifest == nil)
  }

  @Test("An edit keeps it and says that it no longer holds", arguments: [ImageContainer.jpeg, .heif, .dng])
  func kept(_ container: ImageContainer) throws {
    let source = try ImageSource(data: Self.photo(container))
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImage(WriterSupport.matte())
    let (data, report) = try destination.finalize()
    #expect(report.c2pa == .invalidated)
    #expect(report.json().text.contains("\"c2pa\":\"invalidated\""))
    #expect(try ImageSource(data: data).c2paManifest?.byteCount == source.c2paManifest?.byteCount)
  }

  @Test(
    "It is left out where asked for, with or without an edit", arguments: [ImageContainer.jpeg, .heif, .dng])
  func stripped(_ container: ImageContainer) throws {
    let source = try ImageSource(data: Self.photo(container))
    for edits in [false, true] {
      var destination = try ImageDestination(from: source)
      if edits { try destination.addAuxiliaryImage(WriterSupport.matte()) }
      let isThere = destination.removeC2PAManifest()
      #expect(isThere)
      let (data, report) = try destination.finalize()
      #expect(report.c2pa == .removed)
      let written = try ImageSource(data: data)
      #expect(written.c2paManifest == nil)
      #expect(written.auxiliaryImages.count == (edits ? 1 : 0))
    }
  }

  @Test("Other boxes of JUMBF stay")
  func others() throws {
    var destination = try ImageDestination(from: ImageSource(data: Self.photo(.jpeg)))
    destination.removeC2PAManifest()
    let file = try JPEGFile(MemoryByteSource(destination.finalize().data))
    #expect(file.primary.segments.count { $0.marker == JPEGMarker.APP11 } == 1)
  }

  @Test("Another container gets none, and a note")
  func converted() throws {
    let source = try ImageSource(data: Self.photo(.jpeg))
    let destination = try ImageDestination(encoding: source, as: .heif)
    #expect(destination.notes.contains { $0.contains("C2PA") })
    let (data, report) = try destination.finalize()
    #expect(try report.c2pa == nil && ImageSource(data: data).c2paManifest == nil)
  }
}
