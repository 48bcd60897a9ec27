package import AuxImage

/// What an image says of its colours: by its own `colr` properties, and what a grid does not say itself by those of its
/// first tile.
///
/// Source: Specs/heif.md, "Reading".
package struct HEIFColours: Sendable {
  private struct Stated<Value: Hashable & Sendable>: Sendable {
    var property: HEIFItem.Property
    var value: Value
  }

  private var profile: Stated<[UInt8]>?
  private var points: Stated<ColourCodePoints>?
  /// Whether other tiles than the first say something else of what the grid does not say itself.
  package private(set) var tilesDiffer = false

  /// The ICC profile.
  package var iccProfile: [UInt8]? { profile?.value }
  /// The code points.
  package var codePoints: ColourCodePoints? { points?.value }
  /// The properties that say it: at most one ICC profile and one of code points.
  package var properties: [HEIFItem.Property] { [profile?.property, points?.property].compactMap(\.self) }

  /// Creates colours for an image that states none.
  package init() {}

  /// Takes a property, unless there is one of its kind already.
  fileprivate mutating func add(_ property: HEIFItem.Property, _ information: ColourInformationProperty) {
    if profile == nil, case .profile(_, let bytes) = information {
      profile = Stated(property: property, value: bytes)
    }
    if points == nil, let value = information.codePoints {
      points = Stated(property: property, value: value)
    }
  }

  /// Takes of the tiles what the grid does not say itself.
  fileprivate mutating func inherit(_ tiles: [HEIFColours]) {
    guard let first = tiles.first else { return }
    if points == nil {
      points = first.points
      tilesDiffer = tiles.contains { $0.codePoints != points?.value }
    }
    if profile == nil {
      profile = first.profile
      // Tiles share properties, and each profile is compared once: the work is bounded by the size of the file.
      var seen: Set<Int> = []
      for tile in tiles where seen.insert(tile.profile?.property.index ?? 0).inserted {
        if tile.iccProfile != iccProfile { tilesDiffer = true }
      }
    }
  }
}

extension HEIFContent {
  /// Returns what an item says of its colours itself.
  package func ownColours(of item: HEIFItem) throws(AuxError) -> HEIFColours {
    var colours = HEIFColours()
    for property in properties(of: item) where property.box.type == "colr" {
      colours.add(
        property,
        try view(property) { reader throws(AuxError) in try ColourInformationProperty(parsing: &reader) })
    }
    return colours
  }

}

extension HEIFFile {
  /// Returns what an item says of its colours, with the tiles of a grid.
  package func colours(of item: HEIFItem) throws(AuxError) -> HEIFColours {
    var colours = try ownColours(of: item)
    guard item.type == "grid" else { return colours }
    colours.inherit(
      try item.targets("dimg").compactMap(self.item).map { tile throws(AuxError) in try ownColours(of: tile) }
    )
    return colours
  }
}
