/// One item of a HEIF file: an image, or metadata.
package struct HEIFItem: Hashable, Sendable {
  /// A property of an item.
  package struct Property: Hashable, Sendable {
    /// The number of the property in `ipco` from 1.
    package var index: Int
    /// Whether a reader that does not know the property must not show the item.
    package var isEssential: Bool
    /// The property.
    package var box: Box

    /// Where the property stands in the structure of the file.
    package var place: String { "meta/iprp/ipco[\(index)]/\(box.type)" }
  }

  /// Where the bytes of an item are.
  package struct Extents: Hashable, Sendable {
    /// The runs of bytes, in order, as ranges of the file.
    package let ranges: [Range<Int>]
    /// Whether they are in the `idat` box.
    package let isInItemData: Bool
    /// The number of bytes.
    package let count: Int

    /// Creates the place of an item.
    init(ranges: [Range<Int>], isInItemData: Bool) {
      (self.ranges, self.isInItemData) = (ranges, isInItemData)
      count = ranges.reduce(0) { $0 + $1.count }
    }
  }

  /// The offset of its `infe` box in the file.
  package var offset: Int
  /// The number.
  package var id: UInt32
  /// The type, as `hvc1`, `grid`, `mime`.
  package var type: FourCharacterCode
  /// The name; empty in Apple's files.
  package var name: String
  /// The content type of a `mime` item.
  package var contentType: String?
  /// The content encoding of a `mime` item.
  package var contentEncoding: String?
  /// Whether a reader does not show the item by itself.
  package var isHidden: Bool
  /// Whether the item is encrypted.
  package var isProtected: Bool
  /// The numbers of its properties, in order.
  package var associations: [ItemPropertyAssociationBox.Association] = []
  /// What it refers to.
  package var references: [ItemReferenceBox.Reference] = []
  /// Where its bytes are; nil for an item without any.
  package var location: ItemLocationBox.Entry?

  /// The content type of XMP.
  package static let xmpContentType = "application/rdf+xml"

  /// Whether the item is an XMP packet.
  package var isXMP: Bool { type == "mime" && contentType == Self.xmpContentType }

  /// The numbers of the items that it refers to by that type of reference, in order.
  package func targets(_ type: FourCharacterCode) -> [UInt32] {
    references.filter { $0.type == type }.flatMap(\.to)
  }

  init(_ entry: ItemInfoEntry, offset: Int) {
    self.offset = offset
    id = entry.itemID
    type = entry.itemType
    name = entry.name
    contentType = entry.contentType
    contentEncoding = entry.contentEncoding
    isHidden = entry.isHidden
    isProtected = entry.protectionIndex != 0
  }
}
