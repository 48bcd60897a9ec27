import AuxImage
import AuxView
import AuxWriter
import TestSupport
import Testing

@Suite("Where one of two compared photos is in the other")
struct PageRegistrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ picture: DetailedPicture, to name: String) throws {
    let codes = picture.samples.flatMap { [$0, $0, $0] }
    let pixels = try PhotoPixels(width: picture.width, height: picture.height, rgb8: codes)
    try folder.write(
      Array(ImageDestination(pixels: pixels, as: .jpeg, quality: 95).finalize().data), to: name)
  }

  private func registration(
    _ one: String, _ two: String, isComparison: Bool = true
  ) throws -> PageContent.File? {
    var page = DepthPage([one, two].map { "\(folder.path)/\($0)" })
    page.isComparison = isComparison
    return try PageContent(page.html()).object("registration")
  }

  @Test("A crop is found, whichever photo it is")
  func crop() throws {
    let whole = DetailedPicture(width: 128, height: 96, seed: 5)
    try write(whole, to: "whole.jpg")
    try write(whole.cropped(16, 8, 96, 72), to: "part.jpg")
    for (names, part) in [(("whole.jpg", "part.jpg"), 1), (("part.jpg", "whole.jpg"), 0)] {
      let found = try #require(try registration(names.0, names.1))
      #expect(found.integer("part") == part && found.integer("whole") == 1 - part)
      let expected = ["x": 16.0 / 128, "y": 8.0 / 96, "width": 96.0 / 128, "height": 72.0 / 96]
      for (name, value) in expected { #expect(abs(try #require(found.number(name)) - value) < 1.5 / 96) }
      #expect(try #require(found.number("likeness")) > 0.9)
    }
  }

  /// The picture as an orientation displays it: where each of its pixels comes from, as Exif 2.32 has it for the tag.
  private func turned(_ picture: DetailedPicture, by turn: Int) -> DetailedPicture {
    let (width, height) = turn < 5 ? (picture.width, picture.height) : (picture.height, picture.width)
    let samples = (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      let (right, bottom) = (picture.width - 1, picture.height - 1)
      let (column, row) =
        switch turn {
        case 2: (right - x, y)
        case 3: (right - x, bottom - y)
        case 4: (x, bottom - y)
        case 5: (y, x)
        case 6: (y, bottom - x)
        case 7: (right - y, bottom - x)
        case 8: (right - y, x)
        default: (x, y)
        }
      return picture.samples[row * picture.width + column]
    }
    return DetailedPicture(width: width, height: height, samples: samples)
  }

  @Test("A part that was turned or mirrored is found, with the orientation that undoes it", arguments: 2...8)
  func turn(_ turn: Int) throws {
    let whole = DetailedPicture(width: 128, height: 96, seed: 5)
    try write(whole, to: "whole.jpg")
    try write(turned(whole.cropped(16, 8, 96, 72), by: turn), to: "part.jpg")
    for (names, part) in [(("whole.jpg", "part.jpg"), 1), (("part.jpg", "whole.jpg"), 0)] {
      let found = try #require(try registration(names.0, names.1))
      #expect(found.integer("part") == part)
      #expect(found.integer("turn") == [6: 8, 8: 6][turn, default: turn])
      let expected = ["x": 16.0 / 128, "y": 8.0 / 96, "width": 96.0 / 128, "height": 72.0 / 96]
      for (name, value) in expected { #expect(abs(try #require(found.number(name)) - value) < 1.5 / 96) }
    }
  }

  @Test("Another photo that was turned has a reason, too", arguments: 2...8)
  func others(_ turn: Int) throws {
    try write(DetailedPicture(width: 400, height: 300, seed: 1), to: "one.jpg")
    try write(turned(DetailedPicture(width: 400, height: 300, seed: 2), by: turn), to: "two.jpg")
    let found = try #require(try registration("one.jpg", "two.jpg"))
    #expect(found.string("reason")?.contains("another photo") == true && found.number("width") == nil)
  }

  @Test("Other photos have a reason, and without a comparison nothing is looked for")
  func unrelated() throws {
    try write(DetailedPicture(width: 400, height: 300, seed: 1), to: "one.jpg")
    try write(DetailedPicture(width: 400, height: 300, seed: 2), to: "two.jpg")
    let found = try #require(try registration("one.jpg", "two.jpg"))
    #expect(found.string("reason")?.contains("another photo") == true && found.number("width") == nil)
    #expect(try registration("one.jpg", "two.jpg", isComparison: false) == nil)
  }
}
