import AuxImage
import AuxReader
import AuxValidator
import TestSupport
import Testing

@Suite("Remarks to readers")
struct RemarksTests {
  private static func portrait(_ packet: String, width: Int = 64, height: Int = 48) throws
    -> MultiPictureBytes
  {
    var portrait = try Pictures.portrait()
    let map = Pictures.ramp(width: width, height: height)
    portrait.secondaries = [try Pictures.secondary(packet, plane: map, count: 2)]
    return portrait
  }

  @Test("Every rule that is named is there, and needs no pixels")
  func rules() {
    let rules = Validator.rules.filter(\.mattersToReaders)
    #expect(rules.count == 25)
    #expect(!rules.contains { $0.id.hasPrefix("AUX-CONTENT") || $0.id.hasPrefix("AUX-DECODE") })
  }

  @Test("A file in which nothing is odd has no notes, and its JSON is as before")
  func plain() throws {
    let source = try ImageSource(data: Pictures.portrait().bytes)
    let remarks = source.remarks()
    #expect(remarks.isEmpty && source.json(remarks: remarks) == source.json)
  }

  @Test("A map of another shape is noted, as validate finds it")
  func shape() throws {
    let data = try Self.portrait(Packets.disparity(), width: 32, height: 32).bytes
    let source = try ImageSource(data: data)
    let remarks = source.remarks()
    #expect(remarks.map(\.rule) == ["AUX-ASPECT"])
    #expect(Validator(headersOnly: true).validate(data: data).findings.contains(remarks[0]))
    let text = source.json(remarks: remarks).text
    #expect(text.hasPrefix(source.json.text.dropLast()))
    #expect(text.contains(#""notes":[{"rule":"AUX-ASPECT","severity":"warning""#))
  }

  @Test("Findings that say the same are one")
  func merging() throws {
    var portrait = try Self.portrait(Packets.disparity(), width: 32, height: 32)
    portrait.secondaries.append(portrait.secondaries[0])
    let remarks = try ImageSource(data: portrait.bytes).remarks()
    let shape = try #require(remarks.first { $0.rule == "AUX-ASPECT" })
    #expect(shape.place == "image 2, image 3")
    #expect(remarks.contains { $0.rule == "AUX-DEPTH-ONE" })
  }
}
