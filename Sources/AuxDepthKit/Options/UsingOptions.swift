internal import AuxEffects
package import AuxImage
package import AuxMaps
internal import AuxReader
package import AuxRender
package import AuxValidator
package import AuxView
internal import AuxWriter

extension OptionCall {
  package static let validate = OptionCall("validate")
  package static let validateMemory = OptionCall("validate_memory")
  package static let validateRanges = OptionCall("validate_ranges")
  package static let repair = OptionCall("repair")
  package static let rendererNew = OptionCall("renderer_new", for: "photos")
  package static let rendererNewOfMap = OptionCall("renderer_new", for: "maps that are given")
  package static let render = OptionCall("renderer_render")
  package static let renderWrite = OptionCall("renderer_write")
  package static let view = OptionCall("view")
  package static let mapCompare = OptionCall("map_compare")
}

extension OptionType<Int> {
  /// How many threads there are: more than any machine has processors are the same.
  fileprivate static let jobs = OptionType(
    kind: count.kind, value: { value, place throws(AuxError) in min(try value.asCount(at: place), 4096) },
    text: count.text)
}

extension OptionRow where Target: CallOptions {
  static func jobs(
    _ property: any WritableKeyPath<Target, Int?> & Sendable, calls: [OptionCall]? = nil
  ) -> OptionRow {
    OptionRow("jobs", .jobs, property, standard: "as many as processors", "the most threads", calls: calls)
  }
}

/// How files are checked.
package struct Checking: LimitedOptions {
  package var limits = AuxLimits()
  package var jobs: Int?
  package var headersOnly = false
  package var decodesPhoto = false
  package var profile: Validator.Profile?
  package var policy: ValidationPolicy?
  package var namesExercised = false
  private var policyFolder: String?

  package init() {}

  /// The validator that checks so.
  package var validator: Validator {
    Validator(
      headersOnly: headersOnly, decodesPhoto: decodesPhoto, limits: limits, profile: profile, policy: policy)
  }

  package static let title = "Validating"
  package static let calls: [OptionCall] = [.validate, .validateMemory, .validateRanges, .repair]
  package static let rows: [OptionRow<Self>] =
    [
      .jobs(\.jobs, calls: [.validate]),
      OptionRow("headersOnly", .flag, \.headersOnly, "true to leave coded data alone"),
      OptionRow(
        "decodePhoto", .flag, \.decodesPhoto,
        "true to decode the photo's own picture as well, not only auxiliary images"),
    ] + OptionRow.limits() + [
      OptionRow("profile", .choice, \.profile, "what files are to be good for in addition to being valid"),
      OptionRow(
        "policyFolder", .text, \.policyFolder, standard: "the current one",
        "the folder that the folders of a policy are relative to"),
      OptionRow(
        "policy", .value(.objectOrText),
        "what is asked of files in addition to being valid: an object with the keys of a policy (Specs/validation.md), or the "
          + "path of a file that has one"
      ) { options, value throws(AuxError) in options.policy = try options.policy(value) },
      OptionRow(
        "exercised", .flag, \.namesExercised, "true to name the rules that had something to look at"),
    ]

  package func check() throws(AuxError) {
    guard !headersOnly || !decodesPhoto else {
      throw AuxError(.usage, "contradicts headersOnly", place: "options/decodePhoto")
    }
    guard policyFolder == nil || policy != nil else {
      throw AuxError(.usage, "is about a policy, and no policy is given", place: "options/policyFolder")
    }
  }

  private func policy(_ value: JSONValue) throws(AuxError) -> ValidationPolicy {
    guard case .string(let path) = value else {
      do throws(AuxError) { return try ValidationPolicy(value, folder: policyFolder ?? "") } catch {
        throw error.within("options/policy")
      }
    }
    guard policyFolder == nil else {
      throw AuxError(.usage, "a policy in a file has the folder of the file", place: "options/policyFolder")
    }
    return try ValidationPolicy(contentsOf: path == StandardStream.path ? "./-" : path)
  }
}

/// How a map is compared with the truth.
package struct Comparing: CallOptions {
  package var comparison = DepthComparison.Options()

  package init() {}

  package static let title = "Comparing maps"
  package static let calls: [OptionCall] = [.mapCompare]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "align", .choice, \.comparison.alignment,
      "what the prediction is fitted by before: nothing, a factor, or a factor and a term"),
    OptionRow(
      "alignBy", .choice, \.comparison.method,
      standard: "medians of a scale, least squares of scale and shift", "how these are found"),
    OptionRow(
      "alignIn", .choice, \.comparison.quantity, standard: "what the prediction measures", "what is fitted"),
    OptionRow(
      "minDepth", .number, \.comparison.nearest, unit: "m",
      "samples whose truth is nearer are left out, and predictions that are nearer become it"),
    OptionRow(
      "maxDepth", .number, \.comparison.farthest, unit: "m",
      "samples whose truth is farther are left out, and predictions that are farther become it"),
  ]

  package func check() throws(AuxError) { try comparison.check() }
}

/// How a photo is decoded for effects.
package struct RendererOpening: CallOptions {
  package var isUpright = true
  package var bits: Int?
  package var jobs: Int?
  package var isStretched = false

  package init() {}

  package static let title = "Renderers"
  package static let calls: [OptionCall] = [.rendererNew, .rendererNewOfMap]
  package static let rows: [OptionRow<Self>] =
    [
      OptionRow(
        "upright", .flag, \.isUpright,
        "the photo is worked on as it is displayed, and a map is taken so; false as both are stored"),
      OptionRow(
        "bits", .count(of: [8, 16]), \.bits, standard: "as many as the photo has",
        "of the samples that effects work on"),
      .jobs(\.jobs),
      OptionRow(
        "stretch", .flag, \.isStretched, "true to take a map of another aspect ratio than the photo's",
        calls: [.rendererNewOfMap]),
    ]
}

/// What an effect makes, and how that is written.
package struct PictureWriting: CallOptions {
  package var effects = EffectOptions()
  package var quality = ImageDestination.standardQuality
  package var bits: Int?
  package var keepsMaps = false

  package init() {}

  package static let title = "Effects"
  package static let calls: [OptionCall] = [.render, .renderWrite]
  package static let rows: [OptionRow<Self>] =
    focus + lens + subject + others + loop + [
      OptionRow("quality", .quality, \.quality, "of a coded picture", calls: [.renderWrite]),
      OptionRow(
        "bits", .count(of: [8, 10, 16]), \.bits,
        standard: "as many as were worked on, where the container holds them", "of the file's samples",
        calls: [.renderWrite]),
      OptionRow(
        "keepMaps", .flag, \.keepsMaps, "true to put the photo's auxiliary images into the picture",
        calls: [.renderWrite]),
    ]

  static let standard = EffectOptions()

  private static let subject: [OptionRow<Self>] = [
    OptionRow("autofocus", .flag, standard: "false", "true to focus on the subject") {
      $0.effects.target = $1 ? .subject : .nearness
    },
    OptionRow(
      "focusAt", .integers(2), unit: "pixels",
      "`[x,y]` of the photo as displayed: what to focus on, in place of `focus`"
    ) { options, pixel throws(AuxError) in
      guard options.effects.target != .subject, pixel[0] >= 0, pixel[1] >= 0 else {
        throw AuxError(.usage, "is [x,y] without autofocus", place: "options/focusAt")
      }
      options.effects.target = .pixel(x: pixel[0], y: pixel[1])
    },
    OptionRow(
      "focusDistance", .number, unit: "m",
      "of what is in focus, in place of `focus`, on a map that has distances"
    ) { options, meters throws(AuxError) in
      guard options.effects.target == .nearness, meters > 0 else {
        throw AuxError(
          .usage, "is a distance above 0, without autofocus and focusAt", place: "options/focusDistance")
      }
      options.effects.target = .distance(meters)
    },
    OptionRow(
      "matteMode", .choice, \.effects.matteMode, "how the photo's matte keeps its subject in focus"),
    OptionRow("matteType", .matteType, \.effects.matteType, "of that matte"),
    OptionRow("mix", .number(0...1), standard: "1", "the share of the effect") {
      options, value throws(AuxError) in options.effects.mixer = try EffectMixer(mix: value)
    },
  ]

  private static let others: [OptionRow<Self>] = [
    OptionRow(
      "offset", .number(-1000...1000), standard: "\(standard.gray.offset)",
      "of `grayscale`, the nearness that is black"
    ) { options, value throws(AuxError) in
      options.effects.gray = try GrayscaleEffect(offset: value, range: options.effects.gray.range)
    },
    OptionRow(
      "range", .number, standard: "\(standard.gray.range)", "of `grayscale`, how much nearer white is"
    ) { options, value throws(AuxError) in
      options.effects.gray = try GrayscaleEffect(offset: options.effects.gray.offset, range: value)
    },
    OptionRow("layout", .choice, \.effects.layout, "of `stereo`; `mpo` is for files"),
    OptionRow(
      "maxShift", .number(0...0.25), unit: "widths", standard: "\(standard.stereo.maxShift)",
      "of `stereo`, the largest shift of an eye"
    ) { options, value throws(AuxError) in
      options.effects.stereo = try Stereo(maxShift: value, convergence: options.effects.stereo.convergence)
    },
    OptionRow(
      "baseline", .number(0.000_001...10), unit: "m", standard: "as `maxShift` makes it",
      "of `stereo`, the distance of the cameras, on a map that has distances, in place of `maxShift`"
    ) { options, value throws(AuxError) in
      options.effects.baseline = try SpatialOptions(baseline: value).baseline
    },
    OptionRow(
      "convergence", .number(0...1), standard: "\(standard.stereo.convergence)",
      "of `stereo`, the nearness in the plane of the picture"
    ) { options, value throws(AuxError) in
      options.effects.stereo = try Stereo(maxShift: options.effects.stereo.maxShift, convergence: value)
    },
  ]
}

extension OptionType<AuxiliaryDataType> {
  static let matteType = OptionType(
    kind: .text,
    value: { value, place throws(AuxError) in
      let name = try value.asString(at: place)
      guard let type = AuxiliaryDataType(name: name) else {
        throw AuxError(.usage, "\(name) is no type of auxiliary images", place: place)
      }
      return type
    }, text: { $0.name })
}

/// How a page shows photos.
package struct PageMaking: LimitedOptions {
  package var title: String?
  package var isComparison = false
  package var previewSide = 2048
  package var isEmbedded = false
  package var isFull = false
  package var jobs: Int?
  package var limits = AuxLimits()

  package init() {}

  package func page(of paths: [String]) -> DepthPage {
    var page = DepthPage(paths)
    (page.title, page.isComparison, page.previewSide) = (title, isComparison, previewSide)
    (page.isEmbedded, page.isFull) = (isEmbedded, isFull)
    (page.jobs, page.limits) = (jobs, limits)
    return page
  }

  package static let title = "Pages"
  package static let calls: [OptionCall] = [.view]
  package static let rows: [OptionRow<Self>] =
    [
      OptionRow("title", .text, \.title, standard: "the names of the photos", "of the page"),
      OptionRow("compare", .flag, \.isComparison, "true to begin with two photos side by side"),
      OptionRow("embed", .flag, \.isEmbedded, "true for a page that another shows in a frame: no tables"),
      OptionRow("full", .flag, \.isFull, "true to have photos at their own size too, in tiles"),
      OptionRow("previewSide", .count, \.previewSide, unit: "pixels", "the longer side of previews"),
      .jobs(\.jobs),
    ] + OptionRow.limits()
}
