/// The part of a picture that another one shows, and how that one is turned.
package struct RectangleSearch: Sendable {
  /// What was found.
  package struct Result: Sendable {
    /// What turns the whole picture's rows into the other's, as the Exif tag Orientation, 1...8.
    package let orientation: Int
    /// The part that the other picture shows; it reaches outside where that one has a margin.
    package let rectangle: LumaGrid.Rectangle
    /// The correlation of the local contrast of both, at most 1.
    package let likeness: Double
  }

  /// The longest side that is searched for a rectangle, in samples.
  package static let wholeSide = 2048
  /// The longest side of the picture that is looked for.
  package static let pictureSide = 1024
  /// The likeness from which no other orientation is tried.
  private static let certain = 0.7
  /// The likeness from which a place is made as exact as it can be.
  private static let promising = 0.2
  /// How much less the likeness of the whole may be than that of the best place; the whole then counts as the place.
  private static let nearLikeness = 0.02
  /// The correlation of luma from which both pictures are the same as a whole.
  private static let sameLuma = 0.9975

  /// The whole picture and the one that may show a part of it.
  private let whole, picture: LumaGrid

  /// Prepares a search for `picture` in `whole`.
  package init(of picture: LumaGrid, in whole: LumaGrid) {
    (self.whole, self.picture) = (whole, picture)
  }

  /// Returns the best place; `first` is the orientation that is tried before all others.
  ///
  /// Nil where one of both pictures has too little detail, and their luma is not the same either.
  package func best(first: Int) -> Result? {
    let found = bestByDetail(first)
    if let found, found.likeness >= Self.certain { return found }
    let turned = picture.turned(Self.inverse(first))
    guard let agreement = whole.agreement(with: turned, at: .whole), agreement >= Self.sameLuma else {
      return found
    }
    return Result(orientation: first, rectangle: .whole, likeness: agreement)
  }

  private func bestByDetail(_ first: Int) -> Result? {
    guard hasDetail(whole), hasDetail(picture) else { return nil }
    let others = (1...8).filter { $0 != first }
    var best: Result?
    for stage in Stage.all {
      for orientations in [[first], others] {
        let found = AuxWorkerPool.map(orientations, jobs: AuxWorkerPool.coreCount) { find($0, stage) }
        for case let result? in found where result.likeness > best?.likeness ?? -1 { best = result }
        if let best, best.likeness >= Self.certain { return best }
      }
    }
    return best
  }

  private static func inverse(_ orientation: Int) -> Int { [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1] }

  private func hasDetail(_ grid: LumaGrid) -> Bool {
    let size = grid.size(longSide: 384)
    return LocalContrast.of(grid.resampled(.whole, width: size.width, height: size.height)) != nil
  }

  /// One pass over places and sizes.
  private struct Stage {
    let longSide: Int
    let scales: [Double]
    /// The number of places that are looked at more closely.
    let count: Int

    /// Large parts at a coarse grid, then all at a finer one.
    static let all = [
      Stage(longSide: 64, scales: steps(from: 1, to: 0.5), count: 12),
      Stage(longSide: 112, scales: steps(from: 1, to: 0.2), count: 24),
    ]

    private static func steps(from: Double, to: Double) -> [Double] {
      Array(sequence(first: from) { $0 * 0.95 > to ? $0 * 0.95 : nil })
    }
  }

  private func find(_ orientation: Int, _ stage: Stage) -> Result? {
    // The whole picture stays, and the other is turned back to it.
    let turned = picture.turned(Self.inverse(orientation))
    let size = whole.size(longSide: 512)
    let coarse = whole.resampled(.whole, width: size.width, height: size.height)
    var places = TemplateSearch.candidates(
      of: turned, in: coarse, longSide: stage.longSide, scales: stage.scales, count: stage.count
    ).map(\.rectangle)
    var likeness = 0.0
    for (side, count) in [(64, 3), (192, 1)] {
      let fits = places.compactMap { fit(turned, coarse, $0, side, steps: 8) }
        .sorted { $0.likeness > $1.likeness }
      guard let best = fits.first else { return nil }
      likeness = best.likeness
      places = fits.prefix(count).map(\.rectangle)
    }
    if likeness >= Self.promising {
      for side in [384, Self.pictureSide] {
        guard let next = fit(turned, whole, places[0], side, steps: 6) else { break }
        if side == 384 { likeness = next.likeness }
        places[0] = next.rectangle
      }
      if isWhole(places[0], turned) { places[0] = .whole }
    }
    return Result(orientation: orientation, rectangle: places[0], likeness: likeness)
  }

  /// Returns whether the whole picture is as like as the best place.
  ///
  /// Where there is little detail many places are as good, and an edit that cut nothing is the likeliest.
  private func isWhole(_ place: LumaGrid.Rectangle, _ turned: LumaGrid) -> Bool {
    guard let own = fit(turned, whole, place, Self.pictureSide, steps: 0),
      let all = fit(turned, whole, .whole, Self.pictureSide, steps: 0)
    else { return false }
    if all.likeness >= own.likeness - Self.nearLikeness { return true }
    guard let one = whole.agreement(with: turned, at: .whole), one >= Self.sameLuma,
      let other = whole.agreement(with: turned, at: place)
    else { return false }
    return 1 - one * one <= (1 - other * other) * 1.1
  }

  private func fit(
    _ turned: LumaGrid, _ whole: LumaGrid, _ start: LumaGrid.Rectangle, _ side: Int, steps: Int
  ) -> RectangleFit? {
    guard var fit = RectangleFit(of: turned, in: whole, from: start, longSide: side) else { return nil }
    fit.improve(steps: steps)
    fit.measure()
    return fit
  }
}
