import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Surface normals as a picture")
struct SurfaceNormalsTests {
  private static let (width, height) = (80, 60)

  private func rays() throws -> CameraRays {
    let camera = try CameraCalibrationData(
      intrinsicMatrix: [900, 0, 0, 0, 880, 0, 410, 290, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 800, height: 600), pixelSize: 0)
    return try CameraRays(camera, width: Self.width, height: Self.height)
  }

  /// The disparity 1/z of a plane n . p = distance, n.z = 1: linear in the directions.
  private func disparities(_ across: Double, _ down: Double, _ distance: Double) throws -> [Float] {
    let rays = try rays()
    return (0..<Self.width * Self.height).map { index in
      let ray = rays.direction(x: Double(index % Self.width) + 0.5, y: Double(index / Self.width) + 0.5)
      return Float((across * ray.x + down * ray.y + 1) / distance)
    }
  }

  private func picture(_ disparities: [Float], scale: Int = 1, deep: Bool = false) throws -> PhotoPixels {
    let (low, high) = (disparities.min() ?? 0, disparities.max() ?? 0)
    let map = try NormalisedMap(width: Self.width, height: Self.height, disparities: disparities)
    let plain = try Sample.plain(Self.width * scale, Self.height * scale)
    let photo = deep ? plain.withBitsPerSample(16) : plain
    let nearness = try GuidedUpsampling.standard.fitted(map, to: photo, jobs: 2)
    return try SurfaceNormals.picture(
      depths: disparities.map { 1 / $0 }, rays: rays(), range: low...high, nearness: nearness, photo: photo,
      jobs: 2)
  }

  /// The code of a plane's normal by the formula, in the axes of OpenGL.
  private func code(_ across: Double, _ down: Double, most: Double = 255) -> [Double] {
    let length = (across * across + down * down + 1).squareRoot()
    // Towards the camera: against z.
    return [-across / length, down / length, 1 / length].map { ($0 + 1) / 2 * most }
  }

  @Test("A plane has one colour", arguments: [(0, 0), (0.5, 0), (0, 0.7), (-0.3, 0.4)] as [(Double, Double)])
  func plane(across: Double, down: Double) throws {
    let wanted = code(across, down)
    for scale in [1, 3] {
      let seen = try picture(disparities(across, down, 2), scale: scale)
      #expect((seen.width, seen.height) == (80 * scale, 60 * scale))
      for row in stride(from: 0, to: seen.height, by: 7) {
        for column in stride(from: 0, to: seen.width, by: 7) {
          for (one, two) in zip(seen.pixel(column, row), wanted) {
            #expect(abs(Double(one) - two) <= 1.5, "\(column), \(row) of \(scale)")
          }
        }
      }
    }
    let deep = try picture(disparities(across, down, 2), deep: true).rgb16
    for (channel, code) in code(across, down, most: 65535).enumerated() {
      #expect(abs(Double(deep[3 * (30 * 80 + 40) + channel]) - code) < 200)
    }
  }

  @Test("No colour of a third direction at a step of depth")
  func step() throws {
    // Of more values than codes of 8 bits: no terraces, which are smoothed.
    let (near, far) = (try disparities(0.4, 0.02, 1), try disparities(0.02, -0.4, 4))
    let mixed = near.indices.map { $0 % 80 < 33 ? near[$0] : far[$0] }
    let (one, two) = (code(0.4, 0.02), code(0.02, -0.4))
    for scale in [1, 2] {
      let seen = try picture(mixed, scale: scale)
      for pixel in 0..<seen.width * seen.height {
        let codes = seen.rgb8[3 * pixel..<3 * pixel + 3].map(Double.init)
        let isOne = zip(codes, one).allSatisfy { abs($0 - $1) <= 2 }
        #expect(isOne || zip(codes, two).allSatisfy { abs($0 - $1) <= 2 }, "\(pixel): \(codes)")
      }
    }
  }

  @Test("What has no surface faces the viewer")
  func holes() throws {
    var disparities = try disparities(0.5, 0.2, 2)
    for index in 0..<10 * 80 { disparities[index] = 0 }
    let map = try NormalisedMap(width: 80, height: 60, disparities: disparities)
    let seen = try SurfaceNormals.picture(
      depths: disparities.map { $0 > 0 ? 1 / $0 : .infinity }, rays: rays(), range: 0...0.6,
      nearness: map, photo: Sample.plain(80, 60), jobs: 1)
    #expect(seen.pixel(40, 4) == [128, 128, 255])
    #expect(throws: AuxError(.usage, "")) {
      try SurfaceNormals.picture(
        depths: [Float](repeating: .nan, count: 4800), rays: rays(), range: 0...1, nearness: map,
        photo: Sample.plain(80, 60), jobs: 1)
    }
  }
}
