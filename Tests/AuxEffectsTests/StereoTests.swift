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
      // Of light, which between neighbouring codes is nearly the same as of codes.
      #expect((Double(pair.left.pixel(column, 0)[0]) - (Double(column) - 0.625) * 4).magnitude <= 0.7)
      #expect((Double(pair.right.pixel(column, 0)[0]) - (Double(column) + 0.625) * 4).magnitude <= 0.7)
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
      // The outermost pixels of a thing may be mixed of both.
      if column != 90, column != 129 {
        #expect(pair.left.pixel(column, 1) == (inLeft ? red : blue), "left \(column)")
      }
      if column != 70, column != 109 {
        #expect(pair.right.pixel(column, 1) == (inRight ? red : blue), "right \(column)")
      }
    }
    for view in [pair.left.pixel(90, 1), pair.right.pixel(109, 1)] { #expect(view[0] > 200 && view[1] == 0) }
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
    // Nearer things are brighter: at an outline, a pixel's colour says what it belongs to.
    let image = try PhotoPixels(
      width: width, height: height,
      rgb8: map.values.flatMap { [UInt8](repeating: UInt8(40 + ($0.isNaN ? 0 : $0) * 200), count: 3) })
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
        if abs(Int(pair.left.pixel(column, row)[0]) - Int(expected[0])) > 30 { wrong += 1 }
      }
    }
    // The pixels at outlines may be mixed.
    #expect(Double(wrong) < 0.2 * Double(total), "seed \(seed): \(wrong) of \(total)")
  }

  @Test("Both eyes alike: the mirrored photo gives the mirrored views, exchanged")
  func symmetry() throws {
    for seed in [60, 61, 62] as [UInt64] {
      // Sizes that halve without a rest, so that the fill's ever coarser cells are mirrored, too.
      let image = try Sample.image(128, 64, seed: seed)
      let map = try Sample.map(128, 64, seed: seed, holes: 0.05)
      let pair = try Stereo(maxShift: 0.04).pair(of: image, map: map, jobs: 2)
      let turned = try Stereo(maxShift: 0.04).pair(of: image.mirrored, map: map.mirrored, jobs: 2)
      for (one, other) in [(turned.left, pair.right.mirrored), (turned.right, pair.left.mirrored)] {
        let different = zip(one.rgb8, other.rgb8).count { abs(Int($0) - Int($1)) > 2 }
        #expect(different < one.rgb8.count / 100, "seed \(seed): \(different)")
      }
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

  @Test("Coverage sums to one: a photo of one colour has views of that colour, whatever the map")
  func coverage() throws {
    for seed in 70..<90 as Range<UInt64> {
      let image = try Sample.plain(150, 90, [180, 90, 30])
      var map = try Sample.map(150, 90, seed: seed, holes: 0.05)
      // Slopes as well as steps.
      for index in map.values.indices {
        map.values[index] = map.values[index] * 0.7 + Float(index % 150) / 500
      }
      let pair = try Stereo(maxShift: 0.05).pair(of: image, map: map, jobs: 2)
      for view in [pair.left, pair.right] {
        // Hidden ground is kept as 16-bit roots.
        #expect(zip(view.rgb8, image.rgb8).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "seed \(seed)")
      }
    }
  }

  @Test("No ground shines through a slope that is stretched")
  func slope() throws {
    // Red, whose parallax rises by half a pixel with each, before blue.
    let (red, blue) = ([255, 0, 0] as [UInt8], [0, 0, 255] as [UInt8])
    let columns = (0..<200 * 20).map { $0 % 200 }
    let image = try PhotoPixels(
      width: 200, height: 20, rgb8: columns.flatMap { (60..<120).contains($0) ? red : blue })
    let map = try NormalisedMap(
      width: 200, height: 20,
      values: columns.map { (60..<120).contains($0) ? 0.4 + Float($0 - 60) / 100 : 0 })
    let pair = try Stereo(maxShift: 0.125).pair(of: image, map: map, jobs: 1)
    // 50 pixels of range: from 60 - 5 on in the left view, and to 119 - 24.5 in the right.
    for column in 57..<142 { #expect(pair.left.pixel(column, 10) == red, "left \(column)") }
    for column in 67..<92 { #expect(pair.right.pixel(column, 10) == red, "right \(column)") }
  }

  /// The columns of the first red pixels of all rows, and the root of the mean square of their steps.
  private func jitter(_ view: PhotoPixels) -> Double {
    let places: [Int] = (0..<view.height).map { row in
      let first: Int? = (0..<view.width).first { column in view.pixel(column, row)[0] > 128 }
      return first ?? 0
    }
    let steps = zip(places, places.dropFirst()).map { Double($1 - $0) }
    return (steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)).squareRoot()
  }

  @Test("A step has a straight outline; one of a stretched map becomes even from row to row")
  func outlines() throws {
    let (red, blue) = ([255, 0, 0] as [UInt8], [0, 0, 255] as [UInt8])
    let (width, height) = (400, 80)
    let image = try PhotoPixels(
      width: width, height: height,
      rgb8: (0..<width * height).flatMap { (200..<300).contains($0 % width) ? red : blue })
    let exact = try NormalisedMap(
      width: width, height: height,
      values: (0..<width * height).map { (200..<300).contains($0 % width) ? 1 : 0 })
    let straight = try Stereo(maxShift: 0.02).pair(of: image, map: exact, jobs: 2)
    #expect(jitter(straight.left) == 0 && jitter(straight.right) == 0)
    let noise = Sample.values(height, seed: 77).map { Int($0 * 5) - 2 }
    var uneven = try NormalisedMap(
      width: width, height: height,
      values: (0..<width * height).map { index in
        let place = Float(index % width - 200 - noise[index / width])
        return min(max((place + 2) / 4, 0), 1) * (index % width < 300 ? 1 : 0)
      })
    uneven.rampReach = 2
    let lens = LensScene(
      image.rgb8, parallaxOf: uneven, scale: 0.04 * Float(width), light: LightEncoding.sRGB.tables.light,
      jobs: 2)
    let places: [Int] = (0..<height).map { row in
      let first: Int? = (0..<width).first { column in lens.radii.codes[row * width + column] > 16384 }
      return first ?? 0
    }
    func step(_ places: [Int]) -> Double {
      let steps = zip(places, places.dropFirst()).map { Double(($1 - $0) * ($1 - $0)) }
      return (steps.reduce(0, +) / Double(steps.count)).squareRoot()
    }
    #expect(step(places) < 0.6 * step(noise), "\(step(places)) of \(step(noise))")
    // And there is nothing between both sides.
    let between = lens.radii.codes.count { (3000..<29000).contains(Int($0)) }
    #expect(between == 0)
  }

  @Test("A gap has the texture of the ground beside it")
  func texture() throws {
    let (width, height) = (400, 60)
    let isObject = (0..<width * height).map { (180..<240).contains($0 % width) }
    // Noise of the ground, and an object of one colour.
    let noise = Sample.values(width * height, seed: 78)
    let image = try PhotoPixels(
      width: width, height: height,
      rgb8: isObject.indices.flatMap { index -> [UInt8] in
        isObject[index] ? [250, 40, 40] : [UInt8](repeating: UInt8(60 + noise[index] * 120), count: 3)
      })
    let map = try NormalisedMap(width: width, height: height, values: isObject.map { $0 ? 1 : 0 })
    let pair = try Stereo(maxShift: 0.02).pair(of: image, map: map, jobs: 1)
    func steps(_ columns: Range<Int>) -> Double {
      var sum = 0
      for row in 0..<height {
        for column in columns {
          let (one, next) = (pair.left.pixel(column, row)[1], pair.left.pixel(column + 1, row)[1])
          sum += abs(Int(one) - Int(next))
        }
      }
      return Double(sum) / Double(columns.count * height)
    }
    // The object's left outline is at 188 now, and the ground's last pixel at 171.
    let ratio = steps(174..<185) / steps(100..<160)
    #expect((0.6...1.2).contains(ratio), "\(ratio)")
    for row in 0..<height {
      for column in 173..<186 {
        let pixel = pair.left.pixel(column, row)
        #expect(abs(Int(pixel[0]) - Int(pixel[1])) <= 1, "the object's red at \(column), \(row)")
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
    let swapped = pair.pictures(.bottomTop, jobs: 2)[0]
    #expect(swapped.pixel(3, 1) == pair.right.pixel(3, 1) && swapped.pixel(3, 5) == pair.left.pixel(3, 1))
    #expect(pair.pictures(.pair, jobs: 1) == [pair.left, pair.right])
    #expect(pair.pictures(.multiPicture, jobs: 1) == [pair.left, pair.right])
    for layout in Stereo.Layout.allCases {
      let (pictures, size) = (pair.pictures(layout, jobs: 2), layout.size(width: 8, height: 4))
      #expect(pictures.count == (layout.isOnePicture ? 1 : 2))
      #expect(pictures.allSatisfy { ($0.width, $0.height) == size }, "\(layout)")
    }
  }

  @Test("Halves are means of light, and the last of an odd number stays alone")
  func halves() throws {
    // 0 and 255 make light of a half, which is 188.
    let left = try PhotoPixels(
      width: 3, height: 3,
      rgb8: [0, 255, 90, 255, 0, 90, 20, 20, 70].flatMap { [UInt8](repeating: $0, count: 3) })
    let right = try Sample.plain(3, 3, [10, 20, 30])
    let pair = StereoPair(left: left, right: right, gapShare: 0)
    let wide = pair.pictures(.halfWidth, jobs: 1)[0]
    #expect((wide.width, wide.height) == (4, 3))
    #expect((0..<3).map { wide.pixel(0, $0)[0] } == [188, 188, 20])
    #expect((0..<3).map { wide.pixel(1, $0)[0] } == [90, 90, 70])
    #expect(wide.pixel(2, 1) == [10, 20, 30] && wide.pixel(3, 2) == [10, 20, 30])
    let low = pair.pictures(.halfHeight, jobs: 1)[0]
    #expect((low.width, low.height) == (3, 4))
    #expect((0..<3).map { low.pixel($0, 0)[0] } == [188, 188, 90])
    #expect((0..<3).map { low.pixel($0, 1)[0] } == [20, 20, 70])
    #expect(low.pixel(1, 2) == [10, 20, 30] && low.pixel(2, 3) == [10, 20, 30])
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
