internal import AuxKernels

/// Where what a frame shows was in the frame before, block by block.
///
/// Blocks of luminance are looked for from the smallest size up: everywhere around at first, then around what the size
/// before found. Ties go to what the neighbourhood does, so that what has no texture moves with what has.
struct MotionField: Sendable {
  /// The side of a block in pixels.
  static let block = 8

  let width, height: Int
  /// The number of blocks in a row.
  let columns: Int
  /// The ways to the frame before, in pixels, row by row of blocks.
  let vectors: [SIMD2<Float>]

  /// Whether nothing moves.
  let isStill: Bool

  /// Looks for the blocks of a frame in the one before, which has the same size.
  init(from now: LuminancePyramid, to before: LuminancePyramid, jobs: Int) {
    var field: [SIMD2<Int32>] = []
    var parent = (columns: 0, rows: 0)
    for index in now.levels.indices.reversed() {
      let search = MotionSearch(now.levels[index], before.levels[index])
      field = search.refined(field, parent: parent, jobs: jobs)
      parent = (search.columns, search.rows)
    }
    let search = MotionSearch(now.levels[0], before.levels[0])
    (width, height, columns) = (search.width, search.height, search.columns)
    vectors = search.subpixel(field, jobs: jobs)
    isStill = vectors.allSatisfy { $0 == .zero }
  }

  /// Returns the vector of the block of a pixel.
  @inline(__always)
  func vector(row: Int, column: Int) -> SIMD2<Float> {
    vectors[row / Self.block * columns + column / Self.block]
  }
}
