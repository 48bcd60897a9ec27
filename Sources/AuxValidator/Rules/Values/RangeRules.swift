internal import AuxContainers
internal import AuxImage

/// What the codes of depth data mean, and the words that describe its quality.
enum RangeRules {
  private static let source = "Specs/quantisation.md; Specs/xmp.md, \"Properties\""

  static let all: [Validator.Rule] = boundRules + seiRules + wordRules

  private static let boundRules: [Validator.Rule] = [
    .auxiliary(
      "AUX-FLOAT-MISSING", .error,
      "The XMP of depth data states FloatMinValue and FloatMaxValue; of depth data without XMP see AUX-XMP-MISSING.",
      "AVDepthData fails: " + source,
      explanation: .init(
        why: """
          The two numbers say which distance a code means. Without them AVDepthData is not made, \
          and the map has no values.
          """,
        cause: "The packet was written by hand or thinned by a metadata editor.",
        remedy: "Attach the map again and state its range.",
        example: "AUX-FLOAT-MISSING image 5 at byte 6201: FloatMaxValue is missing")
    ) { image, _, check in
      // Of a packet that cannot be read nothing is known to be missing.
      guard image.isDepth, image.isApples, image.container != .dng, let packet = image.packet,
        packet.failure == nil
      else { return }
      for name in ["FloatMinValue", "FloatMaxValue"] {
        check.expect(
          packet.property(.apdi, name) != nil, "\(name) is missing", at: packet.offset, in: image.place)
      }
    },
    .auxiliary(
      "AUX-FLOAT-NUMBER", .error, "FloatMinValue and FloatMaxValue are finite numbers.",
      "AVDepthData fails: " + source,
      explanation: .init(
        why: "AVDepthData is not made from a range that is no number.",
        cause: "The map held a hole or infinity, and the writer took it for the least or the largest value.",
        remedy: "Attach the map again: holes are filled and infinity becomes the farthest distance.",
        example: "AUX-FLOAT-NUMBER image 5 at byte 6201: FloatMaxValue is nan")
    ) { image, _, check in
      for name in ["FloatMinValue", "FloatMaxValue"] {
        guard let text = image.text(.apdi, name) else { continue }
        check.expect(
          NumberText.number(text) != nil, "\(name) is \(text)", at: image.packet?.offset, in: image.place)
      }
    },
    .auxiliary(
      "AUX-FLOAT-ORDER", .warning, "FloatMinValue is not above FloatMaxValue.", source,
      explanation: .init(
        why: "Near and far are exchanged: what is in front appears behind.",
        cause: """
          The two numbers were exchanged, mostly when depth was turned into disparity, where the larger \
          becomes the smaller.
          """,
        remedy: "Attach the map again, and look at it with `auxdepth view`.",
        example: "AUX-FLOAT-ORDER image 5 at byte 6201: FloatMinValue 9.5 is above FloatMaxValue 2.0")
    ) {
      image, _, check in
      guard let low = image.metadata.floatMinValue, let high = image.metadata.floatMaxValue else { return }
      check.expect(
        low <= high, "FloatMinValue \(low) is above FloatMaxValue \(high)", at: image.packet?.offset,
        in: image.place)
    },
    .auxiliary(
      "AUX-FLOAT-EQUAL", .warning,
      "FloatMinValue and FloatMaxValue differ: a map of one value shows nothing.", source,
      explanation: .init(
        why: "Every code means the same distance. Effects by distance have nothing to work with.",
        cause: "The map was a picture of one colour, or its range was lost.",
        remedy: "Attach the map again and state its range.",
        example: """
          AUX-FLOAT-EQUAL image 5 at byte 6201: FloatMinValue and FloatMaxValue are both 0.5: a map of \
          one value shows nothing
          """,
        mattersToReaders: true)
    ) { image, _, check in
      guard image.isDepth, let low = image.metadata.floatMinValue, let high = image.metadata.floatMaxValue
      else {
        return
      }
      check.expect(
        low != high, "FloatMinValue and FloatMaxValue are both \(low): a map of one value shows nothing",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-FLOAT-NEGATIVE", .warning, "Depth and disparity are not negative.", source,
      explanation: .init(
        why: """
          Nothing is at a negative distance. Readers draw such samples at infinity or in front of the \
          camera.
          """,
        cause: "A relative map was shifted, or a model's output was taken for distances.",
        remedy: "Attach the map again under the convention of the model that made it.",
        example: "AUX-FLOAT-NEGATIVE image 5 at byte 6201: FloatMinValue is -1.0",
        mattersToReaders: true)
    ) {
      image, _, check in
      guard image.isDepth, let low = image.metadata.floatMinValue else { return }
      check.expect(low >= 0, "FloatMinValue is \(low)", at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-INT", .warning, "IntMinValue and IntMaxValue are whole numbers of the stored format, in order.",
      source,
      explanation: .init(
        why: """
          Readers map the codes between these two numbers onto the range. Where they do not fit the \
          format, values are wrong.
          """,
        cause: "The numbers were written for another format, such as 16 bits.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-INT image 5 at byte 6201: IntMinValue is 0 and IntMaxValue 256")
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
      "AUX-INT-FULL", .warning, "The codes of an 8-bit map use the range 0 to 255.", source,
      explanation: .init(
        why: """
          Apple's writer always uses all codes. Readers that do not look at these numbers map 0 and 255 \
          to the ends, and are wrong by a little.
          """,
        cause: "The writer stated the least and the largest code that occur.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-INT-FULL image 5 at byte 6201: the range is 0 to 250")
    ) { image, _, check in
      guard image.isDepth, let low = image.metadata.intMinValue, let high = image.metadata.intMaxValue else {
        return
      }
      check.expect(
        low == 0 && high == 255, "the range is \(low) to \(high)", at: image.packet?.offset, in: image.place)
    },
  ]

  private static let sei = "ITU-T H.265 G.14.2.3 (shall); Specs/heif.md, \"Depth representation\""

  private static let seiRules: [Validator.Rule] = [
    .heif(
      "HEIF-SEI-MISSING", .warning, "auxC of a depth map has depth representation information.",
      "Specs/heif.md; libheif 1.19.0 to 1.19.5 refuse files without",
      explanation: .init(
        why: """
          libheif 1.19.0 to 1.19.5 refuses the whole file, and readers that do not know Apple's XMP have \
          no range.
          """,
        cause: "The writer put the range into XMP alone.",
        remedy: "Attach the map again with `auxdepth attach`, which writes the message.",
        example: "HEIF-SEI-MISSING item 10/auxC at byte 1566: auxC has no subtype bytes")
    ) { file, check in
      forDepth(file) { item, type, _ in
        check.expect(
          !type.subtype.isEmpty, "auxC has no subtype bytes", at: file.property("auxC", of: item)?.box.offset,
          in: "\(item.place)/auxC")
      }
    },
    .heif(
      "HEIF-SEI-FORM", .error, "Depth representation information can be read to its end.", sei,
      explanation: .init(
        why: "Readers that parse the message fail in the middle of it, and some refuse the file.",
        cause: "The size in front of the message was not changed with it, or the message was cut.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "HEIF-SEI-FORM item 10/auxC at byte 1566: the size is 255 and 17 bytes follow")
    ) {
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
      scope: .heif,
      explanation: .init(
        why: """
          Readers that go by the message and those that go by the XMP give two values for the same \
          sample.
          """,
        cause: "A program replaced the map or its XMP and changed only one of the two.",
        remedy: "Attach the map again with `auxdepth attach`, which writes both alike.",
        example: """
          HEIF-SEI-RANGE item 10/auxC at byte 5363: the SEI message says 0.57763671875 to 3.96875 and \
          the XMP 0.577637 to 2.0
          """)
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
      scope: .heif,
      explanation: .init(
        why: """
          Readers that go by the message take disparity for depth, or the other way round: near and far \
          are exchanged.
          """,
        cause: "The writer always states one kind, whatever the map is.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: """
          HEIF-SEI-KIND item 10/auxC at byte 602: the SEI message is of type 2 and the XMP of \
          disparity
          """)
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

  private static let wordRules: [Validator.Rule] = [
    word(
      "AUX-QUALITY", "Quality", ["high", "low"],
      explanation: .init(
        why: """
          Readers compare the text, and take any other for the default. A map of low quality is used as \
          one of high quality.
          """,
        cause: "The packet was written by hand, with another spelling.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-QUALITY image 5 at byte 6201: Quality is High")
    ),
    word(
      "AUX-ACCURACY", "Accuracy", ["absolute", "relative"],
      explanation: .init(
        why: """
          Readers compare the text, and take any other for relative. Distances in metres are then not \
          used as such.
          """,
        cause: "The packet was written by hand, with another spelling.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-ACCURACY image 5 at byte 6201: Accuracy is exact")
    ),
    word(
      "AUX-FILTERED", "Filtered", ["True", "False"],
      explanation: .init(
        why: """
          Readers compare the text. Where it is another, they may filter the map once more, or not use \
          it for a portrait.
          """,
        cause: "The packet was written by hand, with another spelling.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-FILTERED image 5 at byte 6201: Filtered is yes")
    ),
  ]

  private static func word(
    _ id: String, _ name: String, _ words: [String], explanation: Validator.Rule.Explanation
  ) -> Validator.Rule {
    .auxiliary(
      id, .warning, "\(name) is \(words.joined(separator: " or ")), spelled so.",
      "Specs/xmp.md, \"Properties\"; readers take anything else for a default", explanation: explanation
    ) { image, _, check in
      guard let text = image.text(.depthData, name) else { return }
      check.expect(words.contains(text), "\(name) is \(text)", at: image.packet?.offset, in: image.place)
    }
  }
}
