internal import ArgumentParser
internal import AuxDepthKit

/// The options of points that `extract` and `convert` share.
struct PointArguments: ParsableArguments {
  @Option(help: "Keep at most so many points, evenly, or vertices of a mesh, in fewer columns and rows.")
  var maxPoints: Int?

  @Option(help: "Take every N-th column and row (default: 1, each).")
  var stride: Int?

  @Option(
    help: """
      Leave out points and triangles across steps between depths that differ by more than this factor; inf keeps them \
      (default: \(NumberText.significant(Double(SpaceOptions().maxStep), 3))).
      """)
  var maxStep: Float?

  /// The first of the options that is given.
  var given: String? {
    maxPoints != nil ? "--max-points" : stride != nil ? "--stride" : maxStep != nil ? "--max-step" : nil
  }

  func validate() throws {
    if let maxPoints, maxPoints < 1 { throw ValidationError("--max-points is 1 at least") }
    if let stride, !(1...65536).contains(stride) { throw ValidationError("--stride is 1 to 65536") }
    if let maxStep, !(maxStep > 1) { throw ValidationError("--max-step is a factor above 1") }
  }

  func apply(to options: inout SpaceOptions) {
    options.stride = stride ?? options.stride
    options.maxPoints = maxPoints
    options.maxStep = maxStep ?? options.maxStep
  }
}

/// The options of `extract --format ply` and `--format glb`; ``near`` and ``far`` are of data sets too.
struct SpaceArguments: ParsableArguments {
  @OptionGroup var points: PointArguments

  @Option(
    help: "Leave out what is nearer, in metres: of points, meshes and data sets.")
  var near: Float?

  @Option(help: "Leave out what is farther, in metres, likewise.")
  var far: Float?

  @Option(
    name: .customLong("fov"),
    help: """
      The horizontal field of view of the upright photo in degrees (default: by the calibration, the cameras of a \
      spatial photo, or Exif).
      """)
  var fieldOfView: Double?

  @Option(help: "Keep only what a matte shows: portrait, skin, hair and so on.")
  var mask: AuxiliaryDataType?

  @Option(
    help: """
      How far a mesh may leave the samples that it has no vertex at, as a share of their depth; 0 for a vertex at each \
      that is not on a plane (default: \(SpaceOptions().tolerance)).
      """)
  var tolerance: Float?

  @Option(
    help: "The longest side of a mesh's texture in pixels (default: \(SpaceFile.standardTextureSide)).")
  var textureSide: Int?

  /// The first of the options of points and meshes that is given.
  var given: String? {
    points.given ?? (fieldOfView != nil ? "--fov" : mask != nil ? "--mask" : givenOfMeshes)
  }

  /// The first of those that data sets have, too.
  var givenOfDistances: String? { near != nil ? "--near" : far != nil ? "--far" : nil }

  /// The distances that are kept.
  var range: ClosedRange<Float> { (near ?? 0)...(far ?? .infinity) }

  /// The first of those that only meshes have.
  var givenOfMeshes: String? {
    tolerance != nil ? "--tolerance" : textureSide != nil ? "--texture-side" : nil
  }

  func validate() throws {
    func check<Value: Comparable>(_ value: Value?, _ range: ClosedRange<Value>, _ text: String) throws {
      if let value, !range.contains(value) { throw ValidationError(text) }
    }
    try check(near, 0...Float.greatestFiniteMagnitude, "--near is a distance in metres")
    try check(far, Float.leastNonzeroMagnitude...Float.infinity, "--far is a distance in metres above 0")
    if let near, let far, near >= far { throw ValidationError("--near is less than --far") }
    try check(fieldOfView, 1...175, "--fov is 1 to 175 degrees")
    try check(tolerance, 0...1, "--tolerance is 0 to 1")
    try check(textureSide, 16...65535, "--texture-side is 16 to 65535 pixels")
  }

  /// The options of the library; so many threads work on one photo.
  func options(jobs: Int?) -> SpaceOptions {
    var options = SpaceOptions()
    options.near = near ?? options.near
    options.far = far ?? options.far
    points.apply(to: &options)
    options.tolerance = tolerance ?? options.tolerance
    options.jobs = jobs ?? options.jobs
    return options
  }
}
