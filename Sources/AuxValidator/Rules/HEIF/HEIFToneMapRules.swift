internal import AuxContainers
internal import AuxImage

/// Tone-mapped images (`tmap`): what readers ask for before they apply a gain map of ISO 21496-1.
///
/// Source: Specs/gainmaps.md, "HEIF".
enum HEIFToneMapRules {
  static let all: [Validator.Rule] = contentRules + placeRules

  private static let contentRules: [Validator.Rule] = [
    .heif(
      "HEIF-TMAP-INPUTS", .error, "A tmap item is made of two images: its base and the gain map.",
      "ISO/IEC 23008-12:2022/Amd 1 6.6.2.4 (shall); libavif fails",
      explanation: .init(
        why: "Without both images there is nothing to tone-map, and libavif refuses the whole file.",
        cause: "A program removed the gain map and left the tmap item, or wrote its reference in two boxes.",
        remedy: """
          Take the gain map out with `auxdepth remove`, which removes the tmap item as well, and take it over \
          from the original.
          """,
        example: "HEIF-TMAP-INPUTS item 3 at byte 217: both inputs of the tone-mapped image are item 2",
        since: "0.2.0")
    ) { file, check in
      for item in toneMaps(file) {
        let inputs = item.targets("dimg")
        check.expect(
          hasTwoInputs(item),
          inputs.count == 2
            ? "both inputs of the tone-mapped image are item \(inputs[0])"
            : "the tone-mapped image has \(inputs.count) inputs, not 2", at: item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-TMAP-SIZE", .error,
      "In AVIF, a tmap item has the size of its base as stored, and no irot, imir, clap or pasp of its own.",
      "libavif 1.4 fails (\"Box[tmap] ispe … does not match base image\"); cameras' HEIC files state the size as shown",
      explanation: .init(
        why: "libavif refuses the whole file, and so do browsers: not even the photo is shown.",
        cause: """
          The writer stated the size of the photo as it is shown, which differs where the photo is turned, as \
          auxdepth 0.1 did.
          """,
        remedy: "Where the size alone is wrong, a repair states that of the base.",
        repair:
          "The property alone is written anew; items that share the old one keep it, and no pixel changes.",
        example: "HEIF-TMAP-SIZE item 3/ispe at byte 342: ispe is 32x24 and that of the base, item 1, 64x48",
        since: "0.2.0")
    ) { file, check in
      guard file.isAVIF else { return }
      for item in toneMaps(file) where hasTwoInputs(item) {
        guard let base = item.targets("dimg").first.flatMap(file.item),
          let size = try? file.imageSize(of: item), let stored = try? file.imageSize(of: base)
        else { continue }
        check.expect(
          size == stored,
          "ispe is \(size.width)x\(size.height) and that of the base, \(base.place), \(stored.width)x\(stored.height)",
          at: file.property("ispe", of: item)?.box.offset, in: "\(item.place)/ispe",
          repair: AuxRepair(.size(item: item.id, width: stored.width, height: stored.height)))
        for type in ["irot", "imir", "clap", "pasp"] as [FourCharacterCode] {
          guard let property = file.property(type, of: item) else { continue }
          check.expect(
            false, "the tone-mapped image has \(type)", at: property.box.offset, in: "\(item.place)/\(type)")
        }
      }
    },
  ]

  private static let placeRules: [Validator.Rule] = [
    .heif(
      "HEIF-TMAP-BRAND", .warning, "A file with a tmap item has the brand tmap.",
      "ISO/IEC 23008-12:2022/Amd 1 10.2.6; libavif 1.4 ignores the gain map",
      explanation: .init(
        why:
          "Readers look for a tone-mapped image only where the brand announces one, and show the photo flat.",
        cause: "A program wrote the brands anew from its own list, or added the gain map by hand.",
        remedy: "A repair adds the brand.",
        repair: """
          Four bytes are added to ftyp, and offsets move along. Readers that do not know the brand ignore it, and \
          no pixel changes.
          """,
        example: """
          HEIF-TMAP-BRAND ftyp at byte 0: item 3 is a tone-mapped image, and the brand tmap is missing: readers ignore the \
          gain map
          """,
        since: "0.2.0", mattersToReaders: true)
    ) { file, check in
      guard let first = toneMaps(file).first, case .success(let type)? = file.structure.fileType else {
        return
      }
      check.expect(
        type.majorBrand == "tmap" || type.compatibleBrands.contains("tmap"),
        "\(first.place) is a tone-mapped image, and the brand tmap is missing: readers ignore the gain map",
        at: 0, in: "ftyp", repair: AuxRepair(.toneMapBrand))
    },
    .heif(
      "HEIF-TMAP-ALTR", .warning, "A tmap item is before its base in a group of alternatives (altr).",
      "ISO/IEC 23008-12:2022/Amd 1 6.6.2.4; libavif 1.4 ignores the gain map",
      explanation: .init(
        why: """
          The first image of such a group is the preferred one. Readers that meet the base first, or no group, show it \
          without the gain map.
          """,
        cause: "A program sorted the group by numbers, or dropped it.",
        remedy:
          "Where the order alone is wrong, a repair puts the tmap item first. Else attach the gain map again.",
        repair: """
          The numbers in the group change their places. Readers that do not know tmap still show the base, and no pixel \
          changes.
          """,
        example: """
          HEIF-TMAP-ALTR meta/grpl/altr at byte 217: item 3 follows its base, item 1: readers ignore the gain map
          """,
        since: "0.2.0", mattersToReaders: true)
    ) { file, check in
      let places = AlternativePlaces(file.groups)
      for item in toneMaps(file) where item.id != file.primaryID && hasTwoInputs(item) {
        guard let base = item.targets("dimg").first.flatMap(file.item) else { continue }
        let place = places.place(of: item.id, inGroupOf: base.id)
        check.expect(
          place.map { $0.own < $0.other } ?? false,
          place == nil
            ? "\(item.place) is in no group of alternatives with its base, \(base.place): readers ignore the gain map"
            : "\(item.place) follows its base, \(base.place): readers ignore the gain map",
          at: item.offset, in: "meta/grpl/altr",
          repair: place == nil ? nil : AuxRepair(.preferred(item: item.id, over: base.id)))
      }
    },
  ]

  private static func toneMaps(_ file: HEIFSubject) -> [HEIFItem] { file.items.filter { $0.type == "tmap" } }

  private static func hasTwoInputs(_ item: HEIFItem) -> Bool {
    let inputs = item.targets("dimg")
    return inputs.count == 2 && inputs[0] != inputs[1]
  }
}

/// Where items are in groups of alternatives, each looked up once: a hostile file has many of both.
private struct AlternativePlaces {
  /// The number of the first group that has an item.
  private var groups: [UInt32: Int] = [:]
  /// The places of the members of each group.
  private var places: [[UInt32: Int]] = []

  init(_ all: [EntityGroup]) {
    for group in all where group.type == "altr" {
      for id in group.entityIDs where groups[id] == nil { groups[id] = places.count }
      places.append(
        Dictionary(group.entityIDs.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// Returns where an item and another are in the first group that has the other; nil where that has no such item.
  func place(of id: UInt32, inGroupOf other: UInt32) -> (own: Int, other: Int)? {
    guard let group = groups[other], let own = places[group][id], let base = places[group][other] else {
      return nil
    }
    return (own, base)
  }
}
