import AuxContainers
import AuxImage
import TestSupport
import Testing

/// The parts that a JPEG file's structure keeps.
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

/// Images one after the other, without an index of them.
@Suite struct JPEGSearchTests {
  @Test func `more images than the limit are an error, and never a shorter list`() throws {
    var limits = AuxLimits.standard
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

/// The work that images of a file ask for together is bounded by its size.
@Suite struct JPEGWalkTests {
  /// An image with `count` more that begin inside its application segments, each with a scan that ends with the file.
  private static func nested(_ count: Int) -> (bytes: [UInt8], starts: [Int]) {
    let image = JPEGBytes.image([])
    let head = Array(image[..<(image.count - 2)])
    var bytes = image
    var starts: [Int] = []
    for _ in 0..<count {
      starts.append(bytes.count)
      bytes += head
      // The rest of the file is a segment in the scan for this image.
      let rest = (count - starts.count) * (head.count + 4)
      bytes += [0xFF, 0xE5, UInt8((rest + 2) >> 8), UInt8((rest + 2) & 0xFF)]
    }
    return (bytes + [UInt8](repeating: 0, count: 60_000), starts)
  }

  @Test func `walks together are no more than four times the file`() throws {
    let (bytes, starts) = Self.nested(40)
    let structure = JPEGStructure(MemoryByteSource(bytes))
    var codes: [AuxError.Code] = []
    let count = ParseCount {
      for start in starts {
        do throws(AuxError) { _ = try structure.end(of: structure.image(at: start)) } catch {
          codes.append(error.code)
        }
      }
    }
    #expect(codes.prefix(4) == [.truncated, .truncated, .truncated, .truncated])
    #expect(codes.count == 40 && codes.dropFirst(6).allSatisfy { $0 == .limitExceeded })
    #expect(count.structures(of: bytes.count)[.jpegScans] ?? 0 <= JPEGStructure.mostWalks + 2)
    // The primary is walked all the same.
    #expect(throws: Never.self) { try structure.end(of: structure.image(at: 0)) }
  }

  @Test func `values that fields share are kept once`() throws {
    var writer = ByteWriter()
    writer.write(JPEGIdentifier.multiPicture)
    writer.write([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0x0F, 0xA0] as [UInt8])
    for tag in 0..<4000 {
      writer.write(UInt16(0xC000 + tag))
      writer.write(UInt16(7))
      writer.write(UInt32(40_000))
      writer.write(UInt32(8))
    }
    writer.write(UInt32(0))
    var reader = ByteReader(writer.bytes)
    let format = try MultiPictureFormat(parsing: &reader)
    #expect(format.fields.count == 4000 && format.fields.allSatisfy { $0.value.count == 40_000 })
    let addresses = Set(
      format.fields.map { field in
        unsafe field.value.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
      })
    #expect(addresses.count == 1)
    #expect(format.byteCount > 4000 * 40_000)
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
    bytes[segment.payloadOffset + MultiPictureIndex.headerCount + offset] = value
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

    // The third field is MPEntry; its value is at an offset.
    let outside = try index(8 + 2 + 2 * 12 + 8, 0x70)
    guard case .value(let tag, let error)? = outside.faults.first else {
      Issue.record("\(outside.faults)")
      return
    }
    #expect(tag == MultiPictureIndex.Tag.entries && outside.entries.isEmpty)
    #expect(outside.faults.count == 1 && outside.numberOfImages == 2)
    let strict = try #require(throws: AuxError.self) { try MultiPictureFormat(outside, limits: .standard) }
    #expect(strict.code == error.code && strict.reason == error.reason && strict.place == "MPF")
  }
}
