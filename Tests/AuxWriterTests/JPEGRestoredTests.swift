import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("JPEG photos after attach and remove")
struct JPEGRestoredTests {
  /// Photos that are restored only by a record of how they were, and some that are restored without it.
  private static func photos() throws -> [(name: String, bytes: [UInt8])] {
    let coded = try Array(Pictures.photo()[2...])
    let one = MultiPictureBytes(before: [JPEGBytes.jfif], after: [], coded: coded, secondaries: [])
    var stale = try Pictures.portrait()
    stale.damage = { $0[0].size -= 224 }
    let ampf = JPEGBytes.soi + JPEGBytes.ampf + coded
    return [
      ("JFIF", JPEGBytes.soi + JPEGBytes.jfif + coded), ("no JFIF", JPEGBytes.soi + coded),
      ("Exif alone", JPEGBytes.soi + JPEGBytes.exif(orientation: 6) + coded),
      ("fill bytes", JPEGBytes.soi + [0xFF, 0xFF] + JPEGBytes.jfif + coded), ("AMPF alone", ampf),
      ("an index of one", one.bytes), ("a wrong size", stale.bytes),
      ("a trailer", JPEGBytes.soi + coded + Array("trailer".utf8)),
    ]
  }

  private static func attached(_ bytes: [UInt8], _ type: AuxiliaryDataType) throws -> [UInt8] {
    var destination = try ImageDestination(from: ImageSource(data: bytes))
    try destination.addAuxiliaryImage(WriterSupport.matte(type))
    return try destination.finalize().data
  }

  private static func removed(_ bytes: [UInt8], _ types: [AuxiliaryDataType]) throws -> [UInt8] {
    var destination = try ImageDestination(from: ImageSource(data: bytes))
    try destination.removeAuxiliaryImages(of: types.map(AuxiliaryKind.type))
    return try destination.finalize().data
  }

  @Test("Attaching and removing gives every byte back")
  func restored() throws {
    let (skin, sky) = (
      AuxiliaryDataType.semanticSegmentationSkinMatte, AuxiliaryDataType.semanticSegmentationSkyMatte
    )
    for (name, bytes) in try Self.photos() {
      let one = try Self.attached(bytes, skin)
      #expect(try Self.removed(one, [skin]) == bytes, "\(name)")
      let two = try Self.attached(one, sky)
      #expect(try Self.removed(two, [sky]) == one, "\(name), one of two")
      #expect(try Self.removed(two, [skin, sky]) == bytes, "\(name), both")
      // Taken out in the order in which they came, the first leaves a file that no record describes.
      let rest = try Self.removed(two, [skin])
      #expect(try ImageSource(data: rest).auxiliaryImage(sky) != nil, "\(name)")
    }
  }

  @Test("A plain photo's new images say nothing of it")
  func plain() throws {
    let bytes = try Self.attached(WriterSupport.plainPhoto(), .portraitEffectsMatte)
    let file = try JPEGFile(MemoryByteSource(bytes))
    #expect(file.secondaries[0].image.first(.undoRecord) == nil)
    let other = try Self.attached(JPEGBytes.soi + Pictures.photo()[2...], .portraitEffectsMatte)
    #expect(try JPEGFile(MemoryByteSource(other)).secondaries[0].image.first(.undoRecord) != nil)
  }

  @Test("The record of a photo that another program changed is not used")
  func changed() throws {
    let coded = try Array(Pictures.photo()[2...])
    let attached = try Self.attached(JPEGBytes.soi + coded, .portraitEffectsMatte)
    // A comment after the JFIF segment, before the index: the offsets still hold.
    let comment = JPEGBytes.segment(0xFE, Array("hi".utf8))
    let edited = Array(attached[..<24]) + comment + attached[24...]
    let result = try Self.removed(edited, [.portraitEffectsMatte])
    let jfif = JPEGBytes.segment(0xE0, JPEGBytes.ampf[4..<18].map { $0 })
    #expect(result == JPEGBytes.soi + jfif + comment + coded)
  }

  @Test("A copied image has no record of the photo that it was taken from")
  func copied() throws {
    let from = try ImageSource(
      data: Self.attached(JPEGBytes.soi + Pictures.photo()[2...], .portraitEffectsMatte))
    let plain = try WriterSupport.plainPhoto()
    var destination = try ImageDestination(from: ImageSource(data: plain))
    #expect(try destination.copyAuxiliaryImage(try #require(from.auxiliaryImages.first), from: from))
    let bytes = try destination.finalize().data
    #expect(try JPEGFile(MemoryByteSource(bytes)).secondaries[0].image.first(.undoRecord) == nil)
    #expect(try Self.removed(bytes, [.portraitEffectsMatte]) == plain)
  }
}
