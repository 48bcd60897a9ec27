internal import AuxContainers
internal import AuxImage

/// What the codes of depth data mean, and the words that describe its quality.
enum RangeRules {
  private static let source = "Specs/quantisation.md; Specs/xmp.md, \"Properties\""

  static let all: [Rule] = boundRules + seiRules + wordRules

  private static let boundRules: [Rule] = [
    .auxiliary(
      "AUX-FLOAT-MISSING", .error,
      "Depth data states FloatMinValue and FloatMaxValue, or has an SEI message that does; in AVIF it need not.",
      "AVDepthData fails: " + source
    ) { image, _, check in
      guard image.isDepth, image.container != .dng, image.container != .avif else { return }
      for name in ["FloatMinValue", "FloatMaxValue"] {
        check.expect(
          image.packet?.property(.apdi, name) != nil || (image.packet == nil && image.representation != nil),
          "\(name) is missing", at: image.packet?.offset ?? image.offset, in: image.place)
      }
    },
    .auxiliary(
      "AUX-FLOAT-NUMBER", .error, "FloatMinValue and FloatMaxValue are finite numbers.",
      "AVDepthData fails: " + source
    ) { image, _, check in
      for name in ["FloatMinValue", "FloatMaxValue"] {
        guard let text = image.text(.apdi, name) else { continue }
        check.expect(
          NumberText.number(text) != nil, "\(name) is \(text)", at: image.packet?.offset, in: image.place)
      }
    },
    .auxiliary("AUX-FLOAT-ORDER", .warning, "FloatMinValue is not above FloatMaxValue.", source) {
      image, _, check in
      guard let low = image.metadata.floatMinValue, let high = image.metadata.floatMaxValue else { return }
      check.expect(
        low <= high, "FloatMinValue \(low) is above FloatMaxValue \(high)", at: image.packet?.offset,
        in: image.place)
    },
    .auxiliary(
      "AUX-FLOAT-EQUAL", .warning,
      "FloatMinValue and FloatMaxValue differ: a map of one value shows nothing.", source
    ) { image, _, check in
      guard image.isDepth, let low = image.metadata.floatMinValue, let high = image.metadata.floatMaxValue
      else {
        return
      }
      check.expect(
        low != high, "FloatMinValue and FloatMaxValue are both \(low): a map of one value shows nothing",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary("AUX-FLOAT-NEGATIVE", .warning, "Depth and disparity are not negative.", source) {
      image, _, check in
      guard image.isDepth, let low = image.metadata.floatMinValue else { return }
      check.expect(low >= 0, "FloatMinValue is \(low)", at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-INT", .warning, "IntMinValue and IntMaxValue are whole numbers of the stored format, in order.",
      source
    ) { image, _, check in
      let texts = ["IntMinValue", "IntMaxValue"].map { image.text(.apdi, $0) }
      guard texts.contains(where: { $0 != nil }) else { return }
      let numbers = texts.map { $0.flatMap(NumberText.integer) }
      let largest = image.metadata.storedFormat == .L008 ? 255 : 65535
      var isRight = false
      if let low = numbers[0], let high = numbers[1] { isRight = low >= 0 && low < high && high <= largest }
      check.expect(
        isRight, "IntMinValue is \(texts[0] ?? "missing") and IntMaxValue \(texts[1] ?? "missing")",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-INT-FULL", .warning, "The codes of an 8-bit map use the range 0 to 255.", source
    ) { image, _, check in
      guard image.isDepth, let low = image.metadata.intMinValue, let high = image.metadata.intMaxValue else {
        return
      }
      check.expect(
        low == 0 && high == 255, "the range is \(low) to \(high)", at: image.packet?.offset, in: image.place)
    },
  ]

  private static let sei = "ITU-T H.265 G.14.2.3 (shall); Specs/heif.md, \"Depth representation\""

  private static let seiRules: [Rule] = [
    .heif(
      "HEIF-SEI-MISSING", .warning, "auxC of a depth map has depth representation information.",
      "Specs/heif.md; libheif 1.19.0 to 1.19.5 refuse files without"
    ) { file, check in
      forDepth(file) { item, type, _ in
        check.expect(
          !type.subtype.isEmpty, "auxC has no subtype bytes", at: file.property("auxC", of: item)?.box.offset,
          in: "\(item.place)/auxC")
      }
    },
    .heif("HEIF-SEI-FORM", .error, "Depth representation information can be read to its end.", sei) {
      file, check in
      forDepth(file) { item, type, info in
        guard let info else { return }
        var reason: String?
        if case .failure(let error) = info { reason = error.reason }
        // A size of all that follows, and a NAL unit with a size of its own.
        let size = type.subtype.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        if reason == nil, size != type.subtype.count - 4 {
          reason = "the size is \(size) and \(type.subtype.count - 4) bytes follow"
        }
        check.expect(
          reason == nil, reason ?? "", at: file.property("auxC", of: item)?.box.offset,
          in: "\(item.place)/auxC")
      }
    },
    .auxiliary(
      "HEIF-SEI-RANGE", .warning, "Depth representation information states the range that the XMP states.",
      sei,
      scope: .heif
    ) { image, _, check in
      guard let info = image.representation, let low = image.metadata.floatMinValue,
        let high = image.metadata.floatMaxValue
      else { return }
      let isDepth = info.kind == DepthRepresentationInfo.Kind.depth
      let stated = isDepth ? [info.zNear, info.zFar] : [info.dMin, info.dMax]
      guard let from = stated[0]?.value, let to = stated[1]?.value else {
        check.expect(
          info.kind == DepthRepresentationInfo.Kind.inverseDepth, "the message states no range",
          at: image.offset,
          in: "\(image.place)/auxC")
        return
      }
      let tolerance = 1e-6 * max(1, abs(high))
      check.expect(
        abs(from - low) <= tolerance && abs(to - high) <= tolerance,
        "the SEI message says \(from) to \(to) and the XMP \(low) to \(high)", at: image.packet?.offset,
        in: "\(image.place)/auxC")
    },
    .auxiliary(
      "HEIF-SEI-KIND", .warning, "Depth representation information is of the quantity that the XMP names.",
      sei,
      scope: .heif
    ) { image, _, check in
      guard let info = image.representation, let quantity = image.metadata.nativeFormat?.quantity else {
        return
      }
      let isDepth = info.kind == DepthRepresentationInfo.Kind.depth
      check.expect(
        info.kind <= 3 && isDepth == (quantity == .depth),
        "the SEI message is of type \(info.kind) and the XMP of \(quantity.rawValue)", at: image.offset,
        in: "\(image.place)/auxC")
    },
  ]

  private static func forDepth(
    _ file: HEIFSubject,
    _ body: (HEIFItem, AuxiliaryTypeProperty, Result<DepthRepresentationInfo, AuxError>?) -> Void
  ) {
    for item in file.items {
      guard let type = try? file.auxiliaryType(of: item), type.urn == AuxiliaryDataType.depth.urn else {
        continue
      }
      body(item, type, file.representation(item))
    }
  }

  private static let wordRules: [Rule] = [
    word("AUX-QUALITY", "Quality", ["high", "low"]),
    word("AUX-ACCURACY", "Accuracy", ["absolute", "relative"]),
    word("AUX-FILTERED", "Filtered", ["True", "False"]),
  ]

  private static func word(_ id: String, _ name: String, _ words: [String]) -> Rule {
    .auxiliary(
      id, .warning, "\(name) is \(words.joined(separator: " or ")), spelled so.",
      "Specs/xmp.md, \"Properties\"; readers take anything else for a default"
    ) { image, _, check in
      guard let text = image.text(.depthData, name) else { return }
      check.expect(words.contains(text), "\(name) is \(text)", at: image.packet?.offset, in: image.place)
    }
  }
}
