import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

@Suite("Edits of a photo with Leia's records after it")
struct EditLeiaTests {
  private static let right = Result { try Pictures.photo(width: 48, height: 32) }

  private static func records() throws -> [UInt8] {
    let map = try JPEGCodec.encode(gray: Pictures.ramp(width: 32, height: 24), quality: 100)
    return TrailerBytes.leia(
      [(1_000_001, map), (1_000_002, try right.get()), (1_000_003, map)], list: TrailerBytes.leiaList)
  }

  private static func source() throws -> ImageSource {
    let photo = try Pictures.photo()
    return try ImageSource(
      data: JPEGBytes.soi + JPEGBytes.segment(0xE1, Array("Exif\0\0".utf8) + EditSupport.exif())
        + photo[2...] + records())
  }

  private static func bytes(_ source: ImageSource) throws -> [UInt8] {
    try source.bytes.read(at: 0, count: source.bytes.byteCount)
  }

  @Test func whatDoesNotChangePixelsKeepsThem() throws {
    let (source, records) = (try Self.source(), try Self.records())
    var destination = try ImageDestination(from: source)
    let (info, type) = try WriterSupport.depth().dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(info, type: type)
    let attached = try ImageSource(data: destination.finalize().data)
    #expect(try Self.bytes(attached).suffix(records.count).elementsEqual(records))
    #expect(attached.auxiliaryImages.count == 3 && attached.stereoPair == source.stereoPair)
    var removal = try ImageDestination(from: attached)
    try removal.removeAuxiliaryImage(attached.auxiliaryImages[0])
    #expect(try removal.finalize().data == Self.bytes(source))
    let stripped = try EditSupport.edited(source) { $0.strips = [.location] }.source
    #expect(try Self.bytes(stripped).suffix(records.count).elementsEqual(records))
    #expect(throws: AuxError(.unsupported, "")) {
      var destination = try ImageDestination(from: source)
      try destination.removeAuxiliaryImage(source.auxiliaryImages[0])
    }
  }

  @Test(arguments: [false, true])
  func whereTheyAreTakenOutThePairGoes(drops: Bool) throws {
    let source = try Self.source()
    let (written, plan, _, notes) = try EditSupport.edited(source) { edit in
      if drops { edit.dropped = [.type(.disparity)] } else { edit.strips = [.all] }
    }
    #expect(written.trailers.isEmpty && written.auxiliaryImages.isEmpty && written.stereoPair == nil)
    #expect(plan.images.map(\.fate) == [.dropped, .dropped])
    #expect(notes.contains { $0.contains("the data after the images") }, "\(notes)")
  }

  @Test(arguments: [ImageContainer.jpeg, .heif])
  func ofPixelEditsTheMapOfThePhotoGoesAlong(container: ImageContainer) throws {
    let (written, plan, _, notes) = try EditSupport.edited(Self.source(), as: container) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 0, y: 0, width: 32, height: 24))
    }
    #expect(written.trailers.isEmpty && written.stereoPair == nil)
    #expect(written.auxiliaryImages.map(\.type) == [.disparity] && !written.auxiliaryImages[0].isOfOtherView)
    #expect(plan.images.map(\.fate) == [.coded, .leftOut])
    #expect(notes.contains { $0.contains("the other view of the stereo pair is left out") }, "\(notes)")
    #expect(notes.contains { $0.contains("disparity 1000003, a map of another view") }, "\(notes)")
  }

  @Test func eyesComeOutBitForBit() throws {
    let source = try Self.source()
    let size = try Self.bytes(source).count - Self.records().count
    for (eye, expected) in [
      (StereoEye.left, try Array(Self.bytes(source).prefix(size))), (.right, try Self.right.get()),
    ] {
      let photo = try EyePhoto(eye, of: source)
      #expect(photo.container == .jpeg && photo.isTakenOver && photo.bytes == expected)
      let other = try EyePhoto(eye, of: source, as: .heif)
      #expect(other.container == .heif && !other.isTakenOver && other.width == photo.width)
    }
    let folder = try TemporaryFolder()
    var extractor = EyeExtractor(into: folder.path("eyes"))
    var paths: [String] = []
    try extractor.extract(from: source, named: "lif.jpg") { paths.append($0.path) }
    #expect(paths.map { PathText.fileName(of: $0) } == ["lif.left.jpg", "lif.right.jpg"])
  }

  @Test func aCopyTakesTheMapOfThePhoto() throws {
    var destination = try ImageDestination(from: ImageSource(data: Pictures.photo(width: 128, height: 96)))
    let selection = try CopySelection(of: Self.source())
    #expect(selection.images.map(\.identifier) == ["disparity 1000001"])
    #expect(selection.leftOut.map(\.identifier) == ["disparity 1000003"])
    _ = try destination.copyAuxiliaryImages(selection, placing: .stated(crop: nil, turn: nil))
    let written = try ImageSource(data: destination.finalize().data)
    #expect(written.auxiliaryImages.map(\.type) == [.disparity] && written.trailers.isEmpty)
  }
}
