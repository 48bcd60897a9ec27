import AuxContainers

// Items of the base: 1 tile, 2 grid and primary, 3 depth, 4 its XMP, 5 portrait matte, 6 its XMP,
// 7 skin matte, 8 its XMP, 9 gain map, 10 its XMP.

extension Defect {
  /// Defects of boxes.
  static let heifBoxDefects: [Defect] = [
    Defect("HEIF-BOX-SIZE", .heif, also: ["HEIF-ILOC-RANGE"]) { $0.data.removeLast(10) },
    Defect(
      "HEIF-BOX-SIZE", .heif,
      also: ["HEIF-ISPE", "HEIF-IPMA-INDEX", "HEIF-HVCC", "HEIF-AUXC-ONE", "HEIF-PIXI"]
    ) {
      $0.bigEndian(7, at: try $0.find("ispe") - 4)
    },
    Defect(
      "HEIF-BOX-CONTENT", .heif, also: [], place: "iloc"
    ) { $0.data[try $0.find("iloc") + 8] = 0x34 },
    Defect("HEIF-FTYP", .heif) { $0.data += $0.data[..<Int($0.data[3])] },
    Defect("HEIF-BRAND", .heif) { bytes in
      let count = Int(bytes.data[3])
      for at in stride(from: 8, to: count, by: 4) where at != 12 { bytes.put(Array("qqqq".utf8), at: at) }
    },
    Defect("HEIF-META", .heif) { bytes in
      let meta = try bytes.find("meta") - 4
      let size = bytes.data[meta..<(meta + 4)].reduce(0) { $0 << 8 | Int($1) }
      bytes.data += bytes.data[meta..<(meta + size)]
    },
    Defect("HEIF-META-CHILD", .heif) { try $0.swap("pitm", "pitn") },
    Defect("HEIF-HDLR", .heif) { try $0.swap("pict", "vide") },
    Defect("HEIF-TRAILER", .heif) { $0.data += [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  ]

  /// Defects of items, references and places.
  static let heifItemDefects: [Defect] = [
    Defect("HEIF-IINF-COUNT", .heif) { bytes in
      let at = try bytes.find("iinf") + 8
      bytes.data[at + 1] += 1
    },
    Defect(
      "HEIF-ITEM-ID", .heif,
      also: [
        "HEIF-ILOC-ITEM", "HEIF-IPMA-ITEM", "HEIF-REF-ITEM", "HEIF-XMP-ONE", "HEIF-ISPE", "HEIF-HVCC",
        "HEIF-ILOC-MISSING",
      ]
    ) {
      try $0.item(7) { $0.itemID = 5 }
    },
    Defect("HEIF-PRIMARY", .heif) { try $0.meta { $0.primary.itemID = 4 } },
    Defect("HEIF-PRIMARY-HIDDEN", .heif) { try $0.item(2) { $0.full.flags = 1 } },
    Defect("HEIF-PRIMARY-AUXILIARY", .heif, also: ["XMP-BOUND"]) { try $0.meta { $0.primary.itemID = 3 } },
    Defect("HEIF-ITEM-ORPHAN", .heif) { bytes in
      try bytes.meta { meta in
        meta.itemInfo.append(ItemInfoEntry(itemID: 90, type: "uri ", isHidden: true))
      }
    },
    Defect("HEIF-REF-ITEM", .heif, also: ["AUX-XMP-MISSING"], place: "cdsc") {
      try $0.reference("cdsc", from: 4) { $0.to = [77] }
    },
    Defect("HEIF-REF-LOOP", .heif, also: ["HEIF-AUXL-TARGET"], place: "item 3") {
      try $0.reference("auxl", from: 3) { $0.to = [3] }
    },
    Defect("HEIF-REF-DUPLICATE", .heif) {
      try $0.meta { $0.references.append(ItemReferenceBox.Reference("auxl", from: 5, to: [2])) }
    },
    Defect("HEIF-GROUP", .heif) {
      let group = EntityGroup("altr", groupID: 50, entityIDs: [2, 60])
      try $0.meta(adding: Box("grpl", boxes: [Box("altr", group.serialize)])) { _ in }
    },
    Defect("HEIF-ILOC-ITEM", .heif) { try $0.meta { $0.locations.entries.append($0.locations.entries[3]) } },
    Defect("HEIF-ILOC-MISSING", .heif, place: "item 4") {
      try $0.meta { meta in meta.locations.entries.removeAll { $0.itemID == 4 } }
    },
    Defect("HEIF-ILOC-RANGE", .heif, also: ["AUX-DECODE"], place: "item 9") {
      try $0.location(9) { $0.extents[0].length += 1 << 20 }
    },
    // As a writer that counts from elsewhere leaves it: the extent is in iloc itself.
    Defect("HEIF-ILOC-MDAT", .heif, also: ["XMP-WELLFORMED"], place: "item 6") { bytes in
      let at = try bytes.find("iloc")
      try bytes.location(6) { entry in
        entry.baseOffset = 0
        entry.extents[0].offset = UInt64(at)
        entry.extents[0].length = 16
      }
    },
    Defect("HEIF-ILOC-METHOD", .heif, place: "item 5") { try $0.location(5) { $0.method = 5 } },
    Defect("HEIF-ILOC-OVERLAP", .heif, also: ["XMP-WELLFORMED"]) { bytes in
      try bytes.meta { meta in
        let entries = meta.locations.entries
        guard let own = entries.firstIndex(where: { $0.itemID == 8 }),
          let other = entries.first(where: { $0.itemID == 6 })
        else { return }
        meta.locations.entries[own].extents = [
          .init(offset: other.extents[0].offset + 8, length: other.extents[0].length)
        ]
      }
    },
    Defect("HEIF-XMP-IDAT", .heif, also: ["XMP-WELLFORMED", "HEIF-ILOC-OVERLAP"], place: "item 6") {
      try $0.location(6) { entry in
        entry.method = 1
        entry.baseOffset = 0
        entry.extents = [.init(offset: 0, length: 8)]
      }
    },
  ]
}

extension Bytes {
  /// Changes the reference of that type from an item.
  mutating func reference(
    _ type: FourCharacterCode, from id: UInt32, _ change: (inout ItemReferenceBox.Reference) -> Void
  ) throws {
    try meta { meta in
      guard let at = meta.references.references.firstIndex(where: { $0.type == type && $0.from == id }) else {
        throw Misfit(reason: "no \(type) from \(id)")
      }
      change(&meta.references.references[at])
    }
  }

  /// Changes where the bytes of an item are.
  mutating func location(_ id: UInt32, _ change: (inout ItemLocationBox.Entry) -> Void) throws {
    try meta { meta in
      guard let at = meta.locations.entries.firstIndex(where: { $0.itemID == id }) else {
        throw Misfit(reason: "item \(id) has no place")
      }
      change(&meta.locations.entries[at])
    }
  }
}
