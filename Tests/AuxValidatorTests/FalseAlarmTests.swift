import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import AuxValidator
import TestSupport
import Testing

/// Files that rules once reported for what they are not.
@Suite("Findings name what is wrong, and nothing else")
struct FalseAlarmTests {
  /// Returns the errors and warnings of a file, which are the same with headers only if `hasHeaders`.
  private static func findings(_ bytes: [UInt8], hasHeaders: Bool = true) -> [String] {
    func found(_ headersOnly: Bool) -> [String] {
      Validator(headersOnly: headersOnly).validate(data: bytes).findings
        .filter { $0.severity != .info }.map { "\($0.rule): \($0.message)" }
    }
    let all = found(false)
    if hasHeaders { #expect(found(true) == all) }
    return all
  }

  @Test("An auxiliary image that was taken out of a photo is no broken photo")
  func auxiliaryAlone() throws {
    let index = MultiPictureBytes.secondaryIndex(count: 3)
    let gainMap = JPEGBytes.xmp(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2"/></rdf:RDF>
      """)
    for image in [
      try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(), count: 3),
      try Pictures.secondary(Packets.gainMap, plane: Pictures.ramp(), count: 3),
      // A gain map of three components.
      JPEGBytes.soi + gainMap + index + (try Pictures.photo())[2...],
    ] {
      #expect(Self.findings(image).isEmpty)
    }
    // A photo whose index has no entries is broken.
    let photo = JPEGBytes.soi + index + (try Pictures.photo())[2...]
    #expect(Self.findings(photo).contains { $0.hasPrefix("JPEG-MPF-COUNT") })
  }

  @Test("A picture in color after a photo without an index is a preview (Samsung); a gray one is a lost map")
  func previewWithoutIndex() throws {
    let photo = try Pictures.photo()
    #expect(Self.findings(photo + photo, hasHeaders: false).isEmpty)
    let gray = try JPEGCodec.encode(gray: Pictures.ramp(), quality: 90)
    let findings = Self.findings(photo + gray, hasHeaders: false)
    #expect(findings.count == 1 && findings[0].hasPrefix("JPEG-SECONDARY-IDENTITY"), "\(findings)")
  }

  @Test("A preview whose Exif segment is longer than it says is there (Panasonic DMC-LX7)")
  func previewOfShortSegment() throws {
    let photo = try Pictures.photo()
    let exif = JPEGBytes.exif(orientation: 1)
    let preview = JPEGBytes.soi + exif + [0, 0, 0] + photo[2...]
    var file = MultiPictureBytes(coded: Array(photo[2...]), secondaries: [preview])
    file.damage = { $0[1].attribute = 0x0001_0001 }
    #expect(Self.findings(file.bytes).isEmpty)
    let source = try ImageSource(data: file.bytes)
    #expect(source.notes.isEmpty, "\(source.notes)")
    // Of a photo itself, nothing is forgiven.
    #expect(Self.findings(preview).contains { $0.hasPrefix("JPEG-SEGMENT") })
  }

  @Test("The images that are missing from a file that was cut were not dropped by a tool")
  func cut() throws {
    let file = try Pictures.portrait()
    for end in [file.secondaryOffsets[0] - 100, file.secondaryOffsets[1] - 100] {
      let findings = Self.findings(Array(file.bytes[..<end]), hasHeaders: false)
      let dangling = findings.filter { $0.hasPrefix("JPEG-MPF-DANGLING") }
      #expect(!dangling.isEmpty && dangling.allSatisfy { $0.hasSuffix("the file was cut") }, "\(findings)")
    }
    let dropped = Self.findings(Array(file.bytes[..<file.secondaryOffsets[0]]), hasHeaders: false)
    #expect(dropped.allSatisfy { $0.hasSuffix("a tool dropped what the index names") }, "\(dropped)")
  }

  @Test("Padding and items that Google's container lists are not unknown bytes")
  func dynamicDepthPadding() throws {
    let photo = try Pictures.photo()
    var file = DynamicDepthBytes(
      primary: Array(photo[2...]),
      items: [
        .init(mime: "image/jpeg", uri: "android/original", bytes: photo, padding: 5),
        .init(mime: "image/png", uri: "android/depthmap", bytes: try Pictures.rampPNG()),
      ])
    file.primaryPadding = 3
    let found = Validator().validate(data: file.bytes).findings
    #expect(found.map(\.rule) == ["JPEG-TRAILER-KNOWN"], "\(found)")
    #expect(found.allSatisfy { $0.message.hasSuffix("what Google's container lists: android/depthmap") })
  }

  @Test("A movie may have metadata of its own, and no primary item")
  func sequenceWithMeta() {
    var writer = ByteWriter()
    Box("ftyp", FileTypeBox(majorBrand: "avis", compatibleBrands: ["avis", "iso8"]).serialize)
      .serialize(into: &writer)
    let handler = Box(
      "hdlr", [UInt8](repeating: 0, count: 8) + Array("mdir".utf8) + [UInt8](repeating: 0, count: 13))
    Box("meta") { payload in
      payload.write([0, 0, 0, 0] as [UInt8])
      handler.serialize(into: &payload)
    }.serialize(into: &writer)
    Box("moov", boxes: [Box("mvhd", [UInt8](repeating: 0, count: 100))]).serialize(into: &writer)
    for headersOnly in [false, true] {
      let report = Validator(headersOnly: headersOnly).validate(data: writer.bytes)
      #expect(report.findings.map(\.rule) == ["HEIF-SEQUENCE"], "\(report.findings)")
    }
  }

  @Test("Depth without Apple's XMP is a warning in HEIC and in AVIF", arguments: [HEIFCoding.hevc, .av1])
  func depthWithoutXMP(_ coding: HEIFCoding) throws {
    var builder = HEIFBuilder()
    let image = try HEIFImageCodec.encode(
      gray: Pictures.ramp(width: 64, height: 64), as: coding, quality: 80, lossless: false)
    if coding == .av1 {
      builder.fileType = FileTypeBox(majorBrand: "avif", compatibleBrands: ["avif", "mif1", "miaf"])
    }
    let urn = try #require(AuxiliaryDataType.disparity.urn(in: coding == .av1 ? .avif : .heif))
    builder.add(1, image)
    builder.items[0].info.full.flags = 0
    builder.add(2, image, [Box("auxC", AuxiliaryTypeProperty(urn: urn, subtype: []).serialize)])
    builder.references.append(.init("auxl", from: 2, to: [1]))
    let report = Validator().validate(data: builder.bytes())
    #expect(report.judgement == .valid && report.findings.contains { $0.rule == "AUX-XMP-MISSING" })
    #expect(report.findings.allSatisfy { $0.severity != .error }, "\(report.findings)")
  }

  @Test("A type with a slip of the finger says what may be meant; another name is none")
  func misspelledTypes() throws {
    for (type, meant) in [
      ("disparitx", "disparity"), ("disparityy", "disparity"), ("depht", "depth"), ("teeth", nil),
      ("path", nil),
    ] {
      let packet = Packets.disparity().replacing(">disparity<", with: ">\(type)<")
      var file = try Pictures.portrait()
      file.secondaries[1] = try Pictures.secondary(packet, plane: Pictures.ramp(), count: 3)
      let findings = Self.findings(file.bytes).filter { $0.hasPrefix("JPEG-XMP-TYPE") }
      #expect(findings.count == (meant == nil ? 0 : 1), "\(type): \(findings)")
      if let meant { #expect(findings.allSatisfy { $0.hasSuffix("\(meant) is near") }, "\(findings)") }
    }
    var bytes = try DefectCorpus.base("photo.heic")
    let word = try #require(bytes.firstRange(of: Array(">disparity<".utf8)))
    bytes.replaceSubrange(word, with: Array(">disparitx<".utf8))
    let findings = Self.findings(bytes)
    #expect(findings.count == 1 && findings[0].hasSuffix("disparity may be meant"), "\(findings)")
  }

  @Test("A calibration that an off-center crop moved is right", arguments: ["jpg", "heic", "avif"])
  func offCenterCrop(_ suffix: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(try Pictures.photo(), to: "photo.jpg")
    try folder.write(try Pictures.rampPNG(), to: "map.png")
    let program = try Program.built("auxdepth")
    for arguments in [
      [
        "attach", "photo.jpg", "--disparity", "map.png", "--min", "0.5", "--max", "2", "--intrinsics", "60",
        "-o",
        "whole.jpg",
      ],
      ["edit", "whole.jpg", "--crop", "0,0,16,12", "-o", "part.\(suffix)"],
    ] {
      let outcome = try Program.run(program, arguments, in: folder.path)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    #expect(Self.findings(try folder.read("part.\(suffix)")).isEmpty)
  }

  @Test("A file of no known format is called what it is, with status 65")
  func unknownFiles() throws {
    let folder = try TemporaryFolder()
    let program = try Program.built("auxdepth")
    for (bytes, kind) in [
      (Array("\n<!DOCTYPE html>\n<html><body>404</body></html>".utf8), "an HTML page"),
      (Array("<?xml version=\"1.0\"?><HTML>".utf8), "an HTML page"),
      ([UInt8](repeating: 0, count: 70_000), "nothing but zeros"),
      ([0, 5, 0x16, 7, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 80), "macOS's AppleDouble file"),
    ] as [([UInt8], String)] {
      try folder.write(bytes, to: "photo.heic")
      for command in [["info"], ["edit", "--rotate", "90", "-o", "out.heic"], ["convert", "-o", "out.npy"]] {
        let outcome = try Program.run(program, command + ["photo.heic"], in: folder.path)
        #expect(outcome.status == 65 && outcome.error.contains("is \(kind)"), "\(outcome.error)")
      }
      let report = Validator().validate(path: folder.path("photo.heic"))
      #expect(report.findings.map(\.rule) == ["FILE-OPEN"])
      #expect(report.findings.allSatisfy { $0.message.hasPrefix("is \(kind)") }, "\(report.findings)")
    }
    #expect(Self.findings(Array("no photo at all".utf8)).allSatisfy { $0.contains(": is no JPEG") })
  }

  @Test(
    "Files with attributes of others (AppleDouble) are passed over in folders, photos of such names are not")
  func appleDouble() throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 5, 0x16, 7, 0, 2, 0, 0], to: "._1.jpg")
    for name in ["1.jpg", "._2.jpg"] { try folder.write(try Pictures.photo(), to: name) }
    #expect(Array(PhotoFiles(at: folder.path)) == ["._2.jpg", "1.jpg"].map(folder.path))
    #expect(Array(PhotoFiles(at: folder.path("._1.jpg"))) == [folder.path("._1.jpg")])
  }
}
