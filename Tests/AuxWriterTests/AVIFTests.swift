import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

@Suite("Photos in AVIF")
struct AVIFTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a photo with depth, a portrait matte and a matte of hair.
  private func portrait(_ name: String) throws -> ImageSource {
    try WriterSupport.portrait(folder.path(name), from: ImageSource(data: WriterSupport.plainPhoto()))
  }

  private static func file(_ source: ImageSource) throws -> HEIFFile {
    guard case .heif(let reader) = source.parsed else { throw AuxError(.verification, "no HEIF") }
    return reader.file
  }

  private static func codes(_ source: ImageSource) throws -> [PixelPlane] {
    try source.auxiliaryImages.map { try source.stored($0).codes }
  }

  @Test(
    "All images of a new AVIF are AV1, monochrome where they are auxiliary, with URNs that are not HEVC's")
  func shape() throws {
    let source = try portrait("a.avif")
    #expect(source.container == .avif)
    let file = try Self.file(source)
    let coded = file.items.filter { CodedItemKind(itemType: $0.type) != nil }
    #expect(coded.count == 4 && coded.allSatisfy { $0.type == "av01" })
    #expect(file.fileType.majorBrand == "avif")
    #expect(Set(file.fileType.compatibleBrands).isSuperset(of: ["avif", "mif1", "miaf"]))
    #expect(
      source.auxiliaryImages.map(\.identifier) == [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:com:apple:photo:2018:aux:portraiteffectsmatte",
        "urn:com:apple:photo:2019:aux:semantichairmatte",
      ])
    for item in file.auxiliaryItems {
      #expect(
        file.properties(of: item).map(\.box.type).filter { $0 != "irot" } == ["av1C", "ispe", "pixi", "auxC"])
      #expect(try file.av1Configuration(of: item)?.chromaFormat == 0)
      #expect(try file.pixelInformation(of: item)?.bitsPerChannel == [8])
      #expect(try file.auxiliaryType(of: item)?.subtype.isEmpty == true, "the SEI message is one of HEVC")
      #expect(item.targets("auxl") == [file.primaryItemID])
    }
    // The XMP alone says what the codes of depth mean.
    let depth = try #require(source.auxiliaryImage(.disparity))
    #expect(depth.range != nil && depth.metadata.calibration != nil)
  }

  @Test("From HEIC to AVIF and back, no code of an auxiliary image changes, and no packet")
  func thereAndBack() throws {
    let heic = try portrait("a.heic")
    _ = try ImageDestination(encoding: heic, as: .avif).finalize(to: folder.path("b.avif"))
    let avif = try ImageSource(folder.path("b.avif"))
    _ = try ImageDestination(encoding: avif, as: .heif).finalize(to: folder.path("c.heic"))
    let back = try ImageSource(folder.path("c.heic"))
    #expect((heic.container, avif.container, back.container) == (.heif, .avif, .heif))
    for source in [avif, back] {
      #expect(try Self.codes(source) == Self.codes(heic))
      for (one, other) in zip(heic.auxiliaryImages, source.auxiliaryImages) {
        #expect((one.type, one.range, one.metadata) == (other.type, other.range, other.metadata))
        #expect(try heic.stored(one).packet == source.stored(other).packet)
      }
    }
    #expect(try Self.file(back).items.allSatisfy { $0.type != "av01" })
  }

  @Test("Depth of the type depth stays depth, without the message of HEVC")
  func depthInMetres() throws {
    var destination = try ImageDestination(
      encoding: ImageSource(data: WriterSupport.plainPhoto()), as: .avif)
    let depth = try WriterSupport.disparity(.hdep)
    try destination.addAuxiliaryImage(depth)
    _ = try destination.finalize(to: folder.path("a.avif"))
    let source = try ImageSource(folder.path("a.avif"))
    let image = try #require(source.auxiliaryImage(.depth))
    #expect(try source.stored(image).codes == depth.codes)
    #expect(image.range == depth.range)
  }

  @Test("Grafting changes nothing that is there, and removing gives the file back")
  func graft() throws {
    let plain = try ImageSource(data: WriterSupport.plainPhoto())
    _ = try ImageDestination(encoding: plain, as: .avif).finalize(to: folder.path("a.avif"))
    let original = try folder.read("a.avif")
    var adding = try ImageDestination(from: ImageSource(folder.path("a.avif")))
    try adding.addAuxiliaryImage(WriterSupport.disparity())
    try adding.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkyMatte))
    let report = try adding.finalize(to: folder.path("b.avif"))
    #expect(report.primaryUnchanged && report.container == .avif)
    #expect(report.images.allSatisfy { $0.maxCodeError == 0 })
    let source = try ImageSource(folder.path("b.avif"))
    #expect(try Self.file(source).items.allSatisfy { $0.type != "hvc1" })
    var removing = try ImageDestination(from: source)
    for image in source.auxiliaryImages { try removing.removeAuxiliaryImage(image) }
    _ = try removing.finalize(to: folder.path("c.avif"))
    #expect(try folder.read("c.avif") == original)
  }

  @Test("Coded images go undecoded from AVIF to AVIF, and are coded anew into another coding")
  func copies() throws {
    let avif = try portrait("a.avif")
    for (name, container) in [("b.avif", ImageContainer.avif), ("b.heic", .heif)] {
      let plain = try ImageSource(data: WriterSupport.plainPhoto())
      _ = try ImageDestination(encoding: plain, as: container).finalize(to: folder.path("plain-\(name)"))
      var destination = try ImageDestination(from: ImageSource(folder.path("plain-\(name)")))
      for image in avif.auxiliaryImages {
        let isUndecoded = try destination.copyAuxiliaryImage(image, from: avif)
        #expect(isUndecoded == (container == .avif))
      }
      _ = try destination.finalize(to: folder.path(name))
      #expect(try Self.codes(ImageSource(folder.path(name))) == Self.codes(avif))
    }
  }

  @Test("A gain map of ISO's form goes into AVIF as an AV1 item of a tone-mapped image")
  func gainMap() throws {
    let plain = try ImageSource(data: WriterSupport.plainPhoto())
    var destination = try ImageDestination(encoding: plain, as: .avif)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: 4, forms: [.iso])
    _ = try destination.finalize(to: folder.path("a.avif"))
    let file = try Self.file(ImageSource(folder.path("a.avif")))
    let toneMap = try #require(file.items.first { $0.type == "tmap" })
    #expect(toneMap.targets("dimg").compactMap { file.item($0)?.type } == ["av01", "av01"])
    #expect(file.fileType.isAVIF && file.fileType.compatibleBrands.contains("tmap"))
  }

  @Test("The tone-mapped image of a turned photo is as large as stored in AVIF, as shown in HEIC")
  func turnedGainMap() throws {
    for (container, size) in [(ImageContainer.avif, [48, 32]), (.heif, [32, 48])] {
      var pixels = try Sample.image(48, 32, seed: 5)
      pixels.orientation = .right
      var destination = try ImageDestination(pixels: pixels, as: container, quality: 90)
      try destination.addGainMap(
        Pictures.ramp(width: 24, height: 16), headroom: 4, forms: [.iso], isUpright: false)
      let file = try Self.file(ImageSource(data: destination.finalize().data))
      let toneMap = try #require(file.items.first { $0.type == "tmap" })
      let stated = try file.imageSize(of: toneMap)
      #expect([stated.width, stated.height] == size)
      #expect(file.property("irot", of: toneMap) == nil && file.property("imir", of: toneMap) == nil)
      let gainMap = try #require(file.item(toneMap.targets("dimg")[1]))
      #expect(try file.orientation(of: gainMap) == .right)
    }
  }

  @Test("Exif, XMP, profile and orientation go along, and odd sizes need no aperture")
  func primary() throws {
    var pixels = try Sample.image(33, 17, seed: 4)
    pixels.orientation = .right
    let metadata = PhotoMetadata(exif: ExifBlock.setting(.right, in: nil), xmp: nil)
    let destination = try ImageDestination(pixels: pixels, metadata: metadata, as: .avif, quality: 90)
    _ = try destination.finalize(to: folder.path("a.avif"))
    let source = try ImageSource(folder.path("a.avif"))
    #expect(source.primary == PrimaryImage(width: 33, height: 17, orientation: .right))
    let file = try Self.file(source)
    #expect(file.property("clap", of: file.primaryItem) == nil)
    #expect(try source.primaryMetadata().exif == metadata.exif)
    let decoded = try source.primaryPixels()
    #expect((decoded.width, decoded.height) == (33, 17))
  }
}
