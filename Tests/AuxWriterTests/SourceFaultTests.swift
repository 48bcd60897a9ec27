import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// What of a source cannot be written is an error of the source, or handled, and is no failed verification.
@Suite struct SourceFaultTests {
  /// A HEIC file of so many pictures of 64x64, those of `auxiliary` auxiliary images of the first, in stereo groups.
  private static func pictures(
    _ count: Int, groups: [[UInt32]], auxiliary: Set<UInt32> = [], packet: String? = nil
  ) throws -> ImageSource {
    var builder = HEIFBuilder()
    builder.fileType = FileTypeBox(majorBrand: "heic", compatibleBrands: ["heic", "mif1"])
    for id in 1...UInt32(count) {
      let tile = try CodedTile.image(seed: 2 * Int(id))
      let type = Box(
        "auxC", [0, 0, 0, 0] + Array("urn:com:apple:photo:2018:aux:portraiteffectsmatte\0".utf8))
      builder.add(
        id, tile.itemType, tile.payload,
        [tile.configuration, CodedTile.extents(64, 64)] + (auxiliary.contains(id) ? [type] : []))
      if auxiliary.contains(id) { builder.references.append(.init("auxl", from: id, to: [1])) }
    }
    if let packet {
      let id = UInt32(count + 1)
      let info = ItemInfoEntry(
        itemID: id, type: "mime", isHidden: true, contentType: "application/rdf+xml")
      builder.items.append(.init(info: info, data: Array(packet.utf8)))
      builder.references.append(.init("cdsc", from: id, to: [UInt32(count)]))
    }
    builder.groups = groups.enumerated().map { number, members in
      EntityGroup("ster", groupID: UInt32(90 + number), entityIDs: members)
    }
    return try ImageSource(data: builder.bytes())
  }

  @Test(
    "A stereo group that is no pair gives way to the new one",
    arguments: [[1, 99], [1], [1, 1, 2]] as [[UInt32]])
  func brokenGroup(members: [UInt32]) throws {
    let left = try Self.pictures(2, groups: [members])
    #expect(left.stereoPair == nil)
    let photo = try SpatialPhoto(left: left, right: left, focalLength: 0.9, baseline: 0.06)
    let written = try ImageSource(data: photo.finalize())
    #expect(written.stereoPair?.baseline == 0.06)
    #expect(photo.notes.contains { $0.contains("meta/grpl/ster") }, "\(photo.notes)")
  }

  @Test("A picture is alone though the file has another pair", arguments: StereoEye.allCases)
  func twoPairs(eye: StereoEye) throws {
    let source = try Self.pictures(4, groups: [[1, 2], [3, 4]])
    let photo = try EyePhoto(eye, of: source)
    let alone = try ImageSource(data: photo.bytes)
    #expect(alone.stereoPair == nil)
    #expect(try alone.primaryPixels().rgb8 == source.pixels(of: eye).rgb8)
    #expect(photo.notes.contains { $0.contains("other stereo pairs") }, "\(photo.notes)")
  }

  @Test("A picture of a pair is not removed as an auxiliary image")
  func auxiliaryPicture() throws {
    let source = try Self.pictures(2, groups: [[1, 2]], auxiliary: [2])
    var destination = try ImageDestination(from: source)
    try destination.removeAuxiliaryImages()
    let error = #expect(throws: AuxError.self) { try destination.finalize() }
    #expect(error?.code == .unsupported && error?.place == "meta/grpl/ster", "\(String(describing: error))")
  }

  @Test("A gamma that ISO's fractions round to 0 is refused", arguments: [1e-10, 1e-300])
  func tinyGamma(gamma: Double) throws {
    let metadata = GainMapMetadata(
      channels: [.init(gainMin: 0, gainMax: 2, gamma: gamma)], alternateHeadroom: 2)
    for container in [ImageContainer.jpeg, .heif, .avif] {
      var destination = try ImageDestination(
        encoding: ImageSource(data: WriterSupport.jpeg()), as: container)
      let error = #expect(throws: AuxError.self) {
        try destination.addGainMap(Pictures.ramp(), forms: [.iso], metadata: metadata)
        _ = try destination.finalize()
      }
      #expect(
        error?.code == .unsupported && error?.reason.contains("gamma") == true, "\(String(describing: error))"
      )
    }
  }

  @Test("A packet that alone names an image, and cannot be read, is not removed")
  func brokenPacket() throws {
    var bytes = try Pictures.portrait().bytes
    let quality = try #require(bytes.firstRange(of: Array("depthData:Quality".utf8)))
    let end = try #require(bytes[quality.upperBound...].firstRange(of: Array("</rdf:RDF>".utf8)))
    bytes.replaceSubrange(end, with: Array("<b:b></rdf".utf8))
    let source = try ImageSource(data: bytes)
    let broken = try #require(source.auxiliaryImages.first { $0.failure != nil })
    let error = #expect(throws: AuxError.self) {
      try EditSupport.edited(source) { $0.strips = [.description] }
    }
    #expect(error?.code == .malformed, "\(String(describing: error))")
    #expect(error?.place.contains("XMP") == true && error?.reason.contains("\(broken.type)") == true)
  }

  @Test("A format that is no number is replaced where the packet is to name the image")
  func brokenFormat() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" \
      apdi:AuxiliaryImageType="disparity" apdi:NativeFormat="x"/></rdf:RDF></x:xmpmeta>
      """
    let source = try Self.pictures(2, groups: [], auxiliary: [2], packet: packet)
    let (written, _, _, _) = try EditSupport.edited(source, as: .jpeg) { _ in }
    #expect(written.auxiliaryImages.map(\.type) == [.portraitEffectsMatte])
    #expect(written.auxiliaryImages.first?.metadata.nativeFormat == .L008)
  }

  @Test("GDepth properties are not added to RDF of another namespace")
  func otherNamespace() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-synRax-ns#">\
      <rdf:Description rdf:about=""/></rdf:RDF></x:xmpmeta>
      """
    let photo = try JPEGBytes.soi + JPEGBytes.xmp(packet) + Pictures.photo()[2...]
    var destination = try ImageDestination(from: ImageSource(data: photo))
    let (info, type) = try WriterSupport.depth().dictionaryRepresentation()
    let stored = try StoredAuxiliaryImage(dictionaryRepresentation: info, type: type)
    try destination.addAuxiliaryImage(stored)
    let error = #expect(throws: AuxError.self) {
      try destination.addGDepth(stored)
      _ = try destination.finalize()
    }
    #expect(error?.code == .malformed && error?.place.contains("XMP") == true, "\(String(describing: error))")
  }
}
