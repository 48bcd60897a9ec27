/// The part of a picture that another one shows, and how that one is turned.
package struct RectangleSearch: Sendable {
  /// What was found.
  package struct Result: Sendable {
    /// What turns the whole picture's rows into the other's, as the Exif tag Orientation, 1...8.
    package let orientation: Int
    /// The part that the other picture shows; it reaches outside where that one has a margin.
    package let rectangle: LumaGrid.Rectangle
    /// The correlation of the local contrast of both at that rectangle, at most 1.
    package let likeness: Double
    /// Whether both have enough detail there to tell the place from all others that were tried.
    package let isClear: Bool
  }

  /// The longest side that is searched for a rectangle, in samples.
  package static let wholeSide = 2048
  /// The longest side of the picture that is looked for.
  package static let pictureSide = 1024
  /// The likeness from which no other orientation is searched at all sizes.
  static let certain = 0.7

  let whole: LumaGrid
  /// The whole picture at the resolution of the first steps.
  let coarse: LumaGrid
  /// The picture that is looked for, turned back by each orientation.
  let turned: [LumaGrid]
  /// How many samples of the whole are as wide as one of the picture, if that was cut and not scaled.
  private let unscaled: Double

  /// Prepares a search for `picture` in `whole`.
  ///
  /// `unscaled` samples of the whole are as wide as one of the picture, if that was cut and not scaled, which is
  /// tried first.
  package init(of picture: LumaGrid, in whole: LumaGrid, unscaled: Double) {
    let size = whole.size(longSide: 512)
    (self.whole, self.unscaled) = (whole, unscaled)
    coarse = whole.resampled(.whole, width: size.width, height: size.height)
    turned = (1...8).map { picture.turned(Self.inverse($0)) }
  }

  /// Returns the best place; `first` is the orientation that is tried before all others, or with `isBrief` alone, at sizes
  /// from a third of the whole on.
  ///
  /// Nil where one of both pictures has too little detail, and their luma is not the same either.
  package func best(first: Int, isBrief: Bool = false) -> Result? {
    let found = bestByDetail(first, isBrief: isBrief)
    if let found, found.isClear, found.likeness >= Self.certain { return found }
    return whole.sameLuma(as: turned, first: first).map {
      Result(orientation: first, rectangle: .whole, likeness: $0, isClear: true)
    } ?? found
  }

  private func bestByDetail(_ first: Int, isBrief: Bool) -> Result? {
    guard hasDetail(whole), hasDetail(turned[0]) else { return nil }
    var places = Places(first: first)
    let others = isBrief ? [] : (1...8).filter { $0 != first }
    for stage in Stage.all.dropLast(isBrief ? 1 : 0) {
      for orientations in [[first], others] {
        let stage = orientations == [first] ? stage : stage.coarser
        let found = AuxWorkerPool.map(Self.alike(orientations), jobs: AuxWorkerPool.coreCount) {
          find($0, stage)
        }
        places.add(found.flatMap(\.self))
        guard let best = places.best, best.likeness >= Self.certain, places.isClear(best) else { continue }
        places.add(rivals(of: best))
        if let best = places.result, best.isClear, best.likeness >= Self.certain { return best }
      }
    }
    // Nothing that was tried resembles the picture.
    return places.result ?? Result(orientation: first, rectangle: .whole, likeness: 0, isClear: false)
  }

  /// Returns orientations in parts that keep the sides, and that exchange them; of each two parts, for threads to share.
  static func alike(_ orientations: [Int]) -> [[Int]] {
    [1...2, 3...4, 5...6, 7...8].map { part in orientations.filter(part.contains) }.filter { !$0.isEmpty }
  }

  private static func inverse(_ orientation: Int) -> Int { [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1] }

  func hasDetail(_ grid: LumaGrid) -> Bool {
    let size = grid.size(longSide: 384)
    return LocalContrast.of(grid.resampled(.whole, width: size.width, height: size.height)) != nil
  }
}

/// One pass over places and sizes.
private struct Stage {
  /// The parts of the largest size that fits; without them, the picture's own size and the largest.
  var scales: [Double]?
  /// The most multiplications for a size.
  let products: Double
  /// The number of places that are looked at more closely.
  let count: Int

  /// The pass over orientations that the tags of the photos do not lead to: there are seven of them.
  var coarser: Stage { Stage(scales: scales, products: products / 8, count: count / 4) }

  static let all = [
    Stage(products: 4e7, count: 8), Stage(scales: steps(from: 1, to: 0.34), products: 1e7, count: 16),
    Stage(scales: steps(from: 0.34, to: 0.1), products: 1e7, count: 16),
  ]

  private static func steps(from: Double, to: Double) -> [Double] {
    Array(sequence(first: from) { $0 * 0.95 > to ? $0 * 0.95 : nil })
  }
}

extension RectangleSearch {
  /// The likeness from which a place is made as exact as it can be.
  static let promising = 0.2

  /// Returns places of the picture in some orientations, of which none or all exchange the sides.
  private func find(_ orientations: [Int], _ stage: Stage) -> [Place] {
    guard let first = orientations.first else { return [] }
    // The whole picture stays, and the other is turned back to it.
    let own = scale(turned[first - 1], unscaled)
    let scales = stage.scales ?? (own < 1 ? [1, own] : [1])
    let found = TemplateSearch.candidates(
      of: orientations.map { turned[$0 - 1] }, in: coarse, scales: scales, products: stage.products,
      count: stage.count)
    return zip(orientations, found).flatMap { refined($1.map(\.rectangle) + [.whole], $0) }
  }

  /// Returns the places in all orientations that resemble a place most, at about its size.
  private func rivals(of place: Place) -> [Place] {
    AuxWorkerPool.map(Array(1...8), jobs: AuxWorkerPool.coreCount) { orientation in
      let picture = turned[orientation - 1]
      let found = turned[place.orientation - 1]
      let size = place.rectangle.width * Double(whole.width) / Double(found.width)
      let starts = TemplateSearch.candidates(
        of: [picture], in: coarse, scales: [min(scale(picture, size), 1)], products: 1e7, count: 4)
      return refined(starts[0].map(\.rectangle), orientation)
    }.flatMap(\.self)
  }

  /// Returns which part of the largest size that fits has samples that are as wide as that many of the whole.
  private func scale(_ picture: LumaGrid, _ samples: Double) -> Double {
    samples
      * max(Double(picture.width) / Double(whole.width), Double(picture.height) / Double(whole.height))
  }

  /// Improves rectangles in steps of resolution, the best ones from step to step; the whole picture is measured beside
  /// them where one of them resembles the picture.
  private func refined(_ starts: [LumaGrid.Rectangle], _ orientation: Int) -> [Place] {
    let picture = turned[orientation - 1]
    var rectangles = starts
    for (side, count) in [(64, 6), (192, 3)] {
      let fits = rectangles.compactMap { fit(picture, coarse, $0, side, steps: 8) }
        .filter { $0.likeness >= Self.promising }
        .sorted { $0.likeness > $1.likeness }
      var kept: [LumaGrid.Rectangle] = []
      for fit in fits where kept.count < count && kept.allSatisfy({ $0.isDistinct(from: fit.rectangle) }) {
        kept.append(fit.rectangle)
      }
      rectangles = kept
    }
    let places = rectangles.flatMap { measured($0, orientation) }
    guard places.contains(where: { $0.likeness >= Self.promising }) else { return places }
    return places + [place(.whole, orientation)].compactMap(\.self)
  }

  /// The longest side at which places are compared with one another.
  static let decidingSide = 384

  /// Measures a rectangle where it is.
  private func place(_ rectangle: LumaGrid.Rectangle, _ orientation: Int) -> Place? {
    fit(turned[orientation - 1], whole, rectangle, Self.decidingSide, steps: 0).map { Place(orientation, $0) }
  }

  /// Returns the place that a rectangle leads to, and the same as exact as it can be.
  private func measured(_ start: LumaGrid.Rectangle, _ orientation: Int) -> [Place] {
    let picture = turned[orientation - 1]
    guard let middle = fit(picture, whole, start, Self.decidingSide, steps: 6) else { return [] }
    let first = Place(orientation, middle)
    guard first.likeness >= Self.promising else { return [first] }
    // The last steps may leave the place that was found: it counts as measured where it ended.
    let last = fit(picture, whole, middle.rectangle, Self.pictureSide, steps: 6).flatMap {
      place($0.rectangle, orientation)
    }
    return [first, last].compactMap(\.self)
  }

  private func fit(
    _ picture: LumaGrid, _ whole: LumaGrid, _ start: LumaGrid.Rectangle, _ side: Int, steps: Int
  ) -> RectangleFit? {
    guard var fit = RectangleFit(of: picture, in: whole, from: start, longSide: side) else { return nil }
    fit.improve(steps: steps)
    fit.measure()
    return fit
  }
}

/// What makes a place clear.
enum MatchLimits {
  /// How much more like the best place must be than any other.
  static let margin = 0.1
  /// The farthest that edges or corners may be off, as ``RectangleFit/deviation``.
  static let deviation = 0.002
  /// The least detail, as ``RectangleFit/detail``.
  static let detail = 12.0
}

/// A place that was measured.
private struct Place: Sendable {
  let orientation: Int
  let rectangle: LumaGrid.Rectangle
  let likeness, deviation, detail: Double

  init(_ orientation: Int, _ fit: RectangleFit) {
    (self.orientation, rectangle) = (orientation, fit.rectangle)
    (likeness, deviation, detail) = (fit.likeness, fit.deviation, fit.detail)
  }

  func isDistinct(from other: Place) -> Bool {
    orientation != other.orientation || rectangle.isDistinct(from: other.rectangle)
  }
}

extension LumaGrid.Rectangle {
  /// Returns whether an edge is elsewhere by more than a map would forgive.
  fileprivate func isDistinct(from other: Self) -> Bool {
    max(abs(left - other.left), abs(top - other.top), abs(right - other.right), abs(bottom - other.bottom))
      > 0.01
  }
}

/// The places that were measured, and which one of them it is.
private struct Places {
  /// How much less like the whole picture in its first orientation may be: that nothing was cut is likeliest.
  private static let nearLikeness = 0.02

  private let first: Int
  private var places: [Place] = []

  init(first: Int) { self.first = first }

  mutating func add(_ found: [Place]) { places += found }

  /// The place of the most likeness, or the whole picture, if that is as like.
  var best: Place? {
    guard let best = places.max(by: { $0.likeness < $1.likeness }) else { return nil }
    func whole(_ orientation: Int) -> Place? {
      places.first {
        $0.orientation == orientation && $0.rectangle == .whole
          && $0.likeness >= best.likeness - Self.nearLikeness
      }
    }
    return whole(first) ?? whole(best.orientation) ?? best
  }

  var result: RectangleSearch.Result? {
    best.map {
      RectangleSearch.Result(
        orientation: $0.orientation, rectangle: $0.rectangle, likeness: $0.likeness, isClear: isClear($0))
    }
  }

  /// Returns whether there is detail enough, and no other place is nearly as like.
  func isClear(_ place: Place) -> Bool {
    guard place.deviation <= MatchLimits.deviation, place.detail >= MatchLimits.detail else { return false }
    if place.orientation == first, place.rectangle == .whole { return true }
    return places.allSatisfy {
      $0.likeness <= place.likeness - MatchLimits.margin || !$0.isDistinct(from: place)
    }
  }
}
