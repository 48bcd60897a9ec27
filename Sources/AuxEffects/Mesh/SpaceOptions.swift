internal import AuxImage
internal import AuxKernels

/// Which samples of a depth map become points or a mesh, and how close a mesh keeps to them.
public struct SpaceOptions: Hashable, Sendable {
  /// The least depth in metres that is kept; 0 by default.
  public var near: Float = 0
  /// The greatest depth in metres that is kept; infinity by default, which keeps every finite one.
  public var far: Float = .infinity
  /// Each `stride`-th column and row is taken; 1 by default, which is every sample.
  public var stride = 1
  /// The most points, or vertices; nil by default. More are thinned evenly, or a mesh takes fewer columns and rows.
  public var maxPoints: Int?
  /// How far a mesh may leave the samples that it has no vertex at, as a share of their depth; 0.0005 by default.
  ///
  /// It is a bound of each halving of the mesh's triangles, whose longest sides are 45 samples; a quarter of the distance of two
  /// codes is tolerated as well in a map of 8 bits. 0 keeps each sample that is not exactly on a plane with its neighbours.
  public var tolerance: Float = 0.0005
  /// The greatest factor between the depths of a triangle's corners, and of the surfaces that a point is between; 2 by default.
  ///
  /// A blurred outline has samples in the air between both surfaces, which are no points. Infinity keeps all.
  public var maxStep: Float = 2
  /// The greatest number of threads.
  public var jobs = AuxWorkerPool.coreCount

  /// The difference in depth of two neighbours, as a share of the nearer one's, from which on a mesh is torn between them.
  ///
  /// A surface that slopes as much goes on.
  public static let tear: Float = 0.03

  /// Creates the options by default.
  public init() {}

  /// Throws `usage` where a number is out of its range.
  package func check() throws(AuxError) {
    guard near >= 0, near.isFinite, far > near else {
      throw AuxError(.usage, "no depth in metres is from \(near) to \(far)")
    }
    guard (1...65536).contains(stride) else {
      throw AuxError(.usage, "a stride is 1 to 65536 samples, not \(stride)")
    }
    guard maxPoints ?? 1 > 0 else { throw AuxError(.usage, "there is no point among \(maxPoints ?? 0)") }
    guard maxStep > 1 else { throw AuxError(.usage, "a step of depth is a factor above 1, not \(maxStep)") }
    try Parameter.check(tolerance, "tolerance", in: 0...1)
  }
}
