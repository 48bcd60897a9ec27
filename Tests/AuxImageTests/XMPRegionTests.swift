import AuxImage
import TestSupport
import Testing

/// Regions, places and people in XMP packets.
@Suite struct XMPRegionTests {
  private static func packet(_ regions: String, _ more: String = "") -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" \
      xmlns:a="http://ns.adobe.com/xmp/sType/Area#" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg"\
      \(more)><r:Regions rdf:parseType="Resource"><r:RegionList><rdf:Bag>\(regions)</rdf:Bag></r:RegionList></r:Regions>\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }
  private static let face = """
    <rdf:li><rdf:Description r:Type="Face" r:Name="Ada"><r:Area a:x="0.2" a:y="0.3" a:d="0.1" a:unit="normalized"/>\
    </rdf:Description></rdf:li>
    """
  private static let focus = """
    <rdf:li rdf:parseType="Resource"><r:Area a:x=" 0.8 " a:y="0.3" a:unit="normalized"/><r:Type>Focus</r:Type></rdf:li>
    """

  private func half() throws -> PhotoGeometry {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 200, height: 100))
    try geometry.crop(to: PixelRectangle(x: 0, y: 0, width: 100, height: 100))
    return geometry
  }

  @Test func regionsOfAnyPrefixMoveAndGo() throws {
    var edit = XMPEdit(Self.packet(Self.face + Self.focus))
    try edit.moveRegions(by: half())
    let text = String(decoding: edit.bytes, as: UTF8.self)
    #expect(
      text.contains("a:x=\"0.4") && text.contains("a:y=\"0.29999") || text.contains("a:y=\"0.3"), "\(text)")
    #expect(text.contains("Ada") && !text.contains("Focus") && text.contains("dc:format"))
  }

  @Test(arguments: [false, true]) func howAFaceIsTurnedGoesWherePixelsTurn(_ isAttribute: Bool) throws {
    let inner =
      isAttribute
      ? "<rdf:Description f:AngleInfoRoll=\"270\" f:FaceID=\"3\" f:AngleInfoYaw='5' xmlns:f=\"\(Self.faces)\">"
      : """
      <rdf:Description xmlns:f="\(Self.faces)"><f:AngleInfoRoll>270</f:AngleInfoRoll>\
      <f:AngleInfoYaw>5</f:AngleInfoYaw><f:FaceID>3</f:FaceID>
      """
    let face = "<rdf:li>\(inner)<r:Area a:x='0.4' a:y='0.5' a:w='0.1' a:h='0.1'/></rdf:Description></rdf:li>"
    var cut = XMPEdit(Self.packet(face))
    try cut.moveRegions(by: half())
    #expect(String(decoding: cut.bytes, as: UTF8.self).contains("AngleInfoRoll"))
    var geometry = PhotoGeometry(of: PrimaryImage(width: 200, height: 100))
    try geometry.straighten(by: 2)
    var turned = XMPEdit(Self.packet(face))
    try turned.moveRegions(by: geometry)
    let text = String(decoding: turned.bytes, as: UTF8.self)
    #expect(!text.contains("AngleInfo") && text.contains("FaceID"), "\(text)")
  }
  private static let faces = "http://ns.apple.com/faceinfo/1.0/"

  @Test func aListWithoutRegionsGoesAsAWhole() throws {
    var edit = XMPEdit(Self.packet(Self.focus))
    try edit.moveRegions(by: half())
    let text = String(decoding: edit.bytes, as: UTF8.self)
    #expect(!text.contains("Region") && text.contains("dc:format"))
  }

  @Test func facesGoAndOtherRegionsStay() throws {
    let bytes = try Self.without([.people], Self.packet(Self.face + Self.focus))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("Ada") && text.contains("Focus") && text.contains("a:x=\" 0.8 \""))
    #expect(try Self.without([.people], bytes) == bytes)
  }

  @Test func aRegionOfAnUnknownFormIsLeftOutWithAWord() throws {
    let odd = "<rdf:li rdf:parseType=\"Resource\"><r:Type>Face</r:Type></rdf:li>"
    var edit = XMPEdit(Self.packet(odd))
    #expect(throws: AuxError(.unsupported, "")) { try edit.moveRegions(by: half()) }
    let losses = try edit.describe(half())
    #expect(losses.count == 1 && !String(decoding: edit.bytes, as: UTF8.self).contains("Region"))
  }

  @Test func placesGoOutOfEveryNamespace() throws {
    let bytes = try Self.without(
      [.location],
      Self.packet(
        Self.focus,
        """
         xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.67N" \
        xmlns:drone="http://www.dji.com/drone-dji/1.0/" drone:GpsLatitude="+48.86" drone:Yaw="3" \
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Paris" photoshop:Headline="kept"
        """))
    let text = String(decoding: bytes, as: UTF8.self)
    for gone in ["48", "Paris"] { #expect(!text.contains(gone)) }
    for kept in ["drone:Yaw", "Headline", "Focus", "dc:format"] { #expect(text.contains(kept), "\(kept)") }
    #expect(try Self.without([.location], bytes) == bytes)
  }

  private static func without(_ kinds: Set<MetadataKind>, _ packet: [UInt8]) throws(AuxError) -> [UInt8] {
    var removal = XMPRemoval(kinds, removesVideos: false) { _ in nil }
    return try removal.packet(packet) ?? []
  }

  /// Half a million bytes of regions, as no camera writes them, take no more than a moment.
  @Test func manyRegionsCostWhatTheyAre() throws {
    var edit = XMPEdit(Self.packet(String(repeating: Self.face, count: 3000)))
    let start = ContinuousClock.now
    try edit.moveRegions(by: half())
    #expect(try Self.without([.people], Self.packet(String(repeating: Self.face, count: 3000))).count < 1000)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("Damaged packets are errors, or edited", arguments: [UInt64(1), 2])
  func mutated(_ seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let packet = Self.packet(Self.face + Self.focus)
    for _ in 0..<500 {
      let bytes = generator.mutated(packet)
      var edit = XMPEdit(bytes)
      do {
        for kind in MetadataKind.allCases { _ = try Self.without([kind], bytes) }
        _ = try edit.describe(half())
      } catch let error as AuxError {
        #expect([.malformed, .unsupported, .limitExceeded].contains(error.code), "\(error)")
      }
    }
  }
}
