internal import AuxContainers
internal import AuxImage

/// Semantic masks in DNG files.
enum DNGMaskRules {
  private static let masks = "DNG 1.7.1.0, \"Semantic Masks\" (shall)"

  static let all: [Rule] = [
    .kinds(
      "DNG-MASK-PHOTOMETRIC",
      "NewSubFileType 65540 or 65541 and PhotometricInterpretation 52527 come together.", masks,
      of: \.maskDirectories, [DNGSubFileType.semanticMask, DNGSubFileType.semanticMaskPreview],
      TIFFPhotometric.semanticMask),
    .tiff(
      "DNG-MASK-NAME", .error, "A semantic mask has a SemanticName.", "DNG 1.7.1.0, \"SemanticName\" (shall)"
    ) {
      file, check in
      for directory in file.maskDirectories {
        check.expect(
          file.text(TIFFTag.semanticName, directory)?.isEmpty == false,
          "the name is missing, empty or longer than \(DNGMask.longestName) bytes",
          at: file.offset(TIFFTag.semanticName, directory), in: directory.place(TIFFTag.semanticName))
      }
    },
    .tiff(
      "DNG-MASK-UNIQUE", .error, "SemanticName and SemanticInstanceID together are unique.",
      "DNG 1.7.1.0, \"SemanticName\", \"SemanticInstanceID\" (shall)"
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
    mask("DNG-MASK-SAMPLES", .error, TIFFTag.samplesPerPixel, "A semantic mask has one sample a pixel.") {
      $0 == 1
    },
    mask("DNG-MASK-BITS", .error, TIFFTag.bitsPerSample, "A semantic mask has 8, 16 or 32 bits per sample.") {
      [8, 16, 32].contains($0)
    },
    mask(
      "DNG-MASK-BITS-8", .warning, TIFFTag.bitsPerSample,
      "A semantic mask has 8 bits per sample: Adobe's SDK refuses others."
    ) { ![16, 32].contains($0) },
    mask(
      "DNG-MASK-COMPRESSION", .error, TIFFTag.compression,
      "A semantic mask is uncompressed, JPEG, Deflate or JPEG XL."
    ) { [1, 7, 8, 34892, 52546].contains($0) },
    .tiff(
      "DNG-MASK-AREA", .error, "MaskSubArea is four numbers, and the mask lies inside its full mask.",
      "DNG 1.7.1.0, \"MaskSubArea\", in its geometric sense (shall)"
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
    _ id: String, _ severity: Severity, _ tag: UInt16, _ statement: String,
    _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Rule {
    .field(id, severity, tag, statement, masks, of: \.maskDirectories, isRight)
  }
}

extension Rule {
  /// A rule of the one number of a field, 1 where the field is absent, in each of some directories.
  static func field(
    _ id: String, _ severity: Severity, _ tag: UInt16, _ statement: String, _ source: String,
    of directories: @escaping @Sendable (TIFFSubject) -> [TIFFDirectory],
    _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Rule {
    .tiff(id, severity, statement, source) { file, check in
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
    of directories: @escaping @Sendable (TIFFSubject) -> [TIFFDirectory], _ kinds: [Int], _ photometric: Int
  ) -> Rule {
    .tiff(id, .error, statement, source) { file, check in
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
