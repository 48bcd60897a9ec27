import AuxImage
import AuxKernels
import AuxRender
import AuxWriter
import TestSupport
import Testing

@Suite("A video of one photo")
struct ParallaxTests {
  private func frames(_ path: String) throws -> [VideoFrame] {
    let input = try Y4MInput(path)
    var frames: [VideoFrame] = []
    while let frame = try input.next() { frames.append(frame) }
    return frames
  }

  private func difference(_ one: VideoFrame, _ two: VideoFrame) -> Double {
    let luma = one.format.width * one.format.height
    return Double(zip(one.bytes[..<luma], two.bytes[..<luma]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
      / Double(luma)
  }

  @Test("It begins with the photo, sways both ways in small steps, and loops")
  func loop() throws {
    let folder = try TemporaryFolder()
    let scene = try Sample.scene()
    try ImageDestination(pixels: scene.photo, as: .png).finalize(to: folder.path("a.png"))
    let map = RenderMap(try NormalisedMap(width: 24, height: 18, values: scene.nearness))
    let renderer = try PhotoRenderer(ImageSource(folder.path("a.png")), map: map, jobs: 2)
    var options = EffectOptions()
    options.stereo = try Stereo(maxShift: 0.04)
    options.loop = try ParallaxLoop(seconds: 2, frameRate: 12)
    var counts: [Int] = []
    let file = try renderer.writeParallax(options, to: folder.path("a.y4m")) { counts.append($0) }
    #expect((file.width, file.height) == (96, 72) && counts == Array(1...24))
    #expect(file.report.effect == .parallax && (file.report.madeUpShare ?? 0) > 0)
    let frames = try frames(folder.path("a.y4m"))
    #expect(frames.count == 24)
    let photo = try VideoFrame(scene.photo, as: frames[0].format, jobs: 1)
    #expect(frames[0] == photo && frames[12] == photo)
    // The ends are the eyes of a stereo pair.
    let eyes = try renderer.pictures(
      .stereo,
      {
        var eyes = options
        eyes.layout = .pair
        return eyes
      }())
    #expect(try frames[6] == VideoFrame(eyes[0], as: photo.format, jobs: 1))
    #expect(try frames[18] == VideoFrame(eyes[1], as: photo.format, jobs: 1))
    let steps = (0..<24).map { difference(frames[$0], frames[($0 + 1) % 24]) }
    let whole = difference(frames[6], frames[18])
    for step in steps { #expect(step < whole * 0.7, "\(step) of \(whole)") }
    #expect(steps[23] <= (steps.max() ?? 0))
    for number in 1..<12 { #expect(frames[number] != frames[24 - number]) }
  }

  @Test("Larger photos are reduced, to even sides")
  func size() throws {
    let folder = try TemporaryFolder()
    try ImageDestination(pixels: Sample.image(101, 75, seed: 5), as: .png).finalize(to: folder.path("a.png"))
    let map = RenderMap(try Sample.map(101, 75, seed: 6))
    let renderer = try PhotoRenderer(ImageSource(folder.path("a.png")), map: map, jobs: 1)
    var options = EffectOptions()
    options.loop = try ParallaxLoop(seconds: 1, frameRate: 4, longerSide: 50)
    let file = try renderer.write(.parallax, options, to: folder.path("a.y4m"))[0]
    #expect((file.width, file.height) == (50, 36))
    #expect(throws: AuxError(.usage, "")) { try renderer.picture(.parallax) }
    #expect(throws: AuxError(.usage, "")) {
      try renderer.write(.parallax, to: folder.path("b.y4m"), keepsAuxiliaryImages: true)
    }
    #expect(throws: AuxError(.usage, "")) { try renderer.write(.parallax, to: folder.path("b.jpg")) }
    for (seconds, rate, side) in [(0.01, 30, 99), (4, 0, 99), (4, 30, 1), (.nan, 30, 99), (0.2, 10, 99)] {
      #expect(throws: AuxError(.usage, "")) {
        try ParallaxLoop(seconds: seconds, frameRate: rate, longerSide: side)
      }
    }
  }
}
