/// One plane of samples, rows tightly packed from the top left.
///
/// Halves are kept as their IEEE 754 binary16 bit patterns, since `Float16` does not exist everywhere.
/// NaN is a hole in ``Storage/half(_:)`` and ``Storage/float(_:)``.
public struct PixelPlane: Hashable, Sendable {
  /// The samples, `width * height` of them.
  public enum Storage: Hashable, Sendable {
    /// 8-bit codes.
    case uint8([UInt8])
    /// 16-bit codes.
    case uint16([UInt16])
    /// Binary16 bit patterns.
    case half([UInt16])
    /// Binary32 values.
    case float([Float])

    package var count: Int {
      switch self {
      case .uint8(let samples): samples.count
      case .uint16(let samples), .half(let samples): samples.count
      case .float(let samples): samples.count
      }
    }
  }

  /// The kind of a sample.
  public enum SampleType: Hashable, Sendable {
    /// 8-bit codes.
    case uint8
    /// 16-bit codes.
    case uint16
    /// Binary16 bit patterns.
    case half
    /// Binary32 values.
    case float

    /// Whether samples are codes, and not numbers of a unit.
    package var isInteger: Bool { self == .uint8 || self == .uint16 }

    /// The size of one sample in bytes.
    package var byteCount: Int {
      switch self {
      case .uint8: 1
      case .uint16, .half: 2
      case .float: 4
      }
    }
  }

  /// The number of samples in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The samples.
  public private(set) var storage: Storage

  /// Creates a plane of samples whose number is known to be right.
  package init(width: Int, height: Int, known storage: Storage) {
    self.width = width
    self.height = height
    self.storage = storage
    precondition(width > 0 && height > 0 && storage.count == width * height)
  }

  /// Returns the samples and keeps none, so that who changes them makes no copy.
  ///
  /// The plane has its size still, and must not be asked for samples any more.
  package mutating func takeStorage() -> Storage {
    var taken = Storage.uint8([])
    swap(&taken, &storage)
    return taken
  }

  /// The samples of a plane of halves or floats; empty for a plane of codes.
  package var floats: [Float] {
    switch storage {
    case .float(let samples): samples
    case .half(let bits): Half.decode(bits)
    case .uint8, .uint16: []
    }
  }

  /// The kind of the samples.
  public var sampleType: SampleType {
    switch storage {
    case .uint8: .uint8
    case .uint16: .uint16
    case .half: .half
    case .float: .float
    }
  }

  package var bytesPerRow: Int { width * sampleType.byteCount }
}

extension PixelPlane: CustomStringConvertible {
  /// The size and the kind of sample, as `768x576 half`; never the samples: there are millions.
  public var description: String { "\(width)x\(height) \(sampleType)" }
}

extension PixelPlane {
  /// Creates a plane from rows of `bytesPerRow` little-endian bytes; padding is dropped.
  ///
  /// Returns nil where a row is shorter than its samples or `data` is shorter than the rows.
  public init?(width: Int, height: Int, bytesPerRow: Int, data: [UInt8], sampleType: SampleType) {
    let size = sampleType.byteCount
    guard width > 0, height > 0, width <= Int.max / size, bytesPerRow >= width * size else { return nil }
    let (leading, overflow) = (height - 1).multipliedReportingOverflow(by: bytesPerRow)
    guard !overflow, leading <= data.count, data.count - leading >= width * size else { return nil }
    let count = width * height
    let rows = Rows(count: height, byteCount: width * size, distance: bytesPerRow)
    func samples<Sample: BitwiseCopyable>(of type: Sample.Type) -> [Sample] {
      var samples = Bands.undefined(count, of: type)
      unsafe samples.withUnsafeMutableBytes { unsafe rows.copy(from: data, to: $0) }
      return samples
    }
    let storage: Storage =
      switch sampleType {
      case .uint8: .uint8(samples(of: UInt8.self))
      case .uint16: .uint16(inLittleEndian(samples(of: UInt16.self)))
      case .half: .half(inLittleEndian(samples(of: UInt16.self)))
      case .float: .float(inLittleEndian(samples(of: Float.self)))
      }
    self.init(width: width, height: height, known: storage)
  }

  /// Calls `body` with the bytes of the samples: rows tightly packed from the top, in the byte order of the machine.
  ///
  /// The pointer is valid during the call.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch storage {
    case .uint8(let samples): unsafe try samples.withUnsafeBytes(body)
    case .uint16(let samples), .half(let samples): unsafe try samples.withUnsafeBytes(body)
    case .float(let samples): unsafe try samples.withUnsafeBytes(body)
    }
  }

  /// Returns the samples as rows of `bytesPerRow` little-endian bytes, each followed by padding of zeros.
  ///
  /// - Precondition: `bytesPerRow` is at least the width times the bytes of a sample.
  public func data(bytesPerRow: Int) -> [UInt8] {
    precondition(bytesPerRow >= self.bytesPerRow)
    let packed = data()
    guard bytesPerRow > self.bytesPerRow else { return packed }
    var rows: [UInt8] = []
    rows.reserveCapacity(bytesPerRow * height)
    for row in 0..<height {
      rows += packed[(row * self.bytesPerRow)..<((row + 1) * self.bytesPerRow)]
      rows += repeatElement(0, count: bytesPerRow - self.bytesPerRow)
    }
    return rows
  }

  /// Returns the samples as tightly packed little-endian bytes.
  public func data() -> [UInt8] {
    switch storage {
    case .uint8(let samples): samples
    case .uint16(let samples), .half(let samples):
      unsafe inLittleEndian(samples).withUnsafeBytes { unsafe [UInt8]($0) }
    case .float(let samples): unsafe inLittleEndian(samples).withUnsafeBytes { unsafe [UInt8]($0) }
    }
  }
}

/// Rows of bytes that may be followed by padding.
private struct Rows {
  let count, byteCount: Int
  /// From the start of one row to the start of the next.
  let distance: Int

  /// Packs the rows of `data` tightly into `target`.
  func copy(from data: [UInt8], to target: UnsafeMutableRawBufferPointer) {
    precondition(data.count >= (count - 1) * distance + byteCount && target.count == count * byteCount)
    unsafe data.withUnsafeBytes { source in
      for row in 0..<count {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[(row * byteCount)...])
          .copyMemory(from: .init(rebasing: source[(row * distance)..<(row * distance + byteCount)]))
      }
    }
  }
}

/// Returns the samples with their bytes swapped where this machine is big-endian; its own inverse.
private func inLittleEndian(_ samples: [UInt16]) -> [UInt16] {
  #if _endian(little)
    samples
  #else
    samples.map(\.littleEndian)
  #endif
}

private func inLittleEndian(_ samples: [Float]) -> [Float] {
  #if _endian(little)
    samples
  #else
    samples.map { Float(bitPattern: $0.bitPattern.littleEndian) }
  #endif
}
