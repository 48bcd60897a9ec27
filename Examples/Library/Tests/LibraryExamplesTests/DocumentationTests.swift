import AuxDepthKit
import Foundation
import LibraryExamples
import Testing

/// The code in the documentation compiles and runs: each sample is, line by line, in an example.
@Suite("Samples of the documentation", .serialized)
struct DocumentationTests {
  private struct Sample {
    let file: String
    var lines: [Substring] = []
  }

  @Test("Every sample is in an example")
  func samplesCompile() throws {
    let examples = try (Self.files("Examples/Library/Sources", "swift") + ["Examples/Library/Package.swift"])
      .map { try Self.lines(of: $0) }
    var samples: [Sample] = []
    for file in try Self.files("Sources", "md") + Self.files("Sources", "swift") + Self.files("docs", "md")
      + ["README.md", "Examples/Library/README.md"]
    {
      samples += try Self.samples(of: file)
    }
    #expect(samples.count >= 16)
    for sample in samples {
      #expect(
        examples.contains { Self.contains($0, sample.lines) },
        "no example has this of \(sample.file):\n\(sample.lines.joined(separator: "\n"))")
    }
  }

  /// Returns the samples of a file, without those of Apple's frameworks.
  private static func samples(of file: String) throws -> [Sample] {
    var samples: [Sample] = []
    var (isApple, open) = (false, Sample?.none)
    for var line in try lines(of: file) {
      if file.hasSuffix(".swift") {
        guard line.hasPrefix("///") else { continue }
        line = trimmed(line.dropFirst(3))
      }
      if line.hasPrefix("@Tab(") { isApple = line.contains("Apple") }
      if line == "}" && open == nil { isApple = false }
      switch (open, line) {
      case (nil, "```swift"): open = Sample(file: file)
      case (let sample?, "```"):
        if !isApple { samples.append(sample) }
        open = nil
      case (.some, _) where line != "import AuxDepthKit" && !line.isEmpty: open?.lines.append(line)
      default: break
      }
    }
    try #require(open == nil, "a sample of \(file) does not end")
    return samples
  }

  private static func contains(_ lines: [Substring], _ part: [Substring]) -> Bool {
    guard let first = part.first else { return false }
    return lines.indices.contains { lines[$0] == first && lines[$0...].starts(with: part) }
  }

  /// Returns the lines of a file that are not empty, without what indents them.
  private static func lines(of file: String) throws -> [Substring] {
    let text = try String(contentsOf: repository.appendingPathComponent(file), encoding: .utf8)
    return text.split(separator: "\n").map { trimmed($0) }.filter { !$0.isEmpty }
  }

  private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

  /// Returns the files of a folder of the repository with that extension.
  private static func files(_ folder: String, _ ending: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: repository.appendingPathComponent(folder).path)
    let found = names.filter { $0.hasSuffix(".\(ending)") }.map { "\(folder)/\($0)" }
    try #require(!found.isEmpty)
    return found
  }

  private static func gradient(_ width: Int, _ height: Int) throws -> PhotoPixels {
    try PhotoPixels(width: width, height: height) { column, row in UInt8(column * 3 + row) }
  }

  private static let metres: [Float] = (0..<64 * 48).map { 1 + Float($0 % 64) / 16 }

  @Test("The article's samples do what the article says")
  func article() throws {
    let folder = try Folder()
    let pixels = try Self.gradient(64, 48)
    let data = Self.metres.flatMap { value in
      withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    }
    let (depth, same) = try depthByHand(data: data, metres: Self.metres, width: 64, height: 48)
    #expect(depth.values == Self.metres && same.values == Self.metres)

    try ImageDestination(pixels: pixels, as: .jpeg).finalize(to: folder("photo.jpg"))
    try write(
      depth.converting(toDepthDataType: .hdis), into: ImageSource(folder("photo.jpg")),
      to: folder("depth.jpg"))
    let turned = try #require(try turnedDepth(of: folder("depth.jpg")))
    #expect((turned.depthDataMap.width, turned.depthDataMap.height) == (48, 64))
    let row = turned.values[(63 * 48)..<(64 * 48)]
    #expect(row.allSatisfy { abs(1 / $0 - 1 / (1 + 63 / 16)) < 0.01 })
    #expect(try turnedDepth(of: folder("photo.jpg")) == nil)

    let (shown, metadata) = try displayedPhoto(ImageSource(folder("depth.jpg")))
    #expect((shown.width, shown.height) == (64, 48))
    let (info, type) = depth.dictionaryRepresentation()
    let (file, report) = try heicFile(pixels, metadata, info, type: type)
    #expect(report.images.map(\.stored.type) == [.depth])
    #expect(try ImageSource(data: file).auxiliaryImages.map(\.type) == [.depth])

    try writePair(left: pixels, right: pixels, to: folder("pair.heic"))
    try writePair(of: folder("depth.jpg"), to: folder("own.heic"))
    for name in ["pair.heic", "own.heic"] { #expect(try bytes(of: folder(name)).contains("ster")) }
  }

  /// The contrast of stripes at the left and at the right of a picture.
  private static func contrasts(_ pixels: PhotoPixels) -> (left: Float, right: Float) {
    func contrast(_ columns: Range<Int>) -> Float {
      statistics(pixels.greens(columns: columns, rows: 20..<pixels.height - 20)).deviation
    }
    return (contrast(4..<16), contrast(pixels.width - 32..<pixels.width - 8))
  }

  @Test("The samples of files of the current folder run")
  func currentFolder() throws {
    let folder = try Folder()
    let map = try PixelPlane(width: 64, height: 48, storage: .float(Self.metres))
    let matte = try PixelPlane(width: 64, height: 48, storage: .uint8(Self.metres.map { UInt8($0 * 50) }))
    try OutputFile.write(MapFile.encode(map, as: .exr), to: folder("z.exr"))
    try OutputFile.write(MapFile.encode(matte, as: .png), to: folder("subject.png"))
    let stripes = try PhotoPixels(width: 320, height: 240) { column, _ in column % 4 < 2 ? 40 : 200 }
    try ImageDestination(pixels: stripes, as: .jpeg).finalize(to: folder("render.jpg"))
    let photo = try LibraryExamples.photo(of: stripes, metres: Self.metres, width: 64, height: 48)
    try OutputFile.write(photo, to: folder("photo.jpg"))

    let before = FileManager.default.currentDirectoryPath
    try #require(FileManager.default.changeCurrentDirectoryPath(folder.path))
    defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
    try listPhoto()
    listLibraries()
    #expect(try metresOfPass().values == Self.metres)
    let report = try writePortrait()
    #expect(report.images.map(\.stored.type) == [.disparity, .portraitEffectsMatte])
    try FileManager.default.removeItem(atPath: "portrait.jpg")
    try ImageDestination(pixels: stripes, as: .png).finalize(to: "render.png")
    let pass = try writePass()
    #expect(pass.container == .heif && "\(pass)".contains("disparity 64x48"))
    #expect(pass.images.map(\.stored.type) == [.disparity] && pass.images.first?.map?.holesFilled == 0)

    // Near is at the left, and in focus; far pixels lose contrast.
    try FileManager.default.moveItem(atPath: "portrait.heic", toPath: "photo.heic")
    try FileManager.default.copyItem(atPath: "subject.png", toPath: "cutout.png")
    try readMatte()
    try extractDepth()
    #expect(try MapFile.read("depth.pfm").width == 64)
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
      try FileManager.default.copyItem(atPath: "photo.heic", toPath: "\(name)/photo.heic")
    }
    try extractAll()
    for name in ["photo.disparity.png", "photo-2.disparity.png"] {
      #expect(try MapFile.read("maps/\(name)").width == 64)
    }
    try FileManager.default.createDirectory(atPath: "depth", withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: "z.exr", toPath: "depth/render.exr")
    try FileManager.default.copyItem(atPath: "render.jpg", toPath: "a/render.jpg")
    try writePortraits(of: ["render.jpg", "a/render.jpg"])
    for name in ["render.jpg", "render-2.jpg"] {
      #expect(try ImageSource("portraits/\(name)").auxiliaryImages.map(\.type) == [.disparity])
    }
    try viewPhoto()
    for name in ["before", "after"] {
      try FileManager.default.copyItem(atPath: "photo.heic", toPath: "\(name).heic")
    }
    try viewComparison()
    for page in ["photo.html", "comparison.html"] {
      #expect(try bytes(of: page).contains("<!DOCTYPE html>"))
    }
    try OutputFile.write(
      Array("{\"require\": [\"disparity\"]}".utf8), to: "auxdepth-policy.json")
    try checkDelivery(["photo.heic"])
    let types = try ImageSource("photo.heic").auxiliaryImages.map(\.type)
    try mend("photo.heic", Validator().validate(path: "photo.heic").findings.compactMap(\.repair))
    #expect(try ImageSource("photo.heic").auxiliaryImages.map(\.type) == types)
    try measure(map, stripes)
    try blurPhoto()
    let sharp = Self.contrasts(stripes)
    let blurred = try Self.contrasts(ImageSource("portrait.jpg").primaryPixels())
    #expect(blurred.left > 0.9 * sharp.left && blurred.right < 0.8 * sharp.right)

    // The map of the frame is the matte, in which near is at the right.
    let header = Array("YUV4MPEG2 W320 H240 F30:1 Ip A0:0 Cmono XCOLORRANGE=FULL\nFRAME\n".utf8)
    let luma = stripes.greens(columns: 0..<320, rows: 0..<240).map { UInt8($0) }
    try OutputFile.write(header + luma, to: "video.y4m")
    try OutputFile.write(MapFile.encode(matte, as: .png), to: "depth0000.png")
    try blurVideo()
    let video = try bytes(of: "blurred.y4m")
    try #require(video.count == header.count + luma.count && video.starts(with: header))
    let plane = try PixelPlane(width: 320, height: 240, storage: .uint8(Array(video.dropFirst(header.count))))
    let frame = try Self.contrasts(PhotoPixels(gray: plane))
    #expect(frame.left < 0.8 * sharp.left)
  }

  /// Runs the samples of distances, cameras, points and meshes.
  private func measure(_ map: PixelPlane, _ stripes: PhotoPixels) throws {
    var destination = try ImageDestination(pixels: stripes, as: .heif)
    var options = DepthMap.Options()
    options.camera = .focalLengths(fx: 300, fy: 300)
    try destination.addDepth(DepthMap(map, options: options))
    try destination.finalize(to: "portrait.heic")
    let cloud = try writeScene()
    #expect(cloud.count == 64 * 48)
    // The first sample is at the left and 1 m away: half of 64 less a half, in pixels of a camera of 60.
    #expect(abs(cloud.positions[0] + 31.5 / 60) < 0.01 && abs(cloud.positions[2] - 1) < 0.01)
    try printPoint()
    try printMesh()
    #expect(try writeScenes() == PhotoSpace(ImageSource("portrait.heic")).file(as: .glb))
    #expect(try bytes(of: "portrait.glb").starts(with: Array("glTF".utf8)))

    try writePair(left: stripes, right: stripes, to: "spatial.heic")
    try writeBothEyes()
    #expect(try ImageSource("pair.png").primary?.width == 640)
    let source = try ImageSource("portrait.heic")
    let image = try #require(source.auxiliaryImage(.disparity))
    try writeCamera(#require(source.depthData(image).cameraCalibrationData))
    // 300 pixels of 320 are 720 of 768.
    let camera = String(decoding: try bytes(of: "cameras.txt"), as: UTF8.self)
    #expect(camera.contains("PINHOLE 768 576 720.0 720.0 384.0 288.0"), "\(camera)")
    try FileManager.default.copyItem(atPath: "portrait.heic", toPath: "a.heic")
    try FileManager.default.copyItem(atPath: "photo.jpg", toPath: "b.jpg")
    try writeDataset()
    #expect(try ImageSource("set/color/a.jpg").primary?.width == 320)

    try FileManager.default.copyItem(atPath: "z.exr", toPath: "truth.exr")
    try OutputFile.write(MapFile.encode(map, as: .npy), to: "model.npy")
    #expect(try compareMaps().absRel < 1e-6)
    let codes = try PixelPlane(width: 64, height: 48, storage: .uint16(Self.metres.map { UInt16($0 * 256) }))
    try OutputFile.write(MapFile.encode(codes, as: .png), to: "lidar.png")
    #expect(try comparePhoto().absRel < 0.01)
  }
}
