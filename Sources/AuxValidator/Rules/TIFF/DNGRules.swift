internal import AuxContainers
internal import AuxImage

/// Depth maps in DNG files.
enum DNGRules {
  private static let tags = "DNG 1.7.1.0, \"DepthFormat\" to \"DepthMeasureType\" (shall)"

  static let all: [Rule] = fileRules + depthRules + tagRules

  private static let fileRules: [Rule] = [
    .tiff(
      "DNG-VERSION", .error, "DNGVersion is four bytes, of which the first is 1.",
      "DNG 1.7.1.0, \"DNGVersion\" (shall)"
    ) {
      file, check in
      guard file.isDNG, let root = file.root else { return }
      let bytes = file.values(TIFFTag.dngVersion, root)?.bytes ?? []
      check.expect(
        bytes.count == 4 && bytes.first == 1, "the version is \(bytes)",
        at: file.offset(TIFFTag.dngVersion, root),
        in: root.place(TIFFTag.dngVersion))
    },
    .tiff(
      "DNG-BACKWARD", .error, "DNGBackwardVersion is not above DNGVersion.",
      "DNG 1.7.1.0, \"DNGBackwardVersion\" (shall)"
    ) { file, check in
      guard let root = file.root, let version = file.values(TIFFTag.dngVersion, root)?.bytes,
        let backward = file.values(TIFFTag.dngBackwardVersion, root)?.bytes
      else { return }
      check.expect(
        !version.lexicographicallyPrecedes(backward), "version \(version), backward version \(backward)",
        at: file.offset(TIFFTag.dngBackwardVersion, root), in: root.place(TIFFTag.dngBackwardVersion))
    },
    .tiff(
      "DNG-VERSION-TAGS", .info, "DNGVersion is 1.5 at least with depth maps and 1.6 with masks.",
      "DNG 1.7.1.0, \"Depth Maps\", \"Semantic Masks\"; ProRAW of iOS 14 says 1.4"
    ) { file, check in
      guard let root = file.root, let version = file.values(TIFFTag.dngVersion, root)?.bytes else { return }
      let needed: [UInt8]? =
        !file.maskDirectories.isEmpty ? [1, 6] : !file.depthDirectories.isEmpty ? [1, 5] : nil
      guard let needed else { return }
      check.expect(
        !version.lexicographicallyPrecedes(needed), "the version is \(version)",
        at: file.offset(TIFFTag.dngVersion, root), in: root.place(TIFFTag.dngVersion))
    },
    .tiff("DNG-PRIMARY", .error, "One image has NewSubFileType 0.", "DNG 1.7.1.0, \"NewSubFileType\" (shall)")
    {
      file, check in
      guard file.isDNG, let root = file.root else { return }
      let count = file.directories.count { (file.integer(TIFFTag.newSubFileType, $0) ?? 0) == 0 }
      check.expect(count > 0, "no image has NewSubFileType 0", at: root.offset, in: root.path)
    },
    .tiff("DNG-ORIENTATION", .error, "Orientation is 1 to 8.", "TIFF 6.0, section 8; DNG 1.7.1.0 (shall)") {
      file, check in
      guard let root = file.root, let value = file.integer(TIFFTag.orientation, root) else { return }
      check.expect(
        (1...8).contains(value), "the value is \(value)", at: file.offset(TIFFTag.orientation, root),
        in: root.place(TIFFTag.orientation))
    },
  ]

  private static let depthRules: [Rule] = [
    .tiff(
      "DNG-DEPTH-ONE", .error, "One depth map at most has NewSubFileType 8.",
      "DNG 1.7.1.0, \"NewSubFileType\" (shall)"
    ) { file, check in
      let found = file.directories.filter { file.integer(TIFFTag.newSubFileType, $0) == DNGSubFileType.depth }
      guard let last = found.last else { return }
      check.expect(found.count == 1, "\(found.count) depth maps", at: last.offset, in: last.path)
    },
    .kinds(
      "DNG-DEPTH-PHOTOMETRIC",
      "NewSubFileType 8 or 9 and PhotometricInterpretation 51177 come together.",
      "DNG 1.7.1.0, \"Depth Maps\" (shall)", of: \.depthDirectories,
      [DNGSubFileType.depth, DNGSubFileType.depthPreview], TIFFPhotometric.depth),
    depth("DNG-DEPTH-BITS", TIFFTag.bitsPerSample, "A depth map has 8 or 16 bits per sample.") {
      $0 == 8 || $0 == 16
    },
    depth("DNG-DEPTH-SAMPLES", TIFFTag.samplesPerPixel, "A depth map has one sample a pixel.") { $0 == 1 },
    depth("DNG-DEPTH-FORMAT-UINT", TIFFTag.sampleFormat, "A depth map has unsigned integers.") { $0 == 1 },
    depth(
      "DNG-DEPTH-COMPRESSION", TIFFTag.compression,
      "A depth map is uncompressed, lossless JPEG, Deflate or JPEG XL; lossy JPEG is not allowed."
    ) { [1, 7, 8, 52546].contains($0) },
  ]

  private static func depth(
    _ id: String, _ tag: UInt16, _ statement: String, _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Rule {
    .field(id, .error, tag, statement, "DNG 1.7.1.0, \"Depth Maps\" (shall)", of: \.depthDirectories, isRight)
  }

  private static let tagRules: [Rule] = [
    .tiff("DNG-DEPTH-TAGS-IFD0", .error, "The Depth tags stand in IFD 0 and nowhere else.", tags) {
      file, check in
      for directory in file.directories.dropFirst() {
        let found = directory.entries.first { TIFFTag.depthTags.contains($0.tag) }
        check.expect(
          found == nil, "the tag belongs into IFD 0", at: found.map { file.offset($0.tag, directory) },
          in: directory.place(found?.tag ?? 0))
      }
    },
    .tiff("DNG-DEPTH-TYPE", .error, "The Depth tags are one SHORT or RATIONAL each.", tags) { file, check in
      guard let root = file.root else { return }
      for entry in root.entries where TIFFTag.depthTags.contains(entry.tag) {
        let isDistance = entry.tag == TIFFTag.depthNear || entry.tag == TIFFTag.depthFar
        check.expect(
          entry.count == 1 && entry.type == (isDistance ? .rational : .short),
          "\(entry.count) values of type \(entry.type.rawValue)", at: file.offset(entry.tag, root),
          in: root.place(entry.tag))
      }
    },
    choice("DNG-DEPTH-FORMAT", TIFFTag.depthFormat, 2, "DepthFormat is 0, 1 or 2."),
    choice("DNG-DEPTH-UNITS", TIFFTag.depthUnits, 1, "DepthUnits is 0 or 1."),
    choice("DNG-DEPTH-MEASURE", TIFFTag.depthMeasureType, 2, "DepthMeasureType is 0, 1 or 2."),
    .tiff(
      "DNG-DEPTH-RANGE", .error, "DepthNear is less than DepthFar, and both fit DepthFormat.", tags
    ) { file, check in
      guard let root = file.root, !file.depthDirectories.isEmpty else { return }
      let contradiction = description(of: root, file).contradiction
      check.expect(
        contradiction == nil, contradiction ?? "", at: file.offset(TIFFTag.depthNear, root),
        in: root.place(TIFFTag.depthNear))
    },
    .tiff(
      "DNG-DEPTH-UNKNOWN", .warning, "The format, near and far of a depth map are known, in metres.", tags
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
      "Specs/dng.md, \"XMP\""
    ) { file, check in checkRange(file, &check) },
  ]

  private static func choice(_ id: String, _ tag: UInt16, _ largest: Int, _ statement: String) -> Rule {
    .tiff(id, .error, statement, tags) { file, check in
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
      let other = [stated.atZero, stated.atMax].map { stated.quantity == .disparity ? 1 / $0 : $0 }.sorted()
      let agrees = zip(own, other).allSatisfy { abs($0 - $1) <= 1e-3 * max(abs($0), abs($1)) || $0 == $1 }
      check.expect(
        agrees, "the XMP says \(own[0]) to \(own[1]) m and the tags \(other[0]) to \(other[1]) m",
        at: directory.offset, in: directory.place(TIFFTag.xmp))
    }
  }
}
