internal import AuxImage

/// The pixels of auxiliary images; all but the shape need decoding.
enum PixelRules {
  static let all: [Rule] = [
    .auxiliary(
      "AUX-DECODE", .error, "The bitstream decodes to the size that the headers state, without a warning.",
      "ITU-T T.81; ITU-T H.265; TIFF 6.0 (shall); libjpeg, libde265 or libtiff fails"
    ) { image, _, check in
      guard let content = image.content else { return }
      switch content {
      case .success(let content):
        check.expect(
          content.width == image.width && content.height == image.height,
          "the image decodes to \(content.width)x\(content.height), not \(image.width)x\(image.height)",
          at: image.offset, in: image.place)
      case .failure(let error):
        // What nobody here decodes is no fault of the file.
        guard error.code != .unsupported else { return }
        check.expect(false, "\(error)", at: error.offset ?? image.offset, in: image.place)
      }
    },
    .auxiliary(
      "AUX-DECODE-UNSUPPORTED", .info, "The coding is one that this program decodes.", "Specs/validation.md"
    ) { image, _, check in
      guard let content = image.content else { return }
      var reason: String?
      if case .failure(let error) = content, error.code == .unsupported { reason = "\(error)" }
      check.expect(reason == nil, reason ?? "", at: image.offset, in: image.place)
    },
    .auxiliary(
      "AUX-BITS", .error, "The bits of the decoded samples are those of the headers.",
      "ISO/IEC 23008-12 6.5.6; TIFF 6.0 (shall)"
    ) { image, _, check in
      guard case .success(let content)? = image.content, let bits = image.bits else { return }
      check.expect(
        content.bits == bits || (bits > 8 && content.bits == 16),
        "\(content.bits) bits, not \(bits)", at: image.offset, in: image.place)
    },
    content(
      "AUX-CONTENT-CONSTANT", .warning,
      "A depth map, portrait matte or gain map does not consist of one code.",
      { [.depthData, .portraitMatte, .gainMap].contains($0.type?.family) }
    ) { content in
      content.levels == 1 ? "every code is \(content.smallest): the image is empty" : nil
    },
    content("AUX-CONTENT-LEVELS", .warning, "A depth map has four different codes at least.", \.isDepth) {
      content in
      (2..<4).contains(content.levels) ? "the map has \(content.levels) different codes" : nil
    },
    content(
      "AUX-MATTE-EMPTY", .info, "A semantic matte is neither all 0 nor all 255.",
      { $0.type?.family == .semanticMatte }
    ) { content in
      content.levels == 1 ? "every code is \(content.smallest): nothing is marked off" : nil
    },
    .auxiliary(
      "AUX-SCAN-ZERO", .warning, "The coded bytes are not mostly zeros.",
      "Observed of files that a transfer cut short"
    ) { image, _, check in
      guard let zeros = image.zeros, zeros.of >= 64, image.container != .dng else { return }
      check.expect(
        zeros.count * 10 < zeros.of * 9,
        "\(zeros.count) of \(zeros.of) coded bytes are zero: the data were lost",
        at: image.coded.first?.lowerBound ?? image.offset, in: image.place)
    },
    .auxiliary(
      "AUX-ASPECT", .warning, "A depth map, matte or gain map has the aspect ratio of the primary image.",
      "DNG 1.7.1.0, \"Depth Maps\"; Specs/heif.md, \"Sizes\""
    ) { image, file, check in
      guard image.isKnown, let primary = file.primarySize, image.width > 0, image.height > 0 else { return }
      guard primary.width > 0, primary.height > 0 else { return }
      let (width, height) = (Double(image.width), Double(image.height))
      // A row or column more or less comes from rounding.
      let slack = AspectRatio.tolerance + 1.5 / min(width, height)
      check.expect(
        AspectRatio.isSame((width, height), primary, tolerance: slack),
        "\(image.width)x\(image.height) is not the shape of \(Int(primary.width))x\(Int(primary.height))"
          + (AspectRatio.isSame((height, width), primary, tolerance: slack)
            ? ": its sides may be exchanged" : ""),
        at: image.offset, in: image.place)
    },
    .auxiliary(
      "AUX-MATTE-SIZE", .info, "A matte or gain map is half as wide and high as the primary, or 2016 long.",
      "Observed of Apple's cameras; Specs/heif.md, \"Sizes\""
    ) { image, file, check in
      guard image.isMatte || image.type?.family == .gainMap, let primary = file.primarySize else { return }
      let side = max(image.width, image.height)
      check.expect(
        abs(Double(image.width) - primary.width / 2) <= 1 || side == 2016,
        "\(image.width)x\(image.height) for a primary of \(Int(primary.width))x\(Int(primary.height))",
        at: image.offset, in: image.place)
    },
  ]

  private static func content(
    _ id: String, _ severity: Severity, _ statement: String,
    _ applies: @escaping @Sendable (AuxiliarySubject) -> Bool,
    _ fault: @escaping @Sendable (AuxiliarySubject.Content) -> String?
  ) -> Rule {
    .auxiliary(id, severity, statement, "Specs/validation.md, \"Degenerate content\"") { image, _, check in
      guard applies(image), case .success(let content)? = image.content else { return }
      let reason = fault(content)
      check.expect(reason == nil, reason ?? "", at: image.offset, in: image.place)
    }
  }
}
