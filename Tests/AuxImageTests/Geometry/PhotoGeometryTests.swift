import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite("Geometry of edited photos")
struct PhotoGeometryTests {
  private typealias Point = PhotoGeometry.Point

  /// Returns a geometry of a few random edits, a photo at a time as a program makes them.
  private func random(
    _ source: PrimaryImage, _ generator: inout SeededRandom
  ) throws -> PhotoGeometry {
    var geometry = PhotoGeometry(of: source)
    if Bool.random(using: &generator) {
      try geometry.straighten(by: .random(in: -15...15, using: &generator))
    }
    let shown = geometry.result.displaySize
    if Bool.random(using: &generator) {
      let width = Int.random(in: shown.width / 2...shown.width, using: &generator)
      let height = Int.random(in: shown.height / 2...shown.height, using: &generator)
      try geometry.crop(
        to: PixelRectangle(
          x: Int.random(in: 0...(shown.width - width), using: &generator),
          y: Int.random(in: 0...(shown.height - height), using: &generator), width: width, height: height))
    }
    if Bool.random(using: &generator) {
      let size = geometry.result.displaySize
      let factor = Double.random(in: 0.5...1.2, using: &generator)
      try geometry.scale(
        toWidth: max(Int((Double(size.width) * factor).rounded()), 1),
        height: max(Int((Double(size.height) * factor).rounded()), 1))
    }
    if Bool.random(using: &generator) {
      geometry.turn(by: ImageOrientation.allCases.randomElement(using: &generator) ?? .up)
    }
    if Bool.random(using: &generator) { geometry.makeUpright() }
    return geometry
  }

  @Test("Points go back to where they were", arguments: ImageOrientation.allCases)
  func points(_ orientation: ImageOrientation) throws {
    var generator = SeededRandom(seed: UInt64(orientation.rawValue))
    for _ in 0..<50 {
      let source = PrimaryImage(width: 300, height: 200, orientation: orientation)
      let geometry = try random(source, &generator)
      let point = Point(
        x: .random(in: 0...300, using: &generator), y: .random(in: 0...200, using: &generator))
      let edited = geometry.editedPoint(ofStored: point)
      let back = geometry.storedPoint(ofEdited: edited)
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
      let shown = geometry.shownPoint(ofEdited: edited)
      let pixel = orientation.storedPixel(x: Int(shown.x), y: Int(shown.y), width: 300, height: 200)
      #expect(abs(Double(pixel.x) + 0.5 - point.x) <= 1 && abs(Double(pixel.y) + 0.5 - point.y) <= 1)
    }
  }

  @Test("The part is the same for all orientations, as it is shown", arguments: ImageOrientation.allCases)
  func crop(_ orientation: ImageOrientation) throws {
    let source = PrimaryImage(width: 30, height: 20, orientation: orientation)
    var geometry = PhotoGeometry(of: source)
    let part = try PixelRectangle(x: 3, y: 5, width: 10, height: 7)
    try geometry.crop(to: part)
    #expect(geometry.result.displaySize == (10, 7))
    let marks = Orient.apply(
      orientation.inverse.rawValue,
      to: PixelPlane(
        width: source.displaySize.width, height: source.displaySize.height,
        known: .uint8(
          (0..<600).map { index in
            let (x, y) = (index % source.displaySize.width, index / source.displaySize.width)
            return x >= 3 && x < 13 && y >= 5 && y < 12 ? 1 : 0
          })))
    let stored = geometry.part
    let cut = marks.cropped(left: stored.x, top: stored.y, width: stored.width, height: stored.height)
    #expect(cut.storage == .uint8([UInt8](repeating: 1, count: 70)))
    try geometry.crop(to: PixelRectangle(x: 1, y: 1, width: 4, height: 4))
    #expect(geometry.result.displaySize == (4, 4))
  }

  @Test("What cannot be is refused")
  func refused() throws {
    let source = PrimaryImage(width: 300, height: 200, orientation: .right)
    var geometry = PhotoGeometry(of: source)
    #expect(throws: AuxError(.usage, "")) {
      try geometry.crop(to: PixelRectangle(x: 0, y: 0, width: 201, height: 10))
    }
    #expect(throws: AuxError(.usage, "")) { try geometry.scale(toWidth: 300, height: 200) }
    #expect(throws: AuxError(.usage, "")) { try geometry.scale(toWidth: 0, height: 0) }
    try geometry.scale(toWidth: 100, height: 150)
    #expect(geometry.result == PrimaryImage(width: 150, height: 100, orientation: .right))
    #expect(throws: AuxError(.usage, "")) {
      try geometry.crop(to: PixelRectangle(x: 0, y: 0, width: 10, height: 10))
    }
  }

  @Test("After random chains maps show the scene and calibration projects the same points")
  func truth() throws {
    var generator = SeededRandom(seed: 34)
    for number in 0..<200 {
      let orientation = ImageOrientation.allCases[number % 8]
      let scene = try SyntheticScene(orientation: orientation, down: 200)
      // Samples that are pixels, that cover several, and whose edges are between pixels.
      let size = [(96, 72), (48, 36), (37, 28)][number % 3]
      var image = try scene.map(width: size.0, height: size.1)
      var (primary, mirrored, steps) = (scene.primary, false, 0)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let geometry = try random(primary, &generator)
        let before = (image.codes, try #require(image.metadata.calibration))
        image = try image.edited(by: geometry)
        let turnsOver = [2, 4, 5, 7].contains(geometry.turn.rawValue)
        if turnsOver { mirrored.toggle() }
        if image.codes != before.0 { steps += 1 }
        let after = try #require(image.metadata.calibration)
        // A point of the scene is where the geometry says.
        let point = Point(
          x: .random(in: 0...Double(primary.width), using: &generator),
          y: .random(in: 0...Double(primary.height), using: &generator))
        let edited = geometry.editedPoint(ofStored: point)
        let was = SyntheticScene.direction(
          point.x / Double(primary.width), point.y / Double(primary.height), before.1,
          mirrored: mirrored != turnsOver)
        let isNow = SyntheticScene.direction(
          edited.x / Double(geometry.result.width), edited.y / Double(geometry.result.height), after,
          mirrored: mirrored)
        // Sides are rounded to whole pixels when a photo is scaled, and its pixels are taken for square when it is
        // straightened: that is a quarter of a pixel, of about 200 to a focal length in a picture twice as large.
        let most = geometry.warp == nil ? 1e-9 : 0.25 * 2 / 200
        #expect(abs(was.x - isNow.x) < most && abs(was.y - isNow.y) < most, "chain \(number)")
        primary = geometry.result
      }
      let error = try SyntheticScene.greatestError(of: image, mirrored: mirrored)
      // Half a code for each rounding, and a quarter of a pixel of the map, by which its calibration may be off, too.
      let codes = 0.5 * Double(steps + 1) + 0.01 + 0.25 * error.codes / max(error.pixels, 1e-9)
      #expect(error.codes <= codes, "chain \(number): \(error), \(steps) roundings")
    }
  }

  @Test("Codes stay as they are where a part begins and ends at samples")
  func exact() throws {
    let scene = try SyntheticScene(width: 480, height: 360)
    let map = try scene.map(width: 96, height: 72)
    var geometry = PhotoGeometry(of: scene.primary)
    try geometry.crop(to: PixelRectangle(x: 50, y: 100, width: 200, height: 150))
    #expect(try map.edited(by: geometry).codes == map.codes.cropped(left: 10, top: 20, width: 40, height: 30))
    // A smaller photo keeps a map that is smaller still.
    try geometry.scale(toWidth: 100, height: 75)
    #expect(try map.edited(by: geometry).width == 40)
    try geometry.scale(toWidth: 20, height: 15)
    let small = try map.edited(by: geometry)
    #expect((small.width, small.height) == (20, 15))
  }

  @Test("Gain maps shrink with the photo, and mattes where they are larger")
  func sizes() throws {
    let plane = PixelPlane(
      width: 240, height: 180, known: .uint8((0..<(240 * 180)).map { UInt8($0 % 240) }))
    var geometry = PhotoGeometry(of: PrimaryImage(width: 480, height: 360))
    try geometry.scale(toWidth: 240, height: 180)
    let gains = try StoredAuxiliaryImage(type: .hdrGainMap, codes: plane, metadata: .init())
    #expect(try gains.edited(by: geometry).width == 120)
    let matte = try StoredAuxiliaryImage(type: .portraitEffectsMatte, codes: plane, metadata: .init())
    #expect(try matte.edited(by: geometry).codes == plane)
    try geometry.scale(toWidth: 120, height: 90)
    let small = try matte.edited(by: geometry)
    guard case .uint8(let codes) = small.codes.storage else { throw AuxError(.codec, "no codes of 8 bits") }
    // Each is the mean of two columns, rounded up.
    #expect((0..<120).allSatisfy { Int(codes[$0]) == 2 * $0 + 1 })
  }

  @Test("Holes stay holes, and take no part in what is beside them")
  func holes() throws {
    var values = [Float](repeating: 2, count: 60 * 40)
    for row in 0..<40 { for column in 20..<30 { values[row * 60 + column] = .nan } }
    let plane = PixelPlane(width: 60, height: 40, known: .float(values))
    let image = try StoredAuxiliaryImage(
      type: .depth, content: .depth(plane, CodeRange(quantity: .depth, firstValue: 0, lastValue: 1)),
      metadata: .init())
    var geometry = PhotoGeometry(of: PrimaryImage(width: 600, height: 400))
    try geometry.crop(to: PixelRectangle(x: 105, y: 3, width: 300, height: 200))
    guard case .float(let edited) = try image.edited(by: geometry).codes.storage else {
      throw AuxError(.codec, "no floats")
    }
    #expect(edited.allSatisfy { $0 == 2 || $0.isNaN })
    // Ten columns of holes, from 9.5 columns after the new edge on.
    let holes = edited.prefix(30).count { $0.isNaN }
    #expect((9...11).contains(holes), "\(holes)")
  }

  @Test("Regions follow the pixels, and go where they are cut off")
  func regions() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 400, height: 200, orientation: .right))
    // As shown 200x400; the lower half is the right half as stored.
    try geometry.crop(to: PixelRectangle(x: 0, y: 200, width: 200, height: 200))
    #expect(geometry.part == (try PixelRectangle(x: 200, y: 0, width: 200, height: 200)))
    let kept = try #require(geometry.applied(to: RegionArea(x: 0.75, y: 0.5, width: 0.1, height: 0.2)))
    #expect(abs(kept.x - 0.5) < 1e-12 && abs(kept.y - 0.5) < 1e-12)
    #expect(abs(kept.width - 0.2) < 1e-12 && abs(kept.height - 0.2) < 1e-12)
    let cut = try #require(geometry.applied(to: RegionArea(x: 0.5, y: 0.5, width: 0.1, height: 0.2)))
    #expect(abs(cut.width - 0.1) < 1e-12 && abs(cut.x - 0.05) < 1e-12)
    #expect(geometry.applied(to: RegionArea(x: 0.2, y: 0.5, width: 0.1, height: 0.1)) == nil)
    #expect(geometry.applied(to: RegionArea(x: 0.2, y: 0.5)) == nil)
    geometry.makeUpright()
    let turned = try #require(geometry.applied(to: RegionArea(x: 0.75, y: 0.25, width: 0.1, height: 0.2)))
    #expect(abs(turned.x - 0.75) < 1e-12 && abs(turned.y - 0.5) < 1e-12)
  }
}
