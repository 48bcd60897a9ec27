import AuxContainers

extension Defect {
  /// Defects of properties.
  static let heifPropertyDefects: [Defect] = [
    Defect("HEIF-IPMA-INDEX", .heif, place: "item 3") {
      try $0.meta { try $0.associate(3) { $0.append(.init(99, isEssential: false)) } }
    },
    Defect("HEIF-IPMA-ITEM", .heif) {
      try $0.meta { $0.associations[0].append(.init(itemID: 66, associations: [])) }
    },
    Defect("HEIF-PROPERTY-ORPHAN", .heif, place: "pasp") {
      try $0.meta { $0.properties.append(Box("pasp", [0, 0, 0, 1, 0, 0, 0, 1])) }
    },
    Defect("HEIF-ISPE", .heif, also: ["AUX-DECODE", "HEIF-ISPE-SIZE"], place: "item 9") {
      try $0.change("ispe", of: 9) { $0 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24] }
    },
    Defect("HEIF-ISPE-SIZE", .heif, also: ["AUX-DECODE", "AUX-ASPECT"], place: "item 3") {
      try $0.change("ispe", of: 3) { $0[7] = 62 }
    },
    Defect("HEIF-HVCC", .heif, also: ["AUX-DECODE"], place: "item 3") {
      try $0.meta { meta in
        guard let number = meta.number("hvcC", of: 3) else { return }
        meta.properties[number] = Box("hvcC", [1, 2, 3])
      }
    },
    Defect(
      "HEIF-HVCC-PROFILE", .heif, also: ["HEIF-PIXI-VALUE", "HEIF-MONOCHROME"], place: "item 3"
    ) { try $0.change("hvcC", of: 3) { $0[16] = 0xFD } },
    Defect("HEIF-ESSENTIAL", .heif, place: "hvcC") {
      try $0.meta { meta in
        guard let number = meta.number("hvcC", of: 3) else { return }
        try meta.associate(3) { list in
          for at in list.indices where Int(list[at].index) == number + 1 { list[at].isEssential = false }
        }
      }
    },
    Defect("HEIF-HEVC-NAL", .heif, also: ["AUX-DECODE"], place: "item 3") { bytes in
      let at = try bytes.start(of: 3)
      bytes.data[at + 3] &+= 1
    },
    Defect("HEIF-PIXI", .heif, place: "item 3") { try $0.drop("pixi", of: 3) },
    Defect("HEIF-PIXI-VALUE", .heif, place: "item 5") { try $0.change("pixi", of: 5) { $0[5] = 10 } },
    Defect("HEIF-TRANSFORM", .heif, place: "item 3") { try $0.add(Box("irot", [1]), to: 3) },
    // The primary states its orientation and the map does not.
    Defect("HEIF-TRANSFORM-MISSING", .heif, place: "item 7") { try $0.drop("irot", of: 7) },
    Defect("HEIF-TRANSFORM", .heif, also: ["HEIF-TRANSFORM-MISSING"], place: "item 7") {
      try $0.add(Box("irot", [3]), to: 2)
    },
    Defect("HEIF-MONOCHROME", .heif, also: ["HEIF-HVCC-PROFILE", "HEIF-PIXI-VALUE"], place: "item 5") {
      try $0.change("hvcC", of: 5) { $0[16] = 0xFD }
    },
    Defect("HEIF-GRID", .heif, place: "item 2") { bytes in
      // Two columns in the descriptor and one tile.
      bytes.data[try bytes.find("idat") + 4 + 3] = 1
    },
  ]

  /// Defects of what makes an image auxiliary.
  static let heifAuxiliaryDefects: [Defect] = [
    Defect("HEIF-AUXL-MISSING", .heif, place: "item 7") {
      try $0.meta { meta in meta.references.references.removeAll { $0.type == "auxl" && $0.from == 7 } }
    },
    Defect("HEIF-AUXL-TARGET", .heif, place: "item 7") { try $0.reference("auxl", from: 7) { $0.to = [1] } },
    Defect("HEIF-AUXL-SEVERAL", .heif, also: ["HEIF-AUXL-TARGET"], place: "item 7") {
      try $0.reference("auxl", from: 7) { $0.to = [2, 1] }
    },
    Defect("HEIF-AUX-HIDDEN", .heif, place: "item 3") { try $0.item(3) { $0.full.flags = 0 } },
    Defect("HEIF-AUX-TYPE", .heif, place: "item 9") { try $0.item(9) { $0.itemType = "uri " } },
    Defect("HEIF-AUXC-ONE", .heif, also: ["AUX-DEPTH-ONE"], place: "item 3") { bytes in
      try bytes.add(Box("auxC", Array("\0\0\0\0urn:mpeg:hevc:2015:auxid:2\0".utf8)), to: 3)
    },
    Defect("HEIF-AUXC-ESSENTIAL", .heif, place: "auxC") {
      try $0.meta { meta in
        guard let number = meta.number("auxC", of: 5) else { return }
        try meta.associate(5) { list in
          for at in list.indices where Int(list[at].index) == number + 1 { list[at].isEssential = false }
        }
      }
    },
    Defect("HEIF-XMP-ORPHAN", .heif, also: ["AUX-XMP-MISSING"], place: "item 6") {
      try $0.meta { meta in meta.references.references.removeAll { $0.type == "cdsc" && $0.from == 6 } }
    },
    Defect("HEIF-XMP-ONE", .heif, also: ["AUX-XMP-MISSING"], place: "item 5") {
      try $0.reference("cdsc", from: 8) { $0.to = [5] }
    },
    Defect("HEIF-AUXC-URN", .heif, place: "item 7") { try $0.swap("semanticskinmatte", "semanticskimmatte") },
    Defect("HEIF-SEI-MISSING", .heif, place: "item 3") { try $0.change("auxC", of: 3) { $0.removeLast(21) } },
    Defect("HEIF-SEI-FORM", .heif, place: "item 3") {
      try $0.change("auxC", of: 3) { $0[$0.count - 18] += 9 }
    },
    Defect("HEIF-SEI-RANGE", .heif, place: "item 3") {
      try $0.change("auxC", of: 3) { $0[$0.count - 3] ^= 0x20 }
    },
    // The type of the representation: '010' for disparity becomes '011' for depth.
    Defect("HEIF-SEI-KIND", .heif, also: ["HEIF-SEI-RANGE"], place: "item 3") {
      try $0.change("auxC", of: 3) { $0[$0.count - 9] |= 0x02 }
    },
  ]
}

extension Bytes {
  /// Where the bytes of an item begin.
  func start(of id: UInt32) throws -> Int {
    let file = try HEIFFile(MemoryByteSource(data))
    guard let item = file.item(id), let range = try file.extents(of: item).ranges.first else {
      throw Misfit(reason: "item \(id) has no bytes")
    }
    return range.lowerBound
  }

  /// Takes a property from an item.
  mutating func drop(_ type: FourCharacterCode, of id: UInt32) throws {
    try meta { meta in
      guard let number = meta.number(type, of: id) else { throw Misfit(reason: "no \(type)") }
      try meta.associate(id) { list in list.removeAll { Int($0.index) == number + 1 } }
      meta.dropUnusedProperties()
    }
  }
}
