import AuxKernels
import Testing

@Suite("Orientation")
struct OrientTests {
  /// The plane
  ///
  ///     1 2 3
  ///     4 5 6
  ///
  /// in display orientation.
  static let turned: [(orientation: Int, width: Int, samples: [UInt8])] = [
    (1, 3, [1, 2, 3, /**/ 4, 5, 6]),
    (2, 3, [3, 2, 1, /**/ 6, 5, 4]),
    (3, 3, [6, 5, 4, /**/ 3, 2, 1]),
    (4, 3, [4, 5, 6, /**/ 1, 2, 3]),
    (5, 2, [1, 4, /**/ 2, 5, /**/ 3, 6]),
    (6, 2, [4, 1, /**/ 5, 2, /**/ 6, 3]),
    (7, 2, [6, 3, /**/ 5, 2, /**/ 4, 1]),
    (8, 2, [3, 6, /**/ 2, 5, /**/ 1, 4]),
  ]

  @Test("Hand-written results in all four storages", arguments: turned)
  func turns(orientation: Int, width: Int, samples: [UInt8]) {
    let storages: [([UInt8]) -> PixelPlane.Storage] = [
      { .uint8($0) }, { .uint16($0.map { UInt16($0) << 8 }) }, { .half($0.map { UInt16($0) << 8 }) },
      { .float($0.map { Float($0) }) },
    ]
    for storage in storages {
      let plane = PixelPlane(width: 3, height: 2, known: storage([1, 2, 3, 4, 5, 6]))
      let expected = PixelPlane(width: width, height: 6 / width, known: storage(samples))
      #expect(Orient.apply(orientation, to: plane) == expected)
    }
  }

  @Test("The inverse undoes it, also across tiles", arguments: 1...8)
  func inverse(orientation: Int) {
    let inverse = [6: 8, 8: 6][orientation] ?? orientation
    for (width, height) in [(1, 1), (1, 7), (7, 1), (70, 33), (32, 64)] {
      let samples = (0..<(width * height)).map { Float($0) }
      let plane = PixelPlane(width: width, height: height, known: .float(samples))
      let turned = Orient.apply(orientation, to: plane)
      #expect(Orient.apply(inverse, to: turned) == plane)
    }
  }

  @Test("Two turns are one, across tiles")
  func composition() {
    let samples = (0..<(70 * 33)).map { UInt16($0) }
    let plane = PixelPlane(width: 70, height: 33, known: .uint16(samples))
    let quarter = Orient.apply(6, to: plane)
    #expect(Orient.apply(6, to: quarter) == Orient.apply(3, to: plane))
    #expect(Orient.apply(2, to: Orient.apply(4, to: plane)) == Orient.apply(3, to: plane))
    // Mirrored, then turned: Exif's words for 5 and 7.
    #expect(Orient.apply(8, to: Orient.apply(2, to: plane)) == Orient.apply(5, to: plane))
    #expect(Orient.apply(6, to: Orient.apply(2, to: plane)) == Orient.apply(7, to: plane))
  }
}
