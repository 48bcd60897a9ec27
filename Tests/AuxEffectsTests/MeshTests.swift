import AuxEffects
import AuxImage
import Testing

/// A camera of a map of 80x60 samples that sees a scene of one or two planes.
private struct Scene {
  static let (width, height) = (80, 60)

  static func calibration(distorted: Bool = false, inverse: Bool = true) throws -> CameraCalibrationData {
    try CameraCalibrationData(
      intrinsicMatrix: [1600, 0, 0, 0, 1500, 0, 810, 590, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 1600, height: 1200), pixelSize: 0.002,
      lensDistortionCenter: distorted ? .init(x: 795, y: 603) : nil,
      lensDistortionCoefficients: distorted ? [0, 0.9, 0.02, 0, 0, 0, 0, 0] : nil,
      inverseLensDistortionCoefficients: distorted && inverse ? [0, -0.9, -0.01, 0, 0, 0, 0, 0] : nil)
  }

  static func rays() throws -> CameraRays { try CameraRays(calibration(), width: width, height: height) }

  /// The depth of a plane through (0, 0, distance) at each sample: its normal is (across, down, -1), not normalised.
  static func plane(_ distance: Double, across: Double, down: Double) throws -> [Float] {
    let rays = try rays()
    return (0..<width * height).map { index in
      let ray = rays.direction(x: Double(index % width) + 0.5, y: Double(index / width) + 0.5)
      return Float(distance / (1 - across * ray.x - down * ray.y))
    }
  }
}

extension DepthMesh {
  /// How many triangles have each side.
  fileprivate var sides: [SIMD2<UInt32>: Int] {
    var sides: [SIMD2<UInt32>: Int] = [:]
    for first in stride(from: 0, to: indices.count, by: 3) {
      for (one, two) in [(0, 1), (1, 2), (2, 0)] {
        let (a, b) = (indices[first + one], indices[first + two])
        sides[[min(a, b), max(a, b)], default: 0] += 1
      }
    }
    return sides
  }

  fileprivate func point(_ vertex: UInt32) -> SIMD3<Float> {
    [positions[3 * Int(vertex)], positions[3 * Int(vertex) + 1], positions[3 * Int(vertex) + 2]]
  }

  fileprivate func normal(_ vertex: UInt32) -> SIMD3<Float> {
    [normals[3 * Int(vertex)], normals[3 * Int(vertex) + 1], normals[3 * Int(vertex) + 2]]
  }

  fileprivate func place(_ vertex: UInt32) -> SIMD2<Float> {
    [textureCoordinates[2 * Int(vertex)], textureCoordinates[2 * Int(vertex) + 1]]
  }
}

@Suite struct MeshTests {
  @Test func pointsOfAPlane() throws {
    let rays = try Scene.rays()
    let depths = try Scene.plane(2, across: 0.4, down: -0.3)
    let cloud = try PointCloud(depths: depths, rays: rays)
    #expect(cloud.count == Scene.width * Scene.height && cloud.colours.isEmpty)
    let length = (0.4 * 0.4 + 0.3 * 0.3 + 1 as Float).squareRoot()
    for index in 0..<cloud.count {
      let (x, y, z) = (
        cloud.positions[3 * index], cloud.positions[3 * index + 1], cloud.positions[3 * index + 2]
      )
      #expect(z == depths[index])
      // z = 2 + 0.4 x - 0.3 y.
      #expect(abs(z - (2 + 0.4 * x - 0.3 * y)) < 1e-5)
      #expect(abs(cloud.normals[3 * index] - 0.4 / length) < 1e-3)
      #expect(abs(cloud.normals[3 * index + 1] + 0.3 / length) < 1e-3)
      #expect(abs(cloud.normals[3 * index + 2] + 1 / length) < 1e-3)
    }
  }

  @Test func coloursAreThePixelsAtTheSamples() throws {
    let codes = (0..<160 * 120).flatMap { (index: Int) -> [UInt8] in
      [UInt8(index % 160), UInt8(index / 160), 7]
    }
    let photo = try PhotoPixels(width: 160, height: 120, rgb8: codes)
    let cloud = try PointCloud(
      depths: Scene.plane(2, across: 0, down: 0), rays: Scene.rays(), photo: photo)
    #expect(Array(cloud.colours[0..<6]) == [1, 1, 7, 3, 1, 7])
    #expect(Array(cloud.colours.suffix(3)) == [159, 119, 7])
  }

  @Test func whatIsLeftOut() throws {
    var depths = [Float](repeating: 2, count: Scene.width * Scene.height)
    (depths[0], depths[1], depths[2], depths[3], depths[4]) = (.nan, .infinity, 0, -1, 5)
    let rays = try Scene.rays()
    #expect(try PointCloud(depths: depths, rays: rays).count == depths.count - 4)
    var options = SpaceOptions()
    options.far = 3
    #expect(try PointCloud(depths: depths, rays: rays, options: options).count == depths.count - 5)
    options.near = 2.5
    #expect(throws: AuxError.self) { try PointCloud(depths: depths, rays: rays, options: options) }
    options = SpaceOptions()
    options.maxPoints = 777
    #expect(try PointCloud(depths: depths, rays: rays, options: options).count == 777)
    #expect(try DepthMesh(depths: depths, rays: rays, options: options).vertexCount <= 777)
    options.maxPoints = nil
    options.stride = 7
    #expect(try PointCloud(depths: depths, rays: rays, options: options).count == 12 * 9 - 1)
    options.stride = 0
    #expect(throws: AuxError.self) { try PointCloud(depths: depths, rays: rays, options: options) }
    #expect(throws: AuxError.self) { try PointCloud(depths: [1, 2], rays: rays) }
  }

  @Test(
    "No triangle of a floor bridges depths that differ by more than the factor, and the floor has no other gap"
  )
  func steps() throws {
    // Only the first two rows differ by more than a factor of 2.
    let depths = (0..<Scene.width * Scene.height).map { 20 / (0.2 + Float($0 / Scene.width)) }
    func largestRatio(_ mesh: DepthMesh) -> Float {
      stride(from: 0, to: mesh.indices.count, by: 3).map { first in
        let corners = mesh.indices[first..<first + 3].map { mesh.point($0).z }
        return (corners.max() ?? 1) / (corners.min() ?? 1)
      }.max() ?? 0
    }
    func area(_ mesh: DepthMesh) -> Float {
      stride(from: 0, to: mesh.indices.count, by: 3).reduce(0) { sum, first in
        let (a, b, c) = (
          mesh.place(mesh.indices[first]), mesh.place(mesh.indices[first + 1]),
          mesh.place(mesh.indices[first + 2])
        )
        let (one, two) = (b - a, c - a)
        return sum + abs(one.x * two.y - one.y * two.x) / 2 * Float(Scene.width * Scene.height)
      }
    }
    var options = SpaceOptions()
    let mesh = try DepthMesh(depths: depths, rays: Scene.rays(), options: options)
    #expect(largestRatio(mesh) <= 2 && abs(area(mesh) - 79 * 58) < 1)
    options.maxStep = .infinity
    let whole = try DepthMesh(depths: depths, rays: Scene.rays(), options: options)
    #expect(largestRatio(whole) > 2 && abs(area(whole) - 79 * 59) < 1)
    options.maxStep = 1
    #expect(throws: AuxError(.usage, "")) {
      try DepthMesh(depths: depths, rays: Scene.rays(), options: options)
    }
  }

  @Test(arguments: [0, 0.0005] as [Float])
  func smoothSurfaceHasNoGap(tolerance: Float) throws {
    let rays = try Scene.rays()
    // A ball in front of nothing else: curved everywhere, but no step.
    let depths = (0..<Scene.width * Scene.height).map { (index: Int) -> Float in
      let x = Float(index % Scene.width) - 40
      let y = Float(index / Scene.width) - 30
      let share: Float = 1 - (x * x + y * y) / 2501
      return 2 - 0.3 * share.squareRoot()
    }
    var options = SpaceOptions()
    options.tolerance = tolerance
    let mesh = try DepthMesh(depths: depths, rays: rays, options: options)
    if tolerance == 0 { #expect(mesh.vertexCount == depths.count) } else { #expect(mesh.vertexCount < 1000) }
    let (last, bottom) = (1 - 0.5 / Float(Scene.width), 1 - 0.5 / Float(Scene.height))
    for (side, count) in mesh.sides {
      let (one, two) = (mesh.place(side.x), mesh.place(side.y))
      let isBorder =
        one.x == two.x && (one.x < 0.01 || one.x > last - 1e-6)
        || one.y == two.y && (one.y < 0.01 || one.y > bottom - 1e-6)
      #expect(count == (isBorder ? 1 : 2))
    }
    try checkFaces(mesh)
    // Each vertex is a sample at its place.
    for vertex in 0..<UInt32(mesh.vertexCount) {
      let place = mesh.place(vertex)
      let index =
        Int(place.y * Float(Scene.height)) * Scene.width + Int(place.x * Float(Scene.width))
      #expect(abs(mesh.point(vertex).z - depths[index]) < 1e-6)
    }
  }

  /// Every triangle faces the camera, as its normals do, and has an area.
  private func checkFaces(_ mesh: DepthMesh) throws {
    for first in stride(from: 0, to: mesh.indices.count, by: 3) {
      let corners = (0..<3).map { mesh.point(mesh.indices[first + $0]) }
      let (a, b) = (corners[1] - corners[0], corners[2] - corners[0])
      let cross: SIMD3<Float> = [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
      #expect((cross * mesh.normal(mesh.indices[first])).sum() > 0)
    }
  }

  @Test(arguments: [1.02, 1.04] as [Float])
  func tornWhereDepthSteps(ratio: Float) throws {
    let near = try Scene.plane(2, across: 0.2, down: 0)
    let depths = near.indices.map { $0 % Scene.width < 33 ? near[$0] : near[$0] * ratio }
    let mesh = try DepthMesh(depths: depths, rays: Scene.rays())
    let line = 33 / Float(Scene.width)
    let crossing = stride(from: 0, to: mesh.indices.count, by: 3).filter { first in
      let places = (0..<3).map { mesh.place(mesh.indices[first + $0]).x < line }
      return Set(places).count == 2
    }
    #expect(crossing.isEmpty == (ratio > 1 + SpaceOptions.tear))
  }

  @Test func steepFloorGoesOn() throws {
    // A floor 1.5 m below the camera: between rows near the horizon its depth grows by more than 3 %.
    let rays = try Scene.rays()
    let depths = (0..<Scene.width * Scene.height).map { (index: Int) -> Float in
      let y = rays.direction(x: 0.5, y: Double(index / Scene.width) + 0.5).y
      return y > 0.01 ? Float(1.5 / y) : .nan
    }
    let mesh = try DepthMesh(depths: depths, rays: rays)
    let borders = mesh.sides.filter { $0.value == 1 }.keys
    let places = borders.flatMap { [mesh.place($0.x), mesh.place($0.y)] }
    let top = places.map(\.y).min() ?? 1
    for place in places {
      #expect(place.x < 0.01 || place.x > 0.99 || place.y > 0.99 || place.y == top)
    }
  }

  @Test func outlinesGoByColour() throws {
    // Columns 38 and 39 are between two walls; the photo says that the second is of the far one.
    let disparities = (0..<Scene.width).map { column -> Float in
      column < 38 ? 1 : column > 39 ? 0.5 : 1 - Float(column - 37) / 6
    }
    // With more than 256 values it is no map of codes, whose terraces are smoothed.
    let depths = (0..<Scene.width * Scene.height).map { (index: Int) -> Float in
      1 / (disparities[index % Scene.width] + Float(index) * 1e-6)
    }
    let codes = (0..<Scene.width * Scene.height).flatMap { (index: Int) -> [UInt8] in
      [UInt8](repeating: index % Scene.width < 39 ? 200 : 40, count: 3)
    }
    let photo = try PhotoPixels(width: Scene.width, height: Scene.height, rgb8: codes)
    var options = SpaceOptions()
    options.tolerance = 0
    let mesh = try DepthMesh(depths: depths, rays: Scene.rays(), photo: photo, options: options)
    for vertex in 0..<UInt32(mesh.vertexCount) {
      let isNear = mesh.place(vertex).x * Float(Scene.width) < 39
      #expect(abs(mesh.point(vertex).z - (isNear ? 1 : 2)) < 0.03)
    }
  }

  @Test func maskKeepsWhatItShows() throws {
    let depths = [Float](repeating: 2, count: Scene.width * Scene.height)
    let values = depths.indices.map { $0 % Scene.width < 20 ? 1 : 0.25 as Float }
    let mask = try EffectMask(width: Scene.width, height: Scene.height, values: values)
    #expect(try PointCloud(depths: depths, rays: Scene.rays(), mask: mask).count == 20 * Scene.height)
    let mesh = try DepthMesh(depths: depths, rays: Scene.rays(), mask: mask)
    #expect((0..<UInt32(mesh.vertexCount)).allSatisfy { mesh.place($0).x * Float(Scene.width) < 20 })
  }

  @Test func distortionIsTakenOut() throws {
    let center = CameraCalibrationData.Point(x: 795, y: 603)
    for isInverse in [true, false] {
      let calibration = try Scene.calibration(distorted: true, inverse: isInverse)
      let rays = try CameraRays(calibration, width: Scene.width, height: Scene.height)
      #expect(rays.areRectified)
      let table = try #require(
        isInverse ? calibration.inverseLensDistortionLookupTable : calibration.lensDistortionLookupTable)
      for (x, y) in [(0.5, 0.5), (79.5, 0.5), (40, 59.5), (39.75, 30.15), (12.25, 44)] {
        let ray = rays.direction(x: x, y: y)
        let undistorted = CameraCalibrationData.Point(x: 1600 * ray.x + 810, y: 1500 * ray.y + 590)
        let seen = CameraCalibrationData.Point(x: x * 20, y: y * 20)
        let (from, to) = isInverse ? (seen, undistorted) : (undistorted, seen)
        let moved = CameraCalibrationData.lensDistortionPoint(
          for: from, lookupTable: table, distortionOpticalCenter: center,
          imageSize: calibration.intrinsicMatrixReferenceDimensions)
        #expect(abs(moved.x - to.x) < 1e-5 && abs(moved.y - to.y) < 1e-5)
      }
    }
  }

  @Test func plyFile() throws {
    let photo = try PhotoPixels(width: 2, height: 1, rgb8: [1, 2, 3, 4, 5, 6])
    let rays = try CameraRays(
      CameraCalibrationData(
        intrinsicMatrix: [1, 0, 0, 0, 1, 0, 1, 0.5, 1],
        intrinsicMatrixReferenceDimensions: .init(width: 2, height: 1), pixelSize: 0), width: 2, height: 1)
    let file = try PointCloud(depths: [2, .nan], rays: rays, photo: photo).ply(comments: ["é\na"])
    let header = """
      ply
      format binary_little_endian 1.0
      comment ??a
      element vertex 1
      property float x
      property float y
      property float z
      property float nx
      property float ny
      property float nz
      property uchar red
      property uchar green
      property uchar blue
      end_header

      """
    #expect(Array(file.prefix(header.utf8.count)) == Array(header.utf8))
    let body = Array(file.dropFirst(header.utf8.count))
    // (-0.5 * 2, 0, 2), the normal of a lone point towards the camera, and the colour.
    #expect(Array(body[0..<12]) == [0, 0, 0x80, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0x40])
    #expect(body.count == 27 && Array(body[24...]) == [1, 2, 3])
  }

  @Test func glbFile() throws {
    let mesh = try DepthMesh(depths: Scene.plane(2, across: 0, down: 0), rays: Scene.rays())
    let texture = [UInt8](1...5)
    let file = mesh.glb(texture: texture)
    func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
    #expect(Array(file[0..<4]) == Array("glTF".utf8) && number(4) == 2 && number(8) == file.count)
    let length = number(12)
    #expect(length % 4 == 0 && Array(file[16..<20]) == Array("JSON".utf8))
    let text = String(decoding: file[20..<20 + length], as: UTF8.self)
    #expect(text.contains("\"KHR_materials_unlit\"") && text.contains("\"mimeType\":\"image/jpeg\""))
    let start = 20 + length
    #expect(
      number(start) == file.count - start - 8 && Array(file[start + 4..<start + 8]) == Array("BIN\0".utf8))
    // The texture comes last, padded to a multiple of 4.
    #expect(Array(file.suffix(8)) == texture + [0, 0, 0])
  }

  /// Points and triangles of a caller are written as far as they are given, and refused where they contradict each other.
  @Test func givenPointsAndTriangles() throws {
    let positions: [Float] = [0, 0, 1, 1, 0, 1, 0, 1, 1]
    let header = String(decoding: try PointCloud(positions: positions).ply(), as: UTF8.self)
    #expect(header.hasPrefix("ply\n") && !header.contains("nx") && !header.contains("red"))
    #expect(header.utf8.count > 36 && header.contains("element vertex 3"))
    #expect(throws: AuxError(.usage, "")) { try PointCloud(positions: []) }
    #expect(throws: AuxError(.usage, "")) { try PointCloud(positions: positions, normals: [0, 0, 1]) }
    #expect(throws: AuxError(.usage, "")) { try PointCloud(positions: positions, colours: [1]) }

    let mesh = try DepthMesh(positions: positions, indices: [0, 1, 2])
    let file = String(decoding: mesh.glb(texture: nil, camera: nil, extras: nil), as: UTF8.self)
    #expect(file.hasPrefix("glTF") && !file.contains("NORMAL") && !file.contains("texture"))
    #expect(throws: AuxError(.usage, "")) { try DepthMesh(positions: positions, indices: [0, 1, 3]) }
    #expect(throws: AuxError(.usage, "")) { try DepthMesh(positions: positions, indices: []) }
    #expect(throws: AuxError(.usage, "")) {
      try DepthMesh(positions: positions, textureCoordinates: [0, 0], indices: [0, 1, 2])
    }
    #expect(throws: AuxError(.usage, "")) {
      try DepthMesh(positions: [.nan] + positions.dropFirst(), indices: [0, 1, 2])
    }
  }
}
