import AuxImage
import AuxKernels
import AuxMaps
import AuxWriter
import TestSupport
import Testing

@Suite("Maps written part by part")
struct MapPartsTests {
  /// Wider than a part has samples, so that there are several parts.
  private static let width = 90_000

  private static func map(_ quantity: DepthQuantity) throws -> DepthMap {
    var values = (0..<width * 7).map { 0.25 + Float($0 % 977) / 16 }
    (values[5], values[width * 3]) = (.nan, quantity == .depth ? .infinity : 0)
    // Beyond the halves, and its reciprocal too.
    (values[width * 6], values[width * 6 + 1]) = (1e6, 1e-6)
    return try DepthMap(values, width: width, height: 7, quantity: quantity)
  }

  @Test(
    "The bytes are those of the map as a whole", arguments: [DepthQuantity.depth, .disparity],
    [MapFile.Kind.npy, .raw, .pfm, .exr])
  func sameBytes(_ quantity: DepthQuantity, _ kind: MapFile.Kind) throws {
    let folder = try TemporaryFolder()
    for format in PixelFormat.depthFormats.map(Optional.some) + [nil] {
      let own = kind == .raw ? quantity.float32Format : .fdep
      let whole = try MapExport(
        Self.map(quantity).reading().depthData(as: format ?? own, keepsHoles: true)
      ).encoded(as: kind)
      let name = "\(format?.name ?? "own").\(kind.rawValue)"
      try OutputFile.write(
        Self.map(quantity).intoReading(), as: format, kind: kind, to: folder.path(name))
      #expect(try folder.read(name) == whole, "\(name)")
    }
    #expect(throws: AuxError(.usage, "")) {
      try OutputFile.write(
        Self.map(quantity).intoReading(), as: .L008, kind: kind, to: folder.path("no"))
    }
    #expect(throws: AuxError(.cannotCreate, "")) {
      try OutputFile.write(
        Self.map(quantity).intoReading(), kind: kind, to: folder.path("own.\(kind.rawValue)")
      )
    }
  }

  @Test("A map that is held elsewhere keeps its samples")
  func otherHolders() throws {
    let map = try Self.map(.depth)
    let copy = map
    let reading = try copy.intoReading()
    #expect(reading.values.counts.holes == 1)
    #expect(try map.samples.storage != .uint8([]) && map.samples.data() == Self.map(.depth).samples.data())
    // What adds a map to a photo leaves it as it is, too.
    let placement = MapPlacement(on: PrimaryImage(width: Self.width, height: 7))
    let first = try MapAttachment(map, on: placement)
    #expect(try MapAttachment(map, on: placement).image == first.image && first.counts.background == 1)
  }

  @Test("Files are read as bytes in memory are, headers of much white space too")
  func files() throws {
    let folder = try TemporaryFolder()
    let plane = PixelPlane(width: 3, height: 2, known: .float([1, 2, 3, 4, 5, .nan]))
    let floats = try MapFile.encode(plane, as: .pfm)
    let spaced =
      Array("Pf".utf8) + [UInt8](repeating: 0x20, count: 5000) + Array("3 2\n-1.0\n".utf8) + floats.suffix(24)
    let files: [String: [UInt8]] = [
      "a.pfm": floats, "b.pfm": spaced, "c.npy": try MapFile.encode(plane, as: .npy),
      "d.npy": try MapFile.encode(PixelPlane(width: 2, height: 1, known: .uint8([7, 9])), as: .npy),
    ]
    for (name, bytes) in files {
      let path = try folder.write(bytes, to: name)
      #expect(try MapFile.read(path).data() == MapFile.decode(bytes).data(), "\(name)")
      for cut in [1, bytes.count / 2, bytes.count - 1] {
        let short = try folder.write(Array(bytes[..<cut]), to: "cut-\(cut)-" + name)
        #expect(throws: AuxError.self) { try MapFile.read(short) }
      }
    }
  }
}
