import AuxKernels
import AuxRender
import Foundation
import TestSupport
import Testing

@Suite("Frames of more than 8 bits")
struct DeepFrameTests {
  /// A frame of 4:4:4 whose luma codes are a ramp of all that 10 bits can say between two shades of one hue.
  private func ramp(_ bits: Int) throws -> VideoFrame {
    let format = try VideoFrame.Format(
      width: 64, height: 8, chroma: .full444, range: .limited, bits: bits, matrix: .bt709)
    let unit = 1 << (bits - 8)
    let luma = (0..<512).map { 100 * unit + $0 * unit / 8 }
    let planes =
      luma + [Int](repeating: 120 * unit + 1, count: 512) + [Int](repeating: 134 * unit + 1, count: 512)
    return try VideoFrame(
      format: format, bytes: planes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  private func rendered(
    _ frame: VideoFrame, _ effect: AuxEffect, _ options: EffectOptions, near: Float,
    mixer: EffectMixer? = nil
  ) throws -> VideoFrame {
    var settings = StreamOptions()
    settings.jobs = 2
    if let mixer { settings.mixer = mixer }
    var renderer = try StreamRenderer(effect, options, options: settings)
    let map = try NormalisedMap(
      width: 64, height: 8, values: [Float](repeating: near, count: 512))
    return try renderer.render(frame, map: map)
  }

  private func luma(_ frame: VideoFrame) -> [Int] {
    (0..<512).map { Int(frame.bytes[2 * $0]) | Int(frame.bytes[2 * $0 + 1]) << 8 }
  }

  @Test("What an effect changes keeps all bits: half of the light", arguments: [10, 12, 16])
  func spotlight(bits: Int) throws {
    let frame = try ramp(bits)
    var options = EffectOptions()
    options.focus = try FocusMask(focus: 0.5, width: 0.1, slope: 2)
    let mask = Double(options.focus.value(at: 0.8))
    let seen = try luma(rendered(frame, .spotlight, options, near: 0.8))
    let formulas = FrameFormulas(frame.format)
    var worst = 0.0
    for index in 0..<512 {
      let colour = formulas.colour(frame, index % 64, index / 64)
      let darker = colour.map { pow(pow($0, 2.4) * mask, 1 / 2.4) }
      worst = max(worst, abs(Double(seen[index]) - formulas.lumaCode(formulas.planes(darker).y)))
    }
    // Of 8 bits it were two codes of 10, and 128 of 16.
    #expect(worst <= (bits == 16 ? 12 : 0.6), "\(worst) codes of \(bits) bits")
    // Of the ramp's 256 codes of 10 bits, half the light leaves three quarters; of 8 bits there were 48.
    #expect(Set(seen).count > (bits == 10 ? 180 : 400))
  }

  @Test("A map in gray has the bits of the frame")
  func gray() throws {
    let frame = try ramp(10)
    let seen = try luma(rendered(frame, .grayscale, EffectOptions(), near: 0.3333))
    #expect(Set(seen) == [Int(((16 + 219 * 0.3333) * 4).rounded())])
  }

  @Test("A mixture and a blur keep the bits, and what is spared keeps its codes")
  func others() throws {
    let frame = try ramp(10)
    var options = EffectOptions()
    options.focus = try FocusMask(focus: 0.2, width: 0, slope: 4)
    options.blur = try FocalBlur(radius: 60)
    let blurred = try luma(rendered(frame, .blur, options, near: 0.9))
    // Along a ramp a blur changes nothing but at its ends.
    for row in 3..<5 {
      for column in 8..<56 {
        #expect(abs(blurred[row * 64 + column] - luma(frame)[row * 64 + column]) <= 1)
      }
    }
    #expect(try rendered(frame, .blur, options, near: 0.2) == frame)
    let half = try luma(rendered(frame, .spotlight, options, near: 0.9, mixer: EffectMixer(mix: 0.5)))
    #expect(Set(half).count > 180)
  }

  @Test("Frames as pictures have 16 bits, and become the same frames", arguments: [8, 10, 12])
  func pictures(bits: Int) throws {
    guard bits > 8 else {
      let format = try VideoFrame.Format(width: 4, height: 4, chroma: .full444, range: .full)
      let frame = try VideoFrame(format: format, bytes: [UInt8](repeating: 128, count: 48))
      #expect(frame.rgb(jobs: 1).bitsPerSample == 8)
      return
    }
    let frame = try ramp(bits)
    let picture = frame.rgb(jobs: 2)
    #expect(picture.bitsPerSample == 16)
    #expect(try VideoFrame(picture, as: frame.format, jobs: 2) == frame)
  }
}
