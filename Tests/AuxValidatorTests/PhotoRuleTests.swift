import AuxContainers
import AuxDepthKit
import AuxImage
import AuxReader
import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("The photo's own picture, and the name of the file")
struct PhotoRuleTests {
  private static let own = ["FILE-EXTENSION", "FILE-PHOTO-DECODE", "FILE-PHOTO-UNSUPPORTED"]

  /// A photo of noise, whose coded data are long, in a container.
  private static func photo(_ container: ImageContainer) throws -> [UInt8] {
    let pixels = try Sample.image(512, 384, seed: 11)
    let png = try Pictures.png(rgb8: pixels.rgb8, width: pixels.width, height: pixels.height)
    guard container != .png else { return png }
    return try ImageDestination(encoding: ImageSource(data: png), as: container).finalize().data
  }

  /// The bytes of the photo's own coded data.
  private static func coded(_ bytes: [UInt8]) throws -> [Range<Int>] {
    switch try ImageSource(data: bytes).container {
    case .jpeg:
      let image = try JPEGImage(in: MemoryByteSource(bytes), at: 0, limits: AuxLimits())
      return [image.scanOffset..<(bytes.count - 2)]
    case .heif, .avif:
      let file = try HEIFFile(MemoryByteSource(bytes))
      let items = try file.codedItems(of: file.primaryItem, from: MemoryByteSource(bytes))
      return try items.map { item in
        let payload = try file.data(of: item, from: MemoryByteSource(bytes), maxBytes: bytes.count)
        return try #require(bytes.firstRange(of: payload))
      }
    default:
      let data = try #require(bytes.firstRange(of: Array("IDAT".utf8)))
      let length = bytes[(data.lowerBound - 4)..<data.lowerBound].reduce(0) { $0 << 8 | Int($1) }
      return [data.upperBound..<(data.upperBound + length)]
    }
  }

  private static func zeroed(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    return bytes
  }

  @Test("A picture whose file ends too early is an error, decoded or not")
  func cut() throws {
    let webP = WebPBytes.file([
      WebPBytes.chunk(
        "VP8L", WebPBytes.lossless(width: 4, isHigh: [true, false], red: 7, green: (3, 200), blue: 9))
    ])
    for (bytes, end) in [
      (try Self.photo(.png), 12), (webP, 1), (JPEGXLVector.bytes(JPEGXLVector.maps), 1),
    ] {
      #expect(Validator().validate(data: bytes).judgement == .valid)
      for count in [end, bytes.count / 3] {
        let report = Validator().validate(data: Array(bytes.dropLast(count)))
        #expect(report.findings.map(\.rule) == ["FILE-READABLE"], "\(count): \(report.findings)")
      }
    }
  }

  @Test(
    "Zeroed bytes in its coded data are an error where it is decoded, and else nothing is said of it",
    arguments: [ImageContainer.jpeg, .heif, .avif, .png])
  func damaged(_ container: ImageContainer) throws {
    let bytes = try Self.photo(container)
    let whole = Validator(decodesPhoto: true).validate(data: bytes)
    #expect(whole.judgement == .valid && whole.isPhotoDecoded, "\(whole.findings)")
    #expect(whole.exercised.contains("FILE-PHOTO-DECODE"))
    let coded = try #require(try Self.coded(bytes).max { $0.count < $1.count })
    let middle = (coded.lowerBound + coded.upperBound) / 2
    let bad = Self.zeroed(bytes, middle..<min(middle + 4000, coded.upperBound - 16))
    let unseen = Validator().validate(data: bad)
    #expect(!unseen.findings.contains { $0.severity == .error } && !unseen.isPhotoDecoded)
    #expect(!unseen.exercised.contains("FILE-PHOTO-DECODE"))
    let seen = Validator(decodesPhoto: true).validate(data: bad)
    #expect(seen.judgement == .invalid && seen.isPhotoDecoded)
    #expect(seen.findings.filter { $0.severity == .error }.map(\.rule) == ["FILE-PHOTO-DECODE"])
    #expect(!Validator(headersOnly: true, decodesPhoto: true).validate(data: bad).isPhotoDecoded)
  }

  @Test("Each tile of a grid is decoded")
  func tiles() throws {
    let photo = try Self.photo(.heif)
    let whole = try HEIFFile(MemoryByteSource(photo))
    let item = whole.primaryItem
    let configuration = try #require(whole.property("hvcC", of: item)).box
    let data = try whole.data(of: item, from: MemoryByteSource(photo), maxBytes: photo.count)
    var builder = HEIFBuilder()
    for id: UInt32 in [1, 2] { builder.add(id, "hvc1", data, [configuration, CodedTile.extents(512, 384)]) }
    var payload = ByteWriter()
    GridPayload(rows: 1, columns: 2, width: 1000, height: 384).serialize(into: &payload)
    builder.add(100, "grid", payload.bytes, [CodedTile.extents(1000, 384)])
    builder.references.append(.init("dimg", from: 100, to: [1, 2]))
    builder.primaryID = 100
    let bytes = builder.bytes()
    func found(_ bytes: [UInt8]) -> [Validator.Finding] {
      Validator(decodesPhoto: true).validate(data: bytes).findings.filter { $0.rule == "FILE-PHOTO-DECODE" }
    }
    #expect(found(bytes).isEmpty)
    let first = try #require(bytes.firstRange(of: data))
    let second = try #require(bytes[first.upperBound...].firstRange(of: data))
    for (number, tile) in [first, second].enumerated() {
      let middle = tile.lowerBound + tile.count / 2
      let findings = found(Self.zeroed(bytes, middle..<(middle + 4000)))
      #expect(findings.map(\.place) == ["item 100"])
      #expect(findings.first?.message.contains("item \(number + 1)") == true, "\(findings)")
    }
  }

  @Test("Nothing is found where nothing is wrong", arguments: DefectCorpus.clean)
  func clean(_ entry: Defect) throws {
    let report = Validator(decodesPhoto: true).validate(data: try DefectCorpus.bytes(of: entry))
    #expect(report.findings.isEmpty && report.isPhotoDecoded, "\(report.findings)")
  }

  @Test("Camera files decode", .enabled(if: Samples.folder != nil), arguments: SampleTests.photos)
  func genuine(_ name: String) throws {
    let path = "\(try #require(Samples.folder))/\(name)"
    let report = Validator(decodesPhoto: true).validate(path: path)
    #expect(report.isPhotoDecoded && report.findings.allSatisfy { $0.severity == .info }, "\(report)")
  }

  /// A CMYK picture by its headers: the frame of a photo with a fourth component.
  private static func fourComponents() throws -> [UInt8] {
    var bytes = try Pictures.photo()
    let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0]))
    let length = Int(bytes[frame.upperBound]) << 8 | Int(bytes[frame.upperBound + 1])
    bytes[frame.upperBound + 1] += 3
    bytes[frame.upperBound + 7] = 4
    bytes.insert(contentsOf: [4, 0x11, 0], at: frame.upperBound + length)
    return bytes
  }

  @Test("What nobody decodes is a note, and what the system lacks is no finding")
  func undecoded() throws {
    let report = Validator(decodesPhoto: true).validate(data: try Self.fourComponents())
    #expect(report.findings.map(\.rule) == ["FILE-PHOTO-UNSUPPORTED"] && !report.isPhotoDecoded)
    #expect(report.judgement == .valid)
    let photo = try Pictures.photo()
    for code in [AuxError.Code.codecMissing, .io] {
      let source = try ImageSource(bytes: WithheldPhoto(photo, code))
      let lacking = Validator(decodesPhoto: true).validate(source, path: "a.jpg")
      #expect(lacking.judgement == .notJudged(because: AuxError(code, "")), "\(lacking)")
      #expect(lacking.findings.allSatisfy { $0.severity == .info } && !lacking.isPhotoDecoded)
      #expect(Validator().validate(source, path: "a.jpg").judgement == .valid)
    }
  }

  /// A photo with zeros after it, which gives no range that is the photo alone: decoding it asks for that.
  private struct WithheldPhoto: ByteSource {
    let bytes: MemoryByteSource
    let photoSize: Int
    let code: AuxError.Code

    init(_ photo: [UInt8], _ code: AuxError.Code) {
      bytes = MemoryByteSource(photo + [UInt8](repeating: 0, count: 70_000))
      (photoSize, self.code) = (photo.count, code)
    }

    var byteCount: Int { bytes.byteCount }

    func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
      guard offset > 0 || count != photoSize else {
        throw AuxError(code, "the library libx.so.1 is not there")
      }
      return try bytes.read(at: offset, count: count)
    }
  }

  @Test(
    "An extension of another container is a warning",
    arguments: [
      ("jpeg", "heic", false), ("jpeg", "HEIC", false), ("jpeg", "png", false), ("jpeg", "jpeg", true),
      ("jpeg", "mpo", true), ("jpeg", "part", true), ("jpeg", "", true), ("heif", "heic", true),
      ("heif", "hif", true), ("heif", "avif", false), ("avif", "avif", true), ("avif", "heif", true),
      ("avif", "heic", false), ("tiff", "tif", true), ("tiff", "jpg", false), ("png", "jpg", false),
      ("png", "png", true), ("dng", "dng", true), ("dng", "tif", true), ("dng", "jpg", false),
    ])
  func extensions(_ container: String, _ suffix: String, _ isRight: Bool) throws {
    let bytes = try #require(Self.files[container]).get()
    let name = "photo" + (suffix.isEmpty ? "" : ".\(suffix)")
    let report = Validator().validate(data: bytes, path: name)
    let findings = report.findings.filter { $0.rule == "FILE-EXTENSION" }
    #expect(findings.isEmpty == isRight && findings.allSatisfy { $0.severity == .warning })
    #expect(report.judgement == .valid)
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: name)
    #expect(
      Validator(headersOnly: true).validate(path: path).findings.count { $0.rule == "FILE-EXTENSION" }
        == findings.count)
    #expect(!Validator().validate(data: bytes).exercised.contains("FILE-EXTENSION"))
  }

  /// One gray pixel.
  private static let tiff: [UInt8] = {
    let fields: [(tag: UInt8, value: UInt8)] = [
      (0, 1), (1, 1), (2, 8), (3, 1), (6, 1), (17, 8), (22, 1), (23, 1),
    ]
    let directory = fields.flatMap { field -> [UInt8] in
      [field.tag, 1, 3, 0, 1, 0, 0, 0, field.value, 0, 0, 0]
    }
    return [0x49, 0x49, 42, 0, 10, 0, 0, 0, 99, 0, UInt8(fields.count), 0] + directory + [0, 0, 0, 0]
  }()

  private static let files: [String: Result<[UInt8], any Error>] = [
    "jpeg": Result { try Pictures.portrait().bytes }, "heif": Result { try DefectCorpus.base("photo.heic") },
    "avif": Result { try photo(.avif) }, "tiff": .success(tiff),
    "png": Result { try photo(.png) },
    "dng": Result { try DefectCorpus.base("photo.dng") },
  ]

  @Test("The examples of these rules are findings, but for what libjpeg says of the damage")
  func examples() throws {
    /// A line up to what a library says, without its numbers.
    func form(_ line: String) -> String {
      String(line.prefix(upTo: line.firstRange(of: "Corrupt JPEG data")?.lowerBound ?? line.endIndex))
        .replacing(/[0-9]+/, with: "0")
    }
    var found: Set<String> = []
    let photo = try Pictures.photo()
    for bytes in [photo, try Self.fourComponents(), Self.zeroed(photo, 700..<760)] {
      let report = Validator(decodesPhoto: true).validate(data: bytes, path: "a.heic")
      found.formUnion(report.findings.map { form($0.line) })
    }
    #expect(Set(Validator.allRules.map(\.id)).isSuperset(of: Self.own))
    for rule in Validator.allRules where Self.own.contains(rule.id) {
      #expect(
        found.contains(form(rule.explanation.example)), "\(rule.explanation.example) is not among \(found)")
    }
  }
}
