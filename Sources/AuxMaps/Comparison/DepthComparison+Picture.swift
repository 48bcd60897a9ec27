public import AuxImage
internal import AuxKernels

extension DepthComparison {
  /// Returns a picture of ``relativeErrors``: blue where they are 0, red at `end` and beyond, black where nothing was
  /// compared.
  ///
  /// The colours are Turbo's, whose polynomials A. Mikhailov published in 2019. With `hasLegend`, ``legendHeight`` rows below
  /// the errors show the colours from 0 to `end` with the numbers. Throws `AuxError` with code `usage` where `end` is not
  /// positive.
  public func picture(end: Double, hasLegend: Bool = false) throws(AuxError) -> PhotoPixels {
    guard end > 0, end.isFinite else {
      throw AuxError(.usage, "the error that is red is a positive number, not \(end)")
    }
    let colours = Self.turbo
    var samples = [UInt8](repeating: 0, count: relativeErrors.count * 3)
    for (index, error) in relativeErrors.enumerated() where !error.isNaN {
      let place = Int((min(Double(error) / end, 1) * 255).rounded()) * 3
      for channel in 0..<3 { samples[index * 3 + channel] = colours[place + channel] }
    }
    guard hasLegend else { return try PhotoPixels(width: width, height: height, rgb8: samples) }
    let legend = ErrorLegend(end: end, width: width)
    return try PhotoPixels(
      width: width, height: height + legend.height, rgb8: samples + legend.pixels(colours: colours))
  }

  /// How many rows of pixels the legend of a picture has.
  public var legendHeight: Int { ErrorLegend(end: 1, width: width).height }

  /// The error that few samples reach: that of the 95th percentile, rounded up to two digits.
  public var usualEnd: Double {
    let known = relativeErrors.filter { !$0.isNaN }.sorted()
    let high = Double(known[min(known.count - 1, known.count * 95 / 100)])
    guard high > 1e-6 else { return 1e-6 }
    var unit = 1e-7
    while high / unit > 100 { unit *= 10 }
    // A power of ten is not exact: a digit must not be added for its last bit.
    return (high / unit - 1e-9).rounded(.up) * unit
  }

  /// Red, green and blue of 256 colours in turn.
  private static let turbo: [UInt8] = {
    let polynomials: [[Double]] = [
      [0.13572138, 4.61539260, -42.66032258, 132.13108234, -152.94239396, 59.28637943],
      [0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604],
      [0.10667330, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973],
    ]
    return (0..<256).flatMap { code -> [UInt8] in
      let value = Double(code) / 255
      return polynomials.map { factors in
        let light = factors.reversed().reduce(0) { $0 * value + $1 }
        return UInt8((min(max(light, 0), 1) * 255).rounded())
      }
    }
  }()
}

extension DepthComparison {
  /// The comparison as a JSON object, with the measures at the top level.
  package var json: JSONValue {
    [
      "width": .integer(width), "height": .integer(height), "samples": .integer(counts.samples),
      "absRel": .number(absRel), "sqRel": .number(sqRel), "rmse": .number(rmse), "rmseLog": .number(rmseLog),
      "silog": .number(silog), "delta1": .number(delta1), "delta2": .number(delta2),
      "delta3": .number(delta3),
      "edgeCompleteness": edges.completeness.map(JSONValue.number),
      "edgeAccuracy": edges.accuracy.map(JSONValue.number),
      "alignment": [
        "mode": .string(options.alignment.rawValue),
        "method": alignment.method.map { .string($0.rawValue) },
        "quantity": alignment.quantity.map { .string($0.rawValue) },
        "scale": .number(alignment.scale), "shift": .number(alignment.shift),
      ],
      "resampled": .boolean(isResampled), "missing": .integer(counts.missing),
      "notPositive": .integer(counts.notPositive), "clamped": .integer(counts.clamped),
      "truthChannel": truthChannel?.json, "predictionChannel": predictionChannel?.json,
    ]
  }
}
