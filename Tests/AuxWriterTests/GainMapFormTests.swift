import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// A gain map that is described in another form.
@Suite struct GainMapFormTests {
  private static func photo(_ headroom: Double?) throws -> ImageSource {
    var destination = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: headroom)
    return try ImageSource(data: destination.finalize().data)
  }

  @Test(arguments: [GainMapDescription.Form.iso, .ultraHDR])
  func codesStayAndTheDescriptionIsTheOtherForm(_ form: GainMapDescription.Form) throws {
    let source = try Self.photo(4)
    var destination = try ImageDestination(from: source)
    try destination.describeGainMap(as: form)
    let written = try ImageSource(data: destination.finalize().data)
    let image = try #require(written.auxiliaryImages.first { $0.type.isGainMap })
    #expect(written.auxiliaryImages.count { $0.type.isGainMap } == 1)
    #expect(image.gainMap?.forms == [form])
    let asked = try #require(source.auxiliaryImages[0].gainMap).metadataForISO()
    #expect(image.gainMap?.metadata?.isSame(as: asked) == true)
  }

  @Test("What the primary of a HEIC file says of a gain map goes with it, and the bytes that said it")
  func theClaimOfAHEICFile() throws {
    var photo = try ImageDestination(
      encoding: ImageSource(data: WriterSupport.jpeg()), as: .heif, quality: 80)
    try photo.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: 4)
    try photo.addAuxiliaryImage(WriterSupport.matte())
    let plain = try ImageSource(data: photo.finalize().data)
    guard case .heif(let reader) = plain.parsed else { throw AuxError(.usage, "no HEIF") }
    var packet = XMPEdit(isWrapped: true)
    try packet.add(
      description:
        "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"4\"/>")
    let kept = packet.bytes
    try packet.addGainMapClaim(byteCount: 0)
    var edit = HEIFEdit(reader.file)
    try edit.setPrimaryXMP(packet.bytes)
    let announced = try ImageSource(data: edit.composition(of: plain.bytes).bytes(of: plain.bytes))
    #expect(try announced.primaryMetadata().xmp == packet.bytes)
    func removed(_ kind: AuxiliaryKind) throws -> [UInt8] {
      var destination = try ImageDestination(from: announced)
      try destination.removeAuxiliaryImages(of: [kind])
      return try destination.finalize().data
    }
    let bytes = try removed(.group(.gainMap))
    let xmp = try #require(try ImageSource(data: bytes).primaryMetadata().xmp)
    #expect(try XMPParser.properties(of: xmp) == XMPParser.properties(of: kept))
    #expect(!XMPEdit(bytes).mentions("hdrgm:Version") && !XMPEdit(bytes).mentions("Container:Directory"))
    // Another image takes nothing along.
    #expect(try ImageSource(data: removed(.group(.mattes))).primaryMetadata().xmp == packet.bytes)
  }

  @Test func withoutAMapOrAHeadroomThatIsRefused() throws {
    var plain = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    #expect(throws: AuxError(.missingImage, "")) { try plain.describeGainMap(as: .iso) }
    var unknown = try ImageDestination(from: Self.photo(nil))
    let error = #expect(throws: AuxError(.unsupported, "")) { try unknown.describeGainMap(as: .iso) }
    #expect(error?.remedy == .stateHeadroom)
  }

  @Test func aFileThatIsOpenedForEditingIsReplacedByItself() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WriterSupport.plainPhoto(), to: "photo.jpg")
    for count in 1...2 {
      var destination = try ImageDestination(from: ImageSource(editing: path))
      try destination.addAuxiliaryImage(
        WriterSupport.matte(count == 1 ? .portraitEffectsMatte : .semanticSegmentationHairMatte))
      _ = try destination.finalize(to: path, options: .inPlace)
      #expect(try ImageSource(path).auxiliaryImages.count == count)
    }
  }
}
