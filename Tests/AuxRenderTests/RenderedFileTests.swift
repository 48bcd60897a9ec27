import AuxRender
import TestSupport
import Testing

@Suite("Pictures as files")
struct RenderedFileTests {
  private let folder: TemporaryFolder
  private let source: ImageSource

  init() throws {
    folder = try TemporaryFolder()
    var pixels = try PhotoPixels(
      width: 64, height: 48, rgb8: Pictures.gradient(width: 64, height: 48))
    pixels.orientation = .right
    var destination = try ImageDestination(pixels: pixels, as: .jpeg, quality: 95)
    try destination.addDepth(
      DepthMap((0..<64 * 48).map { 0.5 + Float($0 % 64) / 16 }, width: 64, height: 48),
      isUpright: false)
    source = try ImageSource(data: destination.finalize().data)
  }

  @Test("A JPEG keeps the orientation and, where asked for, the maps; a PNG is upright")
  func single() throws {
    let renderer = try PhotoRenderer(source, jobs: 2)
    let jpeg = folder.path("a.jpg")
    let files = try renderer.write(.rosy, to: jpeg, keepsAuxiliaryImages: true)
    #expect(files.map(\.path) == [jpeg] && files.map(\.width) == [48] && files.map(\.height) == [64])
    #expect(files.map(\.notes) == [[]])
    let written = try ImageSource(jpeg)
    #expect(written.primary?.orientation == .right && written.auxiliaryImages.map(\.type) == [.disparity])

    let png = folder.path("a.png")
    let upright = try renderer.write(.rosy, to: png)
    #expect(upright.map(\.width) == [48] && upright.map(\.height) == [64])
    let pixels = try ImageSource(png).primaryPixels()
    #expect(try pixels.rgb8 == PhotoRenderer(source, isUpright: true).picture(.rosy).rgb8)
    let map = try #require(ImageSource(jpeg).auxiliaryImage(.disparity))
    #expect((map.width, map.height) == (64, 48))
  }

  @Test("Files that exist stay unless they may be replaced, and the error names them")
  func replacing() throws {
    let renderer = try PhotoRenderer(source)
    let path = try folder.write([1], to: "a.png")
    let error = #expect(throws: AuxError(.cannotCreate, "")) { try renderer.write(.rosy, to: path) }
    #expect(error?.path == path && error?.remedy == .replaceFile)
    #expect(try folder.read("a.png") == [1])
    try renderer.write(.rosy, to: path, options: .replacing)
    #expect(try folder.read("a.png").count > 1)
  }

  @Test("A pair is two files, and none where one of them cannot be")
  func pairs() throws {
    let renderer = try PhotoRenderer(source)
    var options = EffectOptions()
    options.layout = .pair
    let files = try renderer.write(.stereo, options, to: folder.path("eyes.v1.png"))
    #expect(files.map(\.path) == ["eyes.v1-left.png", "eyes.v1-right.png"].map(folder.path))
    let pictures = try renderer.pictures(.stereo, options)
    for (file, picture) in zip(files, pictures) {
      #expect(try ImageSource(file.path).primaryPixels().rgb8 == picture.rgb8)
      #expect((file.width, file.height) == (picture.width, picture.height))
    }
    try folder.remove("eyes.v1-left.png")
    #expect(throws: AuxError(.cannotCreate, "")) {
      try renderer.write(.stereo, options, to: folder.path("eyes.v1.png"))
    }
    #expect(try folder.names == ["eyes.v1-right.png"])
  }

  @Test("Containers and options that a picture cannot have are refused")
  func refusals() throws {
    let renderer = try PhotoRenderer(source)
    for path in ["a.dng", "a", "a.webp"] {
      #expect(throws: AuxError(.usage, "")) { try renderer.write(.rosy, to: folder.path(path)) }
    }
    #expect(throws: AuxError(.usage, "")) {
      try renderer.write(.stereo, to: folder.path("a.jpg"), keepsAuxiliaryImages: true)
    }
    #expect(try folder.names.isEmpty)
  }
}
