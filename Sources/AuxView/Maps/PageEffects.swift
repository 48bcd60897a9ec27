internal import AuxImage
internal import AuxReader
internal import AuxRender

/// What the page's effects start with: which map, what is in focus, and the lens.
enum PageEffects {
  /// Returns the member `effects` of a file, and the system error that kept some of it from being found.
  static func json(of source: ImageSource) -> (json: JSONValue, failure: AuxError?) {
    let map = map(of: source)
    let camera = PageSpace.camera(of: source)
    do throws(AuxError) {
      let isUsed = map.map { isOfUse(source.auxiliaryImages[$0], source.limits) } ?? false
      let subject = isUsed ? try SubjectFocus(of: source) : nil
      return (["map": map.map(JSONValue.integer), "camera": camera, "focus": subject.map(focus)], nil)
    } catch {
      return (["map": map.map(JSONValue.integer), "camera": camera], error)
    }
  }

  /// Returns the number of the map that effects use by default.
  static func map(of source: ImageSource) -> Int? {
    source.auxiliaryImages.firstIndex { $0.type.isDepthData && $0.failure == nil }
  }

  /// The most samples of a map that is made ready for effects, which takes tens of bytes for each: cameras write up to 12
  /// million.
  static let mostSamples = 12_500_000

  /// Whether a map has samples, no more than so many, and memory for all that a page shows of it.
  static func isOfUse(_ image: AuxiliaryImage, _ limits: AuxLimits, atMost most: Int = mostSamples) -> Bool {
    var limits = limits
    limits.pixels = min(limits.pixels, most)
    return
      (try? limits.checkedDecoding(
        width: image.width, height: image.height, bytesPerPixel: AuxLimits.bytesPerPagePixel)) != nil
  }

  private static func focus(_ subject: SubjectFocus) -> JSONValue {
    [
      "nearness": number(subject.focus.nearness), "distance": subject.focus.distance.map(number),
      "accuracy": subject.focus.accuracy.map { .string($0.rawValue) },
      "source": .string(subject.focus.source.rawValue),
      "u": subject.place.map { .number($0.x) }, "v": subject.place.map { .number($0.y) },
      "lens": subject.lens.map { lens in
        [
          "focalLength": .number(lens.focalLength), "assumed": .boolean(lens.isAssumed),
          "far": number(lens.disparities.lowerBound), "near": number(lens.disparities.upperBound),
          "basis": .string(lens.basis.rawValue), "fNumber": lens.simulatedFNumber.map(number),
        ]
      },
    ]
  }

  /// A number with the digits that a float has.
  private static func number(_ value: Float) -> JSONValue { .number(Double("\(value)") ?? Double(value)) }
}
