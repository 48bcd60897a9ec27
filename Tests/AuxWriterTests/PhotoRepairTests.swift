import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("Photos that are mended")
struct PhotoRepairTests {
  @Test("An entry of the index gets its place, and no other byte changes")
  func index() throws {
    let bytes = try Pictures.portrait().bytes
    let stale = MultiPictureBytes.withStaleIndex(bytes)
    let source = try ImageSource(data: stale)
    let starts = MultiPictureBytes.starts(in: stale)
    try #require(starts.count == 2)
    let ends = [starts[1], stale.count]
    let repairs = (0..<2).map { AuxRepair(.indexEntry($0 + 2, start: starts[$0], end: ends[$0])) }
    let mended = try PhotoRepair(repairs + repairs, of: source).finalize()
    #expect(PhotoRepair(repairs + repairs, of: source).repairs == repairs)
    #expect(mended.count == stale.count)
    let changed = zip(mended, stale).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    let index = try #require(stale.firstRange(of: Array("MPF\0".utf8))).lowerBound
    #expect(!changed.isEmpty && changed.allSatisfy { (index..<index + 120).contains($0) })
    let now = try ImageSource(data: mended)
    #expect(now.auxiliaryImages.map(\.type) == (try ImageSource(data: bytes)).auxiliaryImages.map(\.type))
  }

  @Test("A repair of another container, of an entry or of a place that cannot be, is an error")
  func foreign() throws {
    let source = try ImageSource(data: try Pictures.portrait().bytes)
    for repair in [
      AuxRepair(.hidden(item: 1)), AuxRepair(.indexEntry(9, start: 5000, end: 6000)),
      AuxRepair(.indexEntry(2, start: 1, end: 6000)),
    ] {
      #expect { try PhotoRepair([repair], of: source).finalize() } throws: {
        ($0 as? AuxError)?.code == .unsupported
      }
    }
    let picture = try ImageSource(data: try WriterSupport.plainPhoto())
    #expect {
      try PhotoRepair([AuxRepair(.indexEntry(2, start: 5, end: 6))], of: picture).finalize()
    } throws: {
      ($0 as? AuxError)?.code == .malformed
    }
  }

  @Test("A check that throws leaves the file as it is")
  func refused() throws {
    let folder = try TemporaryFolder()
    let stale = MultiPictureBytes.withStaleIndex(try Pictures.portrait().bytes)
    let path = try folder.write(stale, to: "stale.jpg")
    let starts = MultiPictureBytes.starts(in: stale)
    let repair = PhotoRepair(
      [AuxRepair(.indexEntry(2, start: starts[0], end: starts[1]))], of: try ImageSource(editing: path))
    #expect {
      try repair.finalize(to: path, options: .inPlace) { _ throws(AuxError) in
        throw AuxError(.verification, "no")
      }
    } throws: { ($0 as? AuxError)?.code == .verification && ($0 as? AuxError)?.path == path }
    #expect(try Files.read(path) == stale)
    try repair.finalize(to: path, options: .inPlace)
    #expect(try Files.read(path) != stale)
  }
}
