import AuxImage
import Foundation
import TestSupport
import Testing

@testable import AuxEffects

@Suite("The grain of a photo in blurred parts")
struct GrainTests {
  private static let width = 640, height = 480

  /// A smooth picture with noise: each value is the mean of `reach` x `reach` independent ones, times what keeps its deviation.
  private static func photo(noise: Double, reach: Int = 1, bits: Int = 8) throws -> PhotoPixels {
    var random = SeededRandom(seed: 11)
    func normal() -> Double {
      let (first, second) = (
        Double.random(in: 1e-9..<1, using: &random), Double.random(in: 0..<1, using: &random)
      )
      return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
    let (columns, rows) = (width + reach, height + reach)
    let white = (0..<columns * rows).map { _ in normal() }
    var values: [Double] = []
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0.0
        for y in 0..<reach { for x in 0..<reach { sum += white[(row + y) * columns + column + x] } }
        let grain = noise * sum / Double(reach)
        let plain = 90 + 60 * Double(column) / Double(width) + 20 * Double(row) / Double(height)
        values += [plain + grain, plain + 8 + grain, plain - 10 + grain]
      }
    }
    guard bits == 16 else {
      return try PhotoPixels(
        width: width, height: height, rgb8: values.map { UInt8(min(max($0.rounded(), 0), 255)) })
    }
    return try PhotoPixels(
      width: width, height: height, channels: 3,
      samples: .uint16(values.map { UInt16(min(max(($0 * 257).rounded(), 0), 65535)) }))
  }

  /// In focus on the left, out of it on the right.
  private static func mask() throws -> EffectMask {
    try EffectMask(
      width: width, height: height, values: (0..<width * height).map { $0 % width < width / 2 ? 1 : 0 })
  }

  /// The standard deviation of green, in codes of 8 bits, without the mean of the 7x7 samples around, in the right part away
  /// from the border; another filter than that by which grain is measured.
  private static func grain(_ image: PhotoPixels) -> Double {
    let codes = image.samples.doubles
    let unit = image.bitsPerSample == 16 ? 1 / 257.0 : 1
    var (sum, count) = (0.0, 0.0)
    for row in stride(from: 60, to: height - 60, by: 2) {
      for column in stride(from: width / 2 + 60, to: width - 60, by: 2) {
        func green(_ x: Int, _ y: Int) -> Double { codes[((row + y) * width + column + x) * 3 + 1] * unit }
        var around = 0.0
        for y in -3...3 { for x in -3...3 { around += green(x, y) } }
        let difference = green(0, 0) - around / 49
        (sum, count) = (sum + difference * difference, count + 1)
      }
    }
    return (sum / count).squareRoot()
  }

  /// A radius of 12 pixels.
  private static let radius = 12 * (4032 * 3024 / Float(width * height)).squareRoot()

  @Test(
    "It is as strong as the photo's, and sharp pixels keep their codes",
    arguments: [(1.0, 1, 8), (3.4, 1, 8), (3.4, 3, 8), (0.8, 2, 8), (3.4, 2, 16)])
  func isMatched(noise: Double, reach: Int, bits: Int) throws {
    let (photo, mask) = (try Self.photo(noise: noise, reach: reach, bits: bits), try Self.mask())
    let plain = try FocalBlur(radius: Self.radius, matchesGrain: false).applied(
      to: photo, mask: mask, jobs: 2)
    let blurred = try FocalBlur(radius: Self.radius).applied(to: photo, mask: mask, jobs: 2)
    let (own, smooth, matched) = (Self.grain(photo), Self.grain(plain), Self.grain(blurred))
    #expect(smooth < 0.35 * own || smooth < 0.32, "\(smooth) of \(own)")
    #expect((0.8...1.15).contains(matched / own), "\(matched) of \(own)")
    let (before, after) = (photo.samples.doubles, blurred.samples.doubles)
    for row in stride(from: 0, to: Self.height, by: 7) {
      let sharp = row * Self.width * 3..<(row * Self.width + Self.width / 2 - 2) * 3
      #expect(before[sharp] == after[sharp])
    }
    #expect(try FocalBlur(radius: Self.radius).applied(to: photo, mask: mask, jobs: 1) == blurred)
  }

  @Test("The colours of it are related as the photo's")
  func colours() throws {
    let photo = try Self.photo(noise: 3)
    let blurred = try FocalBlur(radius: Self.radius).applied(to: photo, mask: Self.mask(), jobs: 2)
    let codes = blurred.samples.doubles
    var differences = 0.0
    let rows = 100..<300
    for row in rows {
      for column in 450..<550 {
        let start = (row * Self.width + column) * 3
        differences += abs(codes[start + 1] - codes[start] - 8)
      }
    }
    // Gray noise: independent noise of each colour would differ by 3.4 on average.
    #expect(differences / Double(rows.count * 100) < 0.8)
  }

  @Test("A picture without grain, with a little, or with texture gets none", arguments: [0, 0.15, 40])
  func nothingIsAdded(noise: Double) throws {
    let (photo, mask) = (try Self.photo(noise: noise), try Self.mask())
    let plain = try FocalBlur(radius: Self.radius, matchesGrain: false).applied(
      to: photo, mask: mask, jobs: 2)
    #expect(try FocalBlur(radius: Self.radius).applied(to: photo, mask: mask, jobs: 2) == plain)
  }

  @Test("A mask that blurs nothing leaves the photo as it is")
  func sharp() throws {
    let photo = try Self.photo(noise: 3)
    let mask = try EffectMask(
      width: Self.width, height: Self.height, values: [Float](repeating: 1, count: Self.width * Self.height))
    #expect(try FocalBlur(radius: 100).applied(to: photo, mask: mask, jobs: 2) == photo)
  }
}

extension PhotoPixels.Samples {
  fileprivate var doubles: [Double] {
    switch self {
    case .uint8(let codes): codes.map(Double.init)
    case .uint16(let codes): codes.map(Double.init)
    }
  }
}
