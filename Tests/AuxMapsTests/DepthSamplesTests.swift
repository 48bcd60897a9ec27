import AuxImage
import AuxKernels
import AuxMaps
import Synchronization
import Testing

/// Maps that are read by bands become what the same maps in memory become.
struct DepthSamplesTests {
  /// Wide enough for several bands.
  private static let (width, height) = (2000, 300)
  private let photo = MapPlacement(on: PrimaryImage(width: width, height: height))

  private static func metres(_ special: [Int: Float] = [:]) -> [Float] {
    var values = (0..<width * height).map { index in
      1 + Float(index % width) / 500 + Float(index / width) / 100
    }
    for (index, value) in special { values[index] = value }
    return values
  }

  private static func samples(_ values: [Float]) throws -> DepthSamples {
    try DepthSamples(width: width, height: height) { rows in
      Array(values[rows.lowerBound * width..<rows.upperBound * width])
    }
  }

  private static func options(_ change: (inout DepthMap.Options) -> Void) -> DepthMap.Options {
    var options = DepthMap.Options()
    change(&options)
    return options
  }

  private static let cases: [(name: String, special: [Int: Float], options: DepthMap.Options)] = [
    ("metres", [:], DepthMap.Options()),
    ("disparity", [:], DepthMap.Options(quantity: .disparity)),
    ("background", [7: 1e10, 599_999: .infinity], DepthMap.Options()),
    ("disparity with background", [7: 0, 400_000: 0], DepthMap.Options(quantity: .disparity)),
    ("background as far as is said", [7: 1e10], DepthMap.Options(far: 50)),
    ("millimetres", [:], options { $0.unit = .millimetres }),
    ("scaled", [:], options { $0.scale = 2 }),
    ("a camera", [:], options { $0.camera = .focalLengths(fx: 900, fy: 900) }),
    // Those need all samples at once.
    ("holes", [7: .nan, 400_000: -1], DepthMap.Options()),
    ("clamped", [:], DepthMap.Options(near: 2, far: 6)),
    ("clipped", [3: 1000], options { $0.clip = 1 }),
    ("resized", [:], options { $0.size = .size(width: 1000, height: 150) }),
    ("few levels", [0: 100_000], DepthMap.Options(quantity: .disparity)),
  ]

  @Test(arguments: cases.indices, [false, true])
  func areTheMapInMemory(_ index: Int, wide: Bool) throws {
    let (name, special, options) = Self.cases[index]
    let values = Self.metres(special)
    let whole = try MapAttachment(
      DepthMap(
        PixelPlane(width: Self.width, height: Self.height, known: .float(values)), options: options),
      on: photo, bits: wide ? 16 : 8)
    let banded = try MapAttachment(Self.samples(values), options: options, on: photo, bits: wide ? 16 : 8)
    #expect(banded.image == whole.image, "\(name)")
    #expect(banded.counts == whole.counts && banded.notes == whole.notes, "\(name)")
    let (one, other) = (try whole.difference(from: whole.image), try banded.difference(from: whole.image))
    #expect(one.max == other.max && abs(one.mean - other.mean) < 1e-12 && one.unit == other.unit, "\(name)")
    #expect(one.max > 0, "\(name)")
  }

  /// Never more than a few rows are asked for, and what is refused is refused for the same reason.
  @Test func areReadByBands() throws {
    let largest = Mutex(0)
    let values = Self.metres()
    let samples = try DepthSamples(width: Self.width, height: Self.height) { rows in
      largest.withLock { $0 = max($0, rows.count) }
      return Array(values[rows.lowerBound * Self.width..<rows.upperBound * Self.width])
    }
    let attachment = try MapAttachment(samples, options: DepthMap.Options(), on: photo)
    _ = try attachment.difference(from: attachment.image)
    #expect(largest.withLock { $0 } == 131)
    let error = #expect(throws: AuxError.self) {
      try MapAttachment(
        Self.samples([Float](repeating: -1, count: Self.width * Self.height)),
        options: DepthMap.Options(), on: photo)
    }
    #expect(error?.remedy == .turnAxis)
  }

  @Test func changesAreNoticed() throws {
    let values = Mutex(Self.metres())
    let samples = try DepthSamples(width: Self.width, height: Self.height) { rows in
      values.withLock { Array($0[rows.lowerBound * Self.width..<rows.upperBound * Self.width]) }
    }
    let attachment = try MapAttachment(samples, options: DepthMap.Options(), on: photo)
    let stored = attachment.image
    _ = try attachment.difference(from: stored)
    values.withLock { $0[599_999] += 0.001 }
    let error = #expect(throws: AuxError.self) { try attachment.difference(from: stored) }
    #expect(error?.code == .usage)
    #expect(throws: AuxError.self) { try samples.map() }
    values.withLock { $0[599_999] = Self.metres()[599_999] }
    _ = try attachment.difference(from: stored)
  }

  @Test func rowsOfAnotherLengthAreRefused() throws {
    #expect(throws: AuxError.self) { try DepthSamples(width: 0, height: 3) { _ in [] } }
    let short = try DepthSamples(width: 4, height: 3) { _ in [1, 2] }
    let error = #expect(throws: AuxError.self) { try short.map() }
    #expect(error?.code == .usage)
  }
}
