package import AuxImage
internal import AuxKernels

/// The surface normals of a map as a picture: red, green and blue are x, y and z of each, (n + 1) / 2.
///
/// x is to the right, y up and z towards the viewer, as OpenGL has it: a surface that faces the camera is light blue.
/// What has no surface, a hole or the infinitely far, faces the viewer.
package enum SurfaceNormals {
  /// Returns the normals of a map's surfaces, towards the camera, at the size of a photo.
  ///
  /// `rays` are those of the map's samples, and `nearness` is the map at the photo's size, which says of each pixel on which
  /// surface it is. `depths` are in metres, or of any one unit. Throws `usage` where sizes differ, and where all are holes.
  package static func picture(
    depths: [Float], rays: CameraRays, range: ClosedRange<Float>, nearness: NormalisedMap,
    photo: PhotoPixels, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(photo, width: nearness.width, height: nearness.height, of: "map")
    var options = SpaceOptions()
    (options.jobs, options.maxStep) = (jobs, .infinity)
    var surface = try SpaceSurface(depths: depths, rays: rays, mask: nil, options)
    let isStretched = (rays.width, rays.height) != (photo.width, photo.height)
    if isStretched { surface.sharpenOutlines(by: photo) }
    let grid = surface.grid(rays, stride: 1)
    let field = NormalField(
      grid: grid, normals: grid.normals(jobs: jobs), width: photo.width, height: photo.height)
    let samples: PhotoPixels.Samples =
      switch photo.samples {
      case .uint8: .uint8(field.codes(nearness, range, jobs: jobs))
      case .uint16: .uint16(field.codes(nearness, range, jobs: jobs))
      }
    return PhotoPixels(width: photo.width, height: photo.height, channels: 3, known: samples)
  }
}

/// The normals of a grid, read at the pixels of a picture of another size.
private struct NormalField: Sendable {
  let grid: DepthGrid
  let normals: [SIMD3<Float>]
  let width, height: Int

  func codes<Code: LightCode>(
    _ nearness: NormalisedMap, _ range: ClosedRange<Float>, jobs: Int
  ) -> [Code] {
    let (low, extent) = (range.lowerBound, range.upperBound - range.lowerBound)
    let most = Float(Code.max)
    var codes = Bands.undefined(width * height * 3, of: Code.self)
    Bands.write(&codes, rows: height, jobs: jobs) { band, part in
      for row in band {
        let y = (Float(row) + 0.5) * Float(grid.height) / Float(height) - 0.5
        for column in 0..<width {
          let x = (Float(column) + 0.5) * Float(grid.width) / Float(width) - 0.5
          let disparity = low + extent * nearness.values[row * width + column]
          let normal = normal(x, y, disparity)
          let place = ((row - band.lowerBound) * width + column) * 3
          // The axes of the grid are those of a camera: y down, z away.
          part[place] = Code.nearest((normal.x + 1) / 2 * most)
          part[place + 1] = Code.nearest((1 - normal.y) / 2 * most)
          part[place + 2] = Code.nearest((1 - normal.z) / 2 * most)
        }
      }
    }
    return codes
  }

  /// Returns the normal at a place between samples, of the surface that has a disparity there.
  ///
  /// Of the four samples around, that counts whose disparity is nearest, and those to which its surface goes on.
  private func normal(_ x: Float, _ y: Float, _ disparity: Float) -> SIMD3<Float> {
    let (left, top) = (clamped(x, grid.width), clamped(y, grid.height))
    let (right, bottom) = (min(left + 1, grid.width - 1), min(top + 1, grid.height - 1))
    let columns = (left, right), rows = (top, bottom)
    func index(_ corner: Int) -> Int {
      (corner & 2 == 0 ? rows.0 : rows.1) * grid.width + (corner & 1 == 0 ? columns.0 : columns.1)
    }
    var (best, least) = (-1, Float.infinity)
    for corner in 0..<4 {
      // A hole is no number, and nearer to nothing.
      let difference = abs(grid.disparities[index(corner)] - disparity)
      if difference < least { (best, least) = (corner, difference) }
    }
    guard best >= 0 else { return [0, 0, -1] }
    let joins = (
      top: grid.joins[index(0)] & DepthGrid.right != 0, bottom: grid.joins[index(2)] & DepthGrid.right != 0,
      left: grid.joins[index(0)] & DepthGrid.below != 0, right: grid.joins[index(1)] & DepthGrid.below != 0
    )
    let across = best & 2 == 0 ? joins.top : joins.bottom,
      otherAcross = best & 2 == 0 ? joins.bottom : joins.top
    let down = best & 1 == 0 ? joins.left : joins.right, otherDown = best & 1 == 0 ? joins.right : joins.left
    let (fractionX, fractionY) = (min(max(x - Float(left), 0), 1), min(max(y - Float(top), 0), 1))
    var sum = SIMD3<Float>.zero
    for corner in 0..<4 {
      let isOfSurface =
        switch corner ^ best {
        case 0: true
        case 1: across
        case 2: down
        default: across && otherDown || down && otherAcross
        }
      guard isOfSurface else { continue }
      let weight =
        (corner & 1 == 0 ? 1 - fractionX : fractionX) * (corner & 2 == 0 ? 1 - fractionY : fractionY)
      sum += normals[index(corner)] * weight
    }
    let length = (sum * sum).sum().squareRoot()
    guard length > 1e-3 else {
      let normal = normals[index(best)]
      return normal == .zero ? [0, 0, -1] : normal
    }
    return sum / length
  }

  private func clamped(_ place: Float, _ count: Int) -> Int {
    place.integer(.down, in: 0...count - 1)
  }
}
