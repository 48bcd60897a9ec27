/// The quadrilateral of a picture that another one shows which was straightened, or whose perspective was corrected.
extension RectangleSearch {
  /// What was found.
  package struct QuadResult: Sendable {
    /// What turns the whole picture's rows into the other's, as the Exif tag Orientation, 1...8.
    package let orientation: Int
    /// Where the corners of the other picture, turned back by the orientation, are in the whole one.
    package let quad: LumaGrid.Quad
    /// Whether the picture was turned, scaled and moved alone.
    package let isRigid: Bool
    /// The correlation of the local contrast of both there, at most 1.
    package let likeness: Double
    /// Whether both have enough detail there to tell the place from all others that were tried.
    package let isClear: Bool
  }

  /// The angles that are tried, in degrees: a fit finds what is half a step off.
  private static let angles = [0.0, 3, -3, 6, -6, 9, -9, 12, -12, 15, -15]
  /// The parts of the largest size that fits that are tried.
  private static let quadScales = Array(sequence(first: 1.0) { $0 * 0.95 > 0.3 ? $0 * 0.95 : nil })
  /// How much more like a fit of more freedom must be to count.
  package static let gain = 0.02

  /// Returns the quadrilateral that a rectangle that was found leads to.
  package func quad(near found: Result) -> QuadResult? {
    let picture = turned[found.orientation - 1]
    let starts = [LumaGrid.Quad(found.rectangle)]
    var places = QuadPlaces()
    places.add(finest(starts, of: picture, found.orientation))
    return places.result
  }

  /// Returns the best quadrilateral of all angles; `first` is the orientation that is tried before all others.
  ///
  /// Nil where nothing resembles the picture.
  package func bestQuad(first: Int) -> QuadResult? {
    guard hasDetail(whole), hasDetail(turned[0]) else { return nil }
    let canvases = AuxWorkerPool.map(Self.angles, jobs: AuxWorkerPool.coreCount) {
      TurnedCanvas(of: coarse, turnedBy: $0)
    }
    var places = QuadPlaces()
    for orientations in [[first], (1...8).filter { $0 != first }] {
      let effort = orientations == [first] ? QuadEffort.first : .others
      let tries = Self.alike(orientations).flatMap { part in canvases.map { (part, $0) } }
      let found = AuxWorkerPool.map(tries, jobs: AuxWorkerPool.coreCount) { part, canvas in
        starts(of: part, on: canvas, effort)
      }.flatMap(\.self)
      for orientation in orientations {
        let picture = turned[orientation - 1]
        let own = found.filter { $0.0 == orientation }.map(\.1)
        places.add(finest(refined(own, of: picture, effort), of: picture, orientation))
      }
      if let best = places.result, best.isClear, best.likeness >= Self.certain { return best }
    }
    return places.result
  }

  /// Returns the places of a picture on a turned canvas that are worth a closer look, after a first fit, in orientations of
  /// which none or all exchange the sides.
  private func starts(
    of orientations: [Int], on canvas: TurnedCanvas, _ effort: QuadEffort
  ) -> [(Int, QuadFit)] {
    let found = TemplateSearch.candidates(
      of: orientations.map { turned[$0 - 1] }, in: canvas.grid, scales: Self.quadScales,
      products: effort.products,
      count: effort.count)
    return zip(orientations, found).flatMap { orientation, places in
      places.compactMap {
        fit(turned[orientation - 1], coarse, canvas.quad(of: $0.rectangle), 64, steps: 8, isRigid: true)
      }
      .filter { $0.likeness >= effort.leastLikeness }.map { (orientation, $0) }
    }
  }

  /// Returns the best places after a second fit.
  private func refined(_ starts: [QuadFit], of picture: LumaGrid, _ effort: QuadEffort) -> [LumaGrid.Quad] {
    let first = Self.distinct(starts, count: effort.refined)
    let fits = AuxWorkerPool.map(first, jobs: AuxWorkerPool.coreCount) { start in
      fit(picture, coarse, start, 192, steps: 8, isRigid: true)
    }
    return Self.distinct(fits.compactMap(\.self).filter { $0.likeness >= Self.promising }, count: 4)
  }

  private static func distinct(_ fits: [QuadFit], count: Int) -> [LumaGrid.Quad] {
    var kept: [LumaGrid.Quad] = []
    for fit in fits.sorted(by: { $0.likeness > $1.likeness })
    where kept.count < count && kept.allSatisfy({ $0.distance(to: fit.quad) > QuadPlaces.distinct }) {
      kept.append(fit.quad)
    }
    return kept
  }

  /// Returns places as exact as they can be: turned, scaled and moved alone, and seen from elsewhere too.
  private func finest(_ starts: [LumaGrid.Quad], of picture: LumaGrid, _ orientation: Int) -> [QuadPlace] {
    AuxWorkerPool.map(starts, jobs: AuxWorkerPool.coreCount) { start -> [QuadPlace] in
      var (found, quad) = ([QuadPlace](), start)
      for isRigid in [true, false] {
        for side in [192, Self.decidingSide, Self.pictureSide] {
          guard let next = fit(picture, whole, quad, side, steps: 8, isRigid: isRigid) else { break }
          quad = next.quad
        }
        // All places are compared at one resolution.
        if let measured = fit(picture, whole, quad, Self.decidingSide, steps: 0, isRigid: isRigid) {
          found.append(QuadPlace(orientation, measured, isRigid: isRigid))
        }
      }
      return found
    }.flatMap(\.self)
  }

  private func fit(
    _ picture: LumaGrid, _ whole: LumaGrid, _ start: LumaGrid.Quad, _ side: Int, steps: Int, isRigid: Bool
  ) -> QuadFit? {
    guard var fit = QuadFit(of: picture, in: whole, from: start, longSide: side) else { return nil }
    fit.improve(steps: steps, isRigid: isRigid)
    fit.measure()
    return fit
  }
}

/// How much is done for an orientation.
private struct QuadEffort: Sendable {
  /// The most multiplications for a size.
  let products: Double
  /// The number of places on each canvas that are fitted.
  let count: Int
  /// The likeness of a first fit from which a second one is tried, and the number of those at most.
  let leastLikeness: Double
  let refined: Int

  /// For the orientation that the tags of the photos lead to.
  static let first = QuadEffort(
    products: 5e6, count: 12, leastLikeness: RectangleSearch.promising, refined: 8)
  /// For each of the seven others.
  static let others = QuadEffort(products: 2.5e5, count: 1, leastLikeness: 0.3, refined: 2)
}

/// A picture turned about its centre, with all of it on the canvas.
private struct TurnedCanvas: Sendable {
  let grid: LumaGrid
  /// Leads from points of the canvas to those of the picture, in parts of the sides of both.
  private let toPicture: PlaneTransform

  init(of picture: LumaGrid, turnedBy degrees: Double) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let turning = PlaneTransform(turning: -degrees)
    let (cosine, sine) = (turning.x.x, abs(turning.x.y))
    let size = (
      across: Int((width * cosine + height * sine).rounded(.up)),
      down: Int((width * sine + height * cosine).rounded(.up))
    )
    let (across, down) = (Double(size.across), Double(size.down))
    toPicture = PlaneTransform(scaling: across, down)
      .followed(by: PlaneTransform(moving: -across / 2, -down / 2)).followed(by: turning)
      .followed(by: PlaneTransform(moving: width / 2, height / 2))
      .followed(by: PlaneTransform(scaling: 1 / width, 1 / height))
    grid = degrees == 0 ? picture : picture.warped(toPicture, width: size.across, height: size.down)
  }

  func quad(of rectangle: LumaGrid.Rectangle) -> LumaGrid.Quad {
    LumaGrid.Quad(LumaGrid.Quad(rectangle).corners.map { toPicture($0) })
  }
}

/// A quadrilateral that was measured.
private struct QuadPlace: Sendable {
  let orientation: Int
  let quad: LumaGrid.Quad
  let isRigid: Bool
  let likeness, deviation, detail: Double

  init(_ orientation: Int, _ fit: QuadFit, isRigid: Bool) {
    (self.orientation, quad, self.isRigid) = (orientation, fit.quad, isRigid)
    (likeness, deviation, detail) = (fit.likeness, fit.deviation, fit.detail)
  }
}

/// The quadrilaterals that were measured, and which one of them it is.
private struct QuadPlaces {
  /// The distance of corners from which places are two.
  static let distinct = 0.02

  private var places: [QuadPlace] = []

  mutating func add(_ found: [QuadPlace]) { places += found }

  /// The place of the most likeness, without a change of perspective where that is hardly more like.
  var result: RectangleSearch.QuadResult? {
    let order = { (one: QuadPlace, two: QuadPlace) in one.likeness < two.likeness }
    guard let most = places.max(by: order) else { return nil }
    let rigid = places.filter(\.isRigid).max(by: order)
    let best = rigid.flatMap { $0.likeness >= most.likeness - RectangleSearch.gain ? $0 : nil } ?? most
    return RectangleSearch.QuadResult(
      orientation: best.orientation, quad: best.quad, isRigid: best.isRigid, likeness: best.likeness,
      isClear: isClear(best))
  }

  /// Returns whether there is detail enough, and no other place is nearly as like.
  ///
  /// Each place was measured with and without a change of perspective, and is compared with others of its kind.
  private func isClear(_ place: QuadPlace) -> Bool {
    guard place.deviation <= MatchLimits.deviation, place.detail >= MatchLimits.detail else { return false }
    return places.allSatisfy { other in
      other.isRigid != place.isRigid || other.likeness <= place.likeness - MatchLimits.margin
        || other.orientation == place.orientation && other.quad.distance(to: place.quad) <= Self.distinct
    }
  }
}
