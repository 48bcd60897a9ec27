import AuxImage
import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("Extraction of many images")
struct AuxiliaryExtractorTests {
  private let folder: TemporaryFolder
  private let photo: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    photo = try Pictures.portrait().bytes
  }

  @Test("Two photos of one stem, and a folder that is made; nothing is written twice")
  func photos() throws {
    for name in ["a", "b"] {
      try folder.makeFolder(name)
      try folder.write(photo, to: "\(name)/in.jpg")
    }
    var extractor = AuxiliaryExtractor(into: folder.path("new/maps"), as: .map(.npy))
    extractor.options = .replacing
    var written: [String] = []
    for name in ["a", "b"] {
      try extractor.extract(from: ImageSource(folder.path("\(name)/in.jpg"))) { image in
        #expect((try? image.result.get()) != nil && image.sharesStem == (name == "b"))
        written.append(image.path)
      }
    }
    let names = ["in.hdrGainMap.npy", "in.disparity.npy", "in-2.hdrGainMap.npy", "in-2.disparity.npy"]
    #expect(written == names.map { folder.path("new/maps/\($0)") })
    #expect(written.allSatisfy(Files.exists))
  }

  @Test("An image that cannot be decoded costs only itself, and says which it is")
  func damagedImage() throws {
    var portrait = try Pictures.portrait()
    portrait.secondaries[0] = try Self.broken(portrait.secondaries[0])
    let source = try ImageSource(data: portrait.bytes)
    var extractor = AuxiliaryExtractor(into: folder.path, as: .map(.png))
    var outcomes: [AuxiliaryExtractor.ExtractedImage] = []
    try extractor.extract(from: source, named: "p.jpg") { outcomes.append($0) }
    #expect(outcomes.map(\.image.type) == [.hdrGainMap, .disparity])
    #expect(throws: AuxError(.codec, "")) { try outcomes[0].result.get() }
    #expect(outcomes[0].json.text.contains(#""error":"auxiliary image 0 (hdrGainMap): "#))
    #expect(try outcomes[1].result.get().bytes == folder.read("p.disparity.png"))
    #expect(try folder.names == ["p.disparity.png"])
  }

  @Test("Files that were there are failures of their own; a folder that cannot be made ends it")
  func outputs() throws {
    let source = try ImageSource(data: photo)
    try folder.write([9], to: "p.hdrGainMap.png")
    var extractor = AuxiliaryExtractor(into: folder.path, as: .map(.png))
    var outcomes: [AuxiliaryExtractor.ExtractedImage] = []
    try extractor.extract(from: source, named: "p.jpg") { outcomes.append($0) }
    let failure = #expect(throws: AuxError(.cannotCreate, "")) { try outcomes[0].result.get() }
    #expect(failure?.remedy == .replaceFile && (try? outcomes[1].result.get()) != nil)
    for path in ["p.hdrGainMap.png", "p.hdrGainMap.png/maps"] {
      var extractor = AuxiliaryExtractor(into: folder.path(path), as: .map(.png))
      let error = #expect(throws: AuxError(.cannotCreate, "")) {
        try extractor.extract(from: source) { _ in Issue.record("nothing can be written there") }
      }
      #expect(error?.path?.hasPrefix(folder.path("p.hdrGainMap.png")) == true)
    }
    #expect(throws: AuxError(.missingImage, "")) {
      try extractor.extract(from: source, kinds: [.type(.semanticSegmentationSkyMatte)]) { _ in }
    }
  }

  /// Returns a JPEG whose headers are whole and whose Huffman tables are not.
  private static func broken(_ jpeg: [UInt8]) throws -> [UInt8] {
    var bytes = jpeg
    let table = try #require(bytes.indices.dropLast(5).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
    // More codes of one bit than there can be.
    bytes[table + 5] = 0xFF
    return bytes
  }
}
