import AuxMaps
import Foundation
import TestSupport
import Testing

/// The measures of maps against the truth, by their formulas and by hand.
struct DepthComparisonTests {
  private static func map(_ values: [Float], width: Int = 4, as quantity: DepthQuantity = .depth) throws
    -> DepthMap
  {
    try DepthMap(values, width: width, height: values.count / width, quantity: quantity)
  }

  /// A plane in space: its disparity is linear. A sample is in the middle of `step` of those of step 1.
  private static func plane(side: Int, step: Float) -> [Float] {
    var values: [Float] = []
    for row in 0..<side {
      for column in 0..<side {
        let (x, y) = (step * (Float(column) + 0.5), step * (Float(row) + 0.5))
        let disparity: Float = 0.2 + 0.001 * x + 0.002 * y
        values.append(1 / disparity)
      }
    }
    return values
  }

  private static func close(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(b)) }

  @Test func measuresByHand() throws {
    // Three samples count: a hole in each map is left out.
    let seen = try DepthComparison(
      truth: Self.map([2, 4, 5, .nan, 8, 0, 3, 3]), prediction: Self.map([1, 4, 6, 1, .nan, 1, 3, 3]))
    #expect((seen.counts.samples, seen.counts.missing) == (5, 1))
    #expect(Self.close(seen.absRel, (0.5 + 0.2) / 5))
    #expect(Self.close(seen.sqRel, (0.5 + 0.2) / 5))
    #expect(Self.close(seen.rmse, (2.0 / 5).squareRoot()))
    let logs = [log(0.5), 0, log(1.2), 0, 0]
    let mean = logs.reduce(0, +) / 5
    #expect(Self.close(seen.rmseLog, (logs.map { $0 * $0 }.reduce(0, +) / 5).squareRoot()))
    let deviation = logs.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 5
    #expect(Self.close(seen.silog, 100 * deviation.squareRoot()))
    #expect((seen.delta1, seen.delta2, seen.delta3) == (0.8, 0.8, 0.8))
    #expect(seen.relativeErrors[3].isNaN && seen.relativeErrors[0] == 0.5)
    #expect(seen.alignment.scale == 1 && seen.alignment.quantity == nil)
  }

  @Test func alignments() throws {
    let truth: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
    func compare(
      _ prediction: [Float], _ alignment: DepthComparison.Alignment, as quantity: DepthQuantity = .depth,
      by method: DepthComparison.Method? = nil
    ) throws -> DepthComparison {
      var options = DepthComparison.Options(alignment: alignment)
      options.method = method
      return try DepthComparison(
        truth: Self.map(truth), prediction: Self.map(prediction, as: quantity), options: options)
    }
    let halves = truth.map { $0 / 2 }
    for method in [nil] + DepthComparison.Method.allCases {
      let seen = try compare(halves, .scale, by: method)
      #expect(seen.alignment.scale == 2 && seen.absRel == 0)
      // Negative numbers are values where only scale and shift are unknown.
      let affine = try compare(truth.map { $0 * 3 - 10 }, .affine, by: method)
      #expect(Self.close(affine.alignment.scale, 1.0 / 3) && Self.close(affine.alignment.shift, 10.0 / 3))
      #expect(affine.absRel < 1e-6 && affine.counts.samples == 8)
    }
    // A disparity is fitted as one, as MiDaS's evaluation does.
    let inverse = try compare(truth.map { 0.5 / $0 - 0.3 }, .affine, as: .disparity)
    #expect(inverse.alignment.quantity == .disparity && inverse.absRel < 1e-5)
    #expect(Self.close(inverse.alignment.scale, 2) && Self.close(inverse.alignment.shift, 0.6))
    // The median does not see an outlier, and squares do.
    var outlier = halves
    outlier[7] = 400
    #expect(try compare(outlier, .scale).alignment.scale == 2)
    #expect(try compare(outlier, .scale, by: .leastSquares).alignment.scale < 0.1)
  }

  @Test func endsLeaveOutAndClamp() throws {
    var options = DepthComparison.Options(alignment: .affine)
    let (truth, line) = (try Self.map([1, 2, 3, 90]), try Self.map([10, 1, -8, 5]))
    let all = try DepthComparison(truth: truth, prediction: line, options: options)
    #expect(all.counts.samples + all.counts.notPositive == 4)
    (options.alignment, options.nearest, options.farthest) = (.none, 1.5, 80)
    let seen = try DepthComparison(truth: truth, prediction: Self.map([1, 1, 100, 5]), options: options)
    #expect((seen.counts.samples, seen.counts.clamped) == (2, 2))
    #expect(Self.close(seen.absRel, (0.25 + 77.0 / 3) / 2))
  }

  @Test func sizesAreTheTruths() throws {
    let plane = try Self.map(Self.plane(side: 32, step: 1), width: 32)
    let small = try Self.map(Self.plane(side: 16, step: 2), width: 16)
    let seen = try DepthComparison(truth: small, prediction: plane)
    #expect(seen.isResampled && seen.width == 16 && seen.counts.samples == 256)
    #expect(seen.absRel < 1e-6, "\(seen.absRel)")
    #expect(throws: AuxError(.usage, "")) {
      try DepthComparison(truth: small, prediction: Self.map(Self.plane(side: 32, step: 1), width: 64))
    }
  }

  @Test func edges() throws {
    let step: [Float] = [1, 1, 2, 2, 1, 1, 2, 2]
    let same = try DepthComparison(truth: Self.map(step), prediction: Self.map(step))
    // One direction of four has edges, and the others take no part.
    #expect(same.edges.completeness == 1 && same.edges.accuracy == 1)
    let flat = try DepthComparison(
      truth: Self.map(step), prediction: Self.map([Float](repeating: 1.5, count: 8)))
    #expect(flat.edges.completeness == 0 && flat.edges.accuracy == nil)
  }

  @Test func refusals() throws {
    let map = try Self.map([1, 2, 3, 4])
    func refuses(_ code: AuxError.Code, _ other: DepthMap, _ change: (inout DepthComparison.Options) -> Void)
    {
      var options = DepthComparison.Options()
      change(&options)
      #expect(throws: AuxError(code, "")) {
        try DepthComparison(truth: map, prediction: other, options: options)
      }
    }
    refuses(.malformed, try Self.map([.nan, 0, 1, .nan])) { $0.farthest = 2 }
    refuses(.usage, map) { $0.method = .medians }
    refuses(.usage, map) { $0.nearest = -1 }
    refuses(.usage, map) { ($0.nearest, $0.farthest) = (2, 1) }
    refuses(.usage, try Self.map([2, 2, 2, 2])) { $0.alignment = .affine }
  }

  @Test func picturesAreTurbos() throws {
    let seen = try DepthComparison(
      truth: Self.map([1, 1, 1, .nan]), prediction: Self.map([1, 1.1, 3, 1]))
    guard case .uint8(let codes) = try seen.picture(end: 0.2).samples else {
      Issue.record("not of 8 bits")
      return
    }
    // OpenCV's COLORMAP_TURBO at codes 0, 128 and 255; the polynomials are up to 32 codes off at the dark ends.
    let turbo: [[Int]] = [[48, 18, 59], [164, 252, 60], [122, 4, 3]]
    for (place, colour) in turbo.enumerated() {
      let pixel = codes[(place * 3)..<(place * 3 + 3)].map(Int.init)
      #expect(zip(pixel, colour).allSatisfy { abs($0 - $1) <= 40 }, "\(pixel), \(colour)")
    }
    #expect(codes[9...11].allSatisfy { $0 == 0 })
    #expect(throws: AuxError(.usage, "")) { try seen.picture(end: 0) }
  }

  @Test("A legend is below the errors, which are as without it", arguments: [64, 801])
  func legends(_ width: Int) throws {
    let truth = try Self.map([Float](repeating: 2, count: width * 3), width: width)
    let seen = try DepthComparison(truth: truth, prediction: truth)
    let (plain, picture) = try (seen.picture(end: 0.25), seen.picture(end: 0.25, hasLegend: true))
    guard case .uint8(let errors) = plain.samples, case .uint8(let codes) = picture.samples else {
      Issue.record("not of 8 bits")
      return
    }
    #expect(picture.width == width && picture.height == 3 + seen.legendHeight)
    #expect(Array(codes.prefix(errors.count)) == errors)
    let dot = max(1, width / 400)
    let rows = (0..<picture.height).map { Array(codes[$0 * width * 3..<($0 + 1) * width * 3]) }
    // Below three dots of black, the colours go from that of no error to that of red.
    let strip = rows[3 + 4 * dot]
    let red = try DepthComparison(
      truth: Self.map([1], width: 1), prediction: Self.map([3], width: 1)
    ).picture(end: 0.25)
    #expect(Array(strip.prefix(3)) == Array(errors.prefix(3)))
    #expect(red.samples == .uint8(Array(strip.suffix(3))))
    #expect(rows[3].allSatisfy { $0 == 0 })
    // The first number is 0, whose middle row is a stroke, a dot across and a stroke.
    let middle = rows[3 + (14 + 3) * dot]
    let lit = (0..<5).map { middle[$0 * dot * 3] == 255 }
    #expect(lit == [true, false, true, false, true])
    #expect(middle[(width - 1) * 3] == 255, "the number of the red end is at the right edge")
  }
}
