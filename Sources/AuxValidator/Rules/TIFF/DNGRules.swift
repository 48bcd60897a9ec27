internal import AuxContainers
internal import AuxImage

enum DNGRules {
  static let all: [Validator.Rule] = fileRules + depthRules

  private static let fileRules: [Validator.Rule] = [
    .tiff(
      "DNG-VERSION", .error, "DNGVersion is four bytes, of which the first is 1.",
      "DNG 1.7.1.0, \"DNGVersion\" (shall)",
      explanation: .init(
        why: """
          Readers decide by the version whether they can read the file, and refuse one that they do not \
          know.
          """,
        cause: "A program wrote the tag as text or with another number of bytes.",
        remedy: "Write the file anew with the program that made it.",
        example: "DNG-VERSION IFD0/DNGVersion at byte 30496: the version is [0, 6, 0, 0]")
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
      "DNG 1.7.1.0, \"DNGBackwardVersion\" (shall)",
      explanation: .init(
        why: """
          The tag names the oldest version whose readers may open the file. One above the file's own \
          version locks out every reader that keeps to it.
          """,
        cause: "The two tags were exchanged, or one was raised and the other was not.",
        remedy: "Write the file anew with the program that made it.",
        example: """
          DNG-BACKWARD IFD0/DNGBackwardVersion at byte 30508: version [1, 6, 0, 0], backward version \
          [1, 9, 0, 0]
          """)
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
      "DNG 1.7.1.0, \"Depth Maps\", \"Semantic Masks\"; ProRAW of iOS 14 says 1.4",
      explanation: .init(
        why: """
          A reader of that version need not know depth maps or masks. None is known to refuse the file \
          for that.
          """,
        cause: "Apple's ProRAW of iOS 14 states 1.4 and has masks.",
        remedy: "Nothing has to be done.",
        example: "DNG-VERSION-TAGS IFD0/DNGVersion at byte 30496: the version is [1, 4, 0, 0]")
    ) { file, check in
      guard let root = file.root, let version = file.values(TIFFTag.dngVersion, root)?.bytes else { return }
      let needed: [UInt8]? =
        !file.maskDirectories.isEmpty ? [1, 6] : !file.depthDirectories.isEmpty ? [1, 5] : nil
      guard let needed else { return }
      check.expect(
        !version.lexicographicallyPrecedes(needed), "the version is \(version)",
        at: file.offset(TIFFTag.dngVersion, root), in: root.place(TIFFTag.dngVersion))
    },
    .tiff(
      "DNG-PRIMARY", .error, "One image has NewSubFileType 0.", "DNG 1.7.1.0, \"NewSubFileType\" (shall)",
      explanation: .init(
        why: """
          Readers look for the image with this value: it is the photo. Without it they show a preview, \
          or nothing.
          """,
        cause: "A program copied directories and changed the value of the raw image.",
        remedy: "Write the file anew with the program that made it.",
        example: "DNG-PRIMARY IFD0 at byte 30302: no image has NewSubFileType 0")
    ) {
      file, check in
      guard file.isDNG, let root = file.root else { return }
      let count = file.directories.count { (file.integer(TIFFTag.newSubFileType, $0) ?? 0) == 0 }
      check.expect(count > 0, "no image has NewSubFileType 0", at: root.offset, in: root.path)
    },
    .tiff(
      "DNG-ORIENTATION", .error, "Orientation is 1 to 8.", "TIFF 6.0, section 8; DNG 1.7.1.0 (shall)",
      explanation: .init(
        why: "Readers do not know how the photo and its maps are turned, and show them as stored.",
        cause: "A program wrote an angle in degrees, or the value 0 for unknown.",
        remedy: "Correct the tag with a metadata editor such as ExifTool.",
        example: "DNG-ORIENTATION IFD0/Orientation at byte 30412: the value is 9")
    ) {
      file, check in
      guard let root = file.root, let value = file.integer(TIFFTag.orientation, root) else { return }
      check.expect(
        (1...8).contains(value), "the value is \(value)", at: file.offset(TIFFTag.orientation, root),
        in: root.place(TIFFTag.orientation))
    },
  ]

  private static let depthRules: [Validator.Rule] = [
    .tiff(
      "DNG-DEPTH-ONE", .error, "One depth map at most has NewSubFileType 8.",
      "DNG 1.7.1.0, \"NewSubFileType\" (shall)",
      explanation: .init(
        why: "Readers take the first or the last map as the depth of the photo.",
        cause: """
          A second map was added in place of replacing the first, or a mask was written with the value \
          of a depth map.
          """,
        remedy: "Remove the maps with `auxdepth remove`, and attach the right one again.",
        example: "DNG-DEPTH-ONE IFD0/SubIFD2 at byte 28538: 2 depth maps")
    ) { file, check in
      let found = file.directories.filter { file.integer(TIFFTag.newSubFileType, $0) == DNGSubFileType.depth }
      guard let last = found.last else { return }
      check.expect(found.count == 1, "\(found.count) depth maps", at: last.offset, in: last.path)
    },
    .kinds(
      "DNG-DEPTH-PHOTOMETRIC",
      "NewSubFileType 8 or 9 and PhotometricInterpretation 51177 come together.",
      "DNG 1.7.1.0, \"Depth Maps\" (shall)", of: \.depthDirectories,
      [DNGSubFileType.depth, DNGSubFileType.depthPreview], TIFFPhotometric.depth,
      explanation: .init(
        why: """
          A reader may go by either of the two tags. Where they disagree, it shows the map as a photo or \
          does not find it.
          """,
        cause: "The writer knows one of the two tags alone.",
        remedy: "Attach the map again with `auxdepth attach`, which writes both.",
        example: """
          DNG-DEPTH-PHOTOMETRIC IFD0/SubIFD1/PhotometricInterpretation at byte 26934: NewSubFileType 8 \
          with PhotometricInterpretation 1
          """)
    ),
    depth(
      "DNG-DEPTH-BITS", TIFFTag.bitsPerSample, "A depth map has 8 or 16 bits per sample.",
      explanation: .init(
        why: "The specification allows 8 and 16 bits, and readers of depth know no others.",
        cause: "A program stored the map as its sensor delivers it, or as floats.",
        remedy: "Attach the map again with `auxdepth attach`, which writes what is allowed.",
        example: "DNG-DEPTH-BITS IFD0/SubIFD1/BitsPerSample at byte 26910: the value is 12")
    ) {
      $0 == 8 || $0 == 16
    },
    depth(
      "DNG-DEPTH-SAMPLES", TIFFTag.samplesPerPixel, "A depth map has one sample a pixel.",
      explanation: .init(
        why: "A depth map has one value a pixel. Of several, readers take the first, or refuse the map.",
        cause: "The map was saved as a colour picture.",
        remedy: "Attach the map again from a gray picture.",
        example: "DNG-DEPTH-SAMPLES IFD0/SubIFD1/SamplesPerPixel at byte 26958: the value is 3")
    ) { $0 == 1 },
    depth(
      "DNG-DEPTH-FORMAT-UINT", TIFFTag.sampleFormat, "A depth map has unsigned integers.",
      explanation: .init(
        why: """
          Readers take the bits of signed numbers or floats for unsigned codes, and every distance is \
          wrong.
          """,
        cause: "A program stored floats in metres, as the formats of renderers do.",
        remedy: "Attach the map again with `auxdepth attach`, which makes codes and states their range.",
        example: "DNG-DEPTH-FORMAT-UINT IFD0/SubIFD1/SampleFormat at byte 27006: the value is 3")
    ) { $0 == 1 },
    depth(
      "DNG-DEPTH-COMPRESSION", TIFFTag.compression,
      "A depth map is uncompressed, lossless JPEG, Deflate or JPEG XL; lossy JPEG is not allowed.",
      explanation: .init(
        why: "Lossy compression changes distances at edges most of all, and the specification forbids it.",
        cause: "A program saved the map as it saves photos.",
        remedy: "Attach the map again with `auxdepth attach`, from the lossless map where there is one.",
        example: "DNG-DEPTH-COMPRESSION IFD0/SubIFD1/Compression at byte 26922: the value is 34892")
    ) { [1, 7, 8, 52546].contains($0) },
  ]

  private static func depth(
    _ id: String, _ tag: UInt16, _ statement: String, explanation: Validator.Rule.Explanation,
    _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Validator.Rule {
    .field(
      id, .error, tag, statement, "DNG 1.7.1.0, \"Depth Maps\" (shall)", of: \.depthDirectories,
      explanation: explanation, isRight)
  }
}
