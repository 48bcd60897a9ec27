/// A change of a photo's structure that mends a fault and touches no pixel: the intended result, as data.
///
/// Rules name it, `AuxWriter` makes it. Source: Specs/validation.md, "Repairs".
public struct AuxRepair: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// The entry of a JPEG's index of further images gets the place of an image: its number, from 1, and where that begins
    /// and ends in the file.
    case indexEntry(Int, start: Int, end: Int)
    /// The properties of a type become essential for an item of a HEIF file.
    case essential(item: UInt32, property: String)
    /// An item of a HEIF file states another size.
    case size(item: UInt32, width: Int, height: Int)
    /// An item of a HEIF file, which has neither, gets the `irot` and `imir` of another.
    case orientation(item: UInt32, of: UInt32)
    /// An item of a HEIF file is hidden.
    case hidden(item: UInt32)
    /// A HEIF file gets the brand that announces tone-mapped images.
    case toneMapBrand
    /// An item of a HEIF file comes before another in their group of alternatives.
    case preferred(item: UInt32, over: UInt32)
    /// The primary of a JPEG file no longer announces a gain map.
    case gainMapClaim
    /// An item of a HEIF file goes: metadata without bytes.
    case removed(item: UInt32)
    /// The location of an item of a HEIF file counts from `idat`, not from the start of the file.
    case inItemData(item: UInt32)
  }

  package let change: Change

  package init(_ change: Change) { self.change = change }
}

extension AuxRepair: CustomStringConvertible {
  /// What is done, as `irot becomes essential for item 5`.
  public var description: String {
    switch change {
    case .indexEntry(let number, let start, let end):
      "MP entry \(number) names the image at bytes \(start) to \(end)"
    case .essential(let item, let property): "\(property) becomes essential for item \(item)"
    case .size(let item, let width, let height): "ispe of item \(item) becomes \(width)x\(height)"
    case .orientation(let item, let other): "item \(item) gets irot and imir of item \(other)"
    case .hidden(let item): "item \(item) is hidden"
    case .toneMapBrand: "the brand tmap is added"
    case .preferred(let item, let other): "item \(item) comes before item \(other) in altr"
    case .gainMapClaim: "the photo no longer announces a gain map"
    case .removed(let item): "item \(item) is removed"
    case .inItemData(let item): "the bytes of item \(item) are those in idat (construction method 1)"
    }
  }
}
