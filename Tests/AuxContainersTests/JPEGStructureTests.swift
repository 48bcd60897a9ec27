import AuxContainers
import AuxImage
import TestSupport
import Testing

/// What a JPEG file's structure keeps of what it read.
@Suite struct JPEGStructureTests {
  @Test func `headers and ends are read once, faults as well`() throws {
    let bytes = JPEGBytes.image([JPEGBytes.jfif]) + [0xFF, 0xD8, 0xFF, 0x00]
    let structure = JPEGStructure(MemoryByteSource(bytes))
    let count = ParseCount {
      for _ in 0..<3 {
        let primary = try? structure.image(at: 0)
        let end = primary.flatMap { try? structure.end(of: $0) }
        #expect(end == bytes.count - 4)
        #expect(throws: AuxError(.malformed, "")) { try structure.image(at: bytes.count - 4) }
      }
    }
    #expect(count.structures(of: bytes.count) == [.jpegHeaders: 2, .jpegScans: 1])
    #expect(count.repeated(of: [bytes.count]).isEmpty)
  }

  @Test func `a search ends after sixteen false starts`() throws {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0x00]
    let bytes = JPEGBytes.image([]) + Array(repeating: start, count: 20).flatMap(\.self)
    var asked: [Int] = []
    try JPEGStructure(MemoryByteSource(bytes)).search(from: bytes.count - 80) { offset in
      asked.append(offset)
      return .none
    }
    #expect(asked == (0..<16).map { bytes.count - 80 + 4 * $0 })
  }
}

/// Images that stand one after the other, and no index that says how many they are.
@Suite struct JPEGSearchTests {
  @Test func `more images than the limit are an error, and never a shorter list`() throws {
    var limits = Limits.standard
    limits.images = 2
    let appended = Array(repeating: JPEGBytes.image([]), count: 3).flatMap(\.self)
    let photo = JPEGBytes.image([MultiPictureBytes.appleJFIF])
    let count = try JPEGFile(MemoryByteSource(photo + appended.dropLast(appended.count / 3)), limits: limits)
      .secondaries.count
    #expect(count == 2)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try JPEGFile(MemoryByteSource(photo + appended), limits: limits)
    }
  }
}

/// The multi-picture index as its bytes say: what can be read stays beside what cannot.
@Suite struct MultiPictureIndexTests {
  /// Returns the index of an image in whose index the byte at an offset from the byte-order mark was changed.
  private func index(_ offset: Int, _ value: UInt8) throws -> MultiPictureIndex {
    var bytes = MultiPictureBytes(
      after: [], coded: JPEGBytes.coded(), secondaries: [JPEGBytes.image([JPEGBytes.xmp("<one/>")])]
    ).bytes
    let segment = try #require(try JPEGImage(in: MemoryByteSource(bytes), at: 0).first(.multiPicture))
    bytes[segment.payloadOffset + MultiPictureFormat.headerCount + offset] = value
    return MultiPictureIndex(segment, in: MemoryByteSource(bytes), limits: .standard)
  }

  @Test func `a right index has no faults`() throws {
    let index = try index(0, 0x4D)
    #expect(index.faults.isEmpty && index.numberOfImages == 2 && index.entries.map(\.number) == [1, 2])
    #expect(try MultiPictureFormat(index, limits: .standard).entries?.count == 2)
  }

  @Test func `a wrong mark, and a value outside the segment`() throws {
    let marked = try index(0, 0x58)
    guard case .mark(let mark)? = marked.faults.first else {
      Issue.record("\(marked.faults)")
      return
    }
    #expect(mark == [0x58, 0x4D, 0, 0x2A])
    #expect(throws: AuxError(.malformed, "")) { try MultiPictureFormat(marked, limits: .standard) }

    // The third field is MPEntry; its value stands at an offset.
    let outside = try index(8 + 2 + 2 * 12 + 8, 0x70)
    guard case .value(let tag, let error)? = outside.faults.first else {
      Issue.record("\(outside.faults)")
      return
    }
    #expect(tag == MultiPictureFormat.Tag.entries && outside.entries.isEmpty)
    #expect(outside.faults.count == 1 && outside.numberOfImages == 2)
    let strict = try #require(throws: AuxError.self) { try MultiPictureFormat(outside, limits: .standard) }
    #expect(strict.code == error.code && strict.reason == error.reason && strict.place == "MPF")
  }
}
