import AuxContainers
import AuxImage
import AuxMaps
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// One image of a file that nothing can be made of: it fails alone.
@Suite struct BrokenImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a photo with a depth map, whose XMP is broken, and two mattes.
  private func broken(_ suffix: String) throws -> [UInt8] {
    let path = folder.path("in.\(suffix)")
    _ = try WriterSupport.portrait(path, from: ImageSource(data: WriterSupport.jpeg()))
    var bytes = try folder.read("in.\(suffix)")
    let property = try #require(bytes.firstRange(of: Array("depthData:Quality".utf8)))
    let end = try #require(bytes[property.upperBound...].firstRange(of: Array("</rdf:RDF>".utf8)))
    bytes.replaceSubrange(end, with: Array("<b:b></rdf".utf8))
    return bytes
  }

  @Test(arguments: ["jpg", "heic", "dng"])
  func `it is listed with its error, and the others are read`(_ suffix: String) throws {
    let source = try ImageSource(data: broken(suffix))
    #expect(source.auxiliaryImages.map { $0.failure != nil } == [true, false, false])
    let image = source.auxiliaryImages[0]
    #expect(image.type == .disparity)
    #expect(image.json.text.contains(#""error":"#))
    #expect(throws: try #require(image.failure)) { try source.stored(image) }
    for image in source.auxiliaryImages.dropFirst() { _ = try source.stored(image) }
    var extractor = AuxiliaryExtractor(into: folder.path("out"), as: .map(.png))
    var failed: [AuxiliaryDataType] = []
    try extractor.extract(from: source, named: "in.\(suffix)") { image in
      if case .failure = image.result { failed.append(image.image.type) }
    }
    #expect(failed == [.disparity])
    #expect(Files.exists(folder.path("out/in.portraitEffectsMatte.png")))
    #expect(Files.exists(folder.path("out/in.semanticSegmentationHairMatte.png")))
  }

  @Test(arguments: ["jpg", "heic", "dng"])
  func `it is removed, by its type or with all`(_ suffix: String) throws {
    let bytes = try broken(suffix)
    for kinds in [[], [AuxiliaryKind.type(.disparity)]] {
      var destination = try ImageDestination(from: ImageSource(data: bytes))
      try destination.removeAuxiliaryImages(of: kinds)
      let written = try ImageSource(data: destination.finalize().data)
      #expect(written.auxiliaryImages.count == (kinds.isEmpty ? 0 : 2))
      #expect(written.auxiliaryImages.allSatisfy { $0.failure == nil })
    }
  }

  @Test(arguments: ["jpg", "heic", "dng"])
  func `it is kept beside an image that is added, and replaced`(_ suffix: String) throws {
    let source = try ImageSource(data: broken(suffix))
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkyMatte))
    let kept = try ImageSource(data: destination.finalize().data)
    #expect(kept.auxiliaryImages.map { $0.failure != nil }.filter(\.self).count == 1)
    #expect(kept.auxiliaryImages.count == 4)
    destination = try ImageDestination(from: source)
    #expect(throws: AuxError(.usage, "")) { try destination.addAuxiliaryImage(WriterSupport.disparity()) }
    try destination.addAuxiliaryImage(WriterSupport.disparity(), replacing: true)
    let replaced = try ImageSource(data: destination.finalize().data)
    #expect(replaced.auxiliaryImages.count == 3)
    #expect(replaced.auxiliaryImages.allSatisfy { $0.failure == nil })
  }

  @Test func `another container gets the others, and a note`() throws {
    let source = try ImageSource(data: broken("heic"))
    let destination = try ImageDestination(encoding: source, as: .jpeg)
    #expect(destination.notes.contains { $0.hasPrefix("disparity is left out, since it cannot be read") })
    let written = try ImageSource(data: destination.finalize().data)
    #expect(written.auxiliaryImages.map(\.type.family) == [.portraitMatte, .semanticMatte])
  }

  /// The place of the second image is changed to one after the end of the file.
  private func outside(at offset: (Int) -> Int) throws -> [UInt8] {
    let path = folder.path("in.heic")
    _ = try WriterSupport.portrait(path, from: ImageSource(data: WriterSupport.jpeg()))
    var bytes = try folder.read("in.heic")
    let file = try HEIFFile(MemoryByteSource(bytes))
    var meta = file.meta
    let id = file.auxiliaryItems[1].id
    let index = try #require(meta.locations.entries.firstIndex { $0.itemID == id })
    meta.locations.entries[index].baseOffset = 0
    meta.locations.entries[index].extents[0].offset = UInt64(offset(bytes.count))
    var writer = ByteWriter()
    meta.box.serialize(into: &writer)
    let range = try #require(try file.layout.only("meta")).range
    try #require(range.count == writer.bytes.count)
    bytes.replaceSubrange(range, with: writer.bytes)
    return bytes
  }

  @Test func `an item outside the file is kept there, or removed`() throws {
    let source = try ImageSource(data: outside { $0 + 1 << 24 })
    #expect(source.auxiliaryImages.map { $0.failure?.code } == [nil, .truncated, nil])
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkyMatte))
    let kept = try ImageSource(data: destination.finalize().data)
    #expect(kept.auxiliaryImages.map { $0.failure?.code } == [nil, .truncated, nil, nil])
    destination = try ImageDestination(from: source)
    try destination.removeAuxiliaryImages(of: [.type(.portraitEffectsMatte)])
    #expect(try ImageSource(data: destination.finalize().data).auxiliaryImages.count == 2)
  }

  @Test func `what is added never becomes part of an item outside the file`() throws {
    let source = try ImageSource(data: outside { $0 })
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkyMatte))
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkinMatte))
    let error = #expect(throws: AuxError.self) { try destination.finalize() }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("remove it first") == true)
  }

  @Test func `an image whose frame has no rows is of the type that its XMP names`() throws {
    var portrait = try Pictures.portrait()
    let frame = try #require(portrait.secondaries[1].firstRange(of: [0xFF, 0xC0]))
    portrait.secondaries[1].replaceSubrange((frame.upperBound + 3)..<(frame.upperBound + 5), with: [0, 0])
    let source = try ImageSource(data: portrait.bytes)
    #expect(source.auxiliaryImages.map { $0.failure?.code } == [nil, .malformed])
    #expect(source.auxiliaryImages[1].type == .disparity)
  }

  @Test func `a further image of no kind whose XMP is broken is no auxiliary image`() throws {
    var portrait = try Pictures.portrait()
    portrait.secondaries[1] = try Pictures.secondary(
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF", plane: Pictures.ramp(), count: 3)
    let source = try ImageSource(data: portrait.bytes)
    #expect(source.auxiliaryImages.map(\.type) == [.hdrGainMap])
    #expect(source.notes.contains { $0.contains("image 3") })
  }

  @Test func `images that exist for a removed one are expected to go with it`() throws {
    var builder = HEIFBuilder()
    let image = try CodedTile.image(seed: 0)
    func auxiliary(_ urn: String) -> Box { Box("auxC", AuxiliaryTypeProperty(urn: urn).serialize) }
    builder.add(1, image)
    builder.add(2, image, [auxiliary("urn:com:apple:photo:2018:aux:portraiteffectsmatte")])
    builder.add(3, image, [auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")])
    builder.add(4, image)
    builder.references.append(.init("auxl", from: 2, to: [1]))
    builder.references.append(.init("auxl", from: 3, to: [2]))
    builder.references.append(.init("thmb", from: 4, to: [2]))
    let source = try ImageSource(data: builder.bytes())
    #expect(source.auxiliaryImages.count == 1)
    var destination = try ImageDestination(from: source)
    try destination.removeAuxiliaryImages()
    let written = try ImageSource(data: destination.finalize().data)
    guard case .heif(let reader) = written.parsed else { throw AuxError(.codec, "no HEIF") }
    #expect(reader.file.items.map(\.id) == [1])
  }

  @Test func `a matte whose XMP names another type says in JPEG what it is, once`() throws {
    var matte = try WriterSupport.matte(.semanticSegmentationSkyMatte)
    let other = try WriterSupport.matte(.semanticSegmentationSkinMatte)
    matte = try StoredAuxiliaryImage(
      type: matte.type, codes: matte.codes, metadata: other.metadata,
      packet: try XMPSerializer.packet(of: other.metadata.properties))
    var destination = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try destination.addAuxiliaryImage(matte)
    let written = try ImageSource(data: destination.finalize().data)
    #expect(written.auxiliaryImages.map(\.type) == [.semanticSegmentationSkyMatte])
    #expect(written.auxiliaryImages[0].failure == nil)
  }
}
