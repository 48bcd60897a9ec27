import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite("Straightened photos")
struct StraighteningTests {
  private typealias Point = PhotoGeometry.Point

  @Test(
    "What remains is the largest part of the aspect ratio without empty corners",
    arguments: [-45, -30, -7.5, -0.3, 0.01, 3, 12, 45], [(400, 300), (300, 400), (640, 480), (1001, 333)])
  func size(_ degrees: Double, _ size: (Int, Int)) throws {
    let source = PrimaryImage(width: size.0, height: size.1)
    var geometry = PhotoGeometry(of: source)
    try geometry.straighten(by: degrees)
    let result = geometry.result
    func outside(_ growth: Double) -> Double {
      let (across, down) = (Double(result.width), Double(result.height))
      let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { (x: Double, y: Double) in
        geometry.storedPoint(
          ofEdited: Point(x: x * across + (x - 0.5) * growth, y: y * down + (y - 0.5) * growth))
      }
      return corners.map { max(-$0.x, $0.x - Double(size.0), -$0.y, $0.y - Double(size.1)) }.max() ?? 0
    }
    #expect(outside(0) <= 1e-6)
    // One pixel more on both sides is too much for one of them.
    #expect(outside(4) > 0)
    #expect(abs(Double(result.width) * Double(size.1) / Double(size.0) - Double(result.height)) < 3)
    let centre = geometry.storedPoint(
      ofEdited: Point(x: Double(result.width) / 2, y: Double(result.height) / 2))
    #expect(abs(centre.x - Double(size.0) / 2) < 1e-9 && abs(centre.y - Double(size.1) / 2) < 1e-9)
  }

  @Test("A positive angle is clockwise as displayed", arguments: ImageOrientation.allCases)
  func direction(_ orientation: ImageOrientation) throws {
    let source = PrimaryImage(width: 400, height: 300, orientation: orientation)
    var geometry = PhotoGeometry(of: source)
    try geometry.straighten(by: 10)
    let (before, after) = (source.displaySize, geometry.result.displaySize)
    let moved = geometry.displayedPoint(
      ofShown: Point(x: Double(before.width) / 2 + 50, y: Double(before.height) / 2))
    // cos 10° and sin 10°.
    #expect(abs(moved.x - Double(after.width) / 2 - 50 * 0.984_807_753) < 1e-6)
    #expect(abs(moved.y - Double(after.height) / 2 - 50 * 0.173_648_178) < 1e-6)
    let back = geometry.shownPoint(ofEdited: geometry.editedPoint(ofStored: Point(x: 123, y: 45)))
    let pixel = orientation.storedPixel(x: Int(back.x), y: Int(back.y), width: 400, height: 300)
    #expect(abs(Double(pixel.x) + 0.5 - 123) <= 1 && abs(Double(pixel.y) + 0.5 - 45) <= 1)
  }

  @Test("What cannot be is refused")
  func refused() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 300, height: 200))
    for degrees in [45.001, -90, .nan, .infinity] {
      #expect(throws: AuxError(.usage, "")) { try geometry.straighten(by: degrees) }
    }
    try geometry.straighten(by: 0)
    #expect(!geometry.changesPixels)
    try geometry.straighten(by: 5)
    #expect(throws: AuxError(.usage, "")) { try geometry.straighten(by: 5) }
    var small = PhotoGeometry(of: PrimaryImage(width: 300, height: 1))
    #expect(throws: AuxError(.usage, "")) { try small.straighten(by: 5) }
    var cut = PhotoGeometry(of: PrimaryImage(width: 300, height: 200))
    try cut.crop(to: PixelRectangle(x: 0, y: 0, width: 30, height: 20))
    #expect(throws: AuxError(.usage, "")) { try cut.straighten(by: 5) }
  }

  @Test("Holes stay holes, and no value is between two surfaces", arguments: [1.0, 0.5])
  func surfaces(_ scale: Double) throws {
    let values = (0..<(60 * 40)).map { index -> Float in
      let column = index % 60
      return (20..<28).contains(column) ? .nan : column < 40 ? 2 : 5
    }
    let image = try StoredAuxiliaryImage(
      type: .depth,
      content: .depth(
        PixelPlane(width: 60, height: 40, known: .float(values)),
        CodeRange(quantity: .depth, firstValue: 0, lastValue: 1)), metadata: .init())
    var geometry = PhotoGeometry(of: PrimaryImage(width: 600, height: 400))
    try geometry.straighten(by: 8)
    let size = geometry.result
    try geometry.scale(
      toWidth: Int((Double(size.width) * scale / 10).rounded()),
      height: Int((Double(size.height) * scale / 10).rounded()))
    let edited = try image.edited(by: geometry)
    guard case .float(let samples) = edited.codes.storage else { throw AuxError(.codec, "no floats") }
    #expect(samples.allSatisfy { $0 == 2 || $0 == 5 || $0.isNaN })
    let share = Double(samples.count { $0.isNaN }) / Double(samples.count)
    #expect(abs(share - 8.0 / 51) < 0.02, "\(share)")
    #expect(samples.contains(2) && samples.contains(5))
  }

  @Test("A calibration of square pixels stays one, and one that would be skewed goes")
  func calibration() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 960, height: 720))
    try geometry.straighten(by: 6)
    let square = try SyntheticScene(width: 960, height: 720, down: 200).calibration
    let turned = try #require(geometry.applied(to: square))
    #expect(abs(turned.intrinsicMatrix[0] - 200) < 1e-9 && abs(turned.intrinsicMatrix[4] - 200) < 1e-9)
    #expect(abs(turned.intrinsicMatrix[3]) < 1e-9 && turned.pixelSize == square.pixelSize)
    // cos 6° and sin 6°: the camera turned counterclockwise, as its axes are seen from the reference camera.
    let wanted = [0.994_521_895, -0.104_528_463, 0, 0.104_528_463, 0.994_521_895, 0, 0, 0, 1, 0, 0, 0]
    #expect(zip(turned.extrinsicMatrix, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
    let other = try SyntheticScene(width: 960, height: 720, down: 210).calibration
    #expect(geometry.applied(to: other) == nil)
    // Reference dimensions of another shape than the photo make pixels that are not square, and only these.
    var stretched = square
    stretched.intrinsicMatrix[4] *= 1.2
    stretched.intrinsicMatrix[7] *= 1.2
    stretched.intrinsicMatrixReferenceDimensions.height *= 1.2
    stretched.lensDistortionCenter?.y *= 1.2
    let mended = try #require(geometry.applied(to: stretched))
    #expect(zip(mended.intrinsicMatrix, turned.intrinsicMatrix).allSatisfy { abs($0 - $1) < 1e-9 })
    let (one, two) = (mended.intrinsicMatrixReferenceDimensions, turned.intrinsicMatrixReferenceDimensions)
    #expect(abs(one.width - two.width) < 1e-9 && abs(one.height - two.height) < 1e-9)
    let centre = try #require(mended.lensDistortionCenter)
    let before = try #require(square.lensDistortionCenter)
    let moved = geometry.editedPoint(ofStored: Point(x: before.x / 2, y: before.y / 2))
    #expect(abs(centre.x / 2 - moved.x) < 1e-9 && abs(centre.y / 2 - moved.y) < 1e-9)
  }

  @Test("A region is the upright rectangle about the turned one; a circle stays one")
  func regions() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 400, height: 300))
    try geometry.straighten(by: 30)
    let (width, height) = (Double(geometry.result.width), Double(geometry.result.height))
    let area = try #require(geometry.applied(to: RegionArea(x: 0.5, y: 0.5, width: 0.1, height: 0.1)))
    #expect(abs(area.x - 0.5) < 1e-12 && abs(area.y - 0.5) < 1e-12)
    // 40x30 pixels, with cos 30° and sin 30°.
    #expect(abs(area.width * width - (40 * 0.866_025_404 + 15)) < 1e-6)
    #expect(abs(area.height * height - (20 + 30 * 0.866_025_404)) < 1e-6)
    let circle = try #require(
      geometry.applied(to: RegionArea(x: 0.5, y: 0.5, width: 0.2, height: 0.2, isCircle: true)))
    #expect(abs(circle.width * min(width, height) - 60) < 1e-9 && circle.isCircle)
    #expect(geometry.applied(to: RegionArea(x: 0.01, y: 0.01, width: 0.01, height: 0.01)) == nil)
    #expect(geometry.applied(to: RegionArea(x: 0, y: 0, width: 0.3, height: 0.3, isCircle: true)) == nil)
  }
}
