import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct ByteReaderTests {
  @Test func numbersOfBothByteOrders() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]
    var big = ByteReader(bytes, fileOffset: 100)
    #expect(try big.readUInt8() == 1)
    #expect(try big.readUInt16() == 0x0203)
    #expect(try big.readUInt24() == 0x040506)
    #expect(try big.readUInt32() == 0x0708_090A)
    #expect(try big.readUInt64() == 0x0B0C_0D0E_0F10_1112)
    #expect(big.remaining == 0 && big.fileOffset == 118 && big.offset == 18)
    var little = ByteReader(bytes, endianness: .little)
    #expect(try little.readUInt16() == 0x0201)
    #expect(try little.readUInt24() == 0x050403)
    #expect(try little.readUInt32() == 0x0908_0706)
  }

  @Test func failedReadsMoveNothing() {
    var reader = ByteReader([1, 2, 3], fileOffset: 7)
    #expect(throws: AuxError(.truncated, "")) { try reader.readUInt32() }
    #expect(throws: AuxError(.truncated, "")) { try reader.readBytes(4) }
    #expect(throws: AuxError(.truncated, "")) { try reader.readBytes(-1) }
    #expect(throws: AuxError(.truncated, "")) { try reader.skip(.max) }
    #expect(throws: AuxError(.truncated, "")) { try reader.readChild(4) }
    #expect(throws: AuxError(.truncated, "")) { try reader.readCString() }
    #expect(throws: AuxError(.malformed, "")) { try reader.seek(to: 4) }
    #expect(throws: AuxError(.malformed, "")) { try reader.seek(to: -1) }
    #expect(reader.fileOffset == 7 && reader.remaining == 3)
  }

  @Test func childrenStayInside() throws {
    var parent = ByteReader([1, 2, 3, 4, 5], fileOffset: 10)
    try parent.skip(1)
    var child = try parent.readChild(2)
    #expect(child.fileOffset == 11 && child.remaining == 2 && parent.fileOffset == 13)
    #expect(throws: AuxError(.truncated, "")) { try child.readUInt24() }
    #expect(throws: AuxError(.malformed, "")) { try child.seek(to: 3) }
    try child.seek(to: 1)
    #expect(child.readRest() == [3])
    #expect(try parent.readUInt16() == 0x0405)
  }

  @Test func writerIsTheInverse() throws {
    for endianness in [ByteReader.Endianness.big, .little] {
      var writer = ByteWriter(endianness: endianness)
      writer.write(UInt8(1))
      writer.write(UInt16(2))
      writer.write(endianness == .big ? [0, 0, 3] : [3, 0, 0])
      writer.write(UInt32(0))
      writer.write(UInt64(0))
      writer.writeCString("text")
      writer.patch(UInt32(4), at: 6)
      writer.patch(UInt64(5), at: 10)
      var reader = ByteReader(writer.bytes, endianness: endianness)
      #expect(try reader.readUInt8() == 1)
      #expect(try reader.readUInt16() == 2)
      #expect(try reader.readUInt24() == 3)
      #expect(try reader.readUInt32() == 4)
      #expect(try reader.readUInt64() == 5)
      #expect(try reader.readCString() == "text")
      #expect(reader.remaining == 0)
    }
  }

  @Test func sourcesCheckTheirRange() throws {
    let folder = try TemporaryFolder()
    let file = try FileByteSource(path: folder.write([1, 2, 3], to: "three"))
    for source in [MemoryByteSource([1, 2, 3]), file] as [any ByteSource] {
      #expect(source.byteCount == 3)
      #expect(try source.read(at: 1, count: 2) == [2, 3])
      #expect(try source.read(at: 3, count: 0) == [])
      #expect(try source.readPrefix(at: 2, count: 9) == [3])
      #expect(try source.readPrefix(at: 9, count: 9) == [])
      for (offset, count) in [(2, 2), (-1, 1), (0, -1), (.max, 1), (1, .max), (4, 0)] {
        #expect(throws: AuxError(.truncated, "")) { try source.read(at: offset, count: count) }
      }
    }
  }

  @Test func onlyRegularFilesAreOpened() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.path("absent"), "/dev/null", folder.path("absent/file")] {
      #expect(throws: AuxError(.inputMissing, ""), "\(path)") { try FileByteSource(path: path) }
    }
  }

  /// The window's buffer is shorter than the data, and the byte is tried at every place.
  @Test func windowFindsBytesAcrossItsBuffer() throws {
    for at in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: 40)
      bytes[at] = 0xFF
      var window = ByteWindow(MemoryByteSource(bytes), capacity: 16)
      #expect(try window.find(0xFF, from: 0) == at)
      #expect(try window.find(0xFF, from: at + 1) == nil)
      #expect(try window.byte(at: at) == 0xFF)
      if at < 39 { #expect(try window.uint16(at: at) == 0xFF00) }
    }
    var window = ByteWindow(MemoryByteSource([1, 2]), capacity: 16)
    #expect(throws: AuxError(.truncated, "")) { try window.byte(at: 2) }
    #expect(throws: AuxError(.truncated, "")) { try window.uint16(at: 1) }
  }

  @Test func piecesThatTouchBecomeOne() {
    var composition = ByteComposition()
    composition.append([])
    composition.append(source: 3..<3)
    composition.append(source: 0..<4)
    composition.append(source: 4..<9)
    composition.append([7, 8])
    composition.append(source: 9..<10)
    #expect(composition.pieces == [.source(0..<9), .bytes([7, 8]), .source(9..<10)])
    #expect(composition.count == 12)
    var outer = ByteComposition()
    outer.append(source: 20..<21)
    outer.append(composition)
    #expect(outer.count == 13 && outer.pieces.count == 4)
  }
}

/// Words among bytes.
@Suite struct ByteSearchTests {
  @Test(
    "A word is found wherever it stands, whole",
    arguments: [
      ("Canon", "Canon", true), ("aCanon", "Canon", true), ("Canona", "Canon", true), ("", "C", false),
      ("CanCanon", "Canon", true), ("Cano", "Canon", false), ("CanoCano", "Canon", false), ("n", "n", true),
    ])
  func words(text: String, word: String, isThere: Bool) {
    #expect(Array(text.utf8).contains(word: word) == isThere)
  }
}

/// What parts of a file claim together.
@Suite struct SharedBytesTests {
  @Test func `only ranges that overlap count, whole`() {
    #expect(SharedBytes.counts([[0..<10], [10..<20]]) == [0, 0])
    #expect(SharedBytes.counts([[0..<10], [5..<20], [20..<30]]) == [10, 15, 0])
    #expect(SharedBytes.counts([[0..<10, 30..<40], [0..<10]]) == [10, 10])
    // Far under a long range, and beside one of its own part.
    #expect(SharedBytes.counts([[0..<100], [1..<2], [90..<91], [100..<101]]) == [100, 1, 1, 0])
    #expect(SharedBytes.counts([[5..<9, 5..<9], []]) == [8, 0])
  }

  @Test func `what is added changes nothing for what was there`() {
    let old = [[0..<50], [20..<60], [70..<80]]
    #expect(SharedBytes.counts(old + [[80..<100]]) == SharedBytes.counts(old) + [0])
  }

  @Test func `a budget ends with what overlaps, and never for a place of its own`() {
    let (wide, narrow, alone) = ([0..<60], [10..<50], [60..<100])
    var budget = SharedBytesBudget([wide, narrow, alone], byteCount: 60)
    // The same bytes once more cost nothing, and refused bytes are not counted.
    let taken = [wide, wide, narrow, alone, narrow].map { budget.take($0) }
    #expect(taken == [true, true, false, true, false])
  }
}
