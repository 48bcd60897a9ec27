import AuxImage
import AuxReader
import AuxValidator
import TestSupport
import Testing

/// Packets that this package reads, and Exiv2 does not.
@Suite("Validation asks whether others read XMP")
struct ForeignReaderTests {
  /// A disparity map whose packet binds two prefixes to one namespace, which RDF allows.
  private static func photo() throws -> [UInt8] {
    let packet = Packets.disparity().replacing(
      "<depthData:Quality>high</depthData:Quality>",
      with: "<d:Quality xmlns:d=\"http://ns.apple.com/depthData/1.0/\">high</d:Quality>")
    let map = try Pictures.secondary(packet, plane: Pictures.ramp(), count: 2)
    return MultiPictureBytes(
      before: [MultiPictureBytes.appleJFIF, JPEGBytes.exif(orientation: 1)],
      coded: Array(try Pictures.photo()[2...]),
      secondaries: [map]
    ).bytes
  }

  @Test("What only others refuse is an error of the packet, and of nothing else")
  func refused() throws {
    let data = try Self.photo()
    let source = try ImageSource(data: data)
    #expect(source.auxiliaryImages.first?.metadata.quality == .high)
    let findings = Validator().validate(data: data).findings
    let refusals = findings.filter { $0.rule == "XMP-WELLFORMED" }
    #expect(refusals.count == 1 && refusals.first?.message.contains("XMP Toolkit error") == true)
    #expect(refusals.first?.place == "image 2/APP1 XMP")
    var alone = Validator()
    alone.checksPacketsWithExiv2 = false
    #expect(alone.validate(data: data).findings == findings.filter { $0.rule != "XMP-WELLFORMED" })
  }
}
