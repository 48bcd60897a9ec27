public import AuxImage
internal import AuxKernels
internal import Synchronization

/// The samples of a depth or disparity map that is read by bands of rows, and of which nobody makes a whole copy.
///
/// ```swift
/// let samples = try DepthSamples(width: 8660, height: 5774) { rows in renderer.distances(ofRows: rows) }
/// try destination.addDepth(samples)
/// ```
///
/// They are floats: metres, 1/metres, or what options of the map say; NaN where nothing is known.
public struct DepthSamples: Hashable, Sendable {
  /// The number of samples in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  private let rows: Rows

  /// The function that gives the samples; two of them are the same where they are one object.
  private final class Rows: Sendable {
    let samples: @Sendable (Range<Int>) -> [Float]
    /// What was read the first time.
    let digest = Mutex<SampleDigest?>(nil)

    init(_ samples: @escaping @Sendable (Range<Int>) -> [Float]) { self.samples = samples }
  }

  /// Creates samples that a function gives for ranges of rows, row by row from the top.
  ///
  /// It is called several times for the same rows, from any thread, as long as a destination that has the map exists, and
  /// gives the same samples each time; as many as the rows have. Throws `AuxError` with code `usage` for a map without samples.
  public init(
    width: Int, height: Int, rows: @escaping @Sendable (_ rows: Range<Int>) -> [Float]
  ) throws(AuxError) {
    guard width > 0, height > 0, !width.multipliedReportingOverflow(by: height).overflow else {
      throw AuxError(.usage, "a map of \(width)x\(height) has no samples")
    }
    (self.width, self.height, self.rows) = (width, height, Rows(rows))
  }

  /// Calls `body` with the number of the first sample of each band of rows and its samples, about a megabyte each.
  ///
  /// It returns false to end early. Throws `AuxError` with code `usage` where the samples are others than the first time.
  func forEachBand(
    _ body: (_ start: Int, _ samples: [Float]) throws(AuxError) -> Bool
  ) throws(AuxError) {
    var digest = SampleDigest()
    let count = max(1, (256 << 10) / width)
    for row in stride(from: 0, to: height, by: count) {
      let band = row..<min(row + count, height)
      let samples = rows.samples(band)
      guard samples.count == band.count * width else {
        throw AuxError(.usage, "\(samples.count) samples are no \(band.count) rows of \(width)")
      }
      digest.add(samples)
      guard try body(row * width, samples) else { return }
    }
    let first = rows.digest.withLock { first in
      first = first ?? digest
      return first
    }
    guard digest == first else {
      throw AuxError(.usage, "the samples of the map changed while they were in use")
    }
  }

  /// Returns the map with all samples in memory.
  ///
  /// Throws `AuxError`: `usage` if they are others than before, and `limitExceeded` or `io` if they take too much memory.
  public func map(options: DepthMap.Options = DepthMap.Options()) throws(AuxError) -> DepthMap {
    var values: [Float] = []
    values.reserveCapacity(try AuxLimits.standard.checkedDecoding(width: width, height: height))
    try forEachBand { _, samples in
      values += samples
      return true
    }
    return DepthMap(PixelPlane(width: width, height: height, known: .float(values)), options: options)
  }

  /// Returns the map with its options and without its samples, for what depends on neither.
  package func described(by options: DepthMap.Options) -> DepthMap {
    DepthMap(PixelPlane(width: 1, height: 1, known: .float([0])), options: options)
  }

  /// Only the object counts: samples are not compared.
  public static func == (one: Self, other: Self) -> Bool { one.rows === other.rows }

  /// As ``==(_:_:)``.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(rows)) }
}
