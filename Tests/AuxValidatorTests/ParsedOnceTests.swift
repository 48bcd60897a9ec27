import AuxContainers
import AuxReader
import AuxValidator
import TestSupport
import Testing

@Suite("A file is parsed once, and each of its XMP packets once")
struct ParsedOnceTests {
  private static let bases = ["photo.jpg", "photo.heic", "photo.dng"]

  /// The parses of the headers of a base with so many auxiliary images.
  private static func headers(_ base: String, images: Int) -> [ParseCount.Kind: Int] {
    switch base {
    case "photo.jpg": [.jpegHeaders: images + 1, .multiPictureIndex: 1]
    case "photo.heic": [.topBoxes: 1, .metaBox: 1]
    // IFD 0 and the raw image.
    default: [.directory: images + 2]
    }
  }

  @Test("Opening", arguments: bases)
  func opening(_ base: String) throws {
    let bytes = try DefectCorpus.base(base)
    var images = 0
    let count = try ParseCount { images = try ImageSource(data: bytes).auxiliaryImages.count }
    #expect(images > 2 && count.packets == images)
    #expect(count.structures(of: bytes.count) == Self.headers(base, images: images))
    #expect(count.repeated(of: [bytes.count]).isEmpty)
  }

  @Test("Validating: the rules and the reader share one parse", arguments: bases, [false, true])
  func validating(_ base: String, headersOnly: Bool) throws {
    let bytes = try DefectCorpus.base(base)
    let images = try ImageSource(data: bytes).auxiliaryImages.count
    let count = ParseCount { _ = Validator(headersOnly: headersOnly).validate(data: bytes) }
    var expected = Self.headers(base, images: images)
    if base == "photo.jpg" {
      // A rule looks at the index that each further image has of its own, and at the end of every image.
      expected[.multiPictureIndex] = images + 1
      if !headersOnly { expected[.jpegScans] = images + 1 }
    }
    #expect(count.structures(of: bytes.count) == expected)
    #expect(count.repeated(of: [bytes.count]).isEmpty)
    #expect(count.packets == images)
  }

  @Test("Validating what is open parses none of its headers again", arguments: bases)
  func open(_ base: String) throws {
    let source = try ImageSource(data: try DefectCorpus.base(base))
    let count = ParseCount { _ = Validator(headersOnly: true).validate(source, path: base) }
    var headers = count.structures(of: source.bytes.byteCount)
    // The index that each further image of a JPEG file has of its own is looked at by a rule alone.
    headers[.multiPictureIndex] = nil
    #expect(headers.isEmpty && count.packets == 0, "\(headers) \(count.packets)")
    #expect(
      Validator().validate(source, path: base).findings
        == Validator().validate(data: try DefectCorpus.base(base)).findings)
  }

  @Test("Policies about pixels decode no picture again")
  func policies() throws {
    let bytes = try DefectCorpus.base("photo.heic")
    let policy = try ValidationPolicy(json: Array(#"{"maxHoles": 0.5, "range": {"minCodes": 2}}"#.utf8))
    func pictures(_ validator: Validator) -> [ParseEvent: Int] {
      ParseCount { _ = validator.validate(data: bytes) }.counts.filter { event, _ in
        if case .codedPicture = event { true } else { false }
      }
    }
    let alone = pictures(Validator())
    #expect(!alone.isEmpty && pictures(Validator(policy: policy)) == alone)
    #expect(
      Validator(policy: policy).validate(data: bytes).exercised.isSuperset(
        of: ["POLICY-HOLES", "POLICY-RANGE"]))
  }

  @Test("Google's maps: the packet that names one, and the extended packet that holds it")
  func google() throws {
    let bytes = try DefectCorpus.base("gdepth.jpg")
    let opening = try ParseCount { _ = try ImageSource(data: bytes) }
    let validating = ParseCount { _ = Validator().validate(data: bytes) }
    for count in [opening, validating] {
      // The reader and the rules each look at the Exif block.
      let repeated = count.counts.keys.filter { event in
        if case .directory = event { false } else { count.counts[event] != 1 }
      }
      #expect(repeated.isEmpty, "\(count.counts)")
      #expect(count.packets >= 2)
    }
  }
}
