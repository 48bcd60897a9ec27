internal import AuxContainers
internal import AuxImage

enum DNGMaskRules {
  private static let masks = "DNG 1.7.1.0, \"Semantic Masks\" (shall)"

  static let all: [Validator.Rule] = [
    .kinds(
      "DNG-MASK-PHOTOMETRIC",
      "NewSubFileType 65540 or 65541 and PhotometricInterpretation 52527 come together.", masks,
      of: \.maskDirectories, [DNGSubFileType.semanticMask, DNGSubFileType.semanticMaskPreview],
      TIFFPhotometric.semanticMask,
      explanation: .init(
        why: """
          A reader may go by either of the two tags. Where they disagree, it shows the mask as a photo \
          or does not find it.
          """,
        cause: "The writer knows one of the two tags alone.",
        remedy: "Attach the mask again with `auxdepth attach`, which writes both.",
        example: """
          DNG-MASK-PHOTOMETRIC IFD0/SubIFD2/PhotometricInterpretation at byte 28600: NewSubFileType \
          65540 with PhotometricInterpretation 1
          """)
    ),
    .tiff(
      "DNG-MASK-NAME", .error, "A semantic mask has a SemanticName.", "DNG 1.7.1.0, \"SemanticName\" (shall)",
      explanation: .init(
        why: "The name alone says what the mask shows. Without one, no reader can use it.",
        cause: "The writer left the tag out, or a metadata editor removed it.",
        remedy: "Attach the mask again under the type that it is.",
        example: """
          DNG-MASK-NAME IFD0/SubIFD2/SemanticName at byte 28696: the name is missing, empty or longer \
          than 255 bytes
          """)
    ) {
      file, check in
      for directory in file.maskDirectories {
        check.expect(
          file.text(TIFFTag.semanticName, directory)?.isEmpty == false,
          "the name is missing, empty or longer than \(DNGAuxiliaryDirectory.longestName) bytes",
          at: file.offset(TIFFTag.semanticName, directory), in: directory.place(TIFFTag.semanticName))
      }
    },
    .tiff(
      "DNG-MASK-UNIQUE", .error, "SemanticName and SemanticInstanceID together are unique.",
      "DNG 1.7.1.0, \"SemanticName\", \"SemanticInstanceID\" (shall)",
      explanation: .init(
        why: "Readers cannot tell the two masks apart, and take either.",
        cause: """
          A second mask was added in place of replacing the first; two masks of a kind need an instance \
          each.
          """,
        remedy: "Remove the masks with `auxdepth remove`, and attach the right one again.",
        example: """
          DNG-MASK-UNIQUE IFD0/SubIFD3/SemanticName at byte 30238: a second mask is named \
          urn:com:apple:photo:2019:aux:semanticskinmatte
          """)
    ) { file, check in
      var seen: Set<String> = []
      for directory in file.maskDirectories
      where file.integer(TIFFTag.newSubFileType, directory) == DNGSubFileType.semanticMask {
        guard let name = file.text(TIFFTag.semanticName, directory) else { continue }
        let instance = file.text(TIFFTag.semanticInstanceID, directory) ?? ""
        check.expect(
          seen.insert("\(name)\0\(instance)").inserted, "a second mask is named \(name)",
          at: file.offset(TIFFTag.semanticName, directory), in: directory.place(TIFFTag.semanticName))
      }
    },
    mask(
      "DNG-MASK-SAMPLES", .error, TIFFTag.samplesPerPixel, "A semantic mask has one sample a pixel.",
      explanation: .init(
        why: "A mask has one value a pixel. Of several, readers take the first, or refuse the mask.",
        cause: "The mask was saved as a colour picture.",
        remedy: "Attach the mask again from a gray picture.",
        example: "DNG-MASK-SAMPLES IFD0/SubIFD2/SamplesPerPixel at byte 28624: the value is 3")
    ) {
      $0 == 1
    },
    mask(
      "DNG-MASK-BITS", .error, TIFFTag.bitsPerSample, "A semantic mask has 8, 16 or 32 bits per sample.",
      explanation: .init(
        why: "The specification allows 8, 16 and 32 bits, and readers know no others.",
        cause: "A program stored a bitmap of one bit, or samples as its sensor delivers them.",
        remedy: "Attach the mask again with `auxdepth attach`, which writes 8 bits.",
        example: "DNG-MASK-BITS IFD0/SubIFD2/BitsPerSample at byte 28576: the value is 4")
    ) {
      [8, 16, 32].contains($0)
    },
    mask(
      "DNG-MASK-BITS-8", .warning, TIFFTag.bitsPerSample,
      "A semantic mask has 8 bits per sample: Adobe's SDK refuses others.",
      explanation: .init(
        why: """
          Adobe's SDK, and so its programs, refuses masks of more bits although the specification allows \
          them.
          """,
        cause: "The writer kept the bits of the picture that the mask was made of.",
        remedy: "Attach the mask again with `auxdepth attach`, which writes 8 bits.",
        example: "DNG-MASK-BITS-8 IFD0/SubIFD2/BitsPerSample at byte 28576: the value is 16")
    ) { ![16, 32].contains($0) },
    mask(
      "DNG-MASK-COMPRESSION", .error, TIFFTag.compression,
      "A semantic mask is uncompressed, JPEG, Deflate or JPEG XL.",
      explanation: .init(
        why: "Readers of masks know these codings alone.",
        cause: "A program saved the mask with a compression of TIFF, such as LZW.",
        remedy: "Attach the mask again with `auxdepth attach`.",
        example: "DNG-MASK-COMPRESSION IFD0/SubIFD2/Compression at byte 28588: the value is 5")
    ) { [1, 7, 8, 34892, 52546].contains($0) },
    .tiff(
      "DNG-MASK-AREA", .error, "MaskSubArea is four numbers, and the mask lies inside its full mask.",
      "DNG 1.7.1.0, \"MaskSubArea\", in its geometric sense (shall)",
      explanation: .init(
        why: """
          The mask is a part of a larger one, and readers have to know which. Where the numbers do not \
          fit, it lies in the wrong place.
          """,
        cause: "The mask was scaled or cropped and the area was kept.",
        remedy: "Attach the mask again at the size of the whole photo.",
        example: """
          DNG-MASK-AREA IFD0/SubIFD3/MaskSubArea at byte 30238: the area is [0, 0, 1, 1] for a mask of \
          32x24
          """)
    ) { file, check in
      for directory in file.maskDirectories where directory[TIFFTag.maskSubArea] != nil {
        let area = file.integers(TIFFTag.maskSubArea, directory) ?? []
        let width = file.integer(TIFFTag.imageWidth, directory) ?? 0
        let height = file.integer(TIFFTag.imageLength, directory) ?? 0
        check.expect(
          area.count == 4 && area[1] + width <= area[2] && area[0] + height <= area[3],
          "the area is \(area) for a mask of \(width)x\(height)",
          at: file.offset(TIFFTag.maskSubArea, directory), in: directory.place(TIFFTag.maskSubArea))
      }
    },
  ]

  private static func mask(
    _ id: String, _ severity: Validator.Severity, _ tag: UInt16, _ statement: String,
    explanation: Validator.Rule.Explanation,
    _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Validator.Rule {
    .field(id, severity, tag, statement, masks, of: \.maskDirectories, explanation: explanation, isRight)
  }
}

extension Validator.Rule {
  /// A rule of the one number of a field, 1 where the field is absent, in each of some directories.
  static func field(
    _ id: String, _ severity: Validator.Severity, _ tag: UInt16, _ statement: String, _ source: String,
    of directories: @escaping @Sendable (TIFFSubject) -> [TIFFDirectory], explanation: Explanation,
    _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Validator.Rule {
    .tiff(id, severity, statement, source, explanation: explanation) { file, check in
      for directory in directories(file) {
        let value = file.integer(tag, directory) ?? 1
        check.expect(
          isRight(value), "the value is \(value)", at: file.offset(tag, directory), in: directory.place(tag))
      }
    }
  }

  /// A rule that NewSubFileType and PhotometricInterpretation of some directories come together.
  static func kinds(
    _ id: String, _ statement: String, _ source: String,
    of directories: @escaping @Sendable (TIFFSubject) -> [TIFFDirectory], _ kinds: [Int], _ photometric: Int,
    explanation: Explanation
  ) -> Validator.Rule {
    .tiff(id, .error, statement, source, explanation: explanation) { file, check in
      for directory in directories(file) {
        let kind = file.integer(TIFFTag.newSubFileType, directory) ?? DNGSubFileType.primary
        let found = file.integer(TIFFTag.photometricInterpretation, directory)
        check.expect(
          found == photometric && kinds.contains(kind),
          "NewSubFileType \(kind) with PhotometricInterpretation \(found ?? 0)",
          at: file.offset(TIFFTag.photometricInterpretation, directory),
          in: directory.place(TIFFTag.photometricInterpretation))
      }
    }
  }
}
