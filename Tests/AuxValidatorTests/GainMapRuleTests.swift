import AuxContainers
import AuxDepthKit
import AuxImage
import AuxValidator
import TestSupport
import Testing

/// What files state of gain maps in JPEG; ToneMapRuleTests has HEIF and AVIF.
@Suite struct GainMapRuleTests {
  /// A photo whose gain map is described in a wrong way.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: [String]
    let change: @Sendable (inout UltraHDRBytes) -> Void

    init(_ name: String, _ rules: [String], _ change: @escaping @Sendable (inout UltraHDRBytes) -> Void) {
      (testDescription, self.rules, self.change) = (name, rules, change)
    }
  }

  private static func photo(_ change: (inout UltraHDRBytes) -> Void = { _ in }) -> UltraHDRBytes {
    var photo = UltraHDRBytes()
    change(&photo)
    return photo
  }

  private static func findings(_ bytes: [UInt8]) -> [Validator.Finding] {
    Validator().validate(data: bytes).findings
  }

  /// The rules that find errors and warnings.
  private static func rules(_ bytes: [UInt8]) -> [String] {
    findings(bytes).filter { $0.severity != .info }.map(\.rule)
  }

  static let faults = [
    Fault("gamma 0", ["GAIN-METADATA"]) { $0["Gamma"] = "0" },
    Fault("minimum above maximum", ["GAIN-METADATA"]) { $0["GainMapMin"] = "3" },
    Fault("capacity below its minimum", ["GAIN-METADATA"]) {
      ($0["HDRCapacityMin"], $0["HDRCapacityMax"]) = ("2", "1")
    },
    Fault("no capacity", ["GAIN-METADATA"]) { $0["HDRCapacityMax"] = nil },
    Fault("unknown version", ["GAIN-VERSION"]) { $0.version = "2.0" },
    Fault("ISO contradicts the XMP", ["GAIN-FORMS"]) {
      ($0["GainMapMax"], $0["HDRCapacityMax"]) = ("3", "3")
      $0.iso = UltraHDRBytes.iso()
    },
    Fault("three channels of a gray map", ["GAIN-CHANNELS"]) { $0["GainMapMax"] = "2,1.5,1" },
    Fault("backward flag", ["GAIN-DIRECTION"]) { $0.iso = UltraHDRBytes.iso(flags: 0x44) },
    Fault("aspect ratio", ["AUX-ASPECT"]) { $0.mapSize = (32, 32) },
    Fault("ISO: gamma 0", ["GAIN-METADATA"]) { $0.iso = UltraHDRBytes.iso(gamma: 0) },
    Fault("ISO: minimum above maximum", ["GAIN-METADATA"]) { $0.iso = UltraHDRBytes.iso(min: 3) },
    Fault("ISO: unknown version", ["GAIN-VERSION"]) { $0.iso = UltraHDRBytes.iso(version: 1) },
    Fault("ISO: three channels", ["GAIN-FORMS", "GAIN-CHANNELS"]) {
      $0.iso = UltraHDRBytes.iso(max: [2, 1.5, 1])
    },
    Fault("ISO: cut", ["GAIN-METADATA"]) { $0.iso = UltraHDRBytes.iso().dropLast(3) },
  ]

  @Test("Each fault is found by its rule and no other", arguments: faults)
  func found(_ fault: Fault) throws {
    let findings = Self.findings(try Self.photo(fault.change).bytes).filter { $0.severity != .info }
    #expect(findings.map(\.rule) == fault.rules)
    #expect(findings.allSatisfy { $0.offset != nil && $0.place.hasPrefix("image 2") }, "\(findings)")
  }

  @Test("Both forms, digits that differ, and equal channels are right")
  func right() throws {
    #expect(try Self.findings(Self.photo().bytes).isEmpty)
    #expect(try Self.findings(Self.photo { $0.iso = UltraHDRBytes.iso() }.bytes).isEmpty)
    let rounded = Self.photo { photo in
      photo["GainMapMax"] = "1.999"
      photo.iso = UltraHDRBytes.iso(max: [2, 2, 2])
    }
    #expect(try Self.findings(rounded.bytes).isEmpty)
  }

  @Test("A usable form decides where the other is not")
  func fallback() throws {
    let photo = Self.photo { $0.iso = UltraHDRBytes.iso(version: 1) }
    let image = try #require(ImageSource(data: photo.bytes).auxiliaryImages.first)
    #expect(image.gainMap?.metadata?.alternateHeadroom == 2)
  }
}

/// Photos that say that they have a gain map, and have none.
@Suite struct LostGainMapTests {
  private static func lost(_ change: (inout UltraHDRBytes) -> Void) throws -> [UInt8] {
    var photo = UltraHDRBytes()
    change(&photo)
    return try photo.primary
  }

  static let kinds: [@Sendable () throws -> [UInt8]] = [
    { try lost { _ in } },
    { try lost { $0.versionOfPrimary = .missing } },
    { try lost { $0.iso = UltraHDRBytes.iso() } },
    {
      try lost { photo in
        photo.isAnnounced = false
        photo.iso = UltraHDRBytes.iso()
      }
    },
  ]

  @Test("A photo without the announced map is one warning, which a repair removes", arguments: kinds.indices)
  func found(_ number: Int) throws {
    let bytes = try Self.kinds[number]()
    let report = Validator().validate(data: bytes)
    #expect(report.findings.map(\.rule) == ["GAIN-LOST"])
    let finding = try #require(report.findings.first)
    #expect(finding.severity == .warning && finding.message.hasPrefix("the gain map is gone: "))
    #expect(finding.offset != nil && finding.place.hasPrefix("image 1/APP"))
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "photo.jpg")
    let after = try Validator().repair(path: path)
    #expect(after.repaired.map(\.rule) == ["GAIN-LOST"] && after.findings.isEmpty)
    // The scan, and all else after the headers, is the same.
    #expect(try Files.read(path).suffix(500) == bytes.suffix(500))
  }

  @Test("Other properties of the packet stay")
  func kept() throws {
    var bytes = try Self.lost { _ in }
    let old = Array("rdf:about=\"\" ".utf8)
    let new = old + Array("xmlns:q=\"urn:q\" q:a=\"b\" ".utf8)
    let start = try #require(bytes.firstRange(of: old))
    bytes.replaceSubrange(start, with: new)
    let size = try #require(bytes.firstRange(of: Array("http://ns.adobe.com/xap".utf8))).lowerBound - 2
    let count = Int(bytes[size]) << 8 + Int(bytes[size + 1]) + new.count - old.count
    bytes.replaceSubrange(size..<(size + 2), with: JPEGBytes.uint16(count))
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "photo.jpg")
    #expect(try Validator().repair(path: path).findings.isEmpty)
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(text.contains("q:a=\"b\"") && !text.contains("hdrgm:Version") && !text.contains("GainMap"))
  }

  @Test("A map that is there is not lost, however the file leads to it")
  func present() throws {
    for hasIndex in [true, false] {
      var photo = UltraHDRBytes()
      photo.hasIndex = hasIndex
      #expect(
        try !Validator().validate(data: photo.bytes).findings.contains { $0.rule == "GAIN-LOST" })
    }
  }

  @Test("HEIC: hdrgm:Version in the photo's XMP without a gain map")
  func heic() throws {
    var builder = HEIFBuilder()
    let image = try CodedTile.image(seed: 0)
    builder.add(
      1, image.itemType, image.payload,
      [image.configuration, CodedTile.extents(CodedTile.side, CodedTile.side)])
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/></rdf:RDF>\
      </x:xmpmeta>
      """
    builder.add(2, "mime", Array(packet.utf8), [], contentType: "application/rdf+xml")
    builder.references.append(.init("cdsc", from: 2, to: [1]))
    let report = Validator().validate(data: builder.bytes())
    #expect(report.findings.filter { $0.severity != .info }.map(\.rule) == ["GAIN-LOST"])
  }
}

/// Whether Chromium applies a gain map; each case was tried with Chromium 156.
@Suite struct BrowserGainMapTests {
  /// A photo, and a part of the reason why Chromium shows it in SDR; nil if it shows HDR.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String?
    let change: @Sendable (inout UltraHDRBytes) -> Void

    init(_ name: String, _ reason: String?, _ change: @escaping @Sendable (inout UltraHDRBytes) -> Void) {
      (testDescription, self.reason, self.change) = (name, reason, change)
    }
  }

  private static func apple(
    _ packet: String, _ tags: [(tag: Int, value: Int)], _ photo: inout UltraHDRBytes
  ) {
    photo.isAnnounced = false
    photo.mapPacket = packet
    photo.exif = UltraHDRBytes.exif(noteOf: tags)
  }

  /// Apple's packet with the version in another description than the type.
  private static let apart = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" \
    apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap"/><rdf:Description rdf:about="" \
    xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" HDRGainMap:HDRGainMapVersion="65536"/></rdf:RDF></x:xmpmeta>
    """

  static let cases = [
    Case("Ultra HDR", nil) { _ in },
    Case("no index", "no multi-picture index") { $0.hasIndex = false },
    Case("version later in the photo", "the first rdf:Description of image 1/APP1 XMP") {
      $0.versionOfPrimary = .second
    },
    Case("version later in the map", "the first rdf:Description of image 2/APP1 XMP") {
      $0.versionOfMap = .second
    },
    Case("version later, and ISO", nil) {
      ($0.versionOfPrimary, $0.versionOfMap) = (.second, .second)
      $0.iso = UltraHDRBytes.iso()
    },
    Case("version later, ISO, no index", "no multi-picture index") {
      ($0.versionOfPrimary, $0.hasIndex) = (.second, false)
      $0.iso = UltraHDRBytes.iso()
    },
    Case("not announced", "image 1") { $0.isAnnounced = false },
    Case("Apple", nil) { apple(Packets.gainMap, [(33, 1), (48, 0)], &$0) },
    Case("Apple, tag 33 alone", nil) { apple(Packets.gainMap, [(33, 1)], &$0) },
    Case("Apple, tag 48 alone", "tag 33") { apple(Packets.gainMap, [(48, 0)], &$0) },
    Case("Apple, two descriptions", "in one rdf:Description") { apple(apart, [(33, 1), (48, 0)], &$0) },
  ]

  @Test(arguments: cases) func jpeg(_ entry: Case) throws {
    var photo = UltraHDRBytes()
    entry.change(&photo)
    let found = Validator().validate(data: try photo.bytes).findings.filter { $0.rule == "GAIN-BROWSER" }
    #expect(found.count == (entry.reason == nil ? 0 : 1), "\(found)")
    #expect(found.allSatisfy { $0.message.contains(entry.reason ?? "") && $0.severity == .info }, "\(found)")
  }
}
