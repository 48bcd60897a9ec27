import AuxImage
import AuxKernels
import AuxMaps
import Testing

@Suite struct MapConventionTests {
  private func floats(_ values: [Float]) -> PixelPlane {
    PixelPlane(width: values.count, height: 1, storage: .float(values))
  }

  private func values(
    _ convention: MapConvention, _ map: PixelPlane, near: Double? = nil, far: Double? = nil, scale: Double = 1
  ) throws -> (DepthQuantity, [Float], holes: Int) {
    let (map, interpretation) = try convention.reading(of: map, near: near, far: far, scale: scale)
    let result = try interpretation.values(of: map)
    return (interpretation.quantity, result.values, result.holesFilled)
  }

  @Test func namesAreThoseOfTheCommandLine() {
    #expect(
      MapConvention.allCases.map(\.rawValue)
        == ["apple", "midas", "depth-anything", "metric", "zoedepth", "depth-pro", "blender"])
    #expect(MapConvention.allCases.filter(\.facts.isRelative) == [.midas, .depthAnything])
    #expect(MapConvention.midas.facts.accuracy == .relative)
    #expect(MapConvention.midas.facts.quantity == .disparity)
    #expect(MapConvention.depthPro.facts.quantity == .depth)
  }

  @Test(arguments: [MapConvention.apple, .metric, .zoedepth, .depthPro, .blender])
  func metricFloatsAreMetres(convention: MapConvention) throws {
    let (quantity, metres, holes) = try values(convention, floats([1, 2.5, .nan, 1e10, 4]))
    #expect(quantity == .depth && holes == 2)
    #expect(metres[0] == 1 && metres[1] == 2.5 && metres[4] == 4)
  }

  @Test func sceneUnitsAreScaled() throws {
    let (_, metres, holes) = try values(.blender, floats([100, 1e10, 250]), scale: 0.01)
    #expect(metres[0] == 1 && metres[2] == 2.5 && holes == 1)
  }

  @Test(arguments: [MapConvention.midas, .depthAnything])
  func relativeInverseDepthIsSpread(convention: MapConvention) throws {
    // Shifted below zero, which is no hole here.
    let (quantity, disparity, holes) = try values(convention, floats([-3, 0, 3]), near: 1, far: 4)
    #expect(quantity == .disparity && holes == 0)
    #expect(disparity == [0.25, 0.625, 1])
    let codes = PixelPlane(width: 2, height: 1, storage: .uint8([0, 255]))
    #expect(try values(convention, codes, near: 1, far: 4).1 == [0.25, 1])
    #expect(throws: AuxError(.usage, "")) { try values(convention, codes) }
    #expect(throws: AuxError(.usage, "")) { try values(convention, floats([1, 2])) }
    #expect(throws: AuxError(.usage, "")) { try values(convention, floats([1, 1]), near: 1, far: 4) }
    #expect(throws: AuxError(.usage, "")) { try values(convention, floats([1, 2]), near: 1, far: .infinity) }
  }

  @Test func stepsAreMetresAndZeroIsAHole() throws {
    let codes = PixelPlane(width: 3, height: 1, storage: .uint16([256, 0, 1024]))
    let (quantity, metres, holes) = try values(.zoedepth, codes)
    #expect(quantity == .depth && holes == 1)
    #expect(metres[0] == 1 && metres[2] == 4)
    #expect(try values(.metric, codes).1[2] == 1.024)
    let small = PixelPlane(width: 1, height: 1, storage: .uint8([9]))
    #expect(throws: AuxError(.usage, "")) { try values(.zoedepth, small) }
  }

  @Test func polarityIsTheConventions() throws {
    let codes = PixelPlane(width: 2, height: 1, storage: .uint8([0, 255]))
    #expect(try values(.apple, codes, near: 1, far: 4).1 == [1, 4])
    #expect(try values(.blender, codes, near: 1, far: 4).1 == [1, 4])
    #expect(try values(.depthPro, codes, near: 1, far: 4).1 == [4, 1])
  }
}
