import AuxContainers
import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("Pages of rules")
struct RulePageTests {
  @Test("Every rule says why, how, what to do and since when, and names no option of the program")
  func explained() {
    for rule in Validator.allRules {
      let explanation = rule.explanation
      let texts =
        [explanation.why, explanation.cause, explanation.remedy] + [explanation.repair].compactMap(\.self)
      for text in texts {
        let isName = ["iOS", "libavif", "libheif", "ispe"].contains { text.hasPrefix($0 + " ") }
        #expect(text.hasSuffix(".") && (isName || text.first?.isLowercase == false), "\(rule.id)")
        #expect(!text.contains("--") && !text.contains("  "), "\(rule.id)")
      }
      #expect(Set(texts).count == texts.count, "\(rule.id)")
      #expect(["0.1.0", "0.2.0"].contains(explanation.since), "\(rule.id)")
      #expect(explanation.example.hasPrefix(rule.id), "\(rule.id)")
    }
  }

  @Test("An example is a finding of a seeded file; a mended finding has a repair in its rule")
  func examples() throws {
    var lines: [String: Set<String>] = [:]
    var mended: Set<String> = []
    for defect in DefectCorpus.seeded {
      let report = Validator().validate(data: try DefectCorpus.bytes(of: defect))
      for finding in report.findings {
        if finding.rule == defect.rule { lines[finding.rule, default: []].insert(finding.line) }
        if finding.repair != nil { mended.insert(finding.rule) }
      }
    }
    for rule in Validator.rules {
      let found = lines[rule.id] ?? []
      #expect(found.contains(rule.explanation.example), "\(rule.explanation.example) is not among \(found)")
    }
    // The entry of grids lacks a tile, which cannot be mended.
    mended.insert("HEIF-GRID")
    #expect(mended == Set(Validator.rules.filter { $0.explanation.repair != nil }.map(\.id)))
  }

  @Test("An example of a policy or a profile is a finding of a seeded file")
  func asked() throws {
    let policy = try ValidationPolicy(
      json: Array(
        #"""
        {"require": ["depth"], "forbid": ["disparity"], "containers": ["heif"], "minSize": "768x576",
         "minShare": {"skin": 0.75}, "range": {"minCodes": 16}, "calibration": true, "accuracy": "absolute",
         "maxHoles": 0.01, "forbidMetadata": ["location"], "profiles": ["photos-portrait"]}
        """#.utf8))
    var files = try ["flat.jpg", "empty-matte.jpg"].map(DefectCorpus.base)
    let filtered = try #require(DefectCorpus.seeded.first { $0.rule == "AUX-FILTERED" })
    files.append(try DefectCorpus.bytes(of: filtered))
    // Depth from 0 on: what has code 0 has no value.
    var depth = try DefectCorpus.base("two-levels.jpg")
    for (old, new) in [
      (">disparity</apdi:AuxiliaryImageType>", ">depth</apdi:AuxiliaryImageType>    "),
      ("1751411059", "1751410032"), ("FloatMinValue>0.500000<", "FloatMinValue>0.000000<"),
    ] {
      depth.replaceSubrange(try #require(depth.firstRange(of: Array(old.utf8))), with: Array(new.utf8))
    }
    files.append(depth)
    let packet = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.67N"/></rdf:RDF>
      """
    let located = try JPEGSegment.bytes(
      marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + Array(packet.utf8))
    files.append(Array(files[0][..<2]) + located + Array(files[0][2...]))
    let found = Set(
      files.flatMap { Validator(policy: policy).validate(data: $0).findings.map(\.line) })
    for rule in Validator.allRules where rule.family == .policy || rule.family == .portrait {
      let own = found.filter { $0.hasPrefix(rule.id) }
      #expect(own.contains(rule.explanation.example), "\(rule.explanation.example) is not among \(own)")
    }
  }
}
