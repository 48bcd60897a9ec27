import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("All auxiliary images of a photo for another")
struct CopySelectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A photo with a disparity map and two mattes.
  private func donor(orientation: Int = 1, _ name: String = "a.jpg") throws -> ImageSource {
    try WriterSupport.portrait(
      folder.path(name), from: ImageSource(data: WriterSupport.jpeg(orientation: orientation)))
  }

  private func written(_ destination: ImageDestination) throws -> ImageSource {
    try ImageSource(data: destination.finalize().data)
  }

  @Test("They go over undecoded, and the report says so")
  func all() throws {
    let donor = try donor()
    var destination = try ImageDestination(
      from: ImageSource(data: WriterSupport.jpeg(width: 128, height: 96)))
    let selection = try CopySelection(of: donor)
    #expect(selection.images == donor.auxiliaryImages && selection.leftOut.isEmpty)
    let copied = try destination.copyAuxiliaryImages(selection, placing: .byTags)
    #expect(copied.map(\.image) == donor.auxiliaryImages && copied.allSatisfy(\.isUndecoded))
    #expect(destination.notes.isEmpty)
    #expect(
      copied[0].json.text == #"{"type":"disparity","width":64,"height":48,"undecoded":true}"#)
    let result = try written(destination)
    #expect(result.auxiliaryImages.map(\.byteCount) == donor.auxiliaryImages.map(\.byteCount))
  }

  @Test("They are turned as the pixels were, which is noted, or as the caller says")
  func turned() throws {
    let donor = try donor(orientation: 6)
    let upright = try ImageSource(data: WriterSupport.jpeg(width: 48, height: 64))
    var destination = try ImageDestination(from: upright)
    let copied = try destination.copyAuxiliaryImages(
      CopySelection(of: donor, kinds: [.type(.disparity)]), placing: .byTags)
    #expect(copied.map(\.isUndecoded) == [false] && destination.notes.count == 1)
    let image = try #require(try written(destination).auxiliaryImage(.disparity))
    #expect((image.width, image.height) == (48, 64))

    var other = try ImageDestination(from: upright)
    #expect(throws: AuxError(.usage, "")) {
      try other.copyAuxiliaryImages(
        CopySelection(of: donor), placing: .stated(crop: nil, turn: .down))
    }
    _ = try other.copyAuxiliaryImages(
      CopySelection(of: donor, kinds: [.type(.disparity)]), placing: .stated(crop: nil, turn: .left))
    let turned = try written(other)
    let map = try turned.depthData(#require(turned.auxiliaryImage(.disparity)))
    let expected = try donor.depthData(#require(donor.auxiliaryImage(.disparity)))
      .applyingExifOrientation(.left)
    let farthest = zip(map.values, expected.values).map { abs($0 - $1) }.max()
    #expect(try #require(farthest) < 0.05 && other.notes.isEmpty)
  }

  @Test("Images that the container cannot hold are left out with a note, unless they were named")
  func containers() throws {
    var photo = try ImageDestination(from: donor())
    try photo.addAuxiliaryImage(
      StoredAuxiliaryImage(
        type: .hdrGainMap, codes: Pictures.ramp(), metadata: .matte(.hdrGainMap, headroom: 2)))
    let donor = try written(photo)
    let plain = try ImageSource(data: WriterSupport.jpeg())
    var destination = try ImageDestination(from: plain, as: .dng, quality: 80)
    let copied = try destination.copyAuxiliaryImages(CopySelection(of: donor), placing: .byTags)
    #expect(copied.count == 3 && !copied.contains { $0.image.type == .hdrGainMap })
    #expect(destination.notes.last == "hdrGainMap is left out: dng holds no image of type hdrGainMap")
    #expect(throws: AuxError(.unsupported, "")) {
      try destination.copyAuxiliaryImages(
        CopySelection(of: donor, kinds: [.type(.hdrGainMap)]), placing: .byTags)
    }
    // It is an error, too, if none of the requested images exists.
    var lone = try ImageDestination(from: plain)
    try lone.addAuxiliaryImage(
      StoredAuxiliaryImage(
        type: .hdrGainMap, codes: Pictures.ramp(), metadata: .matte(.hdrGainMap, headroom: 2)))
    let gainMap = try written(lone)
    var none = try ImageDestination(from: plain, as: .dng, quality: 80)
    #expect(throws: AuxError(.missingImage, "")) {
      try none.copyAuxiliaryImages(CopySelection(of: gainMap), placing: .byTags)
    }
  }

  @Test("A photo has one depth map: Google's stays where Apple's is")
  func seconds() throws {
    var both = try ImageDestination(from: donor())
    try both.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    let source = try written(both)
    let selection = try CopySelection(of: source)
    #expect(selection.images.count(where: \.type.isDepthData) == 1)
    #expect(selection.leftOut.count == 1 && selection.leftOut.allSatisfy(\.type.isDepthData))
    #expect(throws: AuxError(.missingImage, "")) {
      try CopySelection(of: source, kinds: [.type(.semanticSegmentationSkyMatte)])
    }
    let some = try CopySelection(
      of: source, kinds: [.type(.semanticSegmentationSkyMatte), .group(.depthMap)])
    #expect(some.images.count == 1 && some.absent == [.type(.semanticSegmentationSkyMatte)])
    let plain = try ImageSource(data: WriterSupport.jpeg())
    #expect(throws: AuxError(.missingImage, "")) { try CopySelection(of: plain) }
  }

  @Test("Of several kinds those that are there are removed, and the others noted; of none, nothing is")
  func removal() throws {
    let source = try donor()
    var destination = try ImageDestination(from: source)
    let missing = #expect(throws: AuxError(.missingImage, "")) {
      try destination.removeAuxiliaryImages(of: [.type(.depth), .group(.gainMap)])
    }
    #expect(missing?.reason.hasPrefix("there is no depth image and no gain map; there is ") == true)
    #expect(try written(destination).auxiliaryImages.count == 3 && destination.notes.isEmpty)
    #expect(
      try destination.removeAuxiliaryImages(of: [.type(.disparity), .type(.hdrGainMap)]).map(\.type)
        == [.disparity])
    #expect(destination.notes.count == 1)
    #expect(destination.notes.first?.hasPrefix("there is no hdrGainMap image; ") == true)
    #expect(
      try written(destination).auxiliaryImages.map(\.type)
        == source.auxiliaryImages.map(\.type).filter { $0 != .disparity })
    #expect(try destination.removeAuxiliaryImages().count == 2)
    #expect(try written(destination).auxiliaryImages.isEmpty)
    #expect(try destination.removeAuxiliaryImages().isEmpty)
    // Images that came along into another container are removed as well.
    var other = try ImageDestination(from: source, as: .heif, quality: 80)
    #expect(try other.removeAuxiliaryImages(of: [.type(.portraitEffectsMatte)]).count == 1)
    #expect(
      try Set(written(other).auxiliaryImages.map(\.type)) == [.disparity, .semanticSegmentationHairMatte])
    // Google's map goes with the others.
    var google = try ImageDestination(from: source)
    try google.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    var both = try ImageDestination(from: written(google))
    #expect(try both.removeAuxiliaryImages().count == 4)
    #expect(try written(both).auxiliaryImages.isEmpty)
    var mattes = try ImageDestination(from: written(google))
    #expect(
      try mattes.removeAuxiliaryImages(of: [.group(.mattes)]).allSatisfy { $0.type.group == .mattes })
    #expect(try Set(written(mattes).auxiliaryImages.map(\.type)) == [.depth, .disparity])
  }

  @Test("The primary is copied within a container, and coded anew for another")
  func containersOfDestinations() throws {
    let source = try donor()
    #expect(try ImageDestination(from: source, as: .jpeg).finalize().report.primaryUnchanged)
    let other = try ImageDestination(from: source, as: .heif, quality: 80).finalize().report
    #expect(!other.primaryUnchanged && other.container == .heif)
    #expect(
      other.json(path: "a.heic", list: .init("removed", .array([]))).text
        == #"{"path":"a.heic","container":"heif","primaryUnchanged":false,"removed":[]}"#)
    #expect(other.json().text.hasSuffix(#""attached":[]}"#))
  }
}
