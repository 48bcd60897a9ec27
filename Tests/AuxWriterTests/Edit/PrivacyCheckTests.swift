import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

@Suite("The check of a file whose metadata were removed")
struct PrivacyCheckTests {
  private static func photo(_ segments: [UInt8]...) throws -> ImageSource {
    let picture = try Pictures.photo(width: 32, height: 24)
    return try ImageSource(data: Array(picture[..<2]) + segments.flatMap(\.self) + Array(picture[2...]))
  }

  private static func xmp(_ attributes: String) throws -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \(attributes)/></rdf:RDF></x:xmpmeta>
      """
    return try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + Array(packet.utf8))
  }

  private static func comment(_ bytes: [UInt8]) throws -> [UInt8] {
    try JPEGSegment.bytes(marker: JPEGMarker.COM, payload: bytes)
  }

  private static let city = "photoshop:City=\"Lutetia\""

  @Test(
    "A value that is left in any encoding is an error",
    arguments: [
      Array("in LUTETIA".utf8), Array("lutetia".utf8).flatMap { [$0, 0] as [UInt8] },
      Array("&#76;utetia".utf8), Array("%4Cutetia".utf8),
    ] as [[UInt8]])
  func left(_ rest: [UInt8]) throws {
    let check = try PrivacyCheck(
      of: Self.photo(Self.xmp(Self.city)), without: [.location], keepsHeadroom: false)
    #expect(throws: AuxError(.verification, "")) { try check.check(Self.photo(Self.comment(rest))) }
    try check.check(Self.photo(Self.comment(Array("Paris".utf8))))
  }

  @Test("A place that the walk still finds is an error")
  func found() throws {
    let source = try Self.photo(Self.xmp(Self.city))
    let check = PrivacyCheck(of: source, without: [.location], keepsHeadroom: false)
    #expect(throws: AuxError(.verification, "")) { try check.check(source) }
  }

  @Test("A value that also occurs in metadata that stay does not count")
  func kept() throws {
    let headline = "photoshop:Headline=\"Evening in Lutetia\""
    let check = try PrivacyCheck(
      of: Self.photo(Self.xmp("\(Self.city) \(headline)")), without: [.location], keepsHeadroom: false)
    try check.check(Self.photo(Self.xmp(headline)))
  }

  @Test("A run of 32 bytes of a maker's note is an error")
  func runs() throws {
    let note = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let origin = try Self.photo(
      JPEGSegment.bytes(
        marker: JPEGMarker.APP1,
        payload: JPEGIdentifier.exif + EditSupport.exif(note: Array("Maker\0".utf8) + note)))
    let check = PrivacyCheck(of: origin, without: [.device], keepsHeadroom: false)
    #expect(throws: AuxError(.verification, "")) {
      try check.check(Self.photo(Self.comment(Array(note[10..<120]))))
    }
    try check.check(Self.photo(Self.comment(Array(note[10..<40]))))
  }
}
