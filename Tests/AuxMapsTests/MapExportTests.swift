import AuxImage
import AuxMaps
import TestSupport
import Testing

/// The way back: auxiliary images as map files.
struct MapExportTests {
  private let disparity: StoredAuxiliaryImage
  private let matte: StoredAuxiliaryImage

  init() throws {
    disparity = try SmallImages.disparity()
    matte = try SmallImages.matte()
  }

  private static func plane(
    _ image: StoredAuxiliaryImage, _ kind: MapFile.Kind, as format: PixelFormat? = nil
  ) throws -> PixelPlane {
    try MapFile.decode(MapExport(image, as: format).encoded(as: kind))
  }

  /// White is near, whichever way the values go.
  @Test func picturesHaveWhiteNear() throws {
    #expect(try Self.plane(disparity, .png).storage == .uint16([0, 21845, 65535]))
    #expect(try Self.plane(disparity, .png, as: .fdep).storage == .uint16([0, 43690, 65535]))
    #expect(try Self.plane(disparity, .png, as: .L008).storage == .uint8([0, 85, 255]))
    #expect(try Self.plane(matte, .png).storage == .uint8([0, 51, 255]))
    let holes = try DepthData(
      depthDataType: .fdis, depthDataMap: PixelPlane(width: 2, height: 1, known: .float([.nan, .nan])))
    #expect(
      try MapFile.decode(MapExport(holes).encoded(as: .png)).storage == .uint16([0, 0]))
  }

  @Test func whatStandsBesideRawSamplesComesBack() throws {
    let folder = try TemporaryFolder()
    let samples = folder.path("map.raw")
    #expect(try RawSidecar(beside: samples) == nil)
    let export = try MapExport(disparity, as: .fdis)
    let sidecar = try #require(export.rawSidecar)
    #expect(sidecar.width == 3 && sidecar.height == 1 && sidecar.pixelFormat == .fdis)
    try folder.write(sidecar.bytes, to: "map.raw.json")
    #expect(RawSidecar.path(of: samples) == folder.path("map.raw.json"))
    #expect(try RawSidecar(beside: samples) == sidecar)
    try folder.write(Array("{}".utf8), to: "map.raw.json")
    let error = #expect(throws: AuxError(.malformed, "")) { try RawSidecar(beside: samples) }
    #expect(error?.path == RawSidecar.path(of: samples))
    try folder.write(Array(repeating: 0x20, count: 65 << 10), to: "map.raw.json")
    #expect(throws: AuxError(.limitExceeded, "")) { try RawSidecar(beside: samples) }
  }

  @Test func valuesAreOfTheirUnitAndMattesOfOne() throws {
    for kind in [MapFile.Kind.pfm, .exr] {
      #expect(try Self.plane(disparity, kind, as: .fdep).storage == .float([4, 2, 1]))
      #expect(try Self.plane(matte, kind).storage == .float([0, 0.2, 1]))
    }
    #expect(try Self.plane(disparity, .exr).storage == .half([0x3400, 0x3800, 0x3C00]))
  }

  @Test func otherKindsHaveTheSamplesAsTheyAre() throws {
    for kind in [MapFile.Kind.npy, .tiff] {
      #expect(try Self.plane(disparity, kind).sampleType == .half)
      #expect(try Self.plane(matte, kind) == matte.codes)
    }
    #expect(try MapExport(matte).encoded(as: .raw) == [0, 51, 255])
  }

  @Test func formatsAreNamedAndMapsTurned() throws {
    #expect(try MapExport(disparity).pixelFormat == .hdis)
    #expect(try MapExport(matte, as: .fdep).pixelFormat == .L008)
    var wide = disparity
    wide.codes = PixelPlane(width: 3, height: 1, known: .uint16([0, 1, 65535]))
    #expect(try MapExport(wide, as: .L008).pixelFormat == .L016)
    let turned = try MapExport(matte, orientation: .down)
    #expect(turned.plane.storage == .uint8([255, 51, 0]))
    #expect(throws: AuxError(.usage, "")) { try MapExport(disparity, as: .L016) }
  }
}
