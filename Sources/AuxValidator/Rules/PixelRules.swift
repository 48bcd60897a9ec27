internal import AuxContainers
internal import AuxImage

/// The pixels of auxiliary images; all but the shape need decoding.
enum PixelRules {
  static let all: [Validator.Rule] = [
    .auxiliary(
      "AUX-DECODE", .error, "The bitstream decodes to the size that the headers state, without a warning.",
      "ITU-T T.81; ITU-T H.265; TIFF 6.0 (shall); libjpeg, libde265 or libtiff fails",
      explanation: .init(
        why: """
          The map cannot be used, or parts of it are noise. Decoders fill what is damaged with what was \
          near.
          """,
        cause: "A transfer changed bytes of the coded data, or the headers are those of another image.",
        remedy: "Take the image over from the original with `auxdepth copy`.",
        example: """
          AUX-DECODE image 5 at byte 6166: the JPEG stream is damaged in 3 places: Corrupt JPEG data: \
          premature end of data segment
          """)
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
        check.expect(false, error.message, at: error.offset ?? image.offset, in: image.place)
      }
    },
    .auxiliary(
      "AUX-DECODE-UNSUPPORTED", .info, "The coding is one that this program decodes.", "Specs/validation.md",
      explanation: .init(
        why: "Nothing is wrong with the file as far as this program can tell; the pixels were not looked at.",
        cause: "The image is coded in a format that auxdepth has no decoder for, such as JPEG 2000 or VVC.",
        remedy: "Nothing has to be done.",
        example: """
          AUX-DECODE-UNSUPPORTED item 4 at byte 416: item 4: images of item type j2k1 are not decoded
          """)
    ) { image, _, check in
      guard let content = image.content else { return }
      var reason: String?
      if case .failure(let error) = content, error.code == .unsupported { reason = error.message }
      check.expect(reason == nil, reason ?? "", at: image.offset, in: image.place)
    },
    .auxiliary(
      "AUX-BITS", .error, "The bits of the decoded samples are those of the headers.",
      "ISO/IEC 23008-12 6.5.6; TIFF 6.0 (shall)",
      explanation: .init(
        why: """
          Readers take memory and scale codes by the bits that are stated. With other bits, values are \
          wrong.
          """,
        cause: "The writer filled in the headers of another image.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-BITS item 10 at byte 602: 8 bits, not 9")
    ) { image, _, check in
      guard case .success(let content)? = image.content, let bits = image.bits else { return }
      check.expect(
        content.bits == bits || (bits > 8 && content.bits == 16),
        "\(content.bits) bits, not \(bits)", at: image.offset, in: image.place)
    },
    content(
      "AUX-CONTENT-CONSTANT", .warning,
      "A depth map, portrait matte or gain map does not consist of one code.",
      { [.depthData, .portraitMatte, .gainMap].contains($0.type?.family) },
      explanation: .init(
        why: "The map says the same of every pixel. A portrait blurs all or nothing.",
        cause: """
          The map was not rendered, its range was so wide that all samples fell onto one code, or the \
          transfer lost it.
          """,
        remedy: "Look at the map that was attached, and at its range.",
        example: "AUX-CONTENT-CONSTANT image 2 at byte 501: every code is 0: the image is empty")
    ) { content in
      content.constant.map { "every code is \($0): the image is empty" }
    },
    content(
      "AUX-CONTENT-LEVELS", .warning, "A depth map has four different codes at least.", \.isDepth,
      explanation: .init(
        why: "Two or three distances are a mask, not a depth map. Blur has hard steps.",
        cause: "A mask was attached as depth, or the range was so wide that samples fell onto few codes.",
        remedy: "Look at the map that was attached. A mask is attached as a matte.",
        example: "AUX-CONTENT-LEVELS image 2 at byte 501: the map has 2 different codes")
    ) {
      content in
      guard let levels = content.census?.counts.count, (2..<4).contains(levels) else { return nil }
      return "the map has \(levels) different codes"
    },
    content(
      "AUX-MATTE-EMPTY", .info, "A semantic matte is neither all 0 nor all 255.",
      { $0.type?.family == .semanticMatte },
      explanation: .init(
        why: "Nothing is wrong where the photo shows no such thing. Else the matte is of no use.",
        cause: "Cameras write mattes of glasses or teeth for every portrait, whether there are any or not.",
        remedy: "Nothing has to be done.",
        example: "AUX-MATTE-EMPTY image 2 at byte 501: every code is 0: nothing is marked off")
    ) { content in
      content.constant.map { "every code is \($0): nothing is marked off" }
    },
    .auxiliary(
      "AUX-SCAN-ZERO", .warning, "The coded bytes are not mostly zeros.",
      "Observed of files that a transfer cut short",
      explanation: .init(
        why: "The picture is gone; decoders show gray or refuse it.",
        cause: "A transfer or a disk reserved room for the file and never filled it.",
        remedy: "Fetch the file again: what is missing is in no part of it.",
        example: "AUX-SCAN-ZERO item 10 at byte 8620: 964 of 964 coded bytes are zero: the data were lost")
    ) { image, _, check in
      guard let zeros = image.zeros, zeros.of >= 64, image.container != .dng else { return }
      check.expect(
        zeros.count * 10 < zeros.of * 9,
        "\(zeros.count) of \(zeros.of) coded bytes are zero: the data were lost",
        at: image.coded.first?.lowerBound ?? image.offset, in: image.place)
    },
    .auxiliary(
      "AUX-ASPECT", .warning, "A depth map, matte or gain map has the aspect ratio of the primary image.",
      "DNG 1.7.1.0, \"Depth Maps\"; Specs/heif.md, \"Sizes\"",
      explanation: .init(
        why: """
          Readers stretch the map over the photo. Where the shapes differ, edges of depth are not where \
          those of the picture are.
          """,
        cause: """
          The photo was cropped or turned and the map was kept, or width and height of the map were \
          exchanged.
          """,
        remedy: "Take the map over from the original with `auxdepth copy`, which finds the crop or the turn.",
        example: """
          AUX-ASPECT image 2 at byte 501: 48x64 is not the shape of 64x48: its sides may be exchanged
          """,
        mattersToReaders: true)
    ) { image, file, check in
      let isGainMap = image.type?.isGainMap == true
      guard image.isKnown || isGainMap, image.entry.embeddedForm != .trailer,
        let primary = file.primarySize, image.width > 0, image.height > 0
      else { return }
      guard primary.width > 0, primary.height > 0 else { return }
      let (width, height) = (Double(image.width), Double(image.height))
      // A row or column more or less comes from rounding.
      let slack = AspectRatio.tolerance + 1.5 / min(width, height)
      check.expect(
        AspectRatio.isSame((width, height), primary, tolerance: slack)
          || AspectRatio.covers((width, height), primary)
          || isGainMap && image.container != .jpeg && isPadded(image, primary),
        "\(image.width)x\(image.height) is not the shape of \(Int(primary.width))x\(Int(primary.height))"
          + (AspectRatio.isSame((height, width), primary, tolerance: slack)
            ? ": its sides may be exchanged" : ""),
        at: image.offset, in: image.place)
    },
  ]

  /// Returns whether a map has the shape of the photo but for rows or columns up to a multiple of 16, as libavif's test files
  /// have it.
  private static func isPadded(
    _ image: AuxiliarySubject, _ primary: (width: Double, height: Double)
  ) -> Bool {
    func rest(_ side: Int, _ exact: Double) -> Bool {
      side % 16 == 0 && (0..<16).contains(Double(side) - exact)
    }
    return rest(image.height, Double(image.width) * primary.height / primary.width)
      || rest(image.width, Double(image.height) * primary.width / primary.height)
  }

  private static func content(
    _ id: String, _ severity: Validator.Severity, _ statement: String,
    _ applies: @escaping @Sendable (AuxiliarySubject) -> Bool, explanation: Validator.Rule.Explanation,
    _ fault: @escaping @Sendable (AuxiliarySubject.Content) -> String?
  ) -> Validator.Rule {
    .auxiliary(
      id, severity, statement, "Specs/validation.md, \"Degenerate content\"", explanation: explanation
    ) { image, _, check in
      guard applies(image), case .success(let content)? = image.content else { return }
      let reason = fault(content)
      check.expect(reason == nil, reason ?? "", at: image.offset, in: image.place)
    }
  }
}
