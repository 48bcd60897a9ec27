/// The kernels of a ladder's layers.
struct LensKernels: Sendable {
  private let ladder: RadiusLadder
  private let bokeh: FocalBlur
  private let unit: Float
  private let kernels: [LensKernel]
  private let middle: SIMD2<Float>

  /// The cells of the side of a small part that has its own kernels where they differ from place to place.
  static let side = 32

  init<Code: LightCode>(_ ladder: RadiusLadder, _ bokeh: FocalBlur, _ scene: LensScene<Code>) {
    (self.ladder, self.bokeh, unit) = (ladder, bokeh, scene.radii.unit)
    middle = SIMD2(Float(scene.width), Float(scene.height)) / 2
    let unit = scene.radii.unit
    kernels = ladder.radii.indices.map { layer in
      Self.kernel(layer, ladder, bokeh, unit, cut: .zero)
    }
  }

  private static func kernel(
    _ layer: Int, _ ladder: RadiusLadder, _ bokeh: FocalBlur, _ unit: Float, cut: SIMD2<Float>
  ) -> LensKernel {
    let radius = (ladder.radii[layer]).magnitude * unit / Float(1 << ladder.levels[layer])
    return LensKernel(
      bokeh.shape, radius: layer == ladder.sharp ? 1 : radius,
      aperture: ApertureShape(blades: bokeh.blades ?? 0, cut: cut, isTurned: layer > ladder.sharp))
  }

  /// Whether a layer has the same kernel everywhere.
  var isEven: Bool { bokeh.catsEye == 0 || bokeh.shape == .gaussian }

  /// The kernel of a layer, in the middle of the picture.
  subscript(_ layer: Int) -> LensKernel { kernels[layer] }

  /// Returns the kernel of a layer around a pixel: the rim of the lens has moved as far as that is from the middle.
  func kernel(of layer: Int, column: Int, row: Int) -> LensKernel {
    let place = (SIMD2(Float(column), Float(row)) - middle) / (middle * middle).sum().squareRoot()
    return Self.kernel(layer, ladder, bokeh, unit, cut: place * bokeh.catsEye)
  }

  /// The cells that the kernels of a level need around a part.
  func reach(level: Int) -> Int { LensKernel.reach(level: level, shape: bokeh.shape) }
}
