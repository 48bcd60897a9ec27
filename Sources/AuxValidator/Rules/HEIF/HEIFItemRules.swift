internal import AuxContainers

/// Items and the references between them.
enum HEIFItemRules {
  static let all: [Rule] = itemRules + referenceRules

  private static let itemRules: [Rule] = [
    .heif(
      "HEIF-IINF-COUNT", .error, "iinf has as many entries as it says.", "ISO/IEC 14496-12 8.11.6 (shall)"
    ) {
      file, check in check.report(file.faults)
    },
    .heif(
      "HEIF-ITEM-ID", .error, "The numbers of items are unique and not 0.", "ISO/IEC 14496-12 8.11.6 (shall)"
    ) { file, check in
      var seen: Set<UInt32> = []
      for item in file.items {
        check.expect(
          item.id != 0 && seen.insert(item.id).inserted,
          item.id == 0 ? "an item has the number 0" : "a second item has the number \(item.id)",
          at: item.offset,
          in: "meta/iinf/infe")
      }
    },
    .heif(
      "HEIF-PRIMARY", .error, "The primary item exists and is an image.", "ISO/IEC 23008-12 6.2 (shall)"
    ) { file, check in
      guard let id = file.primaryID else { return }
      check.expect(
        file.primary?.isImage == true,
        file.primary.map { "the primary item \(id) is of type \($0.type)" } ?? "there is no item \(id)",
        at: file.children.first { $0.box.type == "pitm" }?.box.offset, in: "meta/pitm")
    },
    .heif(
      "HEIF-PRIMARY-HIDDEN", .error, "The primary item is not hidden.", "ISO/IEC 23008-12 6.4.2 (shall)"
    ) { file, check in
      guard let primary = file.primary, primary.isImage, !file.isAuxiliary(primary) else { return }
      check.expect(
        !primary.isHidden, "the primary item is hidden", at: primary.offset, in: primary.place)
    },
    .heif(
      "HEIF-PRIMARY-AUXILIARY", .error, "The primary item is no auxiliary image.",
      "ISO/IEC 23008-12 6.4.4 (shall)"
    ) { file, check in
      guard let primary = file.primary else { return }
      check.expect(
        !file.isAuxiliary(primary), "the primary item is an auxiliary image", at: primary.offset,
        in: primary.place)
    },
    .heif(
      "HEIF-ITEM-ORPHAN", .warning,
      "A hidden item is used: it refers to an item, is referred to, or is in a group.", "ISO/IEC 23008-12 6.4"
    ) { file, check in
      let targets = Set(file.references.flatMap(\.value.to)).union(file.groups.flatMap(\.entityIDs))
      for item in file.items where item.id != file.primaryID && item.isHidden && !item.isXMP {
        check.expect(
          !item.references.isEmpty || targets.contains(item.id),
          "no reference leads to or from the hidden item of type \(item.type): nothing uses it",
          at: item.offset, in: item.place)
      }
    },
  ]

  private static let referenceRules: [Rule] = [
    .heif(
      "HEIF-REF-ITEM", .error, "References lead from items to items.", "ISO/IEC 14496-12 8.11.12 (shall)"
    ) { file, check in
      for reference in file.references {
        let missing = ([reference.value.from] + reference.value.to).filter { file.item($0) == nil }
        check.expect(
          missing.isEmpty,
          "a reference from item \(reference.value.from) names item \(missing.first ?? 0), "
            + "which does not exist", at: reference.offset, in: "meta/iref/\(reference.value.type)")
      }
    },
    .heif(
      "HEIF-REF-LOOP", .error, "No item refers to itself, directly or by way of others.",
      "ISO/IEC 23008-12 6.6.1, 6.4.4 (shall)"
    ) { file, check in
      if !file.references.isEmpty { check.exercise() }
      for item in candidates(file).prefix(64) {
        check.expect(
          !reaches(item.id, from: item, in: file), "the references of the item lead back to it",
          at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-REF-DUPLICATE", .warning, "An item has one reference box of a type, naming each target once.",
      "ISO/IEC 14496-12 8.11.12"
    ) { file, check in
      var seen: Set<String> = []
      for reference in file.references {
        let value = reference.value
        check.expect(
          seen.insert("\(value.type) \(value.from)").inserted
            && (value.type == "dimg" || Set(value.to).count == value.to.count),
          "item \(value.from) has a second \(value.type) reference", at: reference.offset,
          in: "meta/iref/\(value.type)")
      }
    },
    .heif(
      "HEIF-GROUP", .warning, "The members of groups exist.", "ISO/IEC 14496-12 8.18.3"
    ) { file, check in
      guard !file.top.contains(where: { $0.type == "moov" }) else { return }
      let groups = Set(file.groups.map(\.groupID))
      for group in file.groups {
        let missing = group.entityIDs.first { file.item($0) == nil && !groups.contains($0) }
        check.expect(
          missing == nil, "the group names \(missing ?? 0), which does not exist",
          in: "meta/grpl/\(group.type)")
      }
    },
  ]

  /// Returns the items that are in a loop or lead to one.
  private static func candidates(_ file: HEIFSubject) -> [HEIFItem] {
    var waiting: [UInt32: Int] = [:]
    var sources: [UInt32: [UInt32]] = [:]
    for reference in file.references {
      waiting[reference.value.from, default: 0] += reference.value.to.count
      for target in reference.value.to { sources[target, default: []].append(reference.value.from) }
    }
    var done = Set(sources.keys).subtracting(waiting.filter { $0.value > 0 }.keys)
    var ready = Array(done)
    while let next = ready.popLast() {
      for source in sources[next] ?? [] {
        waiting[source, default: 0] -= 1
        if waiting[source] == 0, done.insert(source).inserted { ready.append(source) }
      }
    }
    return file.items.filter { waiting[$0.id, default: 0] > 0 }
  }

  /// Whether references lead from an item to the item of that number.
  private static func reaches(_ id: UInt32, from start: HEIFItem, in file: HEIFSubject) -> Bool {
    var visited: Set<UInt32> = []
    var waiting = start.references.flatMap(\.to)
    while let next = waiting.popLast() {
      if next == id { return true }
      guard visited.insert(next).inserted, visited.count <= 4096 else { continue }
      waiting += file.item(next)?.references.flatMap(\.to) ?? []
    }
    return false
  }
}
