import AuxImage
import AuxReader
import AuxValidator
import Synchronization
import TestSupport
import Testing

@Suite("Files that are read by ranges")
struct RangedBytesTests {
  /// Bytes that are counted when they are read, and that cannot be had from some moment on.
  private final class Store: Sendable {
    let bytes: [UInt8]
    let count = Mutex(0)
    let failsFrom = Mutex(Int.max)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var ranges: RangedBytes {
      RangedBytes(byteCount: bytes.count) { [self] range throws(AuxError) in
        let before = count.withLock { count in
          defer { count += range.count }
          return count
        }
        guard before < failsFrom.withLock({ $0 }) else { throw AuxError(.io, "the store is gone") }
        return Array(bytes[range])
      }
    }
  }

  @Test("A photo has the same report as in memory")
  func same() throws {
    let bytes = try Pictures.portrait().bytes
    let store = Store(bytes)
    let source = try ImageSource(ranges: store.ranges)
    #expect(try source.json.text == ImageSource(data: bytes).json.text && source.path == nil)
    let whole = try ImageSource(data: bytes)
    let images = try [source, whole].map { try #require($0.auxiliaryImage(.disparity)) }
    #expect(try source.depthData(images[0]).values == whole.depthData(images[1]).values)
    let findings = Validator().validate(data: bytes).findings
    #expect(try Validator().validate(ranges: store.ranges).findings == findings)
  }

  @Test("That bytes cannot be had is no fault of the file")
  func failure() throws {
    let store = Store(try Pictures.portrait().bytes)
    store.failsFrom.withLock { $0 = 100 }
    #expect(throws: AuxError.self) { try ImageSource(ranges: store.ranges) }
    store.count.withLock { $0 = 0 }
    let error = #expect(throws: AuxError.self) { try Validator().validate(ranges: store.ranges) }
    #expect(error?.code == .io && error?.reason == "the store is gone")
  }

  @Test("Fewer bytes than were asked for are a failure of the store")
  func short() throws {
    let bytes = try Pictures.portrait().bytes
    let ranges = RangedBytes(byteCount: bytes.count) { range throws(AuxError) in
      Array(bytes[range].dropLast())
    }
    let error = #expect(throws: AuxError.self) { try Validator().validate(ranges: ranges) }
    #expect(error?.code == .io)
  }

  @Test("An unknown file is a finding, and the folder of the path chooses the policy")
  func findings() throws {
    #expect(try Validator().validate(ranges: Store([1, 2, 3]).ranges).findings.map(\.rule) == ["FILE-OPEN"])
    let policy = try ValidationPolicy(json: Array(#"{"folders": {"drafts/**": {"require": ["sky"]}}}"#.utf8))
    let store = Store(try Pictures.portrait().bytes)
    let found = try ["drafts/a.jpg", "final/a.jpg"].map { path in
      try Validator(policy: policy).validate(ranges: store.ranges, path: path).findings.map(\.rule)
        .contains("POLICY-REQUIRE")
    }
    #expect(found == [true, false])
  }
}
