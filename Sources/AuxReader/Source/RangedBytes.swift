package import AuxContainers
public import AuxImage
internal import Synchronization

/// The bytes of a file that its user reads by ranges where they are asked for, as from an object store or an archive.
///
/// Reading headers needs little of a large photo, in many small ranges: over a network it is best to read a block at a
/// time and to keep it.
public struct RangedBytes: Sendable {
  /// Returns the bytes of a range inside the file; throws `io` where they cannot be read.
  public typealias Read = @Sendable (Range<Int>) throws(AuxError) -> [UInt8]

  /// The number of bytes of the file.
  public let byteCount: Int
  private let read: Read

  /// Takes a file of so many bytes; `read` is called from whichever thread needs bytes, and from several at once.
  public init(byteCount: Int, read: @escaping Read) {
    (self.byteCount, self.read) = (byteCount, read)
  }

  /// Returns the bytes of the file; each read stays within the limits of memory.
  package func source(limits: AuxLimits) -> any ByteSource {
    RangedByteSource(byteCount: byteCount, limits: limits, reading: read)
  }
}

/// A source whose bytes a closure gives.
private final class RangedByteSource: ByteSource {
  let byteCount: Int
  private let limits: AuxLimits
  private let reading: RangedBytes.Read
  private let firstFailure = Mutex<AuxError?>(nil)

  init(byteCount: Int, limits: AuxLimits, reading: @escaping RangedBytes.Read) {
    (self.byteCount, self.limits, self.reading) = (byteCount, limits, reading)
  }

  /// A failure of the reading is no fault of the file, whatever its code.
  var failure: AuxError? { firstFailure.withLock { $0 } }

  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    guard count > 0 else { return [] }
    try checkMemory(count)
    do throws(AuxError) {
      let bytes = try reading(offset..<(offset + count))
      guard bytes.count == count else {
        throw AuxError(.io, "\(bytes.count) bytes came where \(count) were asked for", offset: offset)
      }
      return bytes
    } catch {
      keep(error)
      throw error
    }
  }

  private func checkMemory(_ count: Int) throws(AuxError) {
    guard count > 1 << 20 else { return }
    do throws(AuxError) {
      try limits.checkMemory(count, for: "\(count) bytes of a file")
    } catch {
      if error.isOfSystem { keep(error) }
      throw error
    }
  }

  private func keep(_ failure: AuxError) { firstFailure.withLock { $0 = $0 ?? failure } }
}

extension ImageSource {
  /// Opens a file whose bytes `ranges` gives; it is asked for nothing but headers until images are decoded.
  ///
  /// Throws `AuxError` as `init(data:limits:)`, and whatever the reading of ranges throws.
  public init(ranges: RangedBytes, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(bytes: ranges.source(limits: limits), limits: limits)
  }
}
