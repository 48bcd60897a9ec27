extension NormalisedMap: CustomStringConvertible {
  /// The size and the disparities, as `768x576, 0.5...2.5 1/m`.
  public var description: String {
    "\(width)x\(height)" + (disparityRange.map { ", \($0) 1/m" } ?? "")
  }
}

extension EffectMask: CustomStringConvertible {
  /// The size.
  public var description: String { "\(width)x\(height)" }
}

extension StereoPair: CustomStringConvertible {
  /// The size of a view.
  public var description: String { "2 x \(left.width)x\(left.height)" }
}

extension StereoPair.Layout: CustomStringConvertible {
  /// The name, as `left-right`.
  public var description: String { rawValue }
}

extension FocusMask: CustomStringConvertible {
  /// The parameters, as `focus 0.75, width 0.1, slope 4.0`.
  public var description: String { "focus \(focus), width \(width), slope \(slope)" }
}

extension FocalBlur: CustomStringConvertible {
  /// The parameters, as `radius 15.0, disc`, with blades and cat's eye where there are some.
  public var description: String {
    "radius \(radius), \(shape)" + (blades.map { ", \($0) blades" } ?? "")
      + (catsEye > 0 ? ", cat's eye \(catsEye)" : "")
  }
}

extension LensOptics: CustomStringConvertible {
  /// The parameters, as `focal length 0.8, aperture 0.02 m`.
  public var description: String { "focal length \(focalLength), aperture \(aperture) m" }
}

extension GrayscaleEffect: CustomStringConvertible {
  /// The parameters, as `offset 0.0, range 1.0`.
  public var description: String { "offset \(offset), range \(range)" }
}

extension GuidedUpsampling: CustomStringConvertible {
  /// The parameters, as `radius 2, regularisation 0.001`.
  public var description: String { "radius \(radius), regularisation \(regularisation)" }
}

extension Mixer: CustomStringConvertible {
  /// The share of the filtered frame, as `mix 0.5`.
  public var description: String { "mix \(mix)" }
}

extension ParallelCameras: CustomStringConvertible {
  /// The parameters, as `focal length 0.8, baseline 0.065 m`.
  public var description: String { "focal length \(focalLength), baseline \(baseline) m" }
}

extension Stereo: CustomStringConvertible {
  /// The parameters, as `shift 0.01, convergence 0.5`.
  public var description: String { "shift \(maxShift), convergence \(convergence)" }
}
