public import AuxImage
internal import AuxKernels

/// Points of a depth map in metres: x to the right, y down and z away from the camera, as OpenCV and Open3D have them.
///
/// ```swift
/// let space = try PhotoSpace(ImageSource("portrait.heic"))
/// let cloud = try space.pointCloud()
/// print(cloud.count, cloud.positions[0..<3])
/// ```
public struct PointCloud: Hashable, Sendable {
  /// x, y and z of each point in metres, points in the order of the map's rows.
  public let positions: [Float]
  /// x, y and z of the surface's normal at each point, towards the camera, of length 1.
  public let normals: [Float]
  /// Red, green and blue of the photo at each point, in sRGB; empty without a photo.
  public let colours: [UInt8]

  /// The number of points.
  public var count: Int { positions.count / 3 }

  /// Creates a cloud of points that are known; normals and colours are those of all points, or missing.
  ///
  /// Throws `AuxError` with code `usage` where there is no point, and where there are not three numbers for each.
  public init(positions: [Float], normals: [Float] = [], colours: [UInt8] = []) throws(AuxError) {
    guard !positions.isEmpty, positions.count.isMultiple(of: 3),
      [0, positions.count].contains(normals.count), [0, positions.count].contains(colours.count)
    else {
      throw AuxError(
        .usage,
        "points have three numbers each, and not \(positions.count) for positions, \(normals.count) for normals and "
          + "\(colours.count) for colours")
    }
    (self.positions, self.normals, self.colours) = (positions, normals, colours)
  }

  /// Creates the points of a map of depths in metres, rows tightly packed; what is not finite and positive is a hole.
  ///
  /// Each sample that is kept is a point, exactly at its depth; those in the air across a step of depth are left out
  /// (``SpaceOptions/maxStep``). A point has the colour of that pixel of `photo`, of whatever size,
  /// which is at the middle of the sample. `mask` has 1 where samples are kept and 0 elsewhere, in the map's size.
  /// Normals are those of neighbours on the same surface, and terraces of a map of 8-bit codes are smoothed for them.
  /// Throws `AuxError` with code `usage` where sizes differ, an option is out of its range, or no sample is left.
  public init(
    depths: [Float], rays: CameraRays, photo: PhotoPixels? = nil, mask: EffectMask? = nil,
    options: SpaceOptions = SpaceOptions()
  ) throws(AuxError) {
    let surface = try SpaceSurface(depths: depths, rays: rays, mask: mask, options).withoutSteps()
    let grid = surface.grid(rays, stride: options.stride)
    let kept = Self.thinned(grid, to: options.maxPoints)
    let normals = grid.normals(jobs: options.jobs)
    var positions = Bands.undefined(3 * kept.count, of: Float.self)
    var directions = Bands.undefined(3 * kept.count, of: Float.self)
    let columns = grid.width
    Bands.write(&positions, &directions, rows: kept.count, height: 8192, jobs: options.jobs) {
      band, points, sides in
      for number in band {
        let index = Int(kept[number])
        let sample = index / columns * options.stride * rays.width + index % columns * options.stride
        let (depth, direction) = (surface.depths[sample], grid.directions[index])
        let place = 3 * (number - band.lowerBound)
        points[place] = direction.x * depth
        points[place + 1] = direction.y * depth
        points[place + 2] = depth
        let normal = normals[index]
        for axis in 0..<3 { sides[place + axis] = normal[axis] }
      }
    }
    (self.positions, self.normals) = (positions, directions)
    colours = photo.map { Self.colours($0, kept, grid, rays) } ?? []
  }

  /// Returns the samples of a grid that are points, evenly thinned to a number at most.
  private static func thinned(_ grid: DepthGrid, to most: Int?) -> [UInt32] {
    let all = grid.disparities.indices.filter { grid.disparities[$0] > 0 }.map(UInt32.init)
    guard let most, most < all.count else { return all }
    // Of each run of all.count / most samples the last.
    return all.indices.filter { ($0 + 1) * most / all.count > $0 * most / all.count }.map { all[$0] }
  }

  private static func colours(
    _ photo: PhotoPixels, _ kept: [UInt32], _ grid: DepthGrid, _ rays: CameraRays
  ) -> [UInt8] {
    let rgb = photo.rgb8
    func pixels(_ count: Int, _ side: Int, _ samples: Int) -> [Int] {
      (0..<count).map { (2 * $0 * grid.stride + 1) * side / (2 * samples) }
    }
    let columns = pixels(grid.width, photo.width, rays.width)
    let rows = pixels(grid.height, photo.height, rays.height)
    var colours = Bands.undefined(3 * kept.count, of: UInt8.self)
    let source = rgb.span
    var target = colours.mutableSpan
    for number in kept.indices {
      let index = Int(kept[number])
      let place = 3 * (rows[index / grid.width] * photo.width + columns[index % grid.width])
      for channel in 0..<3 { target[3 * number + channel] = source[place + channel] }
    }
    return colours
  }
}
