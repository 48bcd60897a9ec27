internal import AuxImage
internal import AuxKernels

/// The samples of a map that are taken, as points in space, and which of them are neighbours on one surface.
struct DepthGrid: Sendable {
  /// The columns and rows that are taken.
  let width, height: Int
  /// How far these are apart in the map.
  let stride: Int
  /// The greatest factor between the depths of a surface's neighbours.
  let maxStep: Float
  /// The direction of each sample, x and y; z is 1.
  let directions: [SIMD2<Float>]
  /// The disparity of each in 1/metres, as surfaces have it; NaN where no point is.
  var disparities: [Float]
  /// Of each sample ``right`` and ``below``, where the surface goes on to that neighbour.
  private(set) var joins: [UInt8]

  static let right: UInt8 = 1, below: UInt8 = 2

  /// Takes each `stride`-th of the disparities of a map; `codeStep` is the distance of two of its codes.
  init(
    _ disparities: [Float], rays: CameraRays, stride step: Int, codeStep: Float, maxStep: Float, jobs: Int
  ) {
    let (columns, rows) = ((rays.width + step - 1) / step, (rays.height + step - 1) / step)
    (width, height, stride, self.maxStep) = (columns, rows, step, maxStep)
    var directions = Bands.undefined(columns * rows, of: SIMD2<Float>.self)
    var taken = Bands.undefined(columns * rows, of: Float.self)
    Bands.write(&directions, &taken, rows: rows, jobs: jobs) { band, ways, values in
      let samples = disparities.span
      for row in band {
        let start = (row - band.lowerBound) * columns
        let line = rays.directions(row: row * step, columns: Swift.stride(from: 0, to: rays.width, by: step))
        for column in 0..<columns {
          ways[start + column] = line[column]
          values[start + column] = samples[row * step * rays.width + column * step]
        }
      }
    }
    (self.directions, self.disparities) = (directions, taken)
    joins = Self.joins(taken, columns, rows, codeStep: codeStep, maxStep: maxStep, jobs: jobs)
  }

  /// Returns the point of a sample in metres.
  @inline(__always)
  func point(_ index: Int) -> SIMD3<Float> {
    let depth = 1 / disparities[index]
    return [directions[index].x * depth, directions[index].y * depth, depth]
  }

  private static func joins(
    _ disparities: [Float], _ width: Int, _ height: Int, codeStep: Float, maxStep: Float, jobs: Int
  ) -> [UInt8] {
    var joins = Bands.undefined(width * height, of: UInt8.self)
    Bands.write(&joins, rows: height, jobs: jobs) { band, part in
      let samples = disparities.span
      for row in band {
        for column in 0..<width {
          let index = row * width + column
          var join: UInt8 = 0
          if column + 1 < width {
            let ends = (
              column > 0 ? samples[index - 1] : .nan, column + 2 < width ? samples[index + 2] : .nan
            )
            if goesOn(ends.0, samples[index], samples[index + 1], ends.1, codeStep, maxStep) { join |= right }
          }
          if row + 1 < height {
            let ends = (
              row > 0 ? samples[index - width] : .nan, row + 2 < height ? samples[index + 2 * width] : .nan
            )
            if goesOn(ends.0, samples[index], samples[index + width], ends.1, codeStep, maxStep) {
              join |= below
            }
          }
          part[index - band.lowerBound * width] = join
        }
      }
    }
    return joins
  }

  /// Whether a surface goes on from one disparity to the next, given those before and after these, which are NaN at a border or a hole.
  ///
  /// Disparity is linear on a plane. Where it jumps, it is that of one surface only if the slope on one side leads to the other.
  @inline(__always)
  private static func goesOn(
    _ before: Float, _ one: Float, _ two: Float, _ after: Float, _ codeStep: Float, _ maxStep: Float
  ) -> Bool {
    // A hole is no number, and fails this.
    guard max(one, two) <= maxStep * min(one, two) else { return false }
    let jump = abs(two - one)
    if jump < max(SpaceOptions.tear * min(one, two), codeStep * 1.5) { return true }
    return abs(two - (2 * one - before)) < jump / 2 || abs(one - (2 * two - after)) < jump / 2
  }
}

extension DepthGrid {
  /// Returns the normal of the surface at each sample, towards the camera; at samples without neighbours it points at the camera.
  func normals(jobs: Int) -> [SIMD3<Float>] {
    var normals = Bands.undefined(width * height, of: SIMD3<Float>.self)
    Bands.write(&normals, rows: height, jobs: jobs) { band, part in
      for row in band {
        for column in 0..<width {
          let index = row * width + column
          part[index - band.lowerBound * width] = normal(index, column, row)
        }
      }
    }
    return normals
  }

  @inline(__always)
  private func normal(_ index: Int, _ column: Int, _ row: Int) -> SIMD3<Float> {
    guard disparities[index] > 0 else { return .zero }
    let here = point(index)
    let across = tangent(
      index, here, 1, column > 0 && joins[index - 1] & Self.right != 0, joins[index] & Self.right != 0)
    let down = tangent(
      index, here, width, row > 0 && joins[index - width] & Self.below != 0, joins[index] & Self.below != 0)
    let product: SIMD3<Float> = [
      down.y * across.z - down.z * across.y, down.z * across.x - down.x * across.z,
      down.x * across.y - down.y * across.x,
    ]
    let length = (product * product).sum().squareRoot()
    guard length > 0, length.isFinite else { return -here / (here * here).sum().squareRoot() }
    let normal = product / length
    return (normal * here).sum() > 0 ? -normal : normal
  }

  /// Returns the way along the surface from the neighbour before to that after; zero where there is neither.
  @inline(__always)
  private func tangent(
    _ index: Int, _ here: SIMD3<Float>, _ step: Int, _ hasBefore: Bool, _ hasAfter: Bool
  ) -> SIMD3<Float> {
    (hasAfter ? point(index + step) : here) - (hasBefore ? point(index - step) : here)
  }
}
