import AuxEffects
import AuxImage
import Testing

/// Maps, pictures and parameters of effects print by their names.
@Suite struct DescriptionTests {
  @Test func mapsAndPictures() throws {
    let map = try NormalisedMap(width: 2, height: 1, disparities: [0.5, 2.5])
    #expect("\(map)" == "2x1, 0.5...2.5 1/m")
    #expect("\(FocusMask.standard.mask(of: map, jobs: 1))" == "2x1")
    let photo = try PhotoPixels(width: 2, height: 1, rgb8: [1, 2, 3, 4, 5, 6])
    #expect("\(try Stereo.standard.pair(of: photo, map: map, jobs: 1))" == "2 x 2x1")
  }

  @Test func parameters() throws {
    #expect("\(FocusMask.standard)" == "focus 0.75, width 0.1, slope 4.0")
    #expect("\(FocalBlur.standard)" == "radius 15.0, disc")
    #expect("\(GrayscaleEffect.standard)" == "offset 0.0, range 1.0")
    #expect("\(try GuidedUpsampling(radius: 3, regularisation: 0.001))" == "radius 3, regularisation 0.001")
    #expect("\(try Mixer(mix: 0.5))" == "mix 0.5")
    let cameras = try ParallelCameras(focalLength: 0.8, baseline: 0.065)
    #expect("\(cameras)" == "focal length 0.8, baseline 0.065 m")
    #expect("\(Stereo.standard)" == "shift 0.01, convergence 0.5")
    #expect("\(StereoPair.Layout.leftRight) \(StereoPair.Layout.anaglyph)" == "left-right anaglyph")
  }
}
