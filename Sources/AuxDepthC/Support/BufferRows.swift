internal import AuxDepthKit
internal import AuxKernels
internal import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

struct BufferRows {
  /// From the beginning of one row to that of the next, in bytes.
  let distance: Int
  /// The samples of a row, and their bytes.
  let count, byteCount: Int
  let height: Int

  /// Checks that `height` rows of `count` samples fit into a buffer of `size` bytes; with a distance of 0 there are no gaps.
  ///
  /// Throws `usage` where they do not, or where samples would not be aligned.
  init<Sample>(
    of _: Sample.Type, count: Int, height: Int, at base: UnsafeRawPointer, distance: Int, size: Int
  ) throws(AuxError) {
    let sample = MemoryLayout<Sample>.stride
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: sample)
    let distance = distance == 0 ? byteCount : distance
    guard count > 0, height > 0, !overflow, distance >= byteCount else {
      throw AuxError(
        .usage,
        "rows of \(distance) bytes hold no \(count) samples of \(sample), of which there are \(height)")
    }
    let (leading, tooFar) = (height - 1).multipliedReportingOverflow(by: distance)
    let (needed, tooLarge) = leading.addingReportingOverflow(byteCount)
    guard !tooFar, !tooLarge, size >= needed else {
      throw AuxError(
        .usage,
        "a buffer of \(size) bytes holds no \(height) rows of \(byteCount) bytes, \(distance) bytes apart")
    }
    guard distance.isMultiple(of: sample) || height == 1, UInt(bitPattern: base).isMultiple(of: UInt(sample))
    else { throw AuxError(.usage, "the samples of \(sample) bytes are not aligned") }
    (self.distance, self.count, self.byteCount, self.height) = (distance, count, byteCount, height)
  }

  func write<Sample>(_ samples: [Sample], to base: UnsafeMutableRawPointer) {
    precondition(samples.count == count * height)
    samples.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      if distance == byteCount {
        // The first touch of new memory takes longer than the copy: large pictures are copied on all cores.
        let (part, byteCount) = (1 << 20, bytes.count)
        nonisolated(unsafe) let (base, source) = (base, source)
        AuxWorkerPool.forEach(
          below: (byteCount + part - 1) / part,
          jobs: byteCount < 8 * part ? 1 : AuxWorkerPool.coresForOneItem
        ) { number in
          memcpy(base + number * part, source + number * part, min(part, byteCount - number * part))
        }
      } else {
        for row in 0..<height { memcpy(base + row * distance, source + row * byteCount, byteCount) }
      }
    }
  }

  /// Writes the value that each 8-bit code has in a table of 256.
  func write(_ codes: [UInt8], as table: [Float], to base: UnsafeMutableRawPointer) {
    precondition(codes.count == count * height && table.count == 256)
    codes.withUnsafeBufferPointer { codes in
      table.withUnsafeBufferPointer { table in
        for row in 0..<height {
          let target = (base + row * distance).assumingMemoryBound(to: Float.self)
          for column in 0..<count { target[column] = table[Int(codes[row * count + column])] }
        }
      }
    }
  }

  /// Copies the samples of all rows, or of some.
  func samples<Sample>(
    of base: UnsafeRawPointer, rows: Range<Int>? = nil, as _: Sample.Type
  ) -> [Sample] {
    let rows = rows ?? 0..<height
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height)
    return [Sample](unsafeUninitializedCapacity: count * rows.count) { target, initialized in
      guard let target = UnsafeMutableRawBufferPointer(target).baseAddress else { return }
      for row in rows {
        memcpy(target + (row - rows.lowerBound) * byteCount, base + row * distance, byteCount)
      }
      initialized = count * rows.count
    }
  }
}

/// A buffer of the caller that samples are wanted in.
struct Buffer {
  let base: UnsafeMutableRawPointer
  /// From one row to the next, in bytes, and the bytes of the buffer.
  let distance, size: Int

  /// Takes what a caller gave; throws `usage` for NULL.
  init(_ base: UnsafeMutableRawPointer?, _ distance: Int, _ size: Int, _ name: String) throws(AuxError) {
    guard let base else { throw missing(name) }
    guard distance >= 0, size >= 0 else { throw AuxError(.usage, "the sizes of \(name) are too large") }
    (self.base, self.distance, self.size) = (base, distance, size)
  }

  /// Writes rows of samples; throws `usage` where they do not fit.
  func write<Sample>(_ samples: [Sample], width: Int, height: Int) throws(AuxError) {
    try BufferRows(of: Sample.self, count: width, height: height, at: base, distance: distance, size: size)
      .write(samples, to: base)
  }

  /// Writes the values that a table of 256 gives 8-bit codes; throws as ``write(_:width:height:)``.
  func write(_ codes: [UInt8], as table: [Float], width: Int, height: Int) throws(AuxError) {
    try BufferRows(of: Float.self, count: width, height: height, at: base, distance: distance, size: size)
      .write(codes, as: table, to: base)
  }

  func write(_ plane: PixelPlane) throws(AuxError) {
    switch plane.storage {
    case .uint8(let samples): try write(samples, width: plane.width, height: plane.height)
    case .uint16(let samples), .half(let samples):
      try write(samples, width: plane.width, height: plane.height)
    case .float(let samples): try write(samples, width: plane.width, height: plane.height)
    }
  }

  func write(_ pixels: PhotoPixels) throws(AuxError) {
    let count = pixels.width * pixels.channels
    switch pixels.samples {
    case .uint8(let samples): try write(samples, width: count, height: pixels.height)
    case .uint16(let samples): try write(samples, width: count, height: pixels.height)
    }
  }
}

extension PixelPlane {
  /// Copies the samples of a caller; throws `usage` for a kind that there is not, and where they are not in the buffer.
  init(
    _ base: UnsafeRawPointer?, kind: Int32, width: UInt32, height: UInt32, distance: Int, size: Int
  ) throws(AuxError) {
    guard let base else { throw missing("samples") }
    let (width, height) = (Int(width), Int(height))
    func samples<Sample>(_: Sample.Type) throws(AuxError) -> [Sample] {
      try BufferRows(of: Sample.self, count: width, height: height, at: base, distance: distance, size: size)
        .samples(of: base, as: Sample.self)
    }
    let storage: PixelPlane.Storage
    switch kind {
    case Int32(AUXDEPTH_UINT8): storage = .uint8(try samples(UInt8.self))
    case Int32(AUXDEPTH_UINT16): storage = .uint16(try samples(UInt16.self))
    case Int32(AUXDEPTH_FLOAT16): storage = .half(try samples(UInt16.self))
    case Int32(AUXDEPTH_FLOAT32): storage = .float(try samples(Float.self))
    default: throw AuxError(.usage, "\(kind) is no kind of samples")
    }
    self.init(width: width, height: height, known: storage)
  }
}
