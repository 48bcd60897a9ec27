import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxMaps
import TestSupport
import Testing

/// Files that numpy, tifffile and the OpenEXR package wrote.
@Suite struct MapFixtureTests {
  static let exact = MapFixtures.names("npy", "npz", "tif", "exr").filter {
    !["smooth", "cropped"].contains(MapFixtures.kind($0))
  }

  @Test func fixturesAreThere() {
    #expect(Self.exact.count > 90)
  }

  @Test(arguments: exact) func samplesAreThoseOfTheFile(name: String) throws {
    let plane = try MapFile.decode(try MapFixtures.bytes(name))
    let expected = MapFixtures.plane(MapFixtures.kind(name))
    #expect(plane.sampleType == expected.sampleType)
    #expect(plane.width == expected.width && plane.height == expected.height)
    #expect(plane.data() == expected.data())
  }

  @Test(arguments: MapFixtures.names("smooth.exr")) func lossyCodingsAreClose(name: String) throws {
    let plane = try MapFile.decode(try MapFixtures.bytes(name))
    let values: [Float]
    switch plane.storage {
    case .half(let bits): values = Half.decode(bits)
    case .float(let floats): values = floats
    default: throw MissingFloats()
    }
    guard case .float(let expected) = MapFixtures.plane("smooth").storage else { throw MissingFloats() }
    let (greatest, _, count) = Difference.compare(values, expected)
    #expect(count == MapFixtures.width * MapFixtures.height)
    #expect(greatest < 1.5)
  }

  @Test(arguments: MapFixtures.names("cropped.exr")) func theDisplayWindowIsThePlane(name: String) throws {
    let plane = try MapFile.decode(try MapFixtures.bytes(name))
    guard case .float(let values) = plane.storage,
      case .float(var expected) = MapFixtures.plane("cropped").storage
    else { throw MissingFloats() }
    #expect(plane.width == MapFixtures.width && plane.height == MapFixtures.height)
    if name.contains("inside") {
      for index in expected.indices where !(7...26).contains(index % MapFixtures.width) {
        expected[index] = .nan
      }
    }
    #expect(values.map(\.bitPattern) == expected.map(\.bitPattern))
  }

  @Test func orientationIsNotApplied() throws {
    let oriented = try MapFile.decode(MapFixtures.bytes("tifffile-oriented.u16.tif"))
    #expect(try oriented == MapFile.decode(MapFixtures.bytes("tifffile-plain.u16.tif")))
  }

  @Test func anOpenEXRFileIsReadAndOpenedOnce() throws {
    let bytes = try MapFixtures.bytes("openexr-rgbaz.f32.exr")
    let count = try ParseCount { _ = try MapFile.content(of: bytes) }
    #expect(count.counts == [.exrHeaders(of: bytes.count): 1, .decodedFile(bytes): 1])
  }

  @Test func keysAndChannelsCanBeNamed() throws {
    let archive = try MapFixtures.bytes("numpy-depth.f32.npz")
    let other = try MapFile.decode(archive, options: MapFile.Options(key: "other"))
    #expect(other == MapFixtures.plane("u8"))
    #expect(throws: AuxError(.usage, "")) { try MapFile.decode(archive, options: .init(key: "absent")) }
    #expect(throws: AuxError(.unsupported, "")) {
      try MapFile.decode(archive, options: .init(key: "focallength_px"))
    }

    let image = try MapFixtures.bytes("openexr-rgbaz.f32.exr")
    let red = try MapFile.decode(image, options: MapFile.Options(channel: "R"))
    #expect(red.data().allSatisfy { $0 == 0 })
    let error = #expect(throws: AuxError(.usage, "")) { try EXRMapCodec.decode(image, channel: "Q") }
    #expect(error?.reason.contains("Z, A, B, G, R") == true)
    #expect(throws: AuxError(.usage, "")) {
      try MapFile.decode(image, options: MapFile.Options(key: "depth"))
    }
    #expect(throws: AuxError(.usage, "")) {
      try MapFile.decode(archive, options: MapFile.Options(channel: "Z"))
    }
  }
}

struct MissingFloats: Error {}
