import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import Synchronization
import TestSupport
import Testing

/// A disk that gives no bytes of one sector.
private final class FailingSource: ByteSource {
  private let bytes: MemoryByteSource
  private let lost: Range<Int>
  private let first = Mutex<AuxError?>(nil)

  init(_ bytes: [UInt8], lost: Range<Int>) { (self.bytes, self.lost) = (MemoryByteSource(bytes), lost) }

  var byteCount: Int { bytes.byteCount }
  var failure: AuxError? { first.withLock { $0 } }

  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    if (offset..<offset + count).overlaps(lost) {
      let error = AuxError(.io, "Input/output error", offset: offset)
      first.withLock { $0 = $0 ?? error }
      throw error
    }
    return try bytes.read(at: offset, count: count)
  }
}

@Suite("A disk that fails")
struct FailingDiskTests {
  /// Lenient reading must not treat a lost sector as an empty one.
  @Test(
    "An answer is the true one, or an error of the machine",
    arguments: ImageContainer.allCases.filter(\.holdsAuxiliaryImages))
  func everySector(container: ImageContainer) throws {
    var picture = try Pictures.portrait()
    // The picture's ICC segment is not a profile, and DNG needs its colours.
    picture.after = []
    var bytes = picture.bytes
    if container != .jpeg {
      bytes = try ImageDestination(encoding: ImageSource(data: bytes), as: container).finalize().data
    }
    let whole = try Self.answer(ImageSource(data: bytes))
    var failures = 0
    for start in stride(from: 0, to: bytes.count, by: 512) {
      let source = FailingSource(bytes, lost: start..<min(start + 512, bytes.count))
      do {
        #expect(try Self.answer(ImageSource(bytes: source)) == whole, "sector at \(start)")
      } catch {
        #expect((error as? AuxError)?.code == .io, "sector at \(start): \(error)")
        failures += 1
      }
    }
    #expect(failures > 1)
  }

  /// Makers put data after the images, which is looked for when the headers have been read.
  @Test func theEndOfAFileIsReadWhenItIsOpened() throws {
    let heic = try ImageDestination(encoding: ImageSource(data: Pictures.portrait().bytes), as: .heif)
      .finalize().data
    let bytes = heic + [0, 0, 0, 72] + Array("free".utf8) + [UInt8](repeating: 0, count: 64)
    #expect(try ImageSource(bytes: FailingSource(bytes, lost: 0..<0)).trailers.isEmpty)
    #expect(throws: AuxError(.io, "")) {
      try ImageSource(bytes: FailingSource(bytes, lost: (bytes.count - 64)..<bytes.count))
    }
  }

  private static func answer(_ source: ImageSource) throws -> [String] {
    var answer = [source.json.text]
    for image in source.auxiliaryImages {
      answer.append("\(try source.stored(image).codes.storage.hashValue)")
    }
    return answer
  }
}
