internal import AuxEffects
package import AuxImage
package import AuxRender

extension OptionCall {
  package static let stream = OptionCall("stream")
}

/// How a video is filtered by its depth.
package struct Streaming: LimitedOptions {
  package var limits = AuxLimits()
  package var filters: [AuxEffect] = []
  package var matrix: VideoFrame.Matrix?
  package var stream = StreamOptions()
  private var picture = PictureWriting()
  private var smooths = false
  private var jobs: Int?
  private var depth = DepthFrameOptions()
  private var near: Float?
  private var far: Float?
  private var pull: String?
  private var curve: FocusPull.Curve?

  package init() {}

  /// Returns what makes the frames; throws as its parts do.
  package func renderer() throws(AuxError) -> StreamRenderer {
    var (effects, stream) = (picture.effects, stream)
    if let pull { effects.pull = try FocusPull(parsing: pull, curve: curve ?? .linear) }
    stream.mixer = effects.mixer
    stream.jobs = jobs ?? stream.jobs
    stream.smoother = smooths ? try TemporalSmoother() : nil
    return try StreamRenderer(filters, effects, options: stream)
  }

  /// What the samples of depth frames are; throws `usage` where the distances make no range.
  package func frames() throws(AuxError) -> DepthFrameOptions {
    var options = try DepthFrameOptions(quantity: depth.quantity, near: near, far: far)
    (options.unit, options.channel) = (depth.unit, depth.channel)
    return options
  }

  package static let title = "Videos"
  package static let calls: [OptionCall] = [.stream]
  private static let names = AuxEffect.all.filter(\.isForStreams).map(\.name)
  private static let layouts = Stereo.Layout.allCases.filter(\.isOnePicture).map(\.rawValue)
  package static let rows: [OptionRow<Self>] =
    [filter] + frames + [smooth] + pulls + ofPictures + [layout, .jobs(\.jobs)] + OptionRow.limits()

  /// The options that effects of photos have, too.
  private static let ofPictures: [OptionRow<Self>] = PictureWriting.rows.filter { shared.contains($0.key) }
    .map {
      OptionRow($0, of: \.picture)
    }
  private static let shared: Set = [
    "focus", "width", "slope", "radius", "kernel", "front", "back", "autofocus",
    "focusAt",
    "focusDistance", "mix", "offset", "range", "maxShift", "convergence",
  ]

  private static let filter = OptionRow<Self>(
    "filters", .effects(of: names), standard: "none",
    "what the frames become; several are applied in their order"
  ) { $0.filters = $1 }

  private static let layout = OptionRow<Self>(
    "layout",
    .named(layouts) {
      Stereo.Layout(rawValue: $0)
    } text: {
      $0.rawValue
    }, \.picture.effects.layout, "of `stereo`: both views in a frame")

  private static let frames: [OptionRow<Self>] = [
    OptionRow(
      "matrix",
      .named(VideoFrame.Matrix.allCases.map { $0.rawValue.lowercased() }) {
        VideoFrame.Matrix(rawValue: $0.uppercased())
      } text: {
        $0.rawValue.lowercased()
      }, \.matrix,
      standard: "as the stream says, else bt709 from 1280 columns or 577 rows on, bt601 below",
      "how luma and chroma of the color are made"),
    OptionRow(
      "stretch", .flag, \.stream.mayStretch,
      "true to take depth and mattes of another aspect ratio than the color's"
    ),
    OptionRow(
      "depthKind", .choice, \.depth.quantity, "what float samples of map files are: meters or 1/meters"),
    OptionRow(
      "inputUnit", .choice, \.depth.unit,
      "of the samples of map files; codes are lengths then, and not nearness"),
    OptionRow("channel", .text, \.depth.channel, standard: "`Z` and other usual names", "that of OpenEXR"),
    OptionRow(
      "near", .number, \.near, unit: "m", standard: "the nearest of the first frame",
      "the distance that counts as nearest, of map files"),
    OptionRow(
      "far", .number, \.far, unit: "m", standard: "the farthest of the first frame",
      "the distance that counts as farthest, of map files; may be the text \"inf\""),
  ]

  private static let smooth = OptionRow<Self>(
    "smooth", .flag, \.smooths,
    "true to smooth the depth over time, and fill its holes from the frames before")

  private static let pulls: [OptionRow<Self>] = [
    OptionRow(
      "focusPull", .text, \.pull,
      "nearnesses or distances in focus with their times, in seconds or of frames, in place of `focus`: `0.2@0s,0.8@75f` or "
        + "`1.2m@0s,3m@75f`"),
    OptionRow(
      "focusCurve", .choice, \.curve, standard: "linear", "how the focus moves between these times"),
  ]

  package func check() throws(AuxError) {
    try stream.check()
    _ = try frames()
    guard pull == nil || picture.effects.target == .nearness else {
      throw AuxError(
        .usage, "takes the place of focusAt, focusDistance and autofocus", place: "options/focusPull")
    }
    if let pull {
      do throws(AuxError) { _ = try FocusPull(parsing: pull, curve: curve ?? .linear) } catch {
        throw error.within("options/focusPull")
      }
    }
  }
}

extension OptionType<[AuxEffect]> {
  /// Effects by their names, one or several.
  fileprivate static func effects(of names: [String]) -> OptionType {
    OptionType(
      kind: .choices(names),
      value: { value, place throws(AuxError) in
        try value.asList(at: place, isOneToo: true) { name, place throws(AuxError) in
          guard names.contains(name), let effect = AuxEffect(named: name) else {
            throw AuxError(
              .usage, "is one of \(names.joined(separator: ", ")), or several, not \(name)", place: place)
          }
          return effect
        }
      }, text: { $0.map(\.name).joined(separator: ",") })
  }
}
