import AuxContainers
import AuxDepthKit
import AuxImage
import AuxReader
import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("Repairs")
struct RepairTests {
  /// The rules whose faults are mended wherever the corpus has them.
  private static let mended: Set<String> = [
    "HEIF-AUXC-ESSENTIAL", "HEIF-ESSENTIAL", "HEIF-AUX-HIDDEN", "HEIF-TRANSFORM-MISSING", "HEIF-ISPE-SIZE",
    "JPEG-MPF-STALE", "JPEG-MPF-STALE-LISTED", "JPEG-MPF-SIZE", "HEIF-TMAP-SIZE", "HEIF-TMAP-BRAND",
    "HEIF-TMAP-ALTR", "HEIF-METADATA-EMPTY", "HEIF-ILOC-IDAT",
  ]

  /// The codes of all auxiliary images that can be decoded.
  private static func codes(_ source: ImageSource) -> [PixelPlane?] {
    source.auxiliaryImages.map { try? source.stored($0).codes }
  }

  @Test(
    "The faults of the corpus that can be mended are, and nothing else changes",
    arguments: DefectCorpus.seeded)
  func corpus(_ defect: Defect) throws {
    let bytes = try DefectCorpus.bytes(of: defect)
    let before = Validator().validate(data: bytes)
    let findings = before.findings.filter { $0.repair != nil }
    let rule = try #require(defect.rule)
    if Self.mended.contains(rule) { #expect(findings.contains { $0.rule == rule }) }
    guard !findings.isEmpty else { return }
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "photo")
    let after = try Validator().repair(path: path, options: WriteOptions(keepsBackup: true))
    #expect(Set(after.repaired.map(\.rule)).isSuperset(of: Set(findings.map(\.rule))))
    #expect(after.findings.allSatisfy { $0.repair == nil })
    let keys = Set(before.findings.map { "\($0.rule) \($0.place)" })
    #expect(after.findings.allSatisfy { keys.contains("\($0.rule) \($0.place)") })
    #expect(try Files.read(path + "~") == bytes)
    let now = try ImageSource(path)
    #expect(Validator().validate(path: path).findings == after.findings)
    // What decoded before decodes to the same codes.
    let old = try ImageSource(data: bytes)
    if old.auxiliaryImages.count == now.auxiliaryImages.count {
      for (one, other) in zip(Self.codes(old), Self.codes(now)) where one != nil { #expect(one == other) }
    }
    // A second time there is nothing to do, and nothing is written.
    let written = try Files.read(path)
    #expect(try Validator().repair(path: path).repaired.isEmpty)
    #expect(try Files.read(path) == written)
  }

  @Test("All of many are mended, even those that a report leaves out")
  func many() throws {
    var portrait = try Pictures.portrait()
    portrait.secondaries = try (0..<24).map { _ in
      try Pictures.secondary(Packets.gainMap, plane: Pictures.ramp(width: 32, height: 24), count: 25)
    }
    let bytes = MultiPictureBytes.withStaleIndex(portrait.bytes)
    let before = Validator().validate(data: bytes)
    #expect(before.findings.count { $0.rule == "JPEG-MPF-STALE" } == 16)
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "many.jpg")
    let after = try Validator().repair(path: path)
    #expect(after.repaired.count { $0.rule == "JPEG-MPF-STALE" } == 24)
    #expect(!after.findings.contains { $0.rule == "JPEG-MPF-STALE" })
  }

  @Test("Grids and tone-mapped images whose locations lost their construction method get it back")
  func lostMethods() throws {
    var builder = try ApplePhoto(images: []).builder
    builder.locations.full.version = 1
    for index in builder.items.indices where ["grid", "tmap"].contains(builder.items[index].info.itemType) {
      builder.items[index].method = 1
    }
    let right = builder.bytes()
    builder.adjust = { locations, _ in
      for index in locations.entries.indices { locations.entries[index].method = 0 }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(builder.bytes(), to: "photo.heic")
    let before = Validator().validate(path: path)
    #expect(before.findings.count { $0.rule == "HEIF-ILOC-IDAT" } == 2, "\(before.findings)")
    #expect(before.findings.allSatisfy { $0.severity != .error || $0.rule == "HEIF-ILOC-IDAT" })
    #expect(try Validator().repair(path: path).repaired.count == 2)
    #expect(try Files.read(path) == right)
  }

  @Test("A missing file and standard input are refused, and a clean file stays")
  func refused() throws {
    let missing = try Validator().repair(path: "/absent/photo.jpg")
    #expect(missing.failure?.code == .inputMissing && missing.repaired.isEmpty)
    #expect { try Validator().repair(path: "-") } throws: { ($0 as? AuxError)?.code == .usage }
    let folder = try TemporaryFolder()
    let clean = try Pictures.portrait().bytes
    let path = try folder.write(clean, to: "clean.jpg")
    #expect(try Validator().repair(path: path, options: WriteOptions(keepsBackup: true)).repaired.isEmpty)
    #expect(try Files.read(path) == clean && !FileManager.default.fileExists(atPath: path + "~"))
  }

  @Test("A repair that would bring another finding is refused, and the file stays")
  func rejected() throws {
    // The index points 16 bytes before the images, and the last of them ends earlier than its entry says.
    var portrait = try Pictures.portrait()
    let last = portrait.secondaries.count - 1
    portrait.secondaries[last] = Array(portrait.secondaries[last].dropLast(2))
    let bytes = MultiPictureBytes.withStaleIndex(portrait.bytes)
    let before = Validator().validate(data: bytes)
    #expect(before.findings.contains { $0.repair != nil })
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "photo.jpg")
    let error = #expect(throws: AuxError(.unsupported, "")) { try Validator().repair(path: path) }
    #expect(error?.reason.contains("nothing is mended") == true)
    #expect(try Files.read(path) == bytes)
  }

  @Test("A finding says what would mend it, in its JSON too")
  func findingNamesRepair() throws {
    let defect = try #require(DefectCorpus.seeded.first { $0.rule == "HEIF-ESSENTIAL" })
    let report = Validator().validate(data: try DefectCorpus.bytes(of: defect))
    let finding = try #require(report.findings.first { $0.rule == "HEIF-ESSENTIAL" })
    #expect(finding.json.text.contains(#""repair":"irot becomes essential for item "#))
    #expect(!Validator().validate(data: try Pictures.portrait().bytes).json().text.contains("repair"))
  }
}
