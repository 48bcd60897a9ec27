import AuxRender
import Testing

/// Streams and effects print by the names that Y4M and the list of effects have for them.
@Suite struct DescriptionTests {
  @Test func streams() throws {
    let format = try FrameFormat(width: 6, height: 4, chroma: .centred420, range: .limited)
    #expect("\(format)" == "6x4 420jpeg LIMITED BT601")
    #expect(
      FrameFormat.Chroma.allCases.map { "\($0)" } == [
        "420jpeg", "420mpeg2", "420paldv", "422", "444", "mono",
      ])
    #expect("\(FrameFormat.Range.full)" == "FULL")
    #expect(FrameMatrix.allCases.map { "\($0)" } == ["BT601", "BT709", "BT2020"])
    let deep = try FrameFormat(width: 1920, height: 1080, chroma: .left422, range: .full, bits: 12)
    #expect("\(deep)" == "1920x1080 422p12 FULL BT709")
    let frame = try #require(Clip([7]).frames.first)
    #expect("\(frame)" == "6x4 mono FULL BT601")
    let header = Y4MHeader(format: format, frameRate: (30, 1))
    #expect("\(header)" == "YUV4MPEG2 W6 H4 F30:1 Ip A0:0 C420jpeg XCOLORRANGE=LIMITED")
    #expect(Array("\(header)\n".utf8) == header.serialized())
  }

  @Test func effectsAndMaps() throws {
    #expect(Effect.all.map { "\($0)" } == Effect.all.map(\.name))
    let map = try NormalisedMap(width: 2, height: 1, disparities: [0.5, 2.5])
    #expect("\(RenderMap(map))" == "2x1, 0.5...2.5 1/m")
  }
}
