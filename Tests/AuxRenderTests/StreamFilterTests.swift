import AuxKernels
import AuxRender
import Foundation
import TestSupport
import Testing

@Suite("Streams: light, several filters, mattes")
struct StreamFilterTests {
  /// Frames of 4:4:4 in full range and one colour, whose RGB is near that of the codes.
  private func clip(_ frames: [[UInt8]], matrix: VideoFrame.Matrix = .bt709) throws -> [UInt8] {
    let format = try VideoFrame.Format(width: 4, height: 2, chroma: .full444, range: .full, matrix: matrix)
    var header = Y4MHeader(format: format, frameRate: (30, 1))
    header.statesMatrix = true
    var writer = Y4MWriter(header: header)
    var bytes: [UInt8] = []
    for colour in frames {
      let samples = (0..<8).flatMap { _ in colour }
      let image = try PhotoPixels(width: 4, height: 2, rgb8: samples)
      bytes += try writer.bytes(of: VideoFrame(image, as: format, jobs: 1))
    }
    return bytes
  }

  private func gray(_ codes: [UInt8], width: Int = 4, height: Int = 2) throws -> Y4MInput {
    Y4MInput(data: try Clip(codes, width: width, height: height).bytes)
  }

  /// Returns the RGB of the first pixel of each frame.
  private func colours(
    _ bytes: [UInt8], _ renderer: consuming StreamRenderer, depth: [UInt8], matte: MatteInput? = nil
  ) throws -> [[UInt8]] {
    var (renderer, output) = (renderer, [UInt8]())
    try renderer.render(Y4MInput(data: bytes), depth: DepthInput(gray(depth)), matte: matte) { output += $0 }
    let input = Y4MInput(data: output)
    var colours: [[UInt8]] = []
    while let frame = try input.next() { colours.append(Array(frame.rgb(jobs: 1).rgb8[..<3])) }
    return colours
  }

  private func agree(_ one: [[UInt8]], _ two: [[Double]]) -> Bool {
    // Two ways through 8-bit YCbCr round.
    one.count == two.count
      && zip(one, two).allSatisfy { zip($0, $1).allSatisfy { abs(Double($0) - $1) <= 2.6 } }
  }

  @Test(
    "The light of frames is the power 2.4: spotlight, highlight and mixtures",
    arguments: VideoFrame.Matrix.allCases
  )
  func light(matrix: VideoFrame.Matrix) throws {
    // The mask of nearness 0.8 is a half: 0.5 - 0.1 / 2 - ... of a slope of 2 from the end of the plateau at 0.55.
    var options = EffectOptions()
    options.focus = try FocusMask(focus: 0.5, width: 0.1, slope: 2)
    func light(_ code: UInt8) -> Double { pow(Double(code) / 255, 2.4) }
    func code(_ light: Double) -> Double { pow(light, 1 / 2.4) * 255 }
    let colour: [UInt8] = [200, 120, 60]
    let bytes = try clip([colour], matrix: matrix)
    let mask = Double(options.focus.value(at: 204 / 255))
    #expect(abs(mask - 0.5) < 1e-6)

    let spotlight = try colours(bytes, StreamRenderer(.spotlight, options), depth: [204])
    #expect(agree(spotlight, [colour.map { code(light($0) * mask) }]), "\(spotlight)")

    let weights = matrix.light.luminanceWeights
    let luminance = (0..<3).reduce(0) { $0 + Double(weights[$1]) * light(colour[$1]) }
    let highlight = try colours(bytes, StreamRenderer(.highlight, options), depth: [204])
    #expect(agree(highlight, [colour.map { code((light($0) + luminance) / 2) }]), "\(highlight)")

    var mixed = StreamOptions()
    mixed.mixer = try EffectMixer(mix: 0.25)
    let gray = try colours(bytes, StreamRenderer(.grayscale, options: mixed), depth: [204])
    #expect(agree(gray, [colour.map { code(light($0) * 0.75 + light(204) * 0.25) }]), "\(gray)")
  }

  @Test("Codes beyond black and white stay where a filter spares them; gray by depth clips them")
  func beyondWhite() throws {
    let format = try VideoFrame.Format(width: 2, height: 1, chroma: .mono, range: .limited)
    var writer = Y4MWriter(header: Y4MHeader(format: format, frameRate: (30, 1)))
    let bytes = try writer.bytes(of: VideoFrame(format: format, bytes: [255, 2]))
    func first(_ effect: AuxEffect) throws -> [UInt8] {
      var (renderer, output) = (try StreamRenderer(effect), [UInt8]())
      let map = try NormalisedMap(width: 2, height: 1, values: [1, 0])
      try renderer.render(Y4MInput(data: bytes), depth: DepthInput(maps: { () throws(AuxError) in map })) {
        output += $0
      }
      return Array(output.suffix(2))
    }
    #expect(try first(.grayscale) == [235, 16])
    // Nothing is red or blue alone in black and white; the second is black either way.
    #expect(try first(.spotlight)[1] == 2)
  }

  @Test("Several filters are applied in their order, and a mixture is with the frame itself")
  func several() throws {
    let bytes = try clip([[200, 120, 60], [10, 220, 30]])
    let depth: [UInt8] = [102, 153]
    let one = try colours(bytes, StreamRenderer([.rosy, .grayscale]), depth: depth)
    #expect(agree(one, [[102, 102, 102], [153, 153, 153]]))
    let other = try colours(bytes, StreamRenderer([.grayscale, .rosy]), depth: depth)
    #expect(agree(other, [[102, 0, 102], [153, 0, 153]]))
    let three = try colours(bytes, StreamRenderer([.rosy, .none, .blur, .spotlight]), depth: [191, 191])
    #expect(agree(three, [[200, 0, 60], [10, 0, 30]]))
    #expect(throws: AuxError(.usage, "")) { try StreamRenderer([.rosy, .composite]) }
  }

  @Test("A matte spares its white pixels: of Y4M, of files, of any size, smoothed or not")
  func mattes() throws {
    let colour: [UInt8] = [200, 120, 60]
    let bytes = try clip([colour, colour, colour])
    let depth: [UInt8] = [0, 0, 0]
    func spotlight(_ matte: MatteInput?, smooth: Bool = false) throws -> [[UInt8]] {
      var options = StreamOptions()
      options.smoother = smooth ? try TemporalSmoother() : nil
      return try colours(bytes, StreamRenderer(.spotlight, options: options), depth: depth, matte: matte)
    }
    let (black, whole) = ([0.0, 0, 0], colour.map(Double.init))
    #expect(agree(try spotlight(nil), [black, black, black]))
    for smooth in [false, true] {
      let matte = try spotlight(MatteInput(gray([255, 0, 255])), smooth: smooth)
      #expect(agree(matte, [whole, black, whole]), "\(matte)")
      #expect(
        agree(
          try spotlight(MatteInput(gray([0, 255, 0], width: 8, height: 4)), smooth: smooth),
          [black, whole, black]))
    }
    let folder = try TemporaryFolder()
    for (index, share) in [1, 0, 7].enumerated() {
      let plane = PixelPlane(width: 2, height: 1, known: .float([Float](repeating: Float(share), count: 2)))
      try folder.write(MapFile.encode(plane, as: .pfm), to: "m\(index).pfm")
    }
    #expect(agree(try spotlight(MatteInput(folder.path("m%d.pfm"))), [whole, black, whole]))
    let short = #expect(throws: AuxError(.truncated, "")) { try spotlight(MatteInput(gray([255, 255]))) }
    #expect(short?.reason.contains("matte ends after 2 frames") == true)
    let wide = #expect(throws: AuxError(.usage, "")) {
      try spotlight(MatteInput(gray([255, 255, 255], width: 9)))
    }
    #expect(wide?.remedy == .stretch)
    #expect(throws: AuxError(.usage, "")) {
      try colours(bytes, StreamRenderer(filter: Fog()), depth: depth, matte: MatteInput(gray([255])))
    }
  }

  @Test("Offset and range: which nearness is black and white")
  func offsetAndRange() throws {
    var options = EffectOptions()
    options.gray = try GrayscaleEffect(offset: 0.2, range: 0.4)
    let bytes = try clip([[9, 9, 9], [9, 9, 9], [9, 9, 9]])
    let seen = try colours(bytes, StreamRenderer(.grayscale, options), depth: [51, 102, 204])
    #expect(agree(seen, [[0, 0, 0], [127.5, 127.5, 127.5], [255, 255, 255]]), "\(seen)")
  }

  /// A filter that shows the frame twice, side by side.
  private struct Twice: FrameFilter {
    mutating func prepare(width: Int, height: Int) throws(AuxError) {}
    func outputSize(width: Int, height: Int) -> (width: Int, height: Int) { (2 * width, height) }
    mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels {
      let rows = (0..<image.height).flatMap { row in
        let pixels = image.rgb8[row * image.width * 3..<(row + 1) * image.width * 3]
        return pixels + pixels
      }
      return try PhotoPixels(width: 2 * image.width, height: image.height, rgb8: rows)
    }
    mutating func reset() {}
  }

  @Test("A filter may make pictures of another size, as the last one and without a mixture")
  func otherSize() throws {
    let bytes = try clip([[200, 120, 60]])
    func size(_ filters: [any FrameFilter], mix: Float = 1) throws -> VideoFrame.Format? {
      var options = StreamOptions()
      options.mixer = try EffectMixer(mix: mix)
      var (renderer, output) = (try StreamRenderer(filters: filters, options: options), [UInt8]())
      try renderer.render(Y4MInput(data: bytes), depth: DepthInput(gray([9]))) { output += $0 }
      let input = Y4MInput(data: output)
      #expect(try input.next() != nil && !input.hasMore())
      #expect(renderer.outputFormat == input.header?.format)
      return input.header?.format
    }
    let format = try #require(try size([Twice()]))
    #expect((format.width, format.height, format.chroma, format.matrix) == (8, 2, .full444, .bt709))
    #expect(try size([EffectFilter(.rosy, jobs: 1), Twice()])?.width == 8)
    #expect(throws: AuxError(.usage, "")) { try size([Twice(), EffectFilter(.rosy, jobs: 1)]) }
    #expect(throws: AuxError(.usage, "")) { try size([Twice()], mix: 0.5) }
  }
}
