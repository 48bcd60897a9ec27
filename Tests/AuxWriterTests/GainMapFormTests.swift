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
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: headroom, forms: [.apple])
    return try ImageSource(data: destination.finalize().data)
  }

  @Test(arguments: [GainMapDescription.Form.iso, .ultraHDR])
  func codesStayAndTheDescriptionIsTheOtherForm(_ form: GainMapDescription.Form) throws {
    let source = try Self.photo(4)
    var destination = try ImageDestination(from: source)
    try destination.describeGainMap(as: [form])
    let written = try ImageSource(data: destination.finalize().data)
    let image = try #require(written.auxiliaryImages.first { $0.type.isGainMap })
    #expect(written.auxiliaryImages.count { $0.type.isGainMap } == 1)
    #expect(image.gainMap?.forms == [form])
    let asked = try #require(source.auxiliaryImages[0].gainMap).metadataForISO()
    #expect(image.gainMap?.metadata?.isSame(as: asked) == true)
  }

  /// Returns a photo whose gain map is described in these forms.
  private static func photo(
    _ container: ImageContainer, _ forms: [GainMapDescription.Form], headroom: Double = 4
  ) throws -> ImageSource {
    var destination = try ImageDestination(
      pixels: Sample.image(96, 72, seed: 3), as: container, quality: 90)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: headroom, forms: forms)
    return try ImageSource(data: destination.finalize().data)
  }

  private static func forms(_ source: ImageSource) -> [GainMapDescription.Form]? {
    source.auxiliaryImages.first { $0.type.isGainMap }?.gainMap?.forms
  }

  /// Returns the headroom that the gain map states, as far as files keep its digits.
  private static func headroom(_ source: ImageSource) -> Float? {
    let gainMap = source.auxiliaryImages.first { $0.type.isGainMap }?.gainMap
    return (gainMap?.metadata?.headroom ?? gainMap?.appleHeadroom).map { Float(($0 * 1000).rounded() / 1000) }
  }

  /// Returns the coded bytes of the gain map.
  private static func coded(_ source: ImageSource) throws -> [UInt8] {
    switch source.parsed {
    case .heif(let reader):
      return try reader.file.data(of: reader.auxiliaryItems[0], from: source.bytes, maxBytes: 1 << 20)
    case .jpeg(let reader):
      let secondary = try #require(reader.file.secondaries.first)
      let start = secondary.image.scanOffset
      return try source.bytes.read(at: start, count: secondary.range.upperBound - start)
    default: throw AuxError(.usage, "no JPEG and no HEIF")
    }
  }

  @Test(
    "A description in other forms leaves the coded map as it is",
    arguments: [
      (ImageContainer.jpeg, [GainMapDescription.Form.apple], [GainMapDescription.Form.apple, .iso]),
      (.jpeg, [.iso], [.ultraHDR]), (.jpeg, [.ultraHDR], [.iso, .ultraHDR]), (.jpeg, [.apple], [.ultraHDR]),
      (.heif, [.apple], [.apple, .iso]), (.heif, [.apple], [.iso]), (.heif, [.apple, .iso], [.apple]),
      (.heif, [.apple, .iso], [.iso]), (.avif, [.apple], [.iso]), (.avif, [.iso], [.apple, .iso]),
    ])
  func codedBytesStay(
    _ container: ImageContainer, _ before: [GainMapDescription.Form], _ after: [GainMapDescription.Form]
  ) throws {
    let source = try Self.photo(container, before, headroom: before.contains(.apple) ? 3 : 1.1)
    #expect(Self.forms(source) == before)
    var destination = try ImageDestination(from: source)
    try destination.describeGainMap(as: after)
    let written = try ImageSource(data: destination.finalize().data)
    #expect(Self.forms(written) == after)
    #expect(written.auxiliaryImages.count == 1)
    #expect(try Self.coded(written) == Self.coded(source))
  }

  @Test("iOS 18's HEIC: one coded map, an auxiliary image and the input of a tone-mapped one")
  func bothFormsInHEIC() throws {
    let source = try Self.photo(.heif, [.apple, .iso])
    guard case .heif(let reader) = source.parsed else { throw AuxError(.usage, "no HEIF") }
    let (file, item) = (reader.file, reader.auxiliaryItems[0])
    let toneMap = try #require(file.items.first { $0.type == "tmap" })
    #expect(toneMap.targets("dimg") == [file.primaryItemID, item.id])
    #expect(item.targets("auxl") == [file.primaryItemID])
    #expect(try file.auxiliaryType(of: item)?.urn == "urn:com:apple:photo:2020:aux:hdrgainmap")
    #expect(file.meta.groups.map(\.entityIDs) == [[toneMap.id, file.primaryItemID]])
    let image = source.auxiliaryImages[0]
    #expect(image.gainMap?.appleHeadroom == 4)
    #expect(try image.gainMap?.metadata?.isSame(as: GainMapMetadata(appleHeadroom: 4)) == true)
  }

  @Test(
    "Forms go along into another container, and what does not is said",
    arguments: [
      (
        ImageContainer.heif, [GainMapDescription.Form.apple, .iso], ImageContainer.jpeg,
        [GainMapDescription.Form.apple, .iso]
      ),
      (.heif, [.apple, .iso], .avif, [.iso]), (.jpeg, [.iso, .ultraHDR], .heif, [.iso]),
      (.jpeg, [.ultraHDR], .avif, [.iso]), (.jpeg, [.apple], .heif, [.apple]), (.avif, [.iso], .jpeg, [.iso]),
    ])
  func conversions(
    _ from: ImageContainer, _ before: [GainMapDescription.Form], _ to: ImageContainer,
    _ after: [GainMapDescription.Form]
  ) throws {
    let source = try Self.photo(from, before)
    let destination = try ImageDestination(encoding: source, as: to)
    #expect(destination.notes.contains { $0.contains("was described in the form") } == (before != after))
    let written = try ImageSource(data: destination.finalize().data)
    #expect(Self.forms(written) == after)
    #expect(Self.headroom(written) == Self.headroom(source))
  }

  @Test(
    "A gain map that replaces another has its forms, and a copied one keeps them undecoded",
    arguments: [
      (ImageContainer.heif, [GainMapDescription.Form.apple, .iso]), (.heif, [.iso]),
      (.jpeg, [.iso, .ultraHDR]), (.jpeg, [.apple, .iso]), (.avif, [.iso]),
    ])
  func replacedAndCopied(_ container: ImageContainer, _ forms: [GainMapDescription.Form]) throws {
    let source = try Self.photo(container, forms)
    var replacing = try ImageDestination(from: source)
    try replacing.addGainMap(Pictures.ramp(width: 24, height: 18), replacing: true)
    let replaced = try ImageSource(data: replacing.finalize().data)
    #expect(Self.forms(replaced) == forms && replaced.auxiliaryImages.count == 1)
    #expect(Self.headroom(replaced) == Self.headroom(source))
    var copying = try ImageDestination(
      pixels: Sample.image(96, 72, seed: 4), as: container, quality: 90)
    #expect(try copying.copyAuxiliaryImage(source.auxiliaryImages[0], from: source))
    let copied = try ImageSource(data: copying.finalize().data)
    #expect(Self.forms(copied) == forms)
    #expect(try Self.coded(copied) == Self.coded(source))
  }

  @Test(
    "A new gain map is in the form that most readers of the container know",
    arguments: [
      (ImageContainer.jpeg, [GainMapDescription.Form.iso, .ultraHDR]), (.heif, [.apple]), (.avif, [.iso]),
    ])
  func formOfANewMap(_ container: ImageContainer, _ forms: [GainMapDescription.Form]) throws {
    #expect(Self.forms(try Self.photo(container, [])) == forms)
  }

  @Test(
    "Without a headroom a new gain map in JPEG is in Apple's form, which a note says browsers do not show")
  func formWithoutHeadroom() throws {
    var destination = try ImageDestination(pixels: Sample.image(96, 72, seed: 3), as: .jpeg, quality: 90)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24))
    #expect(destination.notes.contains { $0.hasPrefix("browsers show SDR") })
    #expect(Self.forms(try ImageSource(data: destination.finalize().data)) == [.apple])
  }

  @Test("A headroom that nothing states is given with the form; one that metadata state is not")
  func statedHeadroom() throws {
    for form in [GainMapDescription.Form.apple, .iso, .ultraHDR] {
      var unknown = try ImageDestination(from: Self.photo(nil))
      try unknown.describeGainMap(as: [form], headroom: 4)
      let written = try ImageSource(data: unknown.finalize().data)
      #expect(Self.forms(written) == [form] && Self.headroom(written) == 4)
    }
    var known = try ImageDestination(from: Self.photo(.jpeg, [.iso]))
    #expect(throws: AuxError(.usage, "")) { try known.describeGainMap(as: [.ultraHDR], headroom: 4) }
  }

  @Test(
    "A gain map of three components goes from container to container",
    arguments: [ImageContainer.jpeg, .heif, .avif])
  func colours(_ from: ImageContainer) throws {
    let pixels = try PhotoPixels(width: 50, height: 34, rgb8: Pictures.gradient(width: 50, height: 34))
    let metadata = GainMapMetadata(
      channels: [
        .init(gainMin: 0, gainMax: 2), .init(gainMin: -0.5, gainMax: 1), .init(gainMin: 0, gainMax: 3),
      ],
      alternateHeadroom: 2)
    let given = try StoredAuxiliaryImage(
      type: .isoGainMap, content: .colourGainMap(ColourPlanes(rgb: pixels), metadata),
      metadata: AuxiliaryMetadata())
    var destination = try ImageDestination(pixels: Sample.image(100, 68, seed: 3), as: from, quality: 90)
    try destination.addAuxiliaryImage(given)
    let source = try ImageSource(data: destination.finalize().data)
    for to in [ImageContainer.jpeg, .heif, .avif] where to != from {
      let converted = try ImageDestination(encoding: source, as: to)
      let (data, report) = try converted.finalize()
      let written = try ImageSource(data: data)
      let image = try #require(written.auxiliaryImages.first)
      #expect(Self.forms(written) == [.iso] && image.gainMap?.metadata?.isSame(as: metadata) == true)
      let samples = try #require(try written.stored(image).content.colours?.rgb().rgb8)
      let largest = zip(samples, pixels.rgb8).map { abs(Int($0) - Int($1)) }.max()
      // A JPEG's codes are near; into HEIC and AVIF nothing is lost.
      let bound = from == .jpeg || to == .jpeg ? 12 : 0
      #expect(try #require(largest) <= bound, "\(from) to \(to)")
      #expect(report.images.first.map { $0.maxCodeError <= 8 } == true)
      var again = try ImageDestination(from: written)
      let error = #expect(throws: AuxError(.unsupported, "")) { try again.describeGainMap(as: [.apple]) }
      #expect(error?.message.contains("three components") == true)
    }
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
    #expect(throws: AuxError(.missingImage, "")) { try plain.describeGainMap(as: [.iso]) }
    var unknown = try ImageDestination(from: Self.photo(nil))
    let error = #expect(throws: AuxError(.unsupported, "")) { try unknown.describeGainMap(as: [.iso]) }
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
