import AuxImage
import TestSupport
import Testing

@testable import AuxRender

@Suite("Where streams go")
struct FrameSinkTests {
  @Test("A name that says nothing, or something else, is refused")
  func names() throws {
    let folder = try TemporaryFolder()
    for name in ["out", "out.txt", "out.y4m.gz"] {
      let error = #expect(throws: AuxError(.usage, "")) { try FrameSink(folder.path(name)) }
      #expect(error?.remedy == .nameVideo && error?.path == folder.path(name))
    }
    #expect(try folder.names.isEmpty)
    let sink = try FrameSink(folder.path("OUT.Y4M"))
    try sink.write([1])
    try sink.finish()
    #expect(try folder.names == ["OUT.Y4M"])
  }

  @Test("What FFmpeg is asked for")
  func arguments() {
    #expect(
      VideoProgram.arguments(format: "matroska", matrix: nil).joined(separator: " ")
        == "ffmpeg -hide_banner -loglevel error -f yuv4mpegpipe -i pipe:0 -f matroska -y /dev/fd/3")
    let tagged = VideoProgram.arguments(format: "mp4", matrix: .bt2020)
    #expect(tagged.contains("setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=bt2020-10"))
  }
}
