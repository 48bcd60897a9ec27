import AuxDepthKit
import LibraryExamples
import Testing

@Suite("Pictures made with a map")
struct PictureTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Writes a JPEG with a map of the picture's size, and returns its path.
  private func photo(_ pixels: PhotoPixels, metres: (_ column: Int, _ row: Int) -> Float) throws -> String {
    let map = (0..<pixels.width * pixels.height).map { metres($0 % pixels.width, $0 / pixels.width) }
    var destination = try ImageDestination(pixels: pixels, as: .jpeg)
    try destination.addDepth(DepthMap(map, width: pixels.width, height: pixels.height))
    try destination.finalize(to: folder("photo.jpg"))
    return folder("photo.jpg")
  }

  @Test("Stripes stay sharp where they are near, and become their mean where they are far")
  func blurring() throws {
    let stripes = try PhotoPixels(width: 256, height: 128) { column, _ in column % 4 < 2 ? 40 : 200 }
    let photo = try photo(stripes) { column, _ in column < 128 ? 1 : 10 }
    try blur(photo, focus: 1, radius: 100, output: folder("blurred.jpg"))

    let source = try ImageSource(folder("blurred.jpg"))
    #expect(source.container == .jpeg)
    let (before, after) = (try ImageSource(photo).primaryPixels(), try source.primaryPixels())
    #expect((after.width, after.height) == (256, 128))
    let (given, kept) = try (depth(of: photo), depth(of: folder("blurred.jpg")))
    #expect(try greatestDisparityError(#require(given).metres, #require(kept).metres) < 0.9 / 255 * 2.5)
    // The mean is one of light: half of that of 200, and a little of that of 40.
    for (columns, contrast, mean) in [(16..<112, 0.95...1.05, 120), (144..<240, 0...0.15, 149)]
      as [(Range, ClosedRange<Float>, Float)]
    {
      let old = statistics(before.greens(columns: columns, rows: 16..<112))
      let new = statistics(after.greens(columns: columns, rows: 16..<112))
      #expect(contrast.contains(new.deviation / old.deviation), "\(columns)")
      #expect(abs(new.mean - mean) < 3, "\(columns)")
    }
  }

  @Test("A part of a photo keeps the part of its map, whatever the container")
  func editing() throws {
    let ramp = try PhotoPixels(width: 256, height: 128) { column, _ in UInt8(column) }
    let photo = try photo(ramp) { column, _ in 100 / Float(column + 100) }
    let part = try PixelRectangle(x: 64, y: 32, width: 128, height: 64)
    let images = try halved(photo, part: part, output: folder("half.heic"), as: .heif)
    #expect(images.map(\.fate) == [.coded])
    let source = try ImageSource(folder("half.heic"))
    #expect((source.primary?.width, source.primary?.height) == (64, 32))
    let image = try #require(source.auxiliaryImages.first)
    let depth = try source.depthData(image).converting(toDepthDataType: .fdis)
    // Disparity rises by 1/100 a pixel of the old photo; the map was as large as that and is now as large as the new one.
    #expect((image.width, image.height) == (64, 32))
    for column in stride(from: 0, to: 64, by: 7) {
      let wanted = (Float(64 + 2 * column) + 0.5 + 100) / 100
      #expect(abs(depth.values[16 * 64 + column] - wanted) < 0.06, "\(column)")
    }
  }

  @Test("The left eye sees what is near half of f b / z to the right")
  func spatial() throws {
    let square = try PhotoPixels(width: 256, height: 128) { column, row in
      (112..<144).contains(column) && (48..<80).contains(row) ? 220 : 60
    }
    let photo = try photo(square) { column, row in
      (112..<144).contains(column) && (48..<80).contains(row) ? 1 : 4
    }
    let rendering = try spatialPair(of: photo, fieldOfView: 60, baseline: 0.065, output: folder("pair.heic"))
    // Half of the picture is seen under 30 degrees, whose tangent is 1/√3.
    #expect(abs(rendering.focalLength - 3.0.squareRoot() / 2) < 1e-9)
    #expect(rendering.baseline == 0.065 && !rendering.isWide)

    let file = try bytes(of: folder("pair.heic"))
    #expect(String(decoding: file[4..<12], as: UTF8.self) == "ftypheic" && file.contains("ster"))
    let left = try ImageSource(folder("pair.heic")).primaryPixels()
    #expect((left.width, left.height) == (256, 128))
    let row = left.greens(columns: 0..<256, rows: 64..<65)
    let bright = row.indices.filter { row[$0] > 140 }
    let centre = Double(bright.reduce(0, +)) / Double(bright.count)
    #expect(abs(Double(bright.count) - 32) <= 2)
    #expect(abs(centre - 127.5 - rendering.focalLength * 0.065 / 1 / 2 * 256) < 1)
  }

  @Test("Fog hides by the distance, frame by frame")
  func fogOverVideo() throws {
    let header = Array("YUV4MPEG2 W2 H1 F30:1 Ip A0:0 Cmono XCOLORRANGE=FULL\n".utf8)
    let marker = Array("FRAME\n".utf8)
    let frames: [[UInt8]] = [[10, 10], [100, 200]]
    let maps: [[UInt8]] = [[255, 0], [51, 51]]
    for (name, planes) in [("video.y4m", frames), ("depth.y4m", maps)] {
      let file = header + planes.flatMap { marker + $0 }
      try OutputFile.write(file, to: folder(name))
    }
    let count = try fog(over: folder("video.y4m"), depth: folder("depth.y4m"), output: folder("fog.y4m"))
    #expect(count == 2)
    // Nearness 51/255 lets a fifth through: 0.2 * 100 + 0.8 * 220 and 0.2 * 200 + 0.8 * 220.
    #expect(try bytes(of: folder("fog.y4m")) == header + marker + [10, 220] + marker + [196, 216])
  }
}
