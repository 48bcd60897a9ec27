import AuxContainers
import AuxDepthKit
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxValidator

/// The reader, the rules and the list of parts see the same auxiliary images, whatever makes an image one.
@Suite struct SameImagesTests {
  /// Returns the images that the rules see, after a look at whether the two others see them as well.
  @discardableResult
  private static func images(
    of bytes: any ByteSource, _ name: String = ""
  ) throws -> [AuxiliarySubject] {
    let model = try FileModel(bytes)
    let source = try ImageSource(model)
    let seen = FileSubject(model, headersOnly: true).auxiliaries.filter(\.entry.isHandedOut)
    #expect(
      source.auxiliaryImages.map(\.type) == seen.map { $0.type ?? AuxiliaryDataType(urn: "unnamed") },
      "\(name)")
    for (image, subject) in zip(source.auxiliaryImages, seen) where source.container != .dng {
      #expect((image.width, image.height) == (subject.width, subject.height), "\(name): \(image)")
    }
    let parts = model.nodes(most: .max).filter {
      $0.text.contains("auxiliary image ") && !$0.text.contains("auxiliary image not of the primary")
    }
    #expect(parts.map { $0.offset ?? -1 }.sorted() == seen.map(\.offset).sorted(), "\(name)")
    for part in parts {
      let subject = seen.first { $0.offset == part.offset && part.text.contains($0.entry.summary) }
      #expect(subject != nil, "\(name): \(part)")
    }
    return seen
  }

  /// Returns the signs of each image of a file that no rule minds.
  private static func signs(_ bytes: [UInt8]) throws -> [[AuxiliaryEntry.Sign]] {
    let report = Validator().validate(data: bytes)
    #expect(report.findings.filter { $0.severity != .info }.isEmpty, "\(report.findings)")
    // Listed images are decoded.
    #expect(
      report.exercised.contains("AUX-DECODE") == (try !ImageSource(data: bytes).auxiliaryImages.isEmpty))
    return try images(of: MemoryByteSource(bytes)).map(\.entry.signs)
  }

  private static func gainMap(_ form: GainMapDescription.Form, as container: ImageContainer) throws -> [UInt8]
  {
    let photo = try ImageSource(data: Pictures.photo())
    var destination =
      try container == .jpeg
      ? ImageDestination(from: photo) : ImageDestination(encoding: photo, as: container)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: 4, forms: [form])
    return try destination.finalize().data
  }

  @Test func gainMapsInJPEG() throws {
    #expect(try Self.signs(Self.gainMap(.apple, as: .jpeg)) == [[.appleXMP, .multiPicture]])
    #expect(try Self.signs(Self.gainMap(.iso, as: .jpeg)) == [[.isoSegment, .multiPicture]])
    #expect(try Self.signs(Self.gainMap(.ultraHDR, as: .jpeg)) == [[.hdrgm, .multiPicture]])
    var exported = try Pictures.portrait()
    exported.secondaries = [
      try Pictures.secondary(Packets.toneMap, plane: Pictures.ramp(width: 32, height: 24), count: 2)
    ]
    #expect(try Self.signs(exported.bytes) == [[.appleXMP, .hdrgm, .multiPicture]])
  }

  @Test(arguments: [ImageContainer.heif, .avif]) func gainMapsInHEIF(_ container: ImageContainer) throws {
    #expect(try Self.signs(Self.gainMap(.apple, as: container)) == [[.auxl, .auxC]])
    let bytes = try Self.gainMap(.iso, as: container)
    #expect(try Self.signs(bytes) == [[.tmap]])
    #expect(try Self.images(of: MemoryByteSource(bytes)).map(\.type) == [.isoGainMap])
  }

  @Test func appleImages() throws {
    #expect(
      try Self.signs(DefectCorpus.base("photo.jpg")).allSatisfy { $0 == [.appleXMP, .multiPicture] })
    #expect(try Self.signs(DefectCorpus.base("photo.heic")).allSatisfy { $0 == [.auxl, .auxC] })
    let lone = try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(), count: 1, hasIndex: false)
    let image = try #require(try Self.images(of: MemoryByteSource(lone)).first)
    #expect(image.entry.signs == [.appleXMP, .alone] && image.entry.relation == .none)
  }

  @Test func directoriesOfDNG() throws {
    let bytes = try DefectCorpus.base("photo.dng")
    let signs = try Self.signs(bytes)
    #expect(signs.count > 2 && signs.allSatisfy { $0 == [.subFileType, .photometric] })
  }

  @Test func mapsOfGoogle() throws {
    #expect(try Self.signs(DefectCorpus.base("gdepth.jpg")).contains([.gdepth]))
    var photo = DynamicDepthBytes(
      primary: Array(try Pictures.photo()[2...]),
      items: [
        .init(mime: "image/png", uri: "android/depthmap", bytes: try Pictures.rampPNG(), padding: 2),
        .init(
          mime: "image/jpeg", uri: "android/confidencemap", bytes: try Pictures.photo(width: 16, height: 12)),
      ])
    photo.primaryPadding = 3
    photo.map["ConfidenceURI"] = "android/confidencemap"
    let images = try Self.images(of: MemoryByteSource(photo.bytes))
    #expect(images.map(\.entry.signs) == [[.dynamicDepth], [.dynamicDepth]])
    #expect(images.map(\.type) == [.depth, .depthConfidence] && images.allSatisfy(\.isEmbedded))
    // Apple's customs are not Google's.
    let rules = Set(Validator().validate(data: photo.bytes).findings.map(\.rule))
    #expect(rules.isDisjoint(with: ["AUX-FLOAT-MISSING", "AUX-DEPTH-ONE", "AUX-DECODE"]), "\(rules)")
  }

  @Test func whatAContainerListsWithoutAnIndex() throws {
    let photo = DynamicDepthBytes(
      primary: Array(try Pictures.photo()[2...]),
      items: [
        .init(
          mime: "image/jpeg", uri: "map",
          bytes: try Pictures.secondary(
            Packets.disparity(), plane: Pictures.ramp(), count: 1, hasIndex: false))
      ])
    #expect(
      try Self.images(of: MemoryByteSource(photo.bytes)).map(\.entry.signs) == [[.appleXMP, .container]])
  }

  @Test func mapsOfMakers() throws {
    let bytes = try Pictures.photo() + TrailerBytes.samsung()
    #expect(try Self.signs(bytes) == [[.trailer]])
    let image = try #require(try Self.images(of: MemoryByteSource(bytes)).first)
    #expect(image.type == .disparity && image.isEmbedded)
    let portrait = Validator(profile: .photosPortrait).validate(data: bytes)
    #expect(portrait.findings.contains { $0.rule == "PHOTOS-PORTRAIT-MAP" })
  }

  @Test func aSpatialPhotoHasNone() throws {
    let eye = try PhotoPixels(width: 96, height: 64, rgb8: Pictures.gradient(width: 96, height: 64))
    let photo = try SpatialPhoto(
      left: eye, right: eye,
      camera: StereoCamera(focalLength: 0.6, baseline: 0.064, disparityAdjustment: 0.02))
    #expect(try Self.signs(photo.finalize()).isEmpty)
  }

  @Test func imagesOfOthersAreListedAndNotHandedOut() throws {
    var builder = HEIFBuilder()
    for id in [UInt32(1), 2, 3] { builder.add(id, try CodedTile.image(seed: Int(id))) }
    let kind = AuxiliaryTypeProperty(urn: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha").serialize
    builder.add(4, try CodedTile.image(seed: 4), [Box("auxC", kind)])
    builder.references.append(.init("auxl", from: 4, to: [2]))
    let structure = HEIFStructure(MemoryByteSource(builder.bytes()))
    let entry = try #require(structure.index.entries.first?.entry)
    #expect(structure.index.entries.count == 1 && entry.relation == .other && entry.kind == .alpha)
    #expect(entry.summary.hasPrefix("auxiliary image not of the primary"))
    #expect(try Self.images(of: structure.source).isEmpty)
  }

  @Test(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
  func samples() throws {
    let photos = Samples.folders.flatMap { Array(PhotoFiles(at: $0)) }
    try #require(photos.count >= 10)
    for path in photos { try Self.images(of: InputBytes.open(path, limits: .standard), path) }
  }
}
