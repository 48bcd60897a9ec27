internal import AuxImage
internal import AuxKernels

/// How a code of a map becomes a value, and in which unit.
struct PageValues {
  /// The forms of the way from a code to a value.
  enum Form: String {
    /// offset + scale * code.
    case linear
    /// 1 / (offset + scale * code).
    case inverse
  }

  let form: Form
  let offset, scale: Double
  /// `m`, `1/m`, or nothing for what has no unit.
  let unit: String

  /// Describes the codes of an image; nil where nothing is known but the codes.
  init?(_ image: StoredAuxiliaryImage) {
    let codes = image.codes
    let isFloat = !codes.sampleType.isInteger
    let most: Double = codes.sampleType == .uint16 ? 65535 : 255
    if case .depth(_, let range) = image.content {
      // JSON has no numbers that are not finite, and codes between such ends stand for nothing.
      guard range.atZero.isFinite, range.atMax.isFinite else { return nil }
      let quantity: DepthQuantity = image.type == .depth ? .depth : .disparity
      form = range.quantity == quantity ? .linear : .inverse
      offset = isFloat ? 0 : range.atZero
      scale = isFloat ? 1 : (range.atMax - range.atZero) / most
      unit = quantity.unit
    } else {
      guard image.type.isGainMap || image.type.family != nil else { return nil }
      (form, offset, scale, unit) = (.linear, 0, isFloat ? 1 : 1 / most, "")
    }
  }

  /// The members of a map that say so.
  var members: [JSONValue.Member] {
    [
      .init(
        "value",
        ["kind": .string(form.rawValue), "offset": .number(offset), "scale": .number(scale)]),
      .init("unit", .string(unit)),
    ]
  }
}

extension DepthQuantity {
  /// The symbol of the unit.
  var unit: String {
    switch self {
    case .depth: "m"
    case .disparity: "1/m"
    }
  }
}
