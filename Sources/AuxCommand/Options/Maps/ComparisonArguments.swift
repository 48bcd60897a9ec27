internal import ArgumentParser
internal import AuxDepthKit

/// The options of what a prediction is fitted by before it is compared.
struct AlignmentArguments: ParsableArguments {
  @Option(
    help: "Fit the prediction by nothing (none, the default), a factor (scale), or scale and shift (affine).")
  var align: DepthComparison.Alignment = .none

  @Option(
    name: .customLong("align-by"),
    help: "How: medians (default of scale) or least-squares (default of affine).")
  var method: DepthComparison.Method?

  @Option(
    name: .customLong("align-in"), help: "In depth or disparity (default: what the prediction measures).")
  var quantity: DepthQuantity?

  @Option(
    name: .customLong("min-depth"),
    help: "Leave out samples whose truth is nearer, in metres; nearer predictions become that.")
  var nearest: Double?

  @Option(
    name: .customLong("max-depth"),
    help: "Leave out samples whose truth is farther, in metres; farther predictions become that.")
  var farthest: Double?

  func validate() throws {
    do throws(AuxError) { try options.check() } catch { throw ValidationError(error.reason) }
  }

  var options: DepthComparison.Options {
    var options = DepthComparison.Options(alignment: align)
    (options.method, options.quantity) = (method, quantity)
    (options.nearest, options.farthest) = (nearest, farthest)
    return options
  }
}

/// The options that make a failure of a comparison.
struct GateArguments: ParsableArguments {
  @Option(name: .customLong("max-abs-rel"), help: "The greatest absRel.")
  var absRel: Double?

  @Option(name: .customLong("max-rmse"), help: "The greatest rmse, in metres.")
  var rmse: Double?

  @Option(name: .customLong("max-silog"), help: "The greatest silog.")
  var silog: Double?

  @Option(name: .customLong("min-delta1"), help: "The least delta1, 0 to 1.")
  var delta1: Double?

  func validate() throws {
    for (name, limit) in [("--max-abs-rel", absRel), ("--max-rmse", rmse), ("--max-silog", silog)] {
      if let limit, !(limit >= 0 && limit.isFinite) {
        throw ValidationError("\(name) is a number of 0 or more")
      }
    }
    if let delta1, !(0...1).contains(delta1) { throw ValidationError("--min-delta1 is a share, 0 to 1") }
  }

  var isGiven: Bool { [absRel, rmse, silog, delta1].contains { $0 != nil } }

  /// Returns what is beyond its gate.
  func failures(of comparison: DepthComparison) -> [String] {
    let upper = [
      ("absRel", comparison.absRel, absRel), ("rmse", comparison.rmse, rmse),
      ("silog", comparison.silog, silog),
    ]
    // A measure that is no number passes no gate.
    var failures = upper.compactMap { name, value, limit in
      limit.flatMap { value <= $0 ? nil : "\(name) is \(value), above \($0)" }
    }
    if let delta1, !(comparison.delta1 >= delta1) {
      failures.append("delta1 is \(comparison.delta1), below \(delta1)")
    }
    return failures
  }
}

/// The options that say what the samples of the truth mean.
struct TruthArguments: ParsableArguments {
  @Option(name: .customLong("truth-from"), help: "What its samples are: depth (default) or disparity.")
  var from: DepthQuantity?

  @Option(name: .customLong("truth-unit"), help: "Their unit, as --input-unit.")
  var unit: LengthUnit?

  @Option(
    name: .customLong("truth-scale"), help: "The factor that turns them into metres or 1/metres.")
  var scale: Double?

  @Option(name: .customLong("truth-near"), help: "The distance at black of a gray map, in metres.")
  var near: Double?

  @Option(name: .customLong("truth-far"), help: "The distance at white of a gray map, in metres.")
  var far: Double?

  @Option(
    name: .customLong("truth-invalid"),
    help: ArgumentHelp("Its values that are holes, as --invalid.", valueName: "values"))
  var invalid: [InvalidSamples] = []

  @Option(name: .customLong("truth-convention"), help: "What made it, as --convention.")
  var convention: MapConvention?

  @Option(name: .customLong("truth-channel"), help: "Its channel in OpenEXR.")
  var channel: String?

  @Option(name: .customLong("truth-key"), help: "Its array in NPZ.")
  var key: String?

  func validate() throws {
    do throws(AuxError) { try meaning.check() } catch { throw ValidationError(error.reason) }
  }

  private var meaning: DepthMap.Options {
    var options = DepthMap.Options(
      quantity: from ?? convention?.facts.quantity ?? .depth, convention: convention, near: near, far: far)
    (options.unit, options.scale, options.invalid) = (unit, scale, InvalidSamples.values(invalid))
    return options
  }

  func file(_ path: String) -> ComparedFile {
    ComparedFile(path, meaning: meaning, file: MapFile.Options(channel: channel, key: key))
  }
}
