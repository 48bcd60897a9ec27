internal import AuxContainers
internal import AuxImage

/// The tags that say what the codes of a depth map in a DNG file mean.
enum DNGDepthTagRules {
  private static let tags = "DNG 1.7.1.0, \"DepthFormat\" to \"DepthMeasureType\" (shall)"

  static let all: [Validator.Rule] = [
    .tiff(
      "DNG-DEPTH-TAGS-IFD0", .error, "The Depth tags are in IFD 0 and nowhere else.", tags,
      explanation: .init(
        why: """
          Readers look for these tags in the first directory alone, and do not know the range of the map \
          where they are elsewhere.
          """,
        cause: "The writer put them beside the samples that they describe.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "DNG-DEPTH-TAGS-IFD0 IFD0/SubIFD0/DepthUnits at byte 18568: the tag belongs into IFD 0")
    ) {
      file, check in
      for directory in file.directories.dropFirst() {
        let found = directory.entries.first { TIFFTag.depthTags.contains($0.tag) }
        check.expect(
          found == nil, "the tag belongs into IFD 0", at: found.map { file.offset($0.tag, directory) },
          in: directory.place(found?.tag ?? 0))
      }
    },
    .tiff(
      "DNG-DEPTH-TYPE", .error, "The Depth tags are one SHORT or RATIONAL each.", tags,
      explanation: .init(
        why: """
          Readers that expect one number of a given type leave the tag out: the range or its unit is \
          unknown to them.
          """,
        cause: "The writer used a type of its own choice, such as a float for distances.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "DNG-DEPTH-TYPE IFD0/DepthUnits at byte 30616: 1 values of type 4")
    ) { file, check in
      guard let root = file.root else { return }
      for entry in root.entries where TIFFTag.depthTags.contains(entry.tag) {
        let isDistance = entry.tag == TIFFTag.depthNear || entry.tag == TIFFTag.depthFar
        check.expect(
          entry.count == 1 && entry.type == (isDistance ? .rational : .short),
          "\(entry.count) values of type \(entry.type.rawValue)", at: file.offset(entry.tag, root),
          in: root.place(entry.tag))
      }
    },
    choice(
      "DNG-DEPTH-FORMAT", TIFFTag.depthFormat, 2, "DepthFormat is 0, 1 or 2.",
      explanation: .init(
        why: """
          Readers cannot tell whether codes are linear in distance or in its inverse, and so give no \
          distances.
          """,
        cause: "Bytes were changed, or the writer used a value of its own.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "DNG-DEPTH-FORMAT IFD0/DepthFormat at byte 30580: the value is 3")
    ),
    choice(
      "DNG-DEPTH-UNITS", TIFFTag.depthUnits, 1, "DepthUnits is 0 or 1.",
      explanation: .init(
        why: "Readers cannot tell in which unit the distances are, and give none in metres.",
        cause: "The writer used a value of its own for another unit; the tag knows metres alone.",
        remedy: "Attach the map again with distances in metres.",
        example: "DNG-DEPTH-UNITS IFD0/DepthUnits at byte 30616: the value is 7")
    ),
    choice(
      "DNG-DEPTH-MEASURE", TIFFTag.depthMeasureType, 2, "DepthMeasureType is 0, 1 or 2.",
      explanation: .init(
        why: """
          Readers cannot tell whether distances are along the axis or along the ray. At the corners the \
          two differ much.
          """,
        cause: "Bytes were changed, or the writer used a value of its own.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "DNG-DEPTH-MEASURE IFD0/DepthMeasureType at byte 30628: the value is 5")
    ),
    .tiff(
      "DNG-DEPTH-RANGE", .error, "DepthNear is less than DepthFar, and both fit DepthFormat.", tags,
      explanation: .init(
        why: """
          With near beyond far, or infinity where codes are linear, codes cannot be turned into \
          distances.
          """,
        cause: """
          The two values were exchanged, or a map of inverse distances was given the format of linear \
          ones.
          """,
        remedy: "Attach the map again and state near and far anew.",
        example: """
          DNG-DEPTH-RANGE IFD0/DepthNear at byte 30592: DepthNear 2048/1183 is not below DepthFar 1/2
          """)
    ) { file, check in
      guard let root = file.root, !file.depthDirectories.isEmpty else { return }
      let contradiction = description(of: root, file).contradiction
      check.expect(
        contradiction == nil, contradiction ?? "", at: file.offset(TIFFTag.depthNear, root),
        in: root.place(TIFFTag.depthNear))
    },
    .tiff(
      "DNG-DEPTH-UNKNOWN", .warning, "The format, near and far of a depth map are known, in metres.", tags,
      explanation: .init(
        why: """
          The map says what is nearer and not how far anything is. Measurements and blur by distance are \
          not possible.
          """,
        cause: "The writer did not know the range, as estimated depth has none, or did not write it.",
        remedy: "Where near and far are known, attach the map again with them.",
        example: """
          DNG-DEPTH-UNKNOWN IFD0/DepthFormat at byte 30580: the value is missing or unknown: the codes \
          cannot be turned into metres
          """,
        mattersToReaders: true)
    ) { file, check in
      guard let root = file.root, !file.depthDirectories.isEmpty else { return }
      let depth = description(of: root, file)
      let unknown =
        depth.format == .unknown
        ? TIFFTag.depthFormat
        : depth.near.isUnknown
          ? TIFFTag.depthNear
          : depth.far.isUnknown ? TIFFTag.depthFar : depth.units == .unknown ? TIFFTag.depthUnits : nil
      check.expect(
        unknown == nil, "the value is missing or unknown: the codes cannot be turned into metres",
        at: unknown.map { file.offset($0, root) }, in: unknown.map(root.place) ?? "")
    },
    .tiff(
      "DNG-DEPTH-XMP", .warning, "The range in the XMP of a depth map is that of DepthNear and DepthFar.",
      "Specs/dng.md, \"XMP\"",
      explanation: .init(
        why: """
          Readers that go by the XMP and those that go by the tags give two distances for the same \
          sample.
          """,
        cause: "A program replaced the map and changed only one of the two.",
        remedy: "Attach the map again with `auxdepth attach`, which writes both alike.",
        example: """
          DNG-DEPTH-XMP IFD0/SubIFD1/XMP at byte 26872: the XMP says 0.3333333333333333 to \
          1.7311910421250718 m and the tags 0.5 to 1.7311918850380388 m
          """)
    ) { file, check in checkRange(file, &check) },
  ]

  private static func choice(
    _ id: String, _ tag: UInt16, _ largest: Int, _ statement: String, explanation: Validator.Rule.Explanation
  ) -> Validator.Rule {
    .tiff(id, .error, statement, tags, explanation: explanation) { file, check in
      guard let root = file.root, let value = file.integer(tag, root) else { return }
      check.expect(
        (0...largest).contains(value), "the value is \(value)", at: file.offset(tag, root),
        in: root.place(tag))
    }
  }

  private static func description(of root: TIFFDirectory, _ file: TIFFSubject) -> DNGDepthDescription {
    func number(_ tag: UInt16) -> Int { file.integer(tag, root) ?? 0 }
    return DNGDepthDescription(
      format: .init(rawValue: number(TIFFTag.depthFormat)) ?? .unknown,
      near: file.rational(TIFFTag.depthNear, root) ?? .unknown,
      far: file.rational(TIFFTag.depthFar, root) ?? .unknown,
      units: .init(rawValue: number(TIFFTag.depthUnits)) ?? .unknown)
  }

  private static func checkRange(_ file: TIFFSubject, _ check: inout Checker) {
    guard let root = file.root, let stated = description(of: root, file).codeRange else { return }
    for directory in file.depthDirectories {
      guard let metadata = file.packet(of: directory)?.metadata, let low = metadata.floatMinValue,
        let high = metadata.floatMaxValue, metadata.namedType?.isDepthData == true
      else { continue }
      let isDisparity = (metadata.nativeFormat?.quantity ?? .disparity) == .disparity
      // Both kinds of codes give the same two distances.
      let own = [low, high].map { isDisparity ? 1 / $0 : $0 }.sorted()
      let other = [stated.firstValue, stated.lastValue].map { stated.quantity == .disparity ? 1 / $0 : $0 }
        .sorted()
      let agrees = zip(own, other).allSatisfy { abs($0 - $1) <= 1e-3 * max(abs($0), abs($1)) || $0 == $1 }
      check.expect(
        agrees, "the XMP says \(own[0]) to \(own[1]) m and the tags \(other[0]) to \(other[1]) m",
        at: directory.offset, in: directory.place(TIFFTag.xmp))
    }
  }
}
