import AuxCodecs
import AuxContainers
import AuxDepthKit
import AuxImage
import AuxValidator
import TestSupport
import Testing

/// What readers ask of tone-mapped images (`tmap`), beside the entries of the corpus.
@Suite struct ToneMapRuleTests {
  /// Returns a file whose primary, item 1, and gain map, item 2, make the tone-mapped item 3.
  private static func file(
    isAVIF: Bool = false, shown: (Int, Int) = (64, 64), group: [UInt32]? = [3, 1], inputs: [UInt32] = [1, 2],
    hasBrand: Bool = true, isDeep: Bool = false, hasToneMap: Bool = true, _ boxes: [Box] = [],
    change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> [UInt8] {
    var builder = HEIFBuilder()
    let kind: [FourCharacterCode] = isAVIF ? ["avif", "mif1", "miaf"] : ["heic", "mif1"]
    builder.fileType = FileTypeBox(
      majorBrand: kind[0], compatibleBrands: kind + (hasBrand ? ["tmap"] : []))
    let image =
      try isAVIF
      ? HEIFImageCodec.encode(
        gray: Pictures.ramp(width: 64, height: 64), as: .av1, quality: 80, lossless: false)
      : CodedTile.image(seed: 0)
    var configuration = image.configuration
    if isDeep {
      // The bit that says 10.
      var bytes = configuration.payload
      bytes[2] |= 0x40
      configuration = Box(configuration.type, bytes)
    }
    builder.add(1, image.itemType, image.payload, [configuration, CodedTile.extents(64, 64)])
    guard hasToneMap else {
      let urn = "urn:com:apple:photo:2020:aux:hdrgainmap"
      builder.add(2, image, [Box("auxC", AuxiliaryTypeProperty(urn: urn, subtype: []).serialize)])
      builder.references.append(.init("auxl", from: 2, to: [1]))
      return builder.bytes()
    }
    builder.add(2, image)
    var payload = ByteWriter()
    payload.write(UInt8(0))
    try GainMapPayload(GainMapMetadata(headroom: 4)).serialize(into: &payload)
    var bytes = payload.bytes
    change(&bytes)
    builder.add(3, "tmap", bytes, [CodedTile.extents(shown.0, shown.1)] + boxes)
    builder.references.append(.init("dimg", from: 3, to: inputs))
    if let group { builder.groups = [EntityGroup("altr", groupID: 9, entityIDs: group)] }
    return builder.bytes()
  }

  private static func rules(_ bytes: [UInt8]) -> [String] {
    Validator().validate(data: bytes).findings.filter { $0.severity != .info }.map(\.rule)
  }

  @Test(arguments: [false, true]) func whatIsRight(isAVIF: Bool) throws {
    #expect(try Self.rules(Self.file(isAVIF: isAVIF)) == [])
  }

  @Test("A later writer may append what version 0 does not have")
  func laterWriter() throws {
    #expect(
      try Self.rules(
        Self.file { bytes in
          bytes[4] = 1
          bytes += [1, 2, 3]
        }) == [])
    #expect(try Self.rules(Self.file { $0 += [1, 2, 3] }) == ["GAIN-METADATA"])
    #expect(try Self.rules(Self.file { $0.removeLast(3) }) == ["GAIN-METADATA"])
  }

  @Test(
    "Metadata that readers do not know are a warning, whichever of the two versions it is", arguments: [0, 2])
  func laterVersion(place: Int) throws {
    #expect(try Self.rules(Self.file { $0[place] = 1 }) == ["GAIN-VERSION"])
  }

  @Test("The numbers are those that JPEG files are asked for")
  func numbers() throws {
    // Millionths of gainMin and gamma, and the flags.
    for (place, number) in [(38, UInt8(0)), (22, 0x7F)] {
      let file = try Self.file { $0.replaceSubrange(place..<(place + 4), with: [number, 0, 0, 0]) }
      #expect(Self.rules(file) == ["GAIN-METADATA"])
    }
    #expect(try Self.rules(Self.file { $0[5] |= 0x04 }) == ["GAIN-DIRECTION"])
  }

  @Test("Chromium does not apply an auxiliary map of AVIF, or a gray one of 8 bits to a photo of 10")
  func browser() throws {
    func reasons(_ bytes: [UInt8]) -> [String] {
      Validator(headersOnly: true).validate(data: bytes).findings.filter { $0.rule == "GAIN-BROWSER" }
        .map(\.message)
    }
    #expect(try reasons(Self.file(isAVIF: true)).isEmpty && reasons(Self.file()).isEmpty)
    let deep = try Self.file(isAVIF: true, isDeep: true)
    #expect(reasons(deep).map { $0.contains("the photo has 10 bits") } == [true])
    let alone = try Self.file(isAVIF: true, hasToneMap: false)
    #expect(reasons(alone).map { $0.contains("no tmap item") } == [true])
  }

  @Test("The size is asked of AVIF alone: HEIC files of cameras state that of the photo as it is shown")
  func size() throws {
    #expect(try Self.rules(Self.file(shown: (48, 64))) == [])
    #expect(try Self.rules(Self.file(isAVIF: true, shown: (48, 64))) == ["HEIF-TMAP-SIZE"])
    let turn = Box("irot", [1])
    #expect(try Self.rules(Self.file([turn])) == [])
    #expect(try Self.rules(Self.file(isAVIF: true, [turn])) == ["HEIF-TMAP-SIZE"])
  }

  @Test("The group has the tone-mapped image before its base, in whatever place")
  func groups() throws {
    #expect(try Self.rules(Self.file(group: [2, 3, 1])) == [])
    #expect(try Self.rules(Self.file(group: nil)) == ["HEIF-TMAP-ALTR"])
    #expect(try Self.rules(Self.file(group: [2, 1])) == ["HEIF-TMAP-ALTR"])
  }

  @Test func inputs() throws {
    #expect(try Self.rules(Self.file(inputs: [1])).contains("HEIF-TMAP-INPUTS"))
    #expect(try Self.rules(Self.file(inputs: [1, 1])).contains("HEIF-TMAP-INPUTS"))
  }

  @Test("The size, the brand and the order are mended together, and all bytes of the images stay")
  func mended() throws {
    let bytes = try Self.file(isAVIF: true, shown: (48, 64), group: [1, 3], hasBrand: false)
    #expect(
      Set(Self.rules(bytes)) == ["HEIF-TMAP-SIZE", "HEIF-TMAP-BRAND", "HEIF-TMAP-ALTR"])
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "photo.avif")
    let after = try Validator().repair(path: path)
    #expect(after.repaired.count == 3 && after.findings.allSatisfy { $0.severity == .info })
    #expect(try Files.read(path) == Self.file(isAVIF: true))
  }
}
