import AuxImage
import AuxKernels
import AuxMaps
import TestSupport
import Testing

/// Distances in a unit.
struct DistanceTests {
  @Test func scalesHaveNames() throws {
    #expect(DistanceScale(text: "mm")?.perMetre == 1000)
    #expect(DistanceScale(text: "m/5000")?.perMetre == 5000)
    #expect(DistanceScale(text: "m/256")?.perMetre == 256)
    for text in ["", "km", "m/", "m/0", "m/-1", "m/nan", "m/inf", "mm/2", "m/1e-7"] {
      #expect(DistanceScale(text: text) == nil, "\(text)")
    }
    #expect(throws: AuxError(.usage, "")) { try DistanceScale(perMetre: .nan) }
  }

  /// Holes are 0, and so is what 16 bits do not hold, which is counted.
  @Test func codesAreRounded() {
    let coded = LengthCodes.codes(
      [.nan, 0, -1, 0.0004, 0.0005, 1.2344, 65.535, 65.536, 70, .infinity], perMetre: 1000)
    #expect(coded.codes == [0, 0, 0, 0, 1, 1234, 65535, 0, 0, 0])
    #expect(coded.tooFar == 3 && coded.tooNear == 1 && coded.farthest == 70)
    #expect(LengthCodes.codes([.infinity], perMetre: 1).farthest == nil)
  }

  @Test(arguments: [MapFile.Kind.png, .tiff, .exr])
  func distancesComeBackByTheRecord(kind: MapFile.Kind) throws {
    let disparity = try SmallImages.disparity()
    let export = try MapExport(distancesOf: disparity, in: DistanceScale(.millimetres))
    let bytes = try export.encoded(as: kind)
    if kind == .png { #expect(try MapFile.decode(bytes).storage == .uint16([4000, 2000, 1000])) }
    let map = try DepthMap(data: bytes, options: DepthMap.Options(quantity: .disparity))
    let reading = try map.reading(on: MapPlacement(on: PrimaryImage(width: 30, height: 10)))
    #expect(reading.quantity == .depth)
    #expect(try zip(reading.depthData(as: .fdep).values, [4, 2, 1]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func recordsHaveTheUnit() throws {
    var record = MapRecord(type: .disparity, quantity: .depth)
    record.distances = try DistanceScale(perMetre: 5000)
    #expect(MapRecord(text: record.text) == record)
    for unit in ["0", "x", "inf"] {
      #expect(MapRecord(text: "auxdepth map; type=depth; unit=m; per-metre=\(unit)") == nil)
    }
    #expect(MapRecord(text: "auxdepth map; type=depth; unit=1/m; per-metre=1000") == nil)
  }

  @Test func mattesHaveNoDistances() throws {
    let matte = try SmallImages.matte()
    #expect(throws: AuxError(.usage, "")) {
      try MapExport(distancesOf: matte, in: DistanceScale(.metres))
    }
  }

  /// A mean is one of valid samples alone, and nothing but holes is a hole.
  @Test func holesTakeNoPartInAnotherSize() throws {
    let plane = PixelPlane(width: 4, height: 1, known: .float([2, 2, .nan, .nan]))
    let export = MapExport(try DepthData(depthDataType: .fdep, depthDataMap: plane))
    guard case .float(let values) = export.resized(toWidth: 2, height: 1).plane.storage else {
      Issue.record("no floats")
      return
    }
    #expect(values[0] == 2 && values[1].isNaN, "\(values)")
  }
}
