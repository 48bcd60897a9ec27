import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite("AVIF of other makers")
struct AVIFSampleTests {
  @Test(
    "A sequence says its depth track, and the container is AVIF",
    .enabled(if: Samples.path("libavif_animated_depth_track.avif") != nil))
  func depthTrack() throws {
    let source = try ImageSource(#require(Samples.path("libavif_animated_depth_track.avif")))
    #expect(source.container == .avif)
    #expect(
      source.auxiliaryTracks == [
        AuxiliaryTrack(
          number: 2, identifier: "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", width: 150, height: 150,
          codec: "av1", frameCount: 5)
      ])
    #expect(source.json.text.contains(#""auxiliaryTracks":[{"track":2,"type":"disparity","#))
  }

  @Test("A photo has no tracks, and its JSON no list of them")
  func photo() throws {
    let source = try ImageSource(data: Pictures.photo())
    #expect(source.auxiliaryTracks.isEmpty && !source.json.text.contains("auxiliaryTracks"))
  }
}
