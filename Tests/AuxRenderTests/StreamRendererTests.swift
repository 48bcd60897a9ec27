import AuxKernels
import AuxRender
import TestSupport
import Testing

@Suite("Streams in memory and in files")
struct StreamRendererTests {
  private func map(_ value: Float, width: Int = 6, height: Int = 4) throws -> NormalisedMap {
    try NormalisedMap(
      width: width, height: height, values: [Float](repeating: value, count: width * height))
  }

  /// Returns the first code of each frame, filtered in memory.
  private func filtered(
    _ clip: Clip, _ depth: DepthInput, _ renderer: consuming StreamRenderer
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var counts: [Int] = []
    var renderer = renderer
    let count = try renderer.render(
      Y4MInput(data: clip.bytes), depth: depth, progress: { counts.append($0) }
    ) { bytes += $0 }
    #expect(count == clip.frames.count && counts == Array(1..<count + 1))
    return try Clip.codes(bytes)
  }

  @Test("A filter of your own over a stream, with maps that a program makes")
  func ownFilter() throws {
    let clip = try Clip([10, 100, 200])
    var values: [Float] = [0, 0.5, 1]
    let depth = DepthInput(maps: { () throws(AuxError) in
      guard !values.isEmpty else { return nil }
      let value = values.removeFirst()
      return try NormalisedMap(width: 6, height: 4, values: [Float](repeating: value, count: 24))
    })
    #expect(try filtered(clip, depth, StreamRenderer(filter: Fog())) == [220, 160, 200])
    // Half of the light of the frame itself: 10 and 220 of the power 2.4.
    var options = StreamOptions()
    options.mixer = try EffectMixer(mix: 0.5)
    let video = DepthInput(Y4MInput(data: try Clip([0, 255, 255]).bytes))
    #expect(try filtered(clip, video, StreamRenderer(filter: Fog(), options: options)) == [165, 100, 200])
  }

  @Test("The header has the size of both eyes' frames, which do not mix with those they are made of")
  func stereo() throws {
    let depth = { DepthInput(Y4MInput(data: try Clip([0, 90]).bytes)) }
    for (layout, size) in [
      (.leftRight, "W12 H4"), (.topBottom, "W6 H8"), (.bottomTop, "W6 H8"), (.halfWidth, "W6 H4"),
      (.halfHeight, "W6 H4"), (.anaglyph, "W6 H4"),
    ] as [(Stereo.Layout, String)] {
      var options = EffectOptions()
      options.layout = layout
      var renderer = try StreamRenderer(.stereo, options)
      var bytes: [UInt8] = []
      try renderer.render(Y4MInput(data: Clip([50, 50]).bytes), depth: depth()) { bytes += $0 }
      #expect(bytes.starts(with: Array("YUV4MPEG2 \(size) ".utf8)), "\(layout)")
      let reader = Y4MInput(data: bytes)
      var count = 0
      while let frame = try reader.next() {
        #expect(frame.bytes.prefix(24).allSatisfy { (49...51).contains($0) } || layout == .anaglyph)
        count += 1
      }
      #expect(count == 2)
    }
    var mixed = StreamOptions()
    mixed.mixer = try EffectMixer(mix: 0.5)
    var renderer = try StreamRenderer(.stereo, options: mixed)
    #expect(throws: AuxError(.usage, "")) {
      try renderer.render(Y4MInput(data: Clip([50]).bytes), depth: depth()) { _ in }
    }
  }

  @Test("Without a filter, or with nothing of it, frames go out as they came")
  func plain() throws {
    let clip = try Clip([3, 2, 1])
    let depth = { DepthInput(Y4MInput(data: try Clip([0, 0, 0]).bytes)) }
    var bytes: [UInt8] = []
    var renderer = try StreamRenderer(.none)
    try renderer.render(Y4MInput(data: clip.bytes), depth: depth()) { bytes += $0 }
    #expect(try bytes.count == clip.bytes.count && Clip.codes(bytes) == [3, 2, 1])
    var options = StreamOptions()
    options.mixer = try EffectMixer(mix: 0)
    #expect(try filtered(clip, depth(), StreamRenderer(.rosy, options: options)) == [3, 2, 1])
    // No frame, but a stream nevertheless.
    bytes = []
    try renderer.render(Y4MInput(data: Clip([]).bytes), depth: depth()) { bytes += $0 }
    #expect(bytes.starts(with: Array("YUV4MPEG2 W6 H4 ".utf8)))
  }

  @Test("Frames from elsewhere, of one video after the other")
  func pushed() throws {
    let clip = try Clip([1, 2, 3])
    var options = StreamOptions()
    options.smoother = try TemporalSmoother()
    var renderer = try StreamRenderer(.grayscale, options: options)
    for value: Float in [0.2, 0.8] {
      for frame in clip.frames {
        #expect(try renderer.render(frame, map: map(value)).bytes[0] == UInt8((value * 255).rounded()))
      }
      #expect(throws: AuxError(.usage, "")) {
        try renderer.render(Clip([1], width: 12, height: 8).frames[0], map: map(value))
      }
      renderer.reset()
    }
    options.jobs = 0
    #expect(throws: AuxError(.usage, "")) { try StreamRenderer(.grayscale, options: options) }
  }

  @Test("Depth that states another rate is refused, unless it is the same but for rounding")
  func rates() throws {
    let clip = try Clip([0, 0])
    func codes(_ rate: (Int, Int)) throws -> [UInt8] {
      let depth = DepthInput(Y4MInput(data: try Clip([0, 15], rate: rate).bytes))
      return try filtered(clip, depth, StreamRenderer(.grayscale))
    }
    let error = #expect(throws: AuxError(.usage, "")) { try codes((10, 1)) }
    #expect(error?.reason.contains("10.0 frames per second and the color 30.0") == true)
    for rate in [(30_000, 1001), (0, 0)] { #expect(try codes(rate) == [0, 15]) }
  }

  @Test("Depth of another aspect ratio, or that ends early")
  func misfits() throws {
    let clip = try Clip([1, 2])
    let wide = { DepthInput(Y4MInput(data: try Clip([5, 5], width: 8).bytes)) }
    let error = #expect(throws: AuxError(.usage, "")) {
      try filtered(clip, wide(), StreamRenderer(.grayscale))
    }
    #expect(error?.remedy == .stretch)
    var options = StreamOptions()
    options.mayStretch = true
    #expect(try filtered(clip, wide(), StreamRenderer(.grayscale, options: options)) == [5, 5])
    let short = DepthInput(Y4MInput(data: try Clip([5]).bytes))
    let early = #expect(throws: AuxError(.truncated, "")) {
      try filtered(clip, short, StreamRenderer(.grayscale))
    }
    #expect(early?.reason == "the depth ends after 1 frames, and the color has at least 2")
  }

  @Test("A folder of depth into a file that appears whole, or not at all")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("z")
    // Distances in metres: 0.5 and more count as nearness 2 to 0; 10 comes after 9.
    for (index, metres) in [(8, 1), (9, 2), (10, 4)] as [(Int, Float)] {
      let plane = PixelPlane(width: 6, height: 4, known: .float([Float](repeating: metres, count: 24)))
      try folder.write(MapFile.encode(plane, as: .pfm), to: "z/z\(index).pfm")
    }
    let options = try DepthFrameOptions(near: 0.5, far: .infinity)
    var renderer = try StreamRenderer(.grayscale)
    let sink = try FrameSink(folder.path("o.y4m"))
    #expect(!Files.exists(folder.path("o.y4m")))
    try renderer.render(
      Y4MInput(folder.write(Clip([0, 0, 0]).bytes, to: "c.y4m")),
      depth: DepthInput(folder.path("z"), options: options), to: sink)
    #expect(try Clip.codes(folder.read("o.y4m")) == [128, 64, 32])
    #expect(throws: AuxError(.cannotCreate, "")) { try FrameSink(folder.path("o.y4m")) }
    // An unfinished stream leaves the old file as it is.
    do {
      let unfinished = try FrameSink(folder.path("o.y4m"), options: .replacing)
      try unfinished.write([1, 2, 3])
    }
    #expect(try folder.names == ["c.y4m", "o.y4m", "z"])
    #expect(try Clip.codes(folder.read("o.y4m")) == [128, 64, 32])
    // No number is there.
    #expect(throws: AuxError(.inputMissing, "")) { try DepthInput(folder.path("z/y%d.pfm")) }
  }

  /// Background is farthest in every frame, and takes no part in the range; holes are holes.
  @Test("Background is far, and codes with a unit are distances")
  func background() throws {
    let folder = try TemporaryFolder()
    func write(_ storage: PixelPlane.Storage, _ name: String, _ kind: MapFile.Kind) throws {
      try folder.write(MapFile.encode(PixelPlane(width: 5, height: 1, known: storage), as: kind), to: name)
    }
    try write(.float([1, 1e10, 4, .infinity, 2]), "f0.pfm", .pfm)
    try write(.float([.infinity, 1e10, 1e9, .nan, 0]), "f1.pfm", .pfm)
    let input = try DepthInput(folder.path("f%d.pfm"))
    #expect(try input.next()?.values == [1, 0, 0, 0, Float((0.5 - 0.25) / 0.75)])
    let empty = try #require(try input.next())
    #expect(empty.values[..<3] == [0, 0, 0] && empty.values[3].isNaN && empty.values[4].isNaN)
    let far = try DepthInput(folder.path("f%d.pfm"), options: DepthFrameOptions(near: nil, far: 8))
    #expect(try far.next()?.values == [1, 0, Float(0.125 / 0.875), 0, Float(0.375 / 0.875)])

    try write(.uint16([1000, 0, 4000, 2000, 1000]), "m0.png", .png)
    var options = DepthFrameOptions()
    options.unit = .millimetres
    let metres = try #require(try DepthInput(folder.path("m%d.png"), options: options).next())
    #expect(metres.values[0] == 1 && metres.values[1].isNaN && metres.values[2] == 0)
    #expect(abs(metres.values[3] - 1 / 3) < 1e-6)
  }

  @Test("Distances that make no range, and one for a source that has none")
  func ranges() throws {
    for (near, far) in [(0, 1), (2, 1), (1, 1), (-1, 2), (.nan, 1), (1, .nan)] as [(Float, Float)] {
      #expect(throws: AuxError(.usage, "")) { try DepthFrameOptions(near: near, far: far) }
    }
    let folder = try TemporaryFolder()
    try folder.write(Clip([0]).bytes, to: "c.y4m")
    let error = #expect(throws: AuxError(.usage, "")) {
      try DepthInput(folder.path("c.y4m"), options: DepthFrameOptions(near: 1, far: 2))
    }
    #expect(error?.path == folder.path("c.y4m"))
    let missing = #expect(throws: AuxError(.inputMissing, "")) { try DepthInput(folder.path("none.y4m")) }
    #expect(missing?.path == folder.path("none.y4m"))
  }
}
