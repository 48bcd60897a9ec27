public import AuxImage

extension PhotoRenderer {
  /// Facts about the pictures of an effect, in addition to their pixels.
  public struct Report: Hashable, Sendable {
    /// The effect.
    public let effect: AuxEffect
    /// What was in focus; nil for effects without a focus, and if a matte alone decided it.
    public let focus: FocusReport?
    /// The lens; nil where none was asked for.
    public let lens: LensReport?
    /// The greatest radius of the blur in pixels of the picture; nil for other effects.
    public let blurRadius: Float?
    /// The standard deviation of the grain that blurred parts got back, in codes of 8 bits, of green in mid-gray; 0 where the photo
    /// has none or none was wanted, nil for other effects than a blur.
    public let grain: Float?
    /// The share of the map's samples that were holes, 0...1, and were filled; nil where no map was used.
    public let holeShare: Double?
    /// The share of the pixels that were made up, 0...1; nil for effects that make none up.
    ///
    /// Of stereo, those of both views that the photo does not show; of blur, those behind which there is ground that may shine
    /// through at an edge.
    public let madeUpShare: Double?
    /// The share of the pixels whose clipped light was recovered by the photo's gain map, 0...1; nil where none was used.
    public let recoveredShare: Double?

    /// The report as a JSON object: `effect`, `focus` with `nearness`, `disparity` (1/metres), `distance` (metres),
    /// `accuracy` (`relative` or `absolute`) and `source`, `lens` with `fNumber`, `aperture` (mm), `fieldOfView` (degrees),
    /// `assumedFieldOfView`, `basis` and `simulatedFNumber`, `grain`, `radius` (pixels of the picture), `holeShare`, `madeUpShare` and
    /// `recoveredShare`; what is not known is left out.
    package var json: JSONValue {
      [
        "effect": .string(effect.name),
        "focus": focus.map { focus in
          [
            "nearness": Self.number(focus.nearness), "disparity": focus.disparity.map(Self.number),
            "distance": focus.distance.map(Self.number),
            "accuracy": focus.accuracy.map { .string($0.rawValue) }, "source": .string(focus.source.rawValue),
          ]
        },
        "lens": lens.map { lens in
          [
            "fNumber": lens.fNumber.map(Self.number), "aperture": Self.number(lens.aperture),
            "fieldOfView": .number(lens.fieldOfView),
            "assumedFieldOfView": .boolean(lens.isFieldOfViewAssumed),
            "basis": .string(lens.basis.rawValue), "simulatedFNumber": lens.simulatedFNumber.map(Self.number),
          ]
        },
        "grain": grain.map(Self.number),
        "radius": blurRadius.map(Self.number), "holeShare": holeShare.map(JSONValue.number),
        "madeUpShare": madeUpShare.map(JSONValue.number),
        "recoveredShare": recoveredShare.map(JSONValue.number),
      ]
    }

    /// A number with the digits that a float has.
    private static func number(_ value: Float) -> JSONValue { .number(Double("\(value)") ?? Double(value)) }
  }

  /// The pictures of an effect, and what they were made of.
  public struct Rendering: Hashable, Sendable {
    /// One picture, or those of the left and the right eye.
    public let pictures: [PhotoPixels]
    /// What they were made of.
    public let report: Report
    /// Parts of the photo that could not be used.
    public let notes: [String]
  }
}

extension PhotoRenderer.Report: CustomStringConvertible {
  /// The effect and what is known of its focus, its lens and its pixels, in one line.
  public var description: String {
    func percent(_ share: Double?, _ text: String) -> String? {
      share.map { "\(($0 * 1000).rounded() / 10) % \(text)" }
    }
    let facts: [String?] = [
      focus.map(\.description), lens.map(\.description), blurRadius.map { "blur of \($0) pixels" },
      percent(holeShare, "of the map filled"), percent(madeUpShare, "of the pixels made up"),
      percent(recoveredShare, "of the light recovered"),
    ]
    return "\(effect): " + facts.compactMap(\.self).joined(separator: ", ")
  }
}

extension FocusReport: CustomStringConvertible {
  /// The nearness in focus, the distance and the source, as `focus at nearness 0.75, 1.2 m (pixel)`.
  public var description: String {
    "focus at nearness \(nearness)" + (distance.map { ", \($0) m" } ?? "") + " (\(source.rawValue))"
  }
}

extension LensReport: CustomStringConvertible {
  /// The f-number, or the opening, and the field of view, as `f/1.8, 60.0 degrees`.
  public var description: String {
    (fNumber.map { "f/\($0)" } ?? "opening of \(aperture) mm")
      + ", \(fieldOfView) degrees" + (isFieldOfViewAssumed ? " assumed" : "")
  }
}
