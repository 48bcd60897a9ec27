import AuxContainers
import AuxImage
import AuxReader
import AuxValidator
import TestSupport
import Testing

@testable import AuxWriter

/// Photos as iOS 18 to 26 writes and edits them.
@Suite struct ApplePhotoTests {
  private static let mattes = [
    ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", AuxiliaryDataType.portraitEffectsMatte),
    ("urn:com:apple:photo:2019:aux:semanticskinmatte", .semanticSegmentationSkinMatte),
    ("urn:com:apple:photo:2020:aux:semanticskymatte", .semanticSegmentationSkyMatte),
  ]
  private static let styleMap = "tag:apple.com,2023:photo:aux:styledeltamap"

  private static func camera() throws -> ImageSource {
    var images = mattes.map { (urn: $0.0, packet: String?.none) } + [(urn: styleMap, packet: nil)]
    images[0].packet = ApplePhoto.portraitMatte
    return try ImageSource(data: ApplePhoto(images: images).builder.bytes())
  }

  private static func edited(major: FourCharacterCode = "heic") throws -> ImageSource {
    let photo = try ApplePhoto(
      brands: ApplePhoto.editedBrands, major: major,
      images: [(urn: "urn:mpeg:hevc:2015:auxid:2", packet: ApplePhoto.editedDisparity)], hasStyles: false)
    return try ImageSource(data: photo.builder.bytes())
  }

  private static func bytes(_ source: ImageSource) throws -> [UInt8] {
    try source.bytes.read(at: 0, count: source.bytes.byteCount)
  }

  /// Expects that nothing is warned of in a file.
  private func expectNothingWrong(
    with source: ImageSource, location: SourceLocation = #_sourceLocation
  ) throws {
    let findings = Validator().validate(data: try Self.bytes(source)).findings
    let wrong = findings.filter { $0.severity != .info }.map { "\($0.rule) \($0.place): \($0.message)" }
    #expect(wrong.isEmpty, "\(wrong)", sourceLocation: location)
  }

  /// The recipe of the photographic style, and what it describes; nil without one.
  private static func styles(_ source: ImageSource) throws -> (data: [UInt8], targets: [FourCharacterCode])? {
    guard case .heif(let reader) = source.parsed,
      let item = reader.file.items.first(where: { $0.uriType == ApplePhoto.stylesType })
    else { return nil }
    return (
      try reader.file.data(of: item, from: source.bytes, maxBytes: 1 << 20),
      item.targets("cdsc").compactMap { reader.file.item($0)?.type }
    )
  }

  @Test("Mattes and a style map without depth are read, and nothing is wrong with them")
  func mattesWithoutDepth() throws {
    let source = try Self.camera()
    #expect(
      source.auxiliaryImages.map(\.type.name) == [
        "hdrGainMap", "portraitEffectsMatte", "semanticSegmentationSkinMatte",
        "semanticSegmentationSkyMatte", Self.styleMap,
      ])
    #expect(source.auxiliaryImages.allSatisfy { $0.failure == nil })
    for image in source.auxiliaryImages {
      #expect(try source.stored(image).width == (image.type.name == Self.styleMap ? 64 : 112))
    }
    #expect(source.auxiliaryImages[0].gainMap?.metadata?.channels[0].baseOffset == 1.0 / 64)
    try expectNothingWrong(with: source)
    // Each kind of edit that does not change pixels.
    var destination = try ImageDestination(from: source)
    try destination.removeAuxiliaryImage(source.auxiliaryImages[1])
    let written = try ImageSource(data: destination.finalize().data)
    #expect(written.auxiliaryImages.count == 4)
    try expectNothingWrong(with: written)
  }

  @Test("The recipe of a style is named, and stays where pixels do")
  func stylesStay() throws {
    let source = try Self.camera()
    let line = source.structureNodes().first { $0.name == "item 102" }
    #expect(line?.text.contains(ApplePhoto.stylesType) == true, "\(line?.text ?? "")")
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImage(WriterSupport.disparity())
    let attached = try ImageSource(data: destination.finalize().data)
    let turned = try EditSupport.edited(source) { $0.rotation = .right }
    #expect(turned.notes.isEmpty && turned.plan.photoFate == .kept)
    let stripped = try EditSupport.edited(source) { $0.strips = [.all] }
    for written in [attached, turned.source, stripped.source] {
      let styles = try #require(try Self.styles(written))
      #expect(styles.data == ApplePhoto.styles && styles.targets == ["grid", "tmap"])
    }
  }

  @Test("Where pixels change it goes, and a note says so", arguments: [false, true])
  func stylesGo(isLossless: Bool) throws {
    let (written, plan, _, notes) = try EditSupport.edited(Self.camera()) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 0, y: 0, width: 64, height: isLossless ? 127 : 64))
      edit.isLossless = isLossless
      if isLossless { edit.only = [.type(.depth)] }
    }
    #expect(plan.photoFate == (isLossless ? .cut : .coded))
    #expect(try Self.styles(written) == nil)
    #expect(
      notes.contains { $0.hasPrefix(ApplePhoto.stylesType) && $0.hasSuffix("is left out") }, "\(notes)")
    let other = try EditSupport.edited(Self.camera(), as: .jpeg) { _ in }
    #expect(other.notes.contains { $0.hasPrefix(ApplePhoto.stylesType) }, "\(other.notes)")
  }

  @Test(
    "What Photos cropped: an odd grid, other brands, disparity without version and calibration",
    arguments: ["heic", "tmap"] as [FourCharacterCode])
  func cropped(major: FourCharacterCode) throws {
    let source = try Self.edited(major: major)
    #expect(source.container == .heif)
    #expect(
      source.primary?.width == ApplePhoto.size.width && source.primary?.height == ApplePhoto.size.height)
    let pixels = try source.primaryPixels()
    #expect((pixels.width, pixels.height) == ApplePhoto.size)
    let image = try #require(source.auxiliaryImage(.disparity))
    #expect(image.metadata.depthDataVersion == nil && image.metadata.calibration == nil)
    #expect(image.valueBounds?.min == 0.5 && image.valueBounds?.max == 2.5)
    #expect(try source.depthData(image).cameraCalibrationData == nil)
    try expectNothingWrong(with: source)
    // Each edit leaves a file with which nothing is wrong either.
    let turned = try EditSupport.edited(source) { $0.rotation = .right }
    let cropped = try EditSupport.edited(source) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 3, y: 5, width: 77, height: 65))
    }
    for (written, _, _, notes) in [turned, cropped] {
      let map = try #require(written.auxiliaryImages.first { $0.type.isGainMap }, "\(notes)")
      // Without a headroom of its own, Apple's form says nothing where codes are new.
      #expect(map.gainMap?.forms.contains(.iso) == true, "\(notes)")
      #expect(map.gainMap?.metadata?.channels[0].baseOffset == 1.0 / 64)
      #expect(written.auxiliaryImage(.disparity)?.metadata.depthDataVersion == nil)
      try expectNothingWrong(with: written)
    }
  }
}
