import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Stereo")
struct StereoTests {
  @Test("A plane moves as a whole, by maxShift (2 d - 1)")
  func plane() throws {
    let image = try Sample.image(100, 4, seed: 50)
    // 0.05 of 100 pixels times 2 * 0.8 - 1 = 3 pixels.
    let map = try NormalisedMap(width: 100, height: 4, values: [Float](repeating: 0.8, count: 400))
    let pair = try Stereo(maxShift: 0.05).pair(of: image, map: map, jobs: 1)
    for column in 3..<97 {
      #expect(pair.left.pixel(column, 2) == image.pixel(column - 3, 2))
      #expect(pair.right.pixel(column, 2) == image.pixel(column + 3, 2))
    }
    #expect((pair.gapShare - 0.03).magnitude < 0.006)
    let still = try Stereo(maxShift: 0.05, convergence: 0.8).pair(of: image, map: map, jobs: 1)
    #expect(still.left == image && still.right == image && still.gapShare == 0)
  }

  @Test("Parts of a pixel are interpolated")
  func subPixel() throws {
    let image = try PhotoPixels(
      width: 40, height: 1, rgb8: (0..<40).flatMap { [UInt8](repeating: UInt8($0 * 4), count: 3) })
    // 0.0625 of 40 pixels times 0.25 makes 0.625 pixels.
    let map = try NormalisedMap(width: 40, height: 1, values: [Float](repeating: 0.625, count: 40))
    let pair = try Stereo(maxShift: 0.0625).pair(of: image, map: map, jobs: 1)
    for column in 2..<38 {
      #expect((Double(pair.left.pixel(column, 0)[0]) - (Double(column) - 0.625) * 4).magnitude <= 0.5)
      #expect((Double(pair.right.pixel(column, 0)[0]) - (Double(column) + 0.625) * 4).magnitude <= 0.5)
    }
  }

  @Test("The nearer wins, and gaps take the ground's colour, never the object's")
  func occlusion() throws {
    // A red object of the width 40 on a blue ground; whole pixels of shift.
    let (red, blue) = ([255, 0, 0] as [UInt8], [0, 0, 255] as [UInt8])
    let isObject = (0..<200 * 3).map { (80..<120).contains($0 % 200) }
    let image = try PhotoPixels(width: 200, height: 3, rgb8: isObject.flatMap { $0 ? red : blue })
    let map = try NormalisedMap(width: 200, height: 3, values: isObject.map { $0 ? 1 : 0 })
    let pair = try Stereo(maxShift: 0.05).pair(of: image, map: map, jobs: 1)
    for column in 0..<200 {
      let inLeft = (90..<130).contains(column), inRight = (70..<110).contains(column)
      #expect(pair.left.pixel(column, 1) == (inLeft ? red : blue), "left \(column)")
      #expect(pair.right.pixel(column, 1) == (inRight ? red : blue), "right \(column)")
    }
    #expect(pair.gapShare > 0.05)
  }

  @Test("A soft edge of the map does not tear the object")
  func softEdge() throws {
    let (red, blue) = ([255, 0, 0] as [UInt8], [0, 0, 255] as [UInt8])
    let image = try PhotoPixels(
      width: 200, height: 1, rgb8: (0..<200).flatMap { (80..<120).contains($0) ? red : blue })
    let ramp: [Float] = (0..<200).map { column in
      min(max(min(Float(column - 77), Float(122 - column)) / 5, 0), 1)
    }
    let pair = try Stereo(maxShift: 0.05).pair(
      of: image, map: NormalisedMap(width: 200, height: 1, values: ramp), jobs: 1)
    for view in [pair.left, pair.right] {
      let isRed = (0..<200).map { view.pixel($0, 0) == red }
      // One object, of nearly its width, and nothing mixed but at its two edges.
      let changes = (1..<200).count { isRed[$0] != isRed[$0 - 1] }
      #expect(changes == 2)
      #expect((36...44).contains(isRed.count { $0 }))
      #expect((0..<200).count { view.pixel($0, 0) != red && view.pixel($0, 0) != blue } <= 4)
    }
  }

  @Test(
    "Random blocks agree with a model that moves pixel by pixel", arguments: (300..<310).map { UInt64($0) })
  func naive(seed: UInt64) throws {
    // Objects at least 7 pixels wide that move by whole pixels.
    let (width, height) = (160, 10)
    var map = try Sample.map(width, height, seed: seed)
    let shift: Float = 8
    for index in map.values.indices { map.values[index] = (map.values[index] * 8).rounded() / 8 }
    let image = try Sample.image(width, height, seed: seed)
    let pair = try Stereo(maxShift: shift / Float(width)).pair(of: image, map: map, jobs: 2)
    var (wrong, total) = (0, 0)
    for row in 0..<height {
      var depth = [Float](repeating: -1, count: width)
      var view = [[UInt8]?](repeating: nil, count: width)
      for column in 0..<width {
        let d = map.values[row * width + column]
        let target = column + Int(shift * (2 * d - 1))
        guard view.indices.contains(target), d > depth[target] else { continue }
        depth[target] = d
        view[target] = image.pixel(column, row)
      }
      for column in 0..<width {
        guard let expected = view[column] else { continue }
        total += 1
        if pair.left.pixel(column, row) != expected { wrong += 1 }
      }
    }
    // Objects are a pixel wider on either side, to take mixed pixels along.
    #expect(Double(wrong) < 0.3 * Double(total), "seed \(seed): \(wrong) of \(total)")
  }

  @Test("Both eyes alike: the mirrored photo gives the mirrored views, exchanged")
  func symmetry() throws {
    for seed in [60, 61, 62] as [UInt64] {
      let image = try Sample.image(97, 40, seed: seed)
      let map = try Sample.map(97, 40, seed: seed, holes: 0.05)
      let pair = try Stereo(maxShift: 0.04).pair(of: image, map: map, jobs: 2)
      let turned = try Stereo(maxShift: 0.04).pair(of: image.mirrored, map: map.mirrored, jobs: 2)
      #expect(turned.left == pair.right.mirrored)
      #expect(turned.right == pair.left.mirrored)
    }
  }

  @Test("The number of threads does not matter, nor do sizes without an inside")
  func threadsAndSizes() throws {
    let (image, map) = (try Sample.image(120, 100, seed: 63), try Sample.map(120, 100, seed: 64, holes: 0.1))
    let one = try Stereo(maxShift: 0.1).pair(of: image, map: map, jobs: 1)
    #expect(one == (try Stereo(maxShift: 0.1).pair(of: image, map: map, jobs: 4)))
    for (width, height) in Sample.tinySizes {
      for shift in [0, 0.01, 0.25] as [Float] {
        let image = try Sample.plain(width, height)
        let pair = try Stereo(maxShift: shift).pair(
          of: image, map: Sample.map(width, height, seed: 3), jobs: 2)
        #expect(pair.left == image && pair.right == image)
      }
    }
  }

  @Test("Layouts")
  func layouts() throws {
    let (image, map) = (try Sample.image(8, 4, seed: 65), try Sample.map(8, 4, seed: 66))
    let pair = try Stereo(maxShift: 0.2).pair(of: image, map: map, jobs: 1)
    let wide = pair.pictures(.leftRight, jobs: 2)[0]
    #expect(wide.width == 16 && wide.height == 4)
    #expect(wide.pixel(3, 2) == pair.left.pixel(3, 2) && wide.pixel(11, 2) == pair.right.pixel(3, 2))
    let crossed = pair.pictures(.rightLeft, jobs: 2)[0]
    #expect(crossed.pixel(3, 2) == pair.right.pixel(3, 2) && crossed.pixel(11, 2) == pair.left.pixel(3, 2))
    let tall = pair.pictures(.topBottom, jobs: 2)[0]
    #expect(tall.width == 8 && tall.height == 8)
    #expect(tall.pixel(3, 1) == pair.left.pixel(3, 1) && tall.pixel(3, 5) == pair.right.pixel(3, 1))
    #expect(pair.pictures(.pair, jobs: 1) == [pair.left, pair.right])
  }

  @Test("The anaglyph of Dubois, by hand")
  func anaglyph() throws {
    let (red, white) = (try Sample.plain(1, 1, [255, 0, 0]), try Sample.plain(1, 1, [255, 255, 255]))
    let pair = StereoPair(left: red, right: white, gapShare: 0)
    // Light of red of the left: 0.456, -0.040, -0.015; of white of the right: -0.133, 1.094, 1.041.
    #expect(pair.pictures(.anaglyph, jobs: 1)[0].rgb8 == [154, 255, 255])
    let same = StereoPair(left: white, right: white, gapShare: 0)
    // Rows sum to 1.000, 1.000 and 1.000, as white is to stay white.
    #expect(same.pictures(.anaglyph, jobs: 1)[0].rgb8 == [255, 255, 255])
    let gray = try Sample.plain(1, 1, [128, 128, 128])
    let middle = StereoPair(left: gray, right: gray, gapShare: 0).pictures(.anaglyph, jobs: 1)[0]
    #expect(middle.rgb8.allSatisfy { (126...130).contains($0) })
  }

  @Test("Impossible parameters are errors")
  func parameters() {
    let usage = AuxError(.usage, "")
    #expect(throws: usage) { try Stereo(maxShift: .nan) }
    #expect(throws: usage) { try Stereo(maxShift: -0.1) }
    #expect(throws: usage) { try Stereo(maxShift: 0.3) }
    #expect(throws: usage) { try Stereo(convergence: 2) }
  }
}
