package import AuxImage
internal import AuxKernels

/// How much brighter than its codes can say a photo is from place to place, as its gain map has it.
///
/// A blur needs it: a lamp that is clipped in the photo becomes a disc as bright as the lamp was.
package struct PhotoGains: Hashable, Sendable {
  package let width: Int
  package let height: Int
  let curve: GainCurve
  /// One or three codes for each sample.
  let codes: [UInt8]
  let channels: Int
  /// The gains of the 256 codes for red, then for green, then for blue.
  let gains: [Float]
  /// What is added to light before, and taken off after the gain.
  let before, after: SIMD3<Float>
  /// What light of 1 becomes at most.
  let brightest: Float

  /// Takes the codes of a gain map, of one component or three, turned as the photo is.
  package init(map: PhotoPixels, curve: GainCurve) {
    (width, height, channels, self.curve) = (map.width, map.height, map.channels, curve)
    codes = map.samples8
    gains = (0..<3).flatMap { component in
      (0...255).map { Float(curve.gain(of: Double($0) / 255, component: component)) }
    }
    let offsets = (0..<3).map { curve.offsets(component: $0) }
    before = SIMD3(Float(offsets[0].base), Float(offsets[1].base), Float(offsets[2].base))
    after = SIMD3(Float(offsets[0].alternate), Float(offsets[1].alternate), Float(offsets[2].alternate))
    // Of the codes that there are.
    var greatest = SIMD3<Int>.zero
    for start in stride(from: 0, to: codes.count, by: channels) {
      for component in 0..<3 {
        greatest[component] = max(greatest[component], Int(codes[start + min(component, channels - 1)]))
      }
    }
    var brightest: Float = 1
    for component in 0..<3 {
      let gain = gains[component * 256 + greatest[component]]
      brightest = max(brightest, (1 + before[component]) * gain - after[component])
    }
    self.brightest = brightest
  }

  /// Returns the gains of a sample.
  @inline(__always)
  func gain(_ column: Int, _ row: Int) -> SIMD3<Float> {
    let start = (row * width + column) * channels
    guard channels == 3 else {
      let code = Int(codes[start])
      return SIMD3(gains[code], gains[256 + code], gains[512 + code])
    }
    return SIMD3(
      gains[Int(codes[start])], gains[256 + Int(codes[start + 1])], gains[512 + Int(codes[start + 2])])
  }

  /// Returns the light of the brighter rendition by a sample's gain.
  @inline(__always)
  func brighter(_ light: SIMD3<Float>, by gain: SIMD3<Float>) -> SIMD3<Float> {
    let sum = (light + before) * gain - after
    return SIMD3<Float>.zero.replacing(with: sum, where: sum .> 0)
  }
}
