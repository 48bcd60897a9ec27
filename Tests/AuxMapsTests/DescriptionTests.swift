import AuxImage
import AuxKernels
import AuxMaps
import Testing

/// Maps, readings and names print by standard names.
@Suite struct DescriptionTests {
  @Test func mapsAndReadings() throws {
    let values: [Float] = [1, 2, .nan, .infinity, 4, 8]
    let map = try DepthMap(values, width: 3, height: 2)
    #expect("\(map)" == "3x2 float")
    let reading = try map.reading()
    #expect("\(reading)" == "depth 3x2, 1 holes, 1 background, 0 clamped")
    #expect("\(MapExport(try reading.depthData(as: .fdep)))" == "3x2 float, fdep")
    let attachment = try MapAttachment(
      map, on: MapPlacement(on: PrimaryImage(width: 3, height: 2, orientation: .up)))
    #expect("\(attachment)" == "\(attachment.image)")
    let same = try attachment.difference(from: attachment.image)
    #expect("\(same)".hasPrefix("max ") && "\(same)".hasSuffix(" 1/m") || "\(same)".hasSuffix(" m"))
  }

  @Test func names() {
    #expect(MapConvention.allCases.map { "\($0)" } == MapConvention.allCases.map(\.rawValue))
    #expect(
      "\(MapConvention.depthAnything) \(LengthUnit.millimetres) \(MapFile.Kind.npy)"
        == "depth-anything mm npy")
  }
}
