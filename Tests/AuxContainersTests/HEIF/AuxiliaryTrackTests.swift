import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("Tracks of auxiliary images beside a sequence")
struct AuxiliaryTrackTests {
  private static let urn = "urn:mpeg:mpegB:cicp:systems:auxiliary:depth"

  private static func sampleEntry(_ type: FourCharacterCode, _ boxes: [Box]) -> Box {
    // Reserved, data reference 1, predefined, 150x90, resolutions, one frame, name, depth 24.
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16) + [0, 150, 0, 90]
    bytes += [0, 72, 0, 0, 0, 72, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 32)
    bytes += [0, 24, 0xFF, 0xFF]
    for box in boxes { bytes += HEIFSupport.serialized(box.serialize) }
    return Box(type, bytes)
  }

  private static func track(
    _ number: UInt8, handler: FourCharacterCode, entry: Box, version: UInt8 = 1, frames: UInt8 = 5
  ) -> Box {
    let times = [UInt8](repeating: 0, count: version == 1 ? 16 : 8)
    let header = Box(
      "tkhd", [version, 0, 0, 1] + times + [0, 0, 0, number] + [UInt8](repeating: 0, count: 60))
    let description = Box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + HEIFSupport.serialized(entry.serialize))
    let sizes = Box("stsz", [0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, frames])
    let table = Box("stbl", boxes: [description, sizes])
    let media = Box("mdia", boxes: [Box("hdlr", HandlerBox(handler).serialize), Box("minf", boxes: [table])])
    return Box("trak", boxes: [header, media])
  }

  private static func auxi(_ urn: String) -> Box { Box("auxi", [0, 0, 0, 0] + Array(urn.utf8) + [0]) }

  private static func found(_ tracks: [Box]) throws -> (tracks: [AuxiliaryTrack], faults: [AuxError]) {
    var builder = HEIFBuilder.standard()
    builder.middle = { _ in [Box("moov", boxes: [Box("mvhd", [1])] + tracks)] }
    let source = MemoryByteSource(builder.bytes())
    return try HEIFFile(source).auxiliaryTracks(from: source)
  }

  @Test("A track says its type, size, codec and frames; other tracks do not count")
  func described() throws {
    let result = try Self.found([
      Self.track(1, handler: "pict", entry: Self.sampleEntry("av01", [])),
      Self.track(
        2, handler: "auxv",
        entry: Self.sampleEntry("av01", [Box("av1C", [0x81, 0, 0x1C, 0]), Self.auxi(Self.urn)])),
      Self.track(3, handler: "auxv", entry: Self.sampleEntry("xxxx", []), version: 0, frames: 1),
    ])
    #expect(result.faults.isEmpty)
    #expect(
      result.tracks == [
        AuxiliaryTrack(number: 2, identifier: Self.urn, width: 150, height: 90, codec: "av1", frameCount: 5),
        AuxiliaryTrack(number: 3, identifier: nil, width: 150, height: 90, codec: "xxxx", frameCount: 1),
      ])
    #expect(result.tracks.map(\.type) == [.disparity, nil])
    #expect(
      result.tracks[0].json.text
        == #"{"track":2,"type":"disparity","identifier":"\#(Self.urn)","width":150,"height":90,"frames":5,"codec":"av1"}"#
    )
  }

  @Test("A track that is cut short is a fault, and the others are described")
  func damaged() throws {
    let good = Self.track(2, handler: "auxv", entry: Self.sampleEntry("av01", [Self.auxi(Self.urn)]))
    let cut = Self.track(3, handler: "auxv", entry: Box("av01", [0, 0, 0]))
    let open = Self.track(
      4, handler: "auxv", entry: Self.sampleEntry("av01", [Box("auxi", [0, 0, 0, 0, 65])]))
    let bare = Box("trak", boxes: [Box("mdia", boxes: [Box("hdlr", HandlerBox("auxv").serialize)])])
    let result = try Self.found([cut, open, bare, good])
    #expect(result.tracks.map(\.number) == [2])
    #expect(result.faults.map(\.code) == [.truncated, .truncated, .malformed])
    #expect(result.faults.allSatisfy { $0.place.contains("moov/trak") })
  }

  @Test("A file without a movie has none")
  func none() throws {
    let source = MemoryByteSource(HEIFBuilder.standard().bytes())
    let found = try HEIFFile(source).auxiliaryTracks(from: source)
    #expect(found.tracks.isEmpty && found.faults.isEmpty)
  }
}
