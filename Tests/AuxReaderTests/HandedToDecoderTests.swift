import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import Synchronization
import TestSupport
import Testing

/// What decoders are handed: one coded item at a time, so that libheif's own code for derived images is never reached.
@Suite struct HandedToDecoderTests {
  /// What decoders are handed: libheif files, and libde265 NAL units.
  private struct Handed {
    var files: [[UInt8]] = []
    var units: [[UInt8]] = []
  }

  private final class Collected: Sendable {
    let all = Mutex(Handed())
  }

  /// Returns what decoders are handed while `body` runs.
  private static func handed(_ body: () throws -> Void) rethrows -> Handed {
    let collected = Collected()
    try ParseEvent.$observer.withValue(
      {
        if case .decodedFile(let bytes) = $0 { collected.all.withLock { $0.files.append(bytes) } }
        if case .decodedUnits(let bytes) = $0 { collected.all.withLock { $0.units.append(bytes) } }
      }, operation: body)
    return collected.all.withLock { $0 }
  }

  /// Expects parameter sets, slices and messages, each after its length, and nothing after the last.
  private static func expectUnits(_ bytes: [UInt8], location: SourceLocation = #_sourceLocation) {
    var at = 0
    while bytes.count - at >= 5 {
      let type = bytes[at + 4] >> 1 & 0x3F
      #expect([0...9, 16...21, 32...40].contains { $0.contains(Int(type)) }, sourceLocation: location)
      at += 4 + bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(at == bytes.count, sourceLocation: location)
  }

  /// Expects so many images, each as NAL units of its own.
  private static func expectImages(
    _ count: Int, _ handed: Handed, location: SourceLocation = #_sourceLocation
  ) {
    #expect(handed.units.count == count && handed.files.isEmpty, sourceLocation: location)
    for units in handed.units { expectUnits(units, location: location) }
  }

  @Test func tilesOfAGridAreHandedOverOneByOne() throws {
    let (builder, _) = try HEIFBuilder.grid(rows: 2, columns: 3, width: 190, height: 120)
    let bytes = builder.bytes()
    let handed = try Self.handed { _ = try ImageSource(data: bytes).primaryPixels() }
    Self.expectImages(6, handed)
  }

  @Test func layersOfAnOverlayAreHandedOverOneByOne() throws {
    var (builder, _) = try HEIFBuilder.grid(rows: 1, columns: 2, width: 128, height: 64)
    let offsets = [OverlayPayload.Offset(left: 0, top: 0), .init(left: 9, top: 9)]
    var payload = ByteWriter()
    OverlayPayload(fill: [0, 0, 0, 0xFFFF], width: 80, height: 70, offsets: offsets).serialize(into: &payload)
    builder.add(101, "iovl", payload.bytes, [CodedTile.extents(80, 70)])
    builder.references.append(.init("dimg", from: 101, to: [1, 2]))
    builder.primaryID = 101
    let bytes = builder.bytes()
    let handed = try Self.handed { _ = try ImageSource(data: bytes).primaryPixels() }
    Self.expectImages(2, handed)
  }

  @Test(arguments: ["grid", "iovl", "iden", "mski", "tmap", "unci"] as [FourCharacterCode])
  func derivedImagesAndMasksAreNeverHandedOver(type: FourCharacterCode) throws {
    var image = try CodedTile.image(seed: 1)
    image.itemType = type
    let handed = Self.handed {
      #expect(throws: AuxError(.unsupported, "")) { try HEIFImageCodec.decodeGray(image) }
      #expect(throws: AuxError(.unsupported, "")) { try HEIFImageCodec.decodePlanes(image) }
    }
    #expect(handed.files.isEmpty && handed.units.isEmpty)
  }

  @Test(.enabled(if: Samples.folder != nil, "\(Samples.absence)"))
  func samplesAreHandedOverItemByItem() throws {
    let names = [
      "fidmaa_depth_allmattes_gainmap.heic", "pillow_pug.heic",
      "brightroom_orientation_right_mirrored_gainmap.heic",
    ]
    for path in names.compactMap(Samples.path) {
      let handed = try Self.handed {
        let source = try ImageSource(path)
        for image in source.auxiliaryImages { _ = try? source.stored(image) }
      }
      #expect(!handed.units.isEmpty && handed.files.isEmpty, "\(path)")
      for units in handed.units { Self.expectUnits(units) }
    }
  }
}
