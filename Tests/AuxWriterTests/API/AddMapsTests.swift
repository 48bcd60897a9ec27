import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Map files into photos, as the library's users do it: with its public modules alone.
struct AddMapsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Metres that rise to the lower right, 1e10 where nothing was hit.
  private static func pass(_ width: Int = 64, _ height: Int = 48) -> PixelPlane {
    let metres = (0..<(width * height)).map { index -> Float in
      index % 97 == 5 ? 1e10 : 1 + Float(index % width) / 16 + Float(index / width) / 12
    }
    return PixelPlane(width: width, height: height, known: .float(metres))
  }

  private func write(_ plane: PixelPlane, _ kind: MapFile.Kind, _ channel: String? = nil) throws -> String {
    try folder.write(
      try MapFile.encode(plane, as: kind, channel: channel), to: "map.\(kind.extensions[0])")
  }

  private func photo(_ orientation: Int = 1, _ width: Int = 64, _ height: Int = 48) throws -> String {
    try folder.write(
      try JPEGBytes.soi + JPEGBytes.exif(orientation: orientation)
        + Pictures.photo(width: width, height: height)[2...], to: "photo.jpg")
  }

  @Test func aPassOfBlenderInAPhoto() throws {
    let (pass, photo, output) = (
      try write(Self.pass(), .exr, "ViewLayer.Depth.Z"), try photo(), folder.path("out.jpg")
    )
    let map = try DepthMap(pass, convention: .blender)
    var destination = try ImageDestination(from: ImageSource(photo))
    try destination.addDepth(map)
    let report = try destination.finalize(to: output)

    let written = try #require(report.images.first?.map)
    #expect(report.images.count == 1 && report.primaryUnchanged)
    #expect(written.counts.background == Self.pass().data().count / 4 / 97 + 1 && written.holesFilled == 0)
    #expect(written.difference.unit == .metres && written.difference.max < 0.5)
    #expect(written.difference.mean < written.difference.max && written.difference.mean > 0)
    let source = try ImageSource(output)
    let depth = try source.depthData(#require(source.auxiliaryImage(.disparity)))
    #expect(depth.depthDataType == .hdis && depth.depthDataAccuracy == .absolute)
    #expect(depth.depthDataQuality == .high && depth.isDepthDataFiltered)
    // The report says what a reader of the file finds.
    let given = try DepthMap(pass, convention: .blender).reading().values.givenValues
    guard case .float(let metres) = try depth.converting(toDepthDataType: .fdep).depthDataMap.storage else {
      throw AuxError(.verification, "fdep is of floats")
    }
    let errors = zip(given, metres).map { abs($0 - $1) }.filter { !$0.isNaN }
    #expect(abs(Double(errors.max() ?? 0) - written.difference.max) < 0.005)
  }

  @Test func aPassInAnotherContainer() throws {
    let map = DepthMap(Self.pass(), options: DepthMap.Options(convention: .blender))
    var destination = try ImageDestination(encoding: ImageSource(photo()), as: .heif, quality: 90)
    try destination.addDepth(map)
    try destination.addMatte(Pictures.ramp(width: 32, height: 24), type: .portraitEffectsMatte)
    let report = try destination.finalize(to: folder.path("out.heic"))
    #expect(report.images.map(\.map?.difference.unit) == [.metres, .codes])
    #expect(report.images.allSatisfy { $0.maxCodeError <= 2 })
    let types = try ImageSource(folder.path("out.heic")).auxiliaryImages.map(\.type)
    #expect(Set(types) == [.disparity, .portraitEffectsMatte])
  }

  /// An image that is carried over was made of no map.
  @Test func imagesThatWereThereAreNoMaps() throws {
    var first = try ImageDestination(from: ImageSource(photo()))
    try first.addMatte(Pictures.ramp(width: 32, height: 24), type: .semanticSegmentationHairMatte)
    _ = try first.finalize(to: folder.path("hair.jpg"))
    var second = try ImageDestination(encoding: ImageSource(folder.path("hair.jpg")), as: .heif, quality: 80)
    try second.addDepth(DepthMap(Self.pass()))
    let images = try second.finalize(to: folder.path("out.heic")).images
    #expect(images.map(\.stored.type) == [.semanticSegmentationHairMatte, .disparity])
    #expect(images[0].map == nil && images[1].map != nil)
  }

  @Test func mattesAndGainMapsOfFiles() throws {
    let path = try write(Pictures.ramp(), .png)
    var destination = try ImageDestination(from: ImageSource(photo()))
    let matte = try destination.addMatte(path, type: .semanticSegmentationSkyMatte)
    try destination.addGainMap(path, headroom: 4.5, forms: [.apple])
    #expect(matte.image.codes == Pictures.ramp() && matte.holesFilled == 0)
    for type in [AuxiliaryDataType.semanticSegmentationSkyMatte, .hdrGainMap] {
      let error = #expect(throws: AuxError(.usage, "")) { try destination.addMatte(path, type: type) }
      #expect(error?.path == nil && error?.reason.contains("two images of type \(type)") == true)
    }
    #expect(throws: AuxError(.usage, "")) { try destination.addMatte(path, type: .depth) }
    let missing = #expect(throws: AuxError(.inputMissing, "")) {
      try destination.addMatte(folder.path("absent.png"), type: .semanticSegmentationSkinMatte)
    }
    #expect(missing?.path == folder.path("absent.png"))
    _ = try destination.finalize(to: folder.path("out.jpg"))
    let source = try ImageSource(folder.path("out.jpg"))
    #expect(source.auxiliaryImage(.hdrGainMap)?.metadata.hdrGainMapHeadroom == 4.5)
    // What the file has now is replaced on demand only.
    var again = try ImageDestination(from: source)
    let error = #expect(throws: AuxError(.usage, "")) { try again.addGainMap(path) }
    #expect(error?.remedy == .replaceImage)
    for (isKept, headroom) in [(true, 4.5), (false, nil)] {
      var again = try ImageDestination(from: source)
      try again.addGainMap(path, replacing: true, keepingProperties: isKept)
      let written = try ImageSource(data: again.finalize().data).auxiliaryImage(.hdrGainMap)
      #expect(try #require(written).metadata.hdrGainMapHeadroom == headroom)
    }
  }

  @Test func mapsLieAsTheyAreSaidTo() throws {
    // Displayed, this photo is 48 wide and 64 high.
    let map = DepthMap(Self.pass(48, 64))
    var destination = try ImageDestination(from: ImageSource(photo(6)))
    let error = #expect(throws: AuxError(.usage, "")) { try destination.addDepth(map, isUpright: false) }
    #expect(error?.remedy == .takeUpright)
    let turned = try destination.addDepth(map)
    #expect((turned.image.codes.width, turned.image.codes.height) == (64, 48))
    #expect(turned.notes == [.turned(.right)])
    let wide = PixelPlane(width: 4, height: 1, known: .uint8([0, 1, 2, 3]))
    #expect(throws: AuxError(.usage, "")) { try destination.addMatte(wide, type: .portraitEffectsMatte) }
    try destination.addMatte(wide, type: .portraitEffectsMatte, isStretched: true)
    _ = try destination.finalize(to: folder.path("out.jpg"))
  }

  @Test(arguments: [true, false]) func codesOfDNGAreWideOrNot(hasWideCodes: Bool) throws {
    var destination = try ImageDestination(encoding: ImageSource(photo()), as: .dng, quality: 90)
    try destination.addDepth(
      DepthMap(Self.pass()), encoding: .init(hasWideCodes: hasWideCodes))
    let written = try #require(try destination.finalize(to: folder.path("out.dng")).images.first)
    #expect(written.stored.codes.sampleType == (hasWideCodes ? .uint16 : .uint8))
    #expect(written.map?.difference.max ?? 1 < (hasWideCodes ? 0.001 : 0.15))
  }

  @Test func dictionariesOfFiles() throws {
    var destination = try ImageDestination(from: ImageSource(photo()))
    try destination.addDepth(DepthMap(Self.pass()))
    _ = try destination.finalize(to: folder.path("a.jpg"))
    let source = try ImageSource(folder.path("a.jpg"))
    let image = try #require(source.auxiliaryImage(.disparity))
    let info = try source.auxiliaryDataInfo(of: image)
    let list = try folder.write(try info.propertyList(type: .disparity), to: "a.plist")

    var other = try ImageDestination(from: ImageSource(photo()))
    let attachment = try other.addAuxiliaryDataInfo(propertyList: list)
    #expect(attachment.image.codes == (try source.stored(image)).codes)
    let report = try other.finalize(to: folder.path("b.jpg"))
    #expect(report.images.first?.map?.difference.unit == .perMetre)

    let narrow = try folder.write(
      try JPEGBytes.soi + JPEGBytes.exif(orientation: 1) + Pictures.photo(width: 48, height: 64)[2...],
      to: "narrow.jpg")
    var wrong = try ImageDestination(from: ImageSource(narrow))
    let error = #expect(throws: AuxError(.usage, "")) { try wrong.addAuxiliaryDataInfo(propertyList: list) }
    #expect(error?.path == list && error?.remedy == .rotateMap)
    let bad = try folder.write(Array("no list".utf8), to: "bad.plist")
    #expect(#expect(throws: AuxError.self) { try wrong.addAuxiliaryDataInfo(propertyList: bad) }?.path == bad)
  }

  /// A dictionary in another format; the samples are as ImageIO has them, as stored.
  @Test func dictionariesOfPhotosAreConverted() throws {
    var destination = try ImageDestination(from: ImageSource(photo(6)))
    try destination.addDepth(DepthMap(Self.pass()), isUpright: false)
    try destination.addMatte(Pictures.ramp(), type: .portraitEffectsMatte, isUpright: false)
    _ = try destination.finalize(to: folder.path("a.jpg"))
    let source = try ImageSource(folder.path("a.jpg"))
    let image = try #require(source.auxiliaryImage(.disparity))
    let (stored, storedType) = try source.auxiliaryDataInfo(of: image, as: nil)
    #expect(try stored == source.auxiliaryDataInfo(of: image) && storedType == .disparity)
    let (metres, type) = try source.auxiliaryDataInfo(of: image, as: .fdep)
    #expect(type == .depth && metres.description.pixelFormat == .fdep)
    #expect((metres.description.width, metres.description.height) == (64, 48))
    #expect(metres.description.orientation == .right && stored.description.orientation == .right)
    let matte = try #require(source.auxiliaryImage(.portraitEffectsMatte))
    #expect(try source.auxiliaryDataInfo(of: matte, as: .fdep).type == .portraitEffectsMatte)
  }
}
