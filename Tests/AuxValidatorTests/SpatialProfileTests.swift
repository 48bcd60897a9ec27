import AuxContainers
import AuxImage
import AuxReader
import AuxValidator
import TestSupport
import Testing

@Suite("Spatial photos by the profile")
struct SpatialProfileTests {
  private typealias Association = ItemPropertyAssociationBox.Association

  /// Two pictures of 64x48 in a group, with their cameras.
  private struct Pair {
    var left: [Box]
    var right: [Box]
    var sizes: [(width: UInt8, height: UInt8)] = [(64, 48), (64, 48)]
    var type: FourCharacterCode = "hvc1"
    var group: FourCharacterCode = "ster"

    init(
      _ left: StereoCamera? = try? camera(), _ right: StereoCamera? = try? camera()
    ) {
      self.left = left?.properties(of: .left) ?? []
      self.right = right?.properties(of: .right) ?? []
    }

    static func camera(focalLength: Double = 0.75, baseline: Double = 0.064) throws -> StereoCamera {
      try StereoCamera(focalLength: focalLength, baseline: baseline, disparityAdjustment: 0.02)
    }

    var bytes: [UInt8] {
      var builder = HEIFBuilder()
      for (index, eye) in [left, right].enumerated() {
        let size = sizes[index]
        let own = [Box("ispe", [0, 0, 0, 0, 0, 0, 0, size.width, 0, 0, 0, size.height])] + eye
        let first = builder.properties.count
        builder.properties += own
        builder.items.append(
          .init(
            info: .init(itemID: UInt32(index + 1), type: type), data: [1, 2, 3],
            properties: own.indices.map { Association(first + $0 + 1, isEssential: false) }))
      }
      builder.groups = [EntityGroup(group, groupID: 3, entityIDs: [1, 2])]
      return builder.bytes()
    }

    func findings() throws -> [String] {
      let report = Validator(headersOnly: true, profile: .spatial).validate(data: bytes)
      #expect(
        try ImageSource(data: bytes).spatialPhotoFaults.count
          == report.findings.count { $0.rule.hasPrefix("SPATIAL") })
      return report.findings.filter { $0.rule.hasPrefix("SPATIAL") }.map(\.line)
    }
  }

  @Test("A pair with its cameras has no finding, and rules are asked for by the profile alone")
  func whole() throws {
    #expect(try Pair().findings().isEmpty)
    let bare = Pair(nil, nil).bytes
    #expect(
      !Validator(headersOnly: true).validate(data: bare).findings.contains { $0.rule.hasPrefix("SPATIAL") })
  }

  @Test("Each rule says what is missing, as its example does")
  func faults() throws {
    var found = Set(try Pair(nil, nil).findings())
    #expect(found == ["SPATIAL-CAMERA: the file states no baseline, field of view or disparity adjustment"])
    var pair = Pair()
    pair.group = "altr"
    found.formUnion(try pair.findings())
    pair = Pair()
    pair.sizes[1] = (48, 48)
    found.formUnion(try pair.findings())
    pair = try Pair(Pair.camera(), Pair.camera(focalLength: 0.5))
    found.formUnion(try pair.findings())
    // The left picture's camera is the one that is to the right.
    pair = Pair()
    (pair.left, pair.right) = (pair.right, pair.left)
    found.formUnion(try pair.findings())
    // Positions alone.
    pair = Pair()
    (pair.left, pair.right) = (Array(pair.left.prefix(1)), Array(pair.right.prefix(1)))
    found.formUnion(try pair.findings())
    let jpeg = try DefectCorpus.base("flat.jpg")
    found.formUnion(Validator(profile: .spatial).validate(data: jpeg).findings.map(\.line))
    for rule in Validator.Profile.spatial.rules {
      #expect(found.contains(rule.explanation.example), "\(rule.explanation.example) is not among \(found)")
    }
    pair = Pair()
    pair.type = "av01"
    #expect(try pair.findings().contains { $0.contains("coded as av01") })
    // One place, and one that is behind the other.
    #expect(
      try Pair(Pair.camera(), Pair.camera(baseline: 0)).findings().contains { $0.contains("baseline is 0") })
    pair = Pair()
    pair.right[0] = Box("cmex", [0, 0, 0, 5, 0, 0, 0xFA, 0, 0, 0, 0x10, 0])
    #expect(try pair.findings().contains { $0.contains("4.096 mm apart in another direction") })
  }
}
