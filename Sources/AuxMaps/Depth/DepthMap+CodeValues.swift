internal import AuxImage
internal import AuxKernels

/// The number of samples of each code value of a map, and the evidence in these numbers of what the map is.
///
/// Source: Specs/conversions.md, "Evidence in code values".
struct CodeHistogram {
  private let counts: [Int]
  private let total: Int
  private let sampleType: PixelPlane.SampleType
  /// The greatest code value that occurs.
  let greatest: Int

  /// Counts the code values; nil for floats that are not all whole numbers up to 65535, and without a sample.
  init?(_ plane: PixelPlane, leavingOut invalid: [Double]) {
    var counts: [Int]
    switch plane.storage {
    case .uint8(let codes): counts = CodeCounts.of(codes)
    case .uint16(let codes): counts = CodeCounts.of(codes)
    case .half: return nil
    case .float(let values):
      guard values.allSatisfy({ $0 >= 0 && $0 <= 65_535 && $0 == $0.rounded() }) else { return nil }
      counts = CodeCounts.of(values.map { UInt16($0) })
    }
    for value in invalid {
      if let code = Int(exactly: value), counts.indices.contains(code) { counts[code] = 0 }
    }
    guard let greatest = counts.lastIndex(where: { $0 > 0 }) else { return nil }
    (self.counts, self.greatest, sampleType) = (counts, greatest, plane.sampleType)
    total = counts.reduce(0, +)
  }

  /// The samples of the type's greatest code value, if there are several, and more than samples of the values just below it.
  /// Such a spike marks missing samples. Nil if there is none.
  var spike: (code: Int, count: Int, total: Int)? {
    let ends = sampleType == .uint8 ? [Int(UInt8.max)] : [Int(Int16.max), Int(UInt16.max)]
    guard ends.contains(greatest) else { return nil }
    let below = greatest - max(greatest / 64, 15)..<greatest
    let count = counts[greatest]
    return count > max(1, counts[below].reduce(0, +)) ? (greatest, count, total) : nil
  }

  /// Whether samples are spread over all of 16 bits, as those of relative models are.
  var isSpread: Bool { sampleType == .uint16 && counts[0] > 0 && greatest == Int(UInt16.max) }

  /// Whether nearly all code values are multiples of 8, of which there are many, as in SUN RGB-D.
  var isRotated: Bool {
    let multiples = stride(from: 8, through: greatest, by: 8).map { counts[$0] }.filter { $0 > 0 }
    let measured = total - counts[0]
    return multiples.count >= 16 && multiples.reduce(0, +) * 100 >= measured * 99
  }
}

extension DepthMap {
  /// The length in meters of one step of the code values; nil if they are not lengths.
  private var metersPerCode: Double? {
    if let convention = options.convention, options.unit == nil {
      guard case .metresPerStep(let step) = convention.facts.codes, samples.sampleType != .uint8 else {
        return nil
      }
      return options.scale.map(abs) ?? step
    }
    guard options.valueQuantity == .depth, options.unit != nil || options.scale != nil else { return nil }
    return abs(options.scale ?? 1) * (options.unit?.factor(for: .depth) ?? 1)
  }

  /// Returns warnings about code values. Throws `usage` for lengths with a spike at the greatest code value, unless the options
  /// state what it means.
  func checkCodes() throws(AuxError) -> [MapNote] {
    guard content.hasIntegers, !content.hasBools, content.record?.quantity == nil,
      let histogram = CodeHistogram(samples, leavingOut: options.invalid ?? [])
    else { return [] }
    let low: [MapNote] = (1...2).contains(histogram.greatest) ? [.lowCodes(histogram.greatest)] : []
    guard let step = metersPerCode else { return low }
    if let spike = histogram.spike, options.invalid != [] {
      let meters = (Double(spike.code) * step * 1e6).rounded() / 1e6
      guard let far = options.far, far <= meters else {
        throw AuxError(
          .usage,
          "\(spike.count) of \(spike.total) samples are \(spike.code), the greatest code value, which often marks samples "
            + "without a measurement; as a length it is \(meters) m",
          remedy: .stateInvalid(spike.code, metres: meters))
      }
    } else if histogram.isSpread, options.invalid == nil {
      return [.spreadCodes]
    }
    return low + (step == 0.001 && histogram.isRotated ? [.rotatedBits] : [])
  }
}
