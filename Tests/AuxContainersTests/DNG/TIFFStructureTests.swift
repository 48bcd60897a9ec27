import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct TIFFStructureTests {
  @Test("What cannot be read is a fault that keeps the rest")
  func faults() throws {
    var sample = TIFFSample(first: 8)
    // SubIFDs at 56 and 58, IFD 1 at 5000: one inside the header, one outside the file.
    let root = 2 + 2 * 12 + 4
    sample.directory([.init(330, 4, 3, UInt32(8 + root)), .init(256, 1)], next: 5000)
    for offset in [4, 9000, 8] as [UInt32] { sample.writer.write(offset) }
    let structure = try TIFFStructure(sample.source)
    #expect(structure.directories.map(\.path) == ["IFD0"])
    #expect(structure.faults.map(\.kind) == [.disorder, .unreadable, .unreadable, .loop, .unreadable])
    #expect(
      structure.faults.map(\.error.place) == ["", "IFD0/SubIFD0", "IFD0/SubIFD1", "IFD0/SubIFD2", "IFD1"])
    let file = try TIFFFile(structure)
    #expect(file.notes.count == 5 && file.damage?.code == .truncated && file.damage?.offset == 9000)
  }

  @Test("A directory that is named twice would come back where it is removed")
  func namedTwice() throws {
    var sample = TIFFSample(first: 8)
    sample.directory([.init(256, 1), .init(330, 8)])
    let file = try TIFFFile(sample.source)
    #expect(file.directories.map(\.children) == [[]] && file.notes.count == 1)
    #expect(file.damage?.code == .malformed && file.damage?.offset == 8)
  }

  @Test("The place of values is where they are read from")
  func ranges() throws {
    var sample = TIFFSample(first: 8)
    sample.directory([.init(256, 1), .init(700, 1, 3, 0x0043_4241), .init(701, 1, 6, 100)])
    let structure = try TIFFStructure(sample.source)
    let directory = structure.directories[0]
    let inline = try #require(try structure.range(of: 700, in: directory, most: 99))
    #expect(Array(sample.bytes[inline]) == Array("ABC".utf8))
    #expect(try structure.values(700, in: directory)?.bytes == Array("ABC".utf8))
    #expect(try structure.range(of: 701, in: directory, most: 99) == 100..<106)
    #expect(try structure.range(of: 702, in: directory, most: 99) == nil)
    #expect(throws: AuxError(.limitExceeded, "")) { try structure.range(of: 701, in: directory, most: 5) }
  }
}
