// Parts of an edit as people write them: the program, C and Python read the same texts.

extension PhotoEdit.Size {
  /// Creates the size that a text states: `1024x768`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`.
  ///
  /// `800` and `800x` are `width=800`, `x600` is `height=600`. Sides are 1...65535 pixels, percentages more than 0 and at
  /// most 1000; nil for any other text.
  public init?(text: String) {
    func side(_ digits: Substring) -> Int? { Int(digits).flatMap { (1...65_535).contains($0) ? $0 : nil } }
    let bounds: [(prefix: String, size: (Int) -> Self)] = [
      ("long=", Self.longSide), ("short=", Self.shortSide), ("width=", Self.width), ("height=", Self.height),
    ]
    if text.hasSuffix("%"), let part = Double(text.dropLast()), part > 0, part <= 1000 {
      self = .percent(part)
    } else if let bound = bounds.first(where: { text.hasPrefix($0.prefix) }) {
      guard let most = side(text.dropFirst(bound.prefix.count)) else { return nil }
      self = bound.size(most)
    } else {
      let sides = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
      let (width, height) = (side(sides[0]), sides.count == 2 ? side(sides[1]) : nil)
      switch (width, height) {
      case (let width?, let height?): self = .pixels(width: width, height: height)
      case (let width?, nil) where sides.count == 1 || sides[1].isEmpty: self = .width(width)
      case (nil, let height?) where sides[0].isEmpty: self = .height(height)
      default: return nil
      }
    }
  }
}

extension PhotoEdit.Crop {
  /// Creates the largest part of the aspect ratio that a text states, as `4:5`, `16/9` or `1.91:1`, about the center of the
  /// photo.
  ///
  /// Both numbers of the ratio without decimal places and common factors are 1...65535; nil for any other text.
  public init?(aspect text: String) {
    let sides = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    guard sides.count == 2, sides.joined().allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber }) else {
      return nil
    }
    let places = sides.map { $0.drop { $0 != "." }.dropFirst().count }.max() ?? 0
    guard places <= 4 else { return nil }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let numbers = sides.compactMap { Double($0).flatMap { Int(exactly: ($0 * scale).rounded()) } }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    var (divisor, rest) = (numbers[0], numbers[1])
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let (width, height) = (numbers[0] / divisor, numbers[1] / divisor)
    guard max(width, height) <= 65_535 else { return nil }
    self = .aspect(width: width, height: height, anchor: .center)
  }

  /// Returns the crop centred on something; nil for a rectangle, which has its place.
  public func centred(on anchor: PhotoEdit.Anchor) -> PhotoEdit.Crop? {
    switch self {
    case .rectangle: nil
    case .aspect(let width, let height, _): .aspect(width: width, height: height, anchor: anchor)
    }
  }
}

extension PhotoEdit.Flip {
  /// Creates the mirroring of a name, `horizontal` or `vertical`, or of its first letter; nil for any other text.
  public init?(text: String) {
    guard let flip = Self.allCases.first(where: { $0.rawValue == text || $0.rawValue.prefix(1) == text })
    else { return nil }
    self = flip
  }
}
