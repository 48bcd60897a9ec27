internal import ArgumentParser
internal import AuxDepthKit

struct Compare: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measures how far a depth map is from another one that is the truth.",
    discussion: Prose.paragraphs(
      """
      Both are map files or photos with a depth map, which is taken as the photo is displayed. Arrays are metres unless
      options say otherwise: --from, --input-unit, --convention and their like are about the prediction, --truth-from,
      --truth-unit and their like about the truth. Where sizes differ, the prediction is resampled to the truth's.

      Printed are absRel, sqRel, rmse, rmseLog, silog (KITTI's, times 100), the shares delta1 to delta3 within factors
      of 1.25, 1.25^2 and 1.25^3, and the shares of the truth's and the prediction's edges that the other has, all of
      distances in metres at the samples that both have.

      A model whose depth has no scale is aligned before: --align scale by the ratio of the medians, as for KITTI;
      --align affine by scale and shift of least squares, as MiDaS's evaluation, in what the prediction measures:

        auxdepth compare truth.exr midas.npy --from disparity --align affine --max-depth 80
        auxdepth compare truth.png photo.heic --truth-convention kitti --align scale --max-abs-rel 0.1
      """))

  @Argument(
    help: "The truth: a map file, or a photo with a depth map; - is standard input.", completion: .map)
  var truth: String

  @Argument(help: "The prediction, likewise.", completion: .map)
  var prediction: String

  @Option(
    name: [.short, .customLong("output")],
    help: "A picture of the relative errors to write, with a legend below them, or - for standard output.",
    completion: .picture)
  var output: String?

  @Option(
    name: .customLong("picture-end"),
    help: "The relative error that is red in the picture (default: that of the 95th percentile).")
  var pictureEnd: Double?

  @OptionGroup(title: "Alignment") var alignment: AlignmentArguments
  @OptionGroup(title: "Gates: status 1 where the prediction fails") var gates: GateArguments
  @OptionGroup(title: "What the truth's file means") var truthMeaning: TruthArguments

  @Option(help: "What the prediction's samples are: depth (default) or disparity.")
  var from: DepthQuantity?

  @OptionGroup(title: "What the prediction's file means") var meaning: DepthMapArguments
  @Option(help: ArgumentHelp("The same as --map-baseline.", valueName: "metres"))
  var baseline: Double?

  @OptionGroup(title: "Its file") var file: MapFileArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings {
    var settings = console.settings(json: json, output: output)
    // Both may be one file.
    settings.suggestions[StandardStream.inputName(prediction)] = RemedyText.ofOneMap
    settings.suggestions[StandardStream.inputName(truth)] = RemedyText.ofTruth
    return settings
  }

  mutating func check() throws {
    meaning.mapBaseline = meaning.mapBaseline ?? baseline
    try StreamCheck.inputs([truth, prediction])
    try StreamCheck.output(output)
    guard pictureEnd == nil || output != nil else { throw ValidationError("--picture-end goes with -o") }
    guard pictureEnd ?? 1 > 0, pictureEnd?.isFinite ?? true else {
      throw ValidationError("--picture-end is a positive number")
    }
    let quantity = quantity
    try meaning.check(hasDepth: quantity == .depth, hasDisparity: quantity == .disparity)
    try meaning.check(from: from)
  }

  private var quantity: DepthQuantity {
    from ?? meaning.quantity ?? meaning.convention?.facts.quantity ?? .depth
  }

  func run() throws {
    var failures: [String] = []
    do throws(AuxError) { failures = try compare() } catch {
      try Failure.one(error.path ?? prediction) { () throws(AuxError) in throw error }
    }
    for failure in failures { Console.say(Message(.error, of: prediction, failure)) }
    if !failures.isEmpty { throw ExitCode(1) }
  }

  /// Compares, and returns which gates failed.
  private func compare() throws(AuxError) -> [String] {
    if let output { try OutputFile.check(output, replaces: force, inputs: [truth, prediction]) }
    let comparison = try DepthComparison(
      truth: truthMeaning.file(truth),
      prediction: ComparedFile(prediction, meaning: meaning.options(quantity), file: file.options()),
      options: alignment.options)
    if let output {
      try comparison.writePicture(to: output, end: pictureEnd, options: sync.options(force: force))
    }
    for (path, channel, notes) in [
      (truth, comparison.truthChannel, comparison.truthNotes),
      (prediction, comparison.predictionChannel, comparison.predictionNotes),
    ] {
      if let channel { Console.verbose(path, "read channel \(channel)") }
      for note in notes { Console.say(Message(note, of: path)) }
    }
    let failures = gates.failures(of: comparison)
    let end = output == nil ? nil : pictureEnd ?? comparison.usualEnd
    if json {
      var members: [JSONValue.Member] = [
        .init("truth", .path(truth)), .init("prediction", .path(prediction)),
      ]
      if case .object(let rest) = comparison.json { members += rest }
      if gates.isGiven { members.append(.init("passed", .boolean(failures.isEmpty))) }
      if let output { members.append(.init("picture", .path(output))) }
      if let end {
        members.append(.init("pictureEnd", .number(end)))
        members.append(.init("pictureLegend", legend(of: comparison, end)))
      }
      Console.report([Console.text(of: .object(members))], of: output ?? "")
    } else {
      Console.report(ComparisonText.lines(comparison, picture: output, end: end), of: output ?? "")
    }
    return failures
  }

  /// What the rows below the picture of the errors show.
  private func legend(of comparison: DepthComparison, _ end: Double) -> JSONValue {
    [
      "top": .integer(comparison.height), "height": .integer(comparison.legendHeight), "least": .number(0),
      "most": .number(end), "colours": .string("turbo"),
    ]
  }
}

/// What people are shown of a comparison.
private enum ComparisonText {
  static func lines(_ comparison: DepthComparison, picture: String?, end: Double?) -> [String] {
    let counts = comparison.counts
    var about = "\(counts.samples) samples of \(comparison.width)x\(comparison.height) compared"
    if comparison.isResampled { about += ", the prediction resampled" }
    if counts.missing > 0 { about += ", \(counts.missing) missing in the prediction" }
    if counts.notPositive > 0 {
      about += ", \(counts.notPositive) left out: not positive after the alignment"
    }
    if counts.clamped > 0 { about += ", \(counts.clamped) clamped" }
    let measures: [(String, Double?)] = [
      ("absRel", comparison.absRel), ("sqRel", comparison.sqRel), ("rmse", comparison.rmse),
      ("rmseLog", comparison.rmseLog), ("silog", comparison.silog), ("delta1", comparison.delta1),
      ("delta2", comparison.delta2), ("delta3", comparison.delta3),
      ("edge completeness", comparison.edges.completeness), ("edge accuracy", comparison.edges.accuracy),
    ]
    let rows = measures.map { name, value in
      name + String(repeating: " ", count: 18 - name.count)
        + (value.map { NumberText.significant($0, 6) } ?? "-")
    }
    let picture = picture.map { path in
      [
        "\(StandardStream.outputName(path)): blue 0 to red \(NumberText.significant(end ?? 0, 4)), |p - t| / t"
      ]
    }
    return [about] + (fit(comparison).map { [$0] } ?? []) + rows + (picture ?? [])
  }

  private static func fit(_ comparison: DepthComparison) -> String? {
    let fit = comparison.alignment
    guard let quantity = fit.quantity, let method = fit.method else { return nil }
    let numbers =
      "scale \(NumberText.significant(fit.scale, 6))"
      + (comparison.options.alignment == .affine ? ", shift \(NumberText.significant(fit.shift, 6))" : "")
    let way = method == .medians ? "medians" : "least squares"
    return "aligned in \(quantity.rawValue) by \(way): \(numbers)"
  }
}
