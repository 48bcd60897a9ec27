import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Gain maps as ImageIO of iOS 18 exports them into JPEG: Apple's type, and ISO 21496-1's numbers with the prefix HDRToneMap.
@Suite struct ToneMapPropertiesTests {
  private static let metadata = GainMapMetadata(
    channels: [
      .init(gainMin: -0.51, gainMax: 2.279, gamma: 1.0205, baseOffset: 1e-5, alternateOffset: 1e-5)
    ], alternateHeadroom: 2.279)

  /// An Exif segment whose maker's note states a headroom of 3 stops: h is 1, g is 0.
  private static let exif: [UInt8] = {
    func entry(_ tag: UInt16, _ type: UInt16, _ count: UInt32, _ value: UInt32) -> [UInt8] {
      JPEGBytes.uint16(Int(tag)) + JPEGBytes.uint16(Int(type)) + JPEGBytes.uint32(Int(count))
        + JPEGBytes.uint32(Int(value))
    }
    let note =
      Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + JPEGBytes.uint16(2) + entry(33, 10, 1, 44)
      + entry(48, 10, 1, 52) + JPEGBytes.uint32(0) + JPEGBytes.uint32(1) + JPEGBytes.uint32(1)
      + JPEGBytes.uint32(0) + JPEGBytes.uint32(1)
    let tiff =
      Array("MM\0*".utf8) + JPEGBytes.uint32(8) + JPEGBytes.uint16(1) + entry(0x8769, 4, 1, 26)
      + JPEGBytes.uint32(0) + JPEGBytes.uint16(1) + entry(0x927C, 7, UInt32(note.count), 44)
      + JPEGBytes.uint32(0) + note
    return JPEGBytes.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }()

  private static func secondary(_ packet: String = Packets.toneMap) throws -> [UInt8] {
    try Pictures.secondary(
      packet, plane: Pictures.ramp(width: 32, height: 24), count: 2, hasIndex: false)
  }

  private static func photo(_ packet: String = Packets.toneMap) throws -> ImageSource {
    let file = MultiPictureBytes(
      before: [MultiPictureBytes.appleJFIF, exif], after: [], coded: Array(try Pictures.photo()[2...]),
      secondaries: [try secondary(packet)])
    return try ImageSource(data: file.bytes)
  }

  @Test("Its numbers are read; the camera's own tags do not apply to it")
  func read() throws {
    let source = try Self.photo()
    let image = try #require(source.auxiliaryImages.first)
    #expect(image.type == .hdrGainMap && source.notes.isEmpty)
    let description = try #require(image.gainMap)
    #expect(description.forms == [.apple] && description.appleHeadroom == nil)
    #expect(description.metadata == Self.metadata)
    // With Apple's own properties the same tags state a headroom: the note is one that is read.
    #expect(try Self.photo(Packets.gainMap).auxiliaryImages.first?.gainMap?.appleHeadroom == 8)
    let curve = try #require(GainCurve(description))
    #expect(abs(curve.gain(of: 0, component: 0) - 0.7022) < 1e-4)
    #expect(abs(curve.gain(of: 1, component: 0) - 4.8534) < 1e-4)
  }

  @Test("An edit leaves it as it is, byte for byte")
  func edit() throws {
    var destination = try ImageDestination(from: Self.photo())
    try destination.addAuxiliaryImage(WriterSupport.matte())
    let bytes = try destination.finalize().data
    #expect(bytes.firstRange(of: try Self.secondary()) != nil)
    let written = try ImageSource(data: bytes)
    #expect(written.auxiliaryImages.count == 2)
    #expect(written.auxiliaryImages.first { $0.type.isGainMap }?.gainMap?.metadata == Self.metadata)
  }

  @Test(arguments: [GainMapDescription.Form.iso, .ultraHDR])
  func describedInAnotherForm(_ form: GainMapDescription.Form) throws {
    var destination = try ImageDestination(from: Self.photo())
    try destination.describeGainMap(as: [form])
    let written = try ImageSource(data: destination.finalize().data)
    let description = try #require(written.auxiliaryImages.first { $0.type.isGainMap }?.gainMap)
    #expect(description.forms == [form] && description.metadata?.isSame(as: Self.metadata) == true)
  }

  @Test("In HEIC it means the same")
  func converted() throws {
    let destination = try ImageDestination(encoding: Self.photo(), as: .heif, quality: 80)
    let written = try ImageSource(data: destination.finalize().data)
    let image = try #require(written.auxiliaryImages.first { $0.type.isGainMap })
    #expect(image.gainMap?.metadata?.isSame(as: Self.metadata) == true)
    #expect(image.gainMap?.forms.contains(.ultraHDR) == false)
  }

  @Test("Apple's own form does not say the same: a smallest gain below 0 is refused by name")
  func headroom() throws {
    var destination = try ImageDestination(from: Self.photo())
    let error = #expect(throws: AuxError(.unsupported, "")) { try destination.describeGainMap(as: [.apple]) }
    #expect(error?.reason.contains("smallest gain") == true)
  }
}
