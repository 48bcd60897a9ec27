public import AuxImage

extension PhotoRenderer {
  /// Facts about the pictures of an effect, in addition to their pixels.
  public struct Report: Hashable, Sendable {
    /// What was in focus.
    public struct Focus: Hashable, Sendable {
      /// How a focus was found.
      public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The caller's nearness.
        case given
        /// The caller's pixel.
        case pixel
        /// The distance that Google's camera focused on, which the file states.
        case focalDistance
        /// The region in focus that the file marks.
        case focusRegion
        /// The area of the subject in Exif.
        case subjectArea
        /// What a matte shows.
        case matte
        /// The nearest face that the file marks.
        case face
        /// The nearest thing as large as a face.
        case nearest
      }

      /// The nearness, 0 the farthest and 1 the nearest.
      public let nearness: Float
      /// The disparity in 1/metres; nil where the map has no distances.
      public let disparity: Float?
      /// The distance in metres; nil where the map has no distances, and for the infinitely far.
      public let distance: Float?
      /// How far the map's distances are to be trusted; nil where it is not the photo's own.
      public let accuracy: DepthData.Accuracy?
      /// How it was found.
      public let source: Source
    }

    /// The lens whose blur was computed.
    public struct Lens: Hashable, Sendable {
      /// What the blur of an f-number is measured by.
      public enum Basis: String, Hashable, Sendable, CaseIterable {
        /// The map's distances in metres.
        case metres
        /// The disparities of a relative map, taken for 1/metres.
        case relative
        /// The distances of a relative map without a unit; the nearest is taken for 1 metre.
        case nearest
      }

      /// The f-number; nil where an opening was given.
      public let fNumber: Float?
      /// The opening in millimetres.
      public let aperture: Float
      /// The horizontal field of view in degrees.
      public let fieldOfView: Double
      /// Whether the field of view was assumed, since nothing states it.
      public let isFieldOfViewAssumed: Bool
      /// What the blur is measured by.
      public let basis: Basis
      /// The f-number whose blur the photo's maker simulates; nil where the file does not say.
      public let simulatedFNumber: Float?
    }

    /// The effect.
    public let effect: AuxEffect
    /// What was in focus; nil for effects without a focus, and if a matte alone decided it.
    public let focus: Focus?
    /// The lens; nil where none was asked for.
    public let lens: Lens?
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

/// What a report says of a map; the map itself is given up when it has been used.
struct MapReport {
  private let disparities: ClosedRange<Float>?
  private let accuracy: DepthData.Accuracy?
  /// The share of the samples that are holes.
  let holeShare: Double
  /// What was in focus, once that is known.
  private(set) var focus: PhotoRenderer.Report.Focus?

  init(_ map: RenderMap) {
    (disparities, accuracy) = (map.nearness.disparityRange, map.accuracy)
    holeShare = Double(map.nearness.holeCount) / Double(map.nearness.values.count)
  }

  /// Takes note of the nearness in focus, if there was one.
  mutating func focus(_ nearness: Float?, _ source: PhotoRenderer.Report.Focus.Source) {
    guard let nearness else { return }
    let disparity = disparities.map { $0.lowerBound + nearness * ($0.upperBound - $0.lowerBound) }
    focus = PhotoRenderer.Report.Focus(
      nearness: nearness, disparity: disparity,
      distance: disparity.flatMap { $0 > 0 && (1 / $0).isFinite ? 1 / $0 : nil }, accuracy: accuracy,
      source: source)
  }
}
