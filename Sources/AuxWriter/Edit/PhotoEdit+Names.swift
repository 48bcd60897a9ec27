// Parts of an edit as people write them: the program, C and Python read the same texts.

extension PhotoEdit.Size {
  /// Creates the size that a text states: `1024x768`, `50%`, `long=2048` or `short=1080`.
  ///
  /// Sides are 1...65535 pixels, percentages more than 0 and at most 1000; nil for any other text.
  public init?(text: String) {
    func side(_ digits: Substring) -> Int? { Int(digits).flatMap { (1...65_535).contains($0) ? $0 : nil } }
    if text.hasSuffix("%"), let part = Double(text.dropLast()), part > 0, part <= 1000 {
      self = .percent(part)
    } else if text.hasPrefix("long="), let most = side(text.dropFirst("long=".count)) {
      self = .longSide(most)
    } else if text.hasPrefix("short="), let most = side(text.dropFirst("short=".count)) {
      self = .shortSide(most)
    } else {
      let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2, let width = side(sides[0]), let height = side(sides[1]) else { return nil }
      self = .pixels(width: width, height: height)
    }
  }
}

extension PhotoEdit.Crop {
  /// Creates the largest part of the aspect ratio that a text states, as `4:5`, about the centre of the photo.
  ///
  /// Both numbers are 1...65535; nil for any other text.
  public init?(aspect text: String) {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...65_535).contains($0) }) else { return nil }
    self = .aspect(width: sides[0], height: sides[1], anchor: .center)
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
