import AuxEffects
import Foundation
import LibraryExamples
import Testing

/// The examples do what they say, on a photo of 2:1 that is to be turned clockwise.
struct LibraryExamplesTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes the photo: gray, 16x8, its Exif orientation 6.
  private func photo() throws -> String {
    let base64 = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4S\
      ERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIABABAREA/8QAHwAA\
      AQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEI\
      I0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJ\
      ipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEB\
      AAA/AOb0T+GvQNE/hr//2Q==
      """
    let data = try #require(Data(base64Encoded: base64))
    try data.write(to: URL(fileURLWithPath: path("photo.jpg")))
    return path("photo.jpg")
  }

  private static let metres: [Float] = (0..<128).map { 1 + Float($0 % 16) / 4 }

  @Test func depthGoesInAndComesOut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try attachDepth(Self.metres, width: 16, height: 8, to: photo(), output: path("depth.jpg"))
    let found = try #require(try depth(of: path("depth.jpg")))
    #expect(found.width == 16 && found.height == 8)
    #expect(zip(found.metres, Self.metres).allSatisfy { abs($0 - $1) < 0.2 })
    #expect(try depth(of: photo()) == nil)

    let displayed = try #require(try displayedDepth(of: path("depth.jpg")))
    #expect(displayed.depthDataMap.width == 8 && displayed.depthDataMap.height == 16)
    #expect(displayed.depthDataAccuracy == .absolute && displayed.isDepthDataFiltered)
  }

  @Test func mattesAreEdited() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let samples = (0..<32).map { UInt8($0 % 8 < 4 ? 0 : 255) }
    try attachMatte(samples, width: 8, height: 4, to: photo(), output: path("matte.jpg"))
    let matte = try #require(try portraitMatte(of: path("matte.jpg")))
    #expect(matte.mattingImage.width == 8)
    try editMatte(of: path("matte.jpg"), output: path("edited.jpg")) { $0.map { 255 - $0 } }
    let edited = try #require(try portraitMatte(of: path("edited.jpg")))
    guard case .uint8(let found) = edited.mattingImage.storage else { return }
    #expect(zip(found, samples).allSatisfy { abs(255 - Int($0) - Int($1)) <= 4 })
    #expect(throws: (any Error).self) { try editMatte(of: photo(), output: path("no.jpg")) { $0 } }
  }

  @Test func picturesAreMadeWithTheMap() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try attachDepth(Self.metres, width: 16, height: 8, to: photo(), output: path("depth.jpg"))
    // The photo is displayed as 8x16, near at the top.
    let pixels = (0..<8 * 16 * 3).map { UInt8($0 * 89 % 256) }
    let blur = try #require(
      try blurred(pixels, width: 8, height: 16, of: path("depth.jpg"), focus: 1))
    #expect(blur.count == pixels.count)
    #expect(Array(blur.prefix(24)) == Array(pixels.prefix(24)))
    let pair = try #require(try stereoPair(pixels, width: 8, height: 16, of: path("depth.jpg")))
    #expect(pair.left.count == pixels.count && pair.left != pair.right)
    #expect(try stereoPair(pixels, width: 8, height: 16, of: photo()) == nil)
  }

  @Test func aFilterOfOnesOwn() throws {
    let stream = Array("YUV4MPEG2 W2 H1 F30:1 Cmono XCOLORRANGE=FULL\nFRAME\n".utf8) + [10, 10]
    let map = try NormalisedMap(width: 2, height: 1, values: [1, 0])
    #expect(try filtered(stream, maps: [map], by: Fog()).suffix(2) == [10, 220])
  }
}
