public import AuxImage
internal import AuxKernels

/// The surfaces of a depth map as triangles, in metres: x to the right, y down and z away from the camera.
///
/// Vertices are samples of the map. A surface is torn where depth steps by ``SpaceOptions/tear`` or more, between depths that differ
/// by more than ``SpaceOptions/maxStep``, and at holes, and has no other gaps; where it is a plane its triangles are larger.
///
/// ```swift
/// let mesh = try PhotoSpace(ImageSource("portrait.heic")).mesh()
/// print(mesh.vertexCount, mesh.triangleCount)
/// ```
public struct DepthMesh: Hashable, Sendable {
  /// x, y and z of each vertex in metres.
  public let positions: [Float]
  /// x, y and z of the surface's normal at each vertex, towards the camera, of length 1.
  public let normals: [Float]
  /// The place of each vertex in the photo: x from the left and y from the top, 0...1.
  public let textureCoordinates: [Float]
  /// The vertices of each triangle, counter-clockwise as the camera sees them.
  public let indices: [UInt32]

  /// The number of vertices.
  public var vertexCount: Int { positions.count / 3 }
  /// The number of triangles.
  public var triangleCount: Int { indices.count / 3 }

  /// Creates a mesh of triangles that are known; normals and texture coordinates are those of all vertices, or missing.
  ///
  /// Throws `AuxError` with code `usage` where there is no triangle, for a position that is not finite, for an index of no vertex,
  /// and where the counts differ.
  public init(
    positions: [Float], normals: [Float] = [], textureCoordinates: [Float] = [], indices: [UInt32]
  ) throws(AuxError) {
    let count = positions.count / 3
    guard !indices.isEmpty, indices.count.isMultiple(of: 3), positions.count.isMultiple(of: 3),
      [0, 3 * count].contains(normals.count), [0, 2 * count].contains(textureCoordinates.count)
    else {
      throw AuxError(
        .usage,
        "\(positions.count) numbers of positions, \(normals.count) of normals, \(textureCoordinates.count) of texture "
          + "coordinates and \(indices.count) indices are no mesh")
    }
    guard positions.allSatisfy(\.isFinite) else {
      throw AuxError(.usage, "a vertex of the mesh has a position that is not finite")
    }
    guard indices.allSatisfy({ $0 < count }) else {
      throw AuxError(.usage, "a triangle has a vertex beyond the \(count) of the mesh")
    }
    (self.positions, self.normals) = (positions, normals)
    (self.textureCoordinates, self.indices) = (textureCoordinates, indices)
  }

  /// Creates the surfaces of a map of depths in metres, rows tightly packed; what is not finite and positive is a hole.
  ///
  /// With `photo`, samples between two surfaces go to that whose colours are more like theirs. Terraces of a map of 8-bit
  /// codes are smoothed, by half a code at most. `mask` has 1 where samples are kept and 0 elsewhere, in the map's size.
  /// Throws `AuxError` with code `usage` where sizes differ, an option is out of its range, or no triangle is left.
  public init(
    depths: [Float], rays: CameraRays, photo: PhotoPixels? = nil, mask: EffectMask? = nil,
    options: SpaceOptions = SpaceOptions()
  ) throws(AuxError) {
    var surface = try SpaceSurface(depths: depths, rays: rays, mask: mask, options)
    if let photo { surface.sharpenOutlines(by: photo) }
    var stride = options.stride
    var grid = surface.grid(rays, stride: stride)
    if let most = options.maxPoints {
      while grid.pointCount > most, stride < max(rays.width, rays.height) {
        stride += 1
        grid = surface.grid(rays, stride: stride)
      }
    }
    let triangles = MeshTriangles(grid, tolerance: options.tolerance, codeStep: surface.codeStep)
    guard !triangles.corners.isEmpty else {
      throw AuxError(.usage, "no two neighbours of the map are on one surface: there is no triangle")
    }
    let (indices, samples) = Self.numbered(triangles.corners, of: grid.disparities.count)
    self.indices = indices
    let directions = grid.normals(jobs: options.jobs)
    var positions = Bands.undefined(3 * samples.count, of: Float.self)
    var normals = Bands.undefined(3 * samples.count, of: Float.self)
    var places = Bands.undefined(2 * samples.count, of: Float.self)
    for (number, sample) in samples.enumerated() {
      let (point, normal) = (grid.point(Int(sample)), directions[Int(sample)])
      for axis in 0..<3 {
        positions[3 * number + axis] = point[axis]
        normals[3 * number + axis] = normal[axis]
      }
      let (column, row) = (Int(sample) % grid.width * stride, Int(sample) / grid.width * stride)
      places[2 * number] = (Float(column) + 0.5) / Float(rays.width)
      places[2 * number + 1] = (Float(row) + 0.5) / Float(rays.height)
    }
    (self.positions, self.normals, textureCoordinates) = (positions, normals, places)
  }

  /// Returns which sample each sample of a map of depths takes its disparity from, so that outlines are those of the photo.
  ///
  /// 0 is the sample itself; else it is 1 more than the place, by rows, in the square of 7 x 7 samples around it. The mesh's own
  /// camera does not matter. Source: Specs/space.md, "Outlines". Throws `AuxError` as `init(depths:rays:photo:mask:options:)`.
  package static func outlineMoves(
    depths: [Float], width: Int, height: Int, photo: PhotoPixels, options: SpaceOptions
  ) throws(AuxError) -> [UInt8] {
    try SpaceSurface(depths: depths, width: width, height: height, mask: nil, options).outlineMoves(by: photo)
  }

  /// Returns triangles of numbered vertices, and the sample of each vertex: only those that are used.
  private static func numbered(
    _ corners: [UInt32], of count: Int
  ) -> (indices: [UInt32], samples: [UInt32]) {
    var numbers = [UInt32](repeating: .max, count: count)
    var (indices, samples): ([UInt32], [UInt32]) = ([], [])
    indices.reserveCapacity(corners.count)
    for sample in corners {
      if numbers[Int(sample)] == .max {
        numbers[Int(sample)] = UInt32(samples.count)
        samples.append(sample)
      }
      indices.append(numbers[Int(sample)])
    }
    return (indices, samples)
  }
}

extension DepthGrid {
  /// How many samples are not holes.
  var pointCount: Int { disparities.reduce(0) { $0 + ($1 > 0 ? 1 : 0) } }
}
