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

  @Test("Other photos have a reason, and without a comparison nothing is looked for")
  func others() throws {
    try write(DetailedPicture(width: 400, height: 300, seed: 1), to: "one.jpg")
    try write(DetailedPicture(width: 400, height: 300, seed: 2), to: "two.jpg")
    let found = try #require(try registration("one.jpg", "two.jpg"))
    #expect(found.string("reason")?.contains("another photo") == true && found.number("width") == nil)
    #expect(try registration("one.jpg", "two.jpg", isComparison: false) == nil)
  }
}
