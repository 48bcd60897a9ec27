import AuxCodecs
import AuxKernels
import AuxReader
import Foundation
import TestSupport
import Testing

/// How photos are decoded: by several processes, and at a part of their size.
@Suite struct DecodingTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    // Fine detail, of which means of code values and of light differ.
    let codes = (0..<(640 * 480 * 3)).map { at in
      let (column, row) = (at / 3 % 640, at / 3 / 640)
      return UInt8(column % 2 == 0 ? 20 + row / 4 : 90 + column / 8)
    }
    try work.folder.write(Pictures.png(rgb8: codes, width: 640, height: 480), to: "in.png")
    try work.succeed("edit", "in.png", "-o", "photo.jpg")
  }

  #if os(Linux)
    @Test(
      "A grid has the same pixels on one core and on two",
      .enabled(if: Samples.path("pillow_pug.heic") != nil))
    func cores() throws {
      let sample = try #require(Samples.path("pillow_pug.heic"))
      for (cores, name) in [("0", "one.png"), ("0-1", "two.png")] {
        let outcome = try work.run(
          after: "taskset -pc \(cores) $$ >/dev/null;", ["edit", sample, "-o", name])
        #expect(outcome.status == 0, "\(outcome.error)")
      }
      #expect(try work.folder.read("one.png") == work.folder.read("two.png"))
    }
  #endif

  @Test("A smaller JPEG is decoded at a part of its size, and shows the same")
  func reduction() throws {
    try work.succeed("edit", "photo.jpg", "--resize", "long=80", "-o", "small.png")
    // By way of PNG, which has no smaller forms.
    try work.succeed("edit", "photo.jpg", "-o", "whole.png")
    try work.succeed("edit", "whole.png", "--resize", "long=80", "-o", "expected.png")
    let small = try ImageSource(data: work.folder.read("small.png")).primaryPixels()
    let expected = try ImageSource(data: work.folder.read("expected.png")).primaryPixels()
    #expect((small.width, small.height) == (80, 60))
    let difference = Difference.compare(small.rgb8, expected.rgb8)
    #expect(difference.mean < 16 && difference.max <= 30)
    #expect(difference.max > 0)
  }

  @Test("An odd size, a crop and a size that is hardly smaller are decoded whole")
  func wholeDecoding() throws {
    for options in [["--crop", "0,0,639,479", "--resize", "long=80"], ["--resize", "long=400"]] {
      try work.succeed("edit", "photo.jpg", "-o", "whole.png", "--force")
      #expect(try work.run(["edit", "photo.jpg"] + options + ["-o", "small.png", "--force"]).status == 0)
      #expect(try work.run(["edit", "whole.png"] + options + ["-o", "expected.png", "--force"]).status == 0)
      let small = try ImageSource(data: work.folder.read("small.png")).primaryPixels()
      let expected = try ImageSource(data: work.folder.read("expected.png")).primaryPixels()
      #expect(Difference.compare(small.rgb8, expected.rgb8).max == 0)
    }
  }
}
