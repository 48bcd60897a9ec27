internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// What a ``ValidationPolicy`` asks of the images that the reader lists.
///
/// A file that cannot be opened has a finding of its own rule; policies ask nothing of it.
enum PolicyRules {
  static let all: [Validator.Rule] = presenceRules + sizeRules + depthRules

  private typealias Requirements = ValidationPolicy.Requirements

  private static let presenceRules: [Validator.Rule] = [
    .policy(
      "POLICY-REQUIRE", "The file has an image of each type that the policy requires.",
      explanation: .init(
        why: """
          Whoever receives the delivery needs these images. One that is there and cannot be read does \
          not count.
          """,
        cause: "A step of the pipeline left the map out, or an editor dropped it.",
        remedy: """
          Attach the image, or take it over from an earlier version of the photo with `auxdepth copy`.
          """,
        example: "POLICY-REQUIRE: there is no depth map; there is semanticSegmentationSkinMatte",
        since: "0.2.0")
    ) {
      asked, file, check in
      guard let source = file.source else { return }
      let usable = source.auxiliaryImages.filter { $0.failure == nil }
      for kind in asked.required ?? [] {
        check.expect(
          usable.contains { kind.includes($0) }, [kind].missingError(among: usable.map(\.type)).reason)
      }
    },
    .policy(
      "POLICY-FORBID", "The file has no image of a type that the policy forbids.",
      explanation: .init(
        why: "The policy keeps such images out of the delivery, for size or for privacy.",
        cause: "The photo came from a camera with all of its images.",
        remedy: "Remove the image with `auxdepth remove`.",
        example: "POLICY-FORBID auxiliary image 0 (disparity): there is an image of type disparity",
        since: "0.2.0")
    ) {
      asked, file, check in
      guard let source = file.source else { return }
      for kind in asked.forbidden ?? [] {
        let image = source.auxiliaryImages.first { kind.includes($0) }
        check.expect(
          image == nil, "there is an image of type \(image?.type.name ?? kind.name)", in: image?.place ?? "")
      }
    },
    .policy(
      "POLICY-METADATA", "The file has no metadata of a kind that the policy forbids.",
      explanation: .init(
        why:
          "Whoever receives the delivery must not learn where, of whom or by which device the photo was taken.",
        cause: "The photo came from a camera or an editor with its metadata.",
        remedy: "Remove the metadata with `auxdepth edit`; docs/privacy.md lists the places of each kind.",
        example: "POLICY-METADATA XMP/GPSLatitude: location is forbidden",
        since: "0.2.0")
    ) {
      asked, file, check in
      guard let source = file.source, let kinds = asked.forbiddenMetadata, !kinds.isEmpty else { return }
      do throws(AuxError) {
        var paths: Set<String> = []
        for found in try source.metadata(ofKinds: kinds).taken where paths.insert(found.path).inserted {
          let names = found.kinds.intersection(kinds).map(\.rawValue).sorted()
          check.expect(
            false,
            "\(names.isEmpty ? "metadata that images do not need" : names.joined(separator: ", ")) is forbidden",
            in: found.path)
        }
      } catch { check.expectSuccess(error) }
    },
    .policy(
      "POLICY-CONTAINER", "The file is of a container that the policy names.",
      explanation: .init(
        why: "Whoever receives the delivery reads these containers alone.",
        cause: "The photo was written in the wrong container, or a wrong file was delivered.",
        remedy: "Write the photo into another container with `auxdepth attach`.",
        example: "POLICY-CONTAINER: the file is jpeg, where heif is asked for",
        since: "0.2.0")
    ) { asked, file, check in
      guard let container = file.container, let names = asked.containers, !names.isEmpty else { return }
      check.expect(
        names.contains(container),
        "the file is \(container.rawValue), where \(names.map(\.rawValue).alternatives) is asked for")
    },
  ]

  private static let sizeRules: [Validator.Rule] = [
    .policy(
      "POLICY-SIZE",
      "Images are as large, as stored and in either orientation, as the policy asks of their type.",
      explanation: .init(
        why: "A map that is smaller than the policy asks for lacks detail at edges.",
        cause: "The map was scaled down on its way, or made at a lower resolution.",
        remedy: "Make the map at the size that is asked for; scaling it up adds no detail.",
        example: "POLICY-SIZE auxiliary image 0 (disparity): 64x48, where 768x576 at least is asked for",
        since: "0.2.0")
    ) { asked, file, check in
      for image in images(of: file) {
        guard let size = asked.minimumSizes.flatMap({ value(of: image, in: $0) }) else { continue }
        check.expect(
          size.fits(width: image.width, height: image.height),
          "\(image.width)x\(image.height), where \(size.width)x\(size.height) at least is asked for",
          in: image.place)
      }
    },
    .policy(
      "POLICY-SHARE",
      "The longer side of an image is as long, by that of the photo, as the policy asks of its type.",
      explanation: .init(
        why: "A map that is small beside its photo lacks detail at edges.",
        cause: """
          The photo was replaced by a larger one and the map was kept, or the map was made at a lower \
          resolution.
          """,
        remedy: "Make the map at the size that is asked for; scaling it up adds no detail.",
        example: """
          POLICY-SHARE auxiliary image 0 (semanticSegmentationSkinMatte): 32x24 is 0.5 of a photo of \
          64x48, where 0.75 at least is asked for
          """,
        since: "0.2.0")
    ) { asked, file, check in
      guard let primary = file.source?.primary else { return }
      let side = Double(max(primary.width, primary.height))
      for image in images(of: file) {
        guard let share = asked.minimumShares.flatMap({ value(of: image, in: $0) }), side > 0 else {
          continue
        }
        let actual = Double(max(image.width, image.height)) / side
        check.expect(
          actual >= share,
          "\(image.width)x\(image.height) is \(rounded(actual)) of a photo of \(primary.width)x\(primary.height), where "
            + "\(rounded(share)) at least is asked for",
          in: image.place)
      }
    },
  ]

  private static let depthRules: [Validator.Rule] = [
    .policy(
      "POLICY-RANGE",
      "Absolute depth maps span the metres that the policy allows, and all depth maps have as many different codes.",
      explanation: .init(
        why: """
          Distances outside of the range are mistakes of a unit more often than not, and few codes make \
          steps in the blur.
          """,
        cause: """
          Millimetres were taken for metres, the sky was given a distance, or the map was stored with a \
          range that is too wide.
          """,
        remedy: "Attach the map again with the right unit, and with a farthest distance for the background.",
        example: """
          POLICY-RANGE auxiliary image 0 (disparity): the map has 1 different codes, where 16 at least \
          are asked for
          """,
        since: "0.2.0")
    ) { asked, file, check in
      guard let range = asked.range else { return }
      for image in depthMaps(of: file) {
        if image.metadata.accuracy == .absolute, let metres = metres(image) {
          check.expect(
            metres.lowerBound >= range.nearest ?? 0,
            "the nearest distance is \(rounded(metres.lowerBound)) m, where \(rounded(range.nearest ?? 0)) m at least is "
              + "asked for",
            in: image.place)
          check.expect(
            metres.upperBound <= range.farthest ?? .infinity,
            "the farthest distance is \(rounded(metres.upperBound)) m, where \(rounded(range.farthest ?? .infinity)) m at "
              + "most is asked for",
            in: image.place)
        }
        if let least = range.minCodes, let content = content(of: image, file, &check) {
          check.expect(
            content.codes >= least,
            "the map has \(content.codes) different codes, where \(least) at least are asked for",
            in: image.place)
        }
      }
    },
    .policy(
      "POLICY-CALIBRATION", "Depth maps have a calibration of the camera.",
      explanation: .init(
        why: "Without the camera, distances cannot be turned into points in space.",
        cause: "The map was attached without intrinsics.",
        remedy: "Attach the map again with the intrinsics of the camera.",
        example: "POLICY-CALIBRATION auxiliary image 0 (disparity): the disparity has no calibration",
        since: "0.2.0")
    ) { asked, file, check in
      guard asked.requiresCalibration == true else { return }
      for image in depthMaps(of: file) {
        check.expect(
          image.metadata.calibration != nil, "the \(image.type) has no calibration", in: image.place)
      }
    },
    .policy(
      "POLICY-ACCURACY", "Depth maps have the accuracy that the policy asks for.",
      explanation: .init(
        why: "Whoever receives the delivery needs metres, or must know that the map has no unit.",
        cause: "The map comes from a model or from two lenses and is relative, or does not say what it is.",
        remedy: "Attach the map again under the convention that it was made with.",
        example: """
          POLICY-ACCURACY auxiliary image 0 (disparity): the disparity is relative, where absolute is \
          asked for
          """,
        since: "0.2.0")
    ) {
      asked, file, check in
      guard let accuracies = asked.accuracies, !accuracies.isEmpty else { return }
      for image in depthMaps(of: file) {
        // Readers take a map that does not say for a relative one.
        let accuracy = image.metadata.accuracy ?? .relative
        check.expect(
          accuracies.contains(accuracy),
          "the \(image.type) is \(accuracy.rawValue)\(image.metadata.accuracy == nil ? ", since it does not say" : ""), "
            + "where \(accuracies.map(\.rawValue).alternatives) is asked for",
          in: image.place)
      }
    },
    .policy(
      "POLICY-HOLES", "No more samples of a depth map are without a value than the policy allows.",
      explanation: .init(
        why: "Effects have to invent a distance where a sample has none.",
        cause: "A sensor did not reach a surface, or the background of a rendering was stored as nothing.",
        remedy: "Fill the holes before the map is attached, or let `auxdepth attach` fill them.",
        example: """
          POLICY-HOLES auxiliary image 0 (depth): 1536 of 3072 samples have no value, where 1% at most \
          are allowed
          """,
        since: "0.2.0")
    ) { asked, file, check in
      guard let most = asked.largestShareOfHoles, most < 1 else { return }
      for image in depthMaps(of: file) {
        guard let content = content(of: image, file, &check) else { continue }
        check.expect(
          Double(content.holes) <= most * Double(content.samples),
          "\(content.holes) of \(content.samples) samples have no value, where "
            + (most > 0 ? "\(rounded(most * 100))% at most are" : "none is") + " allowed",
          in: image.place)
      }
    },
  ]
}

extension PolicyRules {
  /// The images that the reader can describe.
  private static func images(of file: FileSubject) -> [AuxiliaryImage] {
    (file.source?.auxiliaryImages ?? []).filter { $0.failure == nil }
  }

  /// What is asked of an image by its type, else by its group.
  private static func value<Value>(of image: AuxiliaryImage, in asked: [AuxiliaryKind: Value]) -> Value? {
    asked[.type(image.type)] ?? image.type.group.flatMap { asked[.group($0)] }
  }

  private static func depthMaps(of file: FileSubject) -> [AuxiliaryImage] {
    images(of: file).filter(\.type.isDepthData)
  }

  /// The distances that the range of a map spans; disparity 0 is infinitely far.
  private static func metres(_ image: AuxiliaryImage) -> ClosedRange<Double>? {
    guard let range = image.range, range.firstValue.isFinite, range.lastValue.isFinite else { return nil }
    let ends = [range.firstValue, range.lastValue].map { range.quantity == .depth ? $0 : 1 / max($0, 0) }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// The counts of a decoded map; nil where coded data is left alone, and where decoding fails, which other rules report.
  private static func content(
    of image: AuxiliaryImage, _ file: FileSubject, _ check: inout Checker
  ) -> (codes: Int, holes: Int, samples: Int)? {
    guard !file.headersOnly, let range = image.range, image.colourEncoding == nil else { return nil }
    let depth: DepthData
    let counts: [Int]
    do throws(AuxError) {
      guard let census = try census(of: image, file) else { return nil }
      depth = try StoredAuxiliaryImage(
        type: image.type, content: .depth(census.samples, range), metadata: image.metadata
      ).depthData()
      counts = census.counts
    } catch {
      if error.isOfSystem { check.expectSuccess(error) }
      return nil
    }
    let isDepth = depth.depthDataType.quantity == .depth
    let holes = zip(depth.values, counts).reduce(0) { sum, sample in
      let (value, count) = sample
      return sum + (value.isNaN || value < 0 || (isDepth && value == 0) ? count : 0)
    }
    return (counts.count, holes, counts.reduce(0, +))
  }

  /// The samples of a map as they were decoded for the rules about pixels: nothing is decoded twice.
  private static func census(
    of image: AuxiliaryImage, _ file: FileSubject
  ) throws(AuxError) -> (samples: PixelPlane, counts: [Int])? {
    guard let source = file.source else { return nil }
    let subjects = file.auxiliaries.filter(\.entry.isHandedOut)
    guard subjects.count == source.auxiliaryImages.count, subjects[image.index].type == image.type else {
      // The reader lists an image that no rule looks at.
      return AuxiliarySubject.Content(try source.stored(image).codes, isCounted: true).census
    }
    return try subjects[image.index].content?.get().census
  }

  /// At most four digits after the point.
  private static func rounded(_ value: Double) -> String {
    JSONValue.number((value * 10_000).rounded() / 10_000).text
  }
}
