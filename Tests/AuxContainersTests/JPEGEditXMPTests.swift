import AuxContainers
import AuxImage
import TestSupport
import Testing

/// The XMP of a primary that takes the place of an older one.
@Suite struct JPEGEditXMPTests {
  private static let packet = Array("<new/>".utf8)
  private static let exif = JPEGBytes.exif(orientation: 1)
  private static let comment = JPEGBytes.segment(0xFE, [1])
  private static let digest = String(repeating: "A", count: 32)

  private static func edited(_ segments: [[UInt8]], extended: [UInt8]? = nil) throws -> [UInt8] {
    try JPEGSupport.edited(JPEGBytes.image(segments)) { edit in
      try edit.setXMP(
        packet, extended: extended.map { .init(digest: digest, bytes: $0) },
        replacingExtended: extended != nil)
    }
  }

  @Test func firstPacketStandsAfterExif() throws {
    let expected = JPEGBytes.image([JPEGBytes.jfif, Self.exif, JPEGBytes.xmp("<new/>"), Self.comment])
    #expect(try Self.edited([JPEGBytes.jfif, Self.exif, Self.comment]) == expected)
  }

  @Test func firstPacketOfABareImageStandsFirst() throws {
    #expect(try Self.edited([]) == JPEGBytes.image([JPEGBytes.xmp("<new/>")]))
  }

  /// Portions of the extended packet that the old one named go with it.
  @Test func oldPacketsAreReplaced() throws {
    let portion = JPEGBytes.segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [7])
    let result = try Self.edited(
      [Self.exif, JPEGBytes.xmp("<old/>"), Self.comment, portion], extended: Array("more".utf8))
    let new = JPEGBytes.segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(Self.digest.utf8) + JPEGBytes.uint32(4)
        + JPEGBytes.uint32(0) + Array("more".utf8))
    #expect(result == JPEGBytes.image([Self.exif, JPEGBytes.xmp("<new/>"), new, Self.comment]))
  }

  /// The index of a multi-picture file moves with the segments before it.
  @Test(arguments: [true, false]) func indexFollows(isBefore: Bool) throws {
    let old = [JPEGBytes.xmp("<old/>")]
    var file = MultiPictureBytes(
      before: [MultiPictureBytes.appleJFIF] + (isBefore ? old : []), after: isBefore ? [] : old,
      coded: JPEGBytes.coded(), secondaries: [JPEGBytes.image(width: 40)])
    let result = try JPEGSupport.edited(file.bytes) { try $0.setXMP(Self.packet, replacingExtended: false) }
    let new = [JPEGBytes.xmp("<new/>")]
    file.before = [MultiPictureBytes.appleJFIF] + (isBefore ? new : [])
    file.after = isBefore ? [] : new
    #expect(result == file.bytes)
  }

  @Test func packetTooLongForASegmentIsRefused() throws {
    var edit = JPEGEdit(try JPEGFile(MemoryByteSource(JPEGBytes.image())))
    let long = [UInt8](repeating: 0x20, count: 65_533 - 29 + 1)
    #expect(throws: AuxError(.limitExceeded, "")) { try edit.setXMP(long, replacingExtended: false) }
    try edit.setXMP(Array(long.dropLast()), replacingExtended: false)
  }
}
