import AuxKernels
import TestSupport
import Testing

@Suite("The part of a picture that another one shows") struct RectangleSearchTests {
  /// Leaves of all sizes, and from column 420 on a wall with hardly anything on it.
  private static let photo = scene()

  private static func scene() -> LumaGrid {
    var random = SeededRandom(seed: 7)
    var samples = [Float](repeating: 0, count: 640 * 480)
    for index in samples.indices {
      let (x, y) = (index % 640, index / 640)
      let shadow = min(max(Float(x - 560), 0), 12)
      samples[index] = 90 + Float(x) * 0.08 + Float(y) * 0.03 + shadow + Float(random.below(100)) / 100
    }
    for leaf in 0..<2500 {
      let radius = 2 + 60 / (1 + leaf / 40)
      let (x, y) = (random.below(420 - radius), random.below(480))
      let tone = Float(20 + random.below(216))
      for row in max(y - radius, 0)..<min(y + radius, 480) {
        let reach = Int(Double(radius * radius - (row - y) * (row - y)).squareRoot())
        let left = max(x - reach, 0)
        for column in left..<max(x + reach, left) { samples[row * 640 + column] = tone }
      }
    }
    return LumaGrid(width: 640, height: 480, samples: samples)
  }

  private static func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int, of grid: LumaGrid) -> LumaGrid {
    let rows = (y..<y + height).flatMap { grid.samples[$0 * grid.width + x..<$0 * grid.width + x + width] }
    // As a codec would, which leaves no fractions.
    return LumaGrid(width: width, height: height, samples: rows.map { $0.rounded() })
  }

  private func best(_ picture: LumaGrid, in whole: LumaGrid = photo, first: Int = 1)
    -> RectangleSearch.Result?
  {
    RectangleSearch(of: picture, in: whole, unscaled: 1).best(first: first)
  }

  @Test(
    "A crop is found, large and small, at its own size and scaled",
    arguments: [
      (20, 10, 560, 450), (100, 60, 300, 380), (8, 180, 400, 170), (200, 20, 120, 90), (60, 300, 224, 168),
    ])
  func crops(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws {
    let part = Self.part(x, y, width, height, of: Self.photo)
    let scaled = part.resampled(.whole, width: width * 4 / 5, height: height * 4 / 5)
    for picture in [part, scaled, part.turned(6)] {
      let found = try #require(best(picture))
      #expect(found.isClear && found.likeness > 0.8, "\(found)")
      let edges = [found.rectangle.left * 640, found.rectangle.right * 640]
      #expect(abs(edges[0] - Double(x)) < 1 && abs(edges[1] - Double(x + width)) < 1, "\(found)")
      let ends = [found.rectangle.top * 480, found.rectangle.bottom * 480]
      #expect(abs(ends[0] - Double(y)) < 1 && abs(ends[1] - Double(y + height)) < 1, "\(found)")
    }
  }

  @Test(
    "A part of a wall, with and without the edge of a shadow, is in no place for certain",
    arguments: [(425, 40, 120, 135), (430, 100, 200, 300), (490, 200, 150, 140)])
  func wall(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    let found = best(Self.part(x, y, width, height, of: Self.photo))
    #expect(found.map { $0.isClear && $0.likeness >= 0.65 } != true, "\(found as Any)")
  }

  @Test("A texture that repeats itself, and an edge that goes on, are in no place for certain")
  func repeats() {
    let tile = Self.part(100, 100, 40, 40, of: Self.photo)
    let tiles = LumaGrid(
      width: 640, height: 480,
      samples: (0..<640 * 480).map { tile.samples[$0 / 640 % 40 * 40 + $0 % 640 % 40] })
    let found = best(Self.part(80, 120, 320, 240, of: tiles), in: tiles)
    #expect(found?.isClear == false, "\(found as Any)")
    let horizon = LumaGrid(
      width: 640, height: 480, samples: (0..<640 * 480).map { $0 / 640 < 240 ? 200 : 60 })
    let part = Self.part(160, 120, 320, 240, of: horizon)
    let edge = best(part, in: horizon)
    #expect(edge?.isClear != true, "\(edge as Any)")
  }

  @Test("A picture with detail that is nowhere in the photo is not like it")
  func another() throws {
    let squares = LumaGrid(
      width: 500, height: 375,
      samples: (0..<500 * 375).map { ($0 % 500 / 16 + $0 / 8000) % 2 == 0 ? 200 : 60 })
    let found = try #require(best(squares))
    #expect(found.likeness < 0.65, "\(found)")
  }

  @Test("The whole picture is found in other tones, sizes and orientations")
  func whole() throws {
    let tones = LumaGrid(
      width: 640, height: 480, samples: Self.photo.samples.map { min($0 * 1.4, 255).rounded() })
    let small = Self.photo.resampled(.whole, width: 300, height: 225)
    for (picture, orientation) in [(tones, 1), (small, 1), (tones.turned(8), 8), (tones.turned(2), 2)] {
      let found = try #require(best(picture))
      #expect(found.isClear && found.orientation == orientation && found.rectangle == .whole, "\(found)")
    }
  }

  @Test("A gradient is the same as a whole, and not the same as a part of it")
  func gradients() throws {
    func gradient(_ slope: Float, _ from: Float) -> LumaGrid {
      let samples = (0..<3072).map { (from + (Float($0 % 64) + Float($0 / 64) / 2) * slope).rounded() }
      return LumaGrid(width: 64, height: 48, samples: samples)
    }
    let photo = gradient(2, 40)
    let same = try #require(best(photo, in: photo))
    #expect(same.isClear && same.rectangle == .whole && same.orientation == 1)
    let found = best(gradient(1, 60), in: photo)
    #expect(found.map { $0.isClear && $0.likeness >= 0.65 } != true, "\(found as Any)")
  }
}
