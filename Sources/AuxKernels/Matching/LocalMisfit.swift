extension RectangleSearch {
  /// The longest side at which parts are compared.
  private static let misfitSide = 512

  /// Returns how far parts of the picture are from where a place has them, in parts of its longer side.
  ///
  /// A lens correction moves parts this way. One of twenty parts may be farther away, as an object that was retouched.
  package func misfit(of found: Result) -> Double {
    misfit(turned[found.orientation - 1]) { whole.resampled(found.rectangle, width: $0, height: $1) }
  }

  /// Returns the same of a quadrilateral.
  package func misfit(of found: QuadResult) -> Double {
    guard let transform = found.quad.transform else { return 0 }
    return misfit(turned[found.orientation - 1]) {
      let scaled = whole.size(longSide: Self.misfitSide * 2)
      return whole.resampled(.whole, width: scaled.width, height: scaled.height)
        .warped(transform, width: $0, height: $1)
    }
  }

  private func misfit(_ picture: LumaGrid, seen: (_ width: Int, _ height: Int) -> LumaGrid) -> Double {
    let size = picture.size(longSide: Self.misfitSide)
    let shown = picture.resampled(.whole, width: size.width, height: size.height)
    guard let one = LocalContrast.of(shown), let two = LocalContrast.of(seen(size.width, size.height)) else {
      return 0
    }
    return LocalMisfit(one, two).greatest / Double(max(size.width, size.height))
  }
}

/// How far the parts of two pictures of one size are apart.
private struct LocalMisfit {
  /// The side of a part, and how far it is looked for, in samples.
  private static let (side, reach) = (48, 10)
  /// The least likeness of a part that was found, and how much more like than its own place another has to be.
  private static let (leastLikeness, gain): (Float, Float) = (0.6, 0.1)

  private let one, two: LumaGrid

  init(_ one: LumaGrid, _ two: LumaGrid) { (self.one, self.two) = (one, two) }

  /// The distance that one of twenty parts exceeds, in samples.
  var greatest: Double {
    let columns = (one.width - 2 * Self.reach) / Self.side
    let rows = (one.height - 2 * Self.reach) / Self.side
    guard columns > 0, rows > 0 else { return 0 }
    let found = AuxWorkerPool.map(Array(0..<columns * rows), jobs: AuxWorkerPool.coreCount) { index in
      distance(x: Self.reach + index % columns * Self.side, y: Self.reach + index / columns * Self.side)
    }
    let distances = found.compactMap(\.self).sorted()
    return distances.isEmpty ? 0 : distances[distances.count * 19 / 20]
  }

  /// Returns how far the part of one picture at that place is from the same in the other; nil where it is not found.
  private func distance(x: Int, y: Int) -> Double? {
    let reach = Self.reach
    let own = likeness(x: x, y: y, across: 0, down: 0)
    // What repeats itself is elsewhere as well.
    var best: (likeness: Float, across: Int, down: Int) = (max(own + Self.gain, Self.leastLikeness), 0, 0)
    var isFound = own >= Self.leastLikeness
    for down in -reach...reach {
      for across in -reach...reach {
        let likeness = likeness(x: x, y: y, across: across, down: down)
        if likeness > best.likeness { (best, isFound) = ((likeness, across, down), true) }
      }
    }
    // What is at the end of what was searched may be farther away, or anywhere.
    guard isFound, max(abs(best.across), abs(best.down)) < reach else { return nil }
    return Double(best.across * best.across + best.down * best.down).squareRoot()
  }

  private func likeness(x: Int, y: Int, across: Int, down: Int) -> Float {
    let (first, second) = (one.samples.span, two.samples.span)
    var (product, squares, others): (Float, Float, Float) = (0, 0, 0)
    for row in y..<y + Self.side {
      let start = row * one.width + x
      let shifted = (row + down) * one.width + x + across
      for column in 0..<Self.side {
        let (one, two) = (first[start &+ column], second[shifted &+ column])
        product += one * two
        squares += one * one
        others += two * two
      }
    }
    return squares > 0 && others > 0 ? product / (squares * others).squareRoot() : 0
  }
}
