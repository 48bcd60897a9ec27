import AuxImage
import AuxKernels
import TestSupport
import Testing

@testable import AuxEffects

/// Wires and rims in stereo: narrower than what outlines are evened out over, and near other things.
@Suite("Thin things in stereo")
struct ThinThingTests {
  private let width = 200, height = 80

  private func sharpened(isStretched: Bool, _ nearness: (Int) -> Float) -> [Int16] {
    let codes = (0..<width * height).map { Int16(nearness($0 % width) * 32_000) }
    let source = SignedRadii(width: width, height: height, codes: codes, unit: 16 / SignedRadii.greatest)
    return StereoOutlines(source, isStretched: isStretched).sharpened(
      RadiusBlocks(source, jobs: 1), jobs: 1
    ).codes
  }

  @Test("A thing between a nearer one and the ground keeps its depth")
  func middle() {
    let codes = sharpened(isStretched: false) {
      (100..<103).contains($0) ? 0.5 : (104..<107).contains($0) ? 1 : 0
    }
    for column in 98..<109 {
      let expected: Int16 = (100..<103).contains(column) ? 16_000 : (104..<107).contains(column) ? 32_000 : 0
      #expect(codes[40 * width + column] == expected, "column \(column)")
    }
  }

  @Test("A wire and a slit of a stretched map are not evened out", arguments: [false, true])
  func narrow(isSlit: Bool) {
    let codes = sharpened(isStretched: true) { (100..<102).contains($0) == isSlit ? 0.1 : 0.9 }
    let (wire, ground) = (codes[40 * width + 100], codes[40 * width + 90])
    #expect(abs(Int(wire) - Int(ground)) > 20_000)
  }

  @Test("Lines of the ground go on behind a thin thing, at a slant, too")
  func bridge() throws {
    func wall(_ column: Int, _ row: Int) -> UInt8 { (column + row) / 2 % 16 < 8 ? 200 : 40 }
    let isBar = (0..<width).map { (100..<104).contains($0) }
    let places = (0..<width * height).map { (column: $0 % width, row: $0 / width) }
    let image = try PhotoPixels(
      width: width, height: height,
      rgb8: places.flatMap { [UInt8](repeating: isBar[$0.column] ? 120 : wall($0.column, $0.row), count: 3) })
    let map = try NormalisedMap(
      width: width, height: height, values: places.map { isBar[$0.column] ? 1 : 0 })
    // Bar and wall move by four pixels each, so that the bar's old place is seen four pixels to the left.
    let view = try Stereo(maxShift: 0.02).pair(of: image, map: map, jobs: 1).left
    var sum = 0
    for row in 10..<70 {
      for column in 96..<100 {
        sum += abs(Int(view.pixel(column, row)[0]) - Int(wall(column + 4, row)))
      }
    }
    #expect(Double(sum) / 240 < 12, "a mean of \(Double(sum) / 240) codes")
  }
}
