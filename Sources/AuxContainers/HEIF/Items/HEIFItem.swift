/// One item of a HEIF file: an image, or metadata.
package struct HEIFItem: Hashable, Sendable {
  package struct Property: Hashable, Sendable {
    /// The number of the property in `ipco` from 1.
    package var index: Int
    /// Whether a reader that does not know the property must not show the item.
    package var isEssential: Bool
    package var box: Box

    /// Where the property is in the structure of the file.
    package var place: String { "meta/iprp/ipco[\(index)]/\(box.type)" }
  }

  package struct Extents: Hashable, Sendable {
    /// The runs of bytes, in order, as ranges of the file.
    package let ranges: [Range<Int>]
    /// Whether they are in the `idat` box.
    package let isInItemData: Bool
    package let count: Int

    init(ranges: [Range<Int>], isInItemData: Bool) {
      (self.ranges, self.isInItemData) = (ranges, isInItemData)
      count = ranges.reduce(0) { $0 + $1.count }
    }
  }

  /// The offset of its `infe` box in the file.
  package var offset: Int
  package var id: UInt32
  /// The type, as `hvc1`, `grid`, `mime`.
  package var type: FourCharacterCode
  package var name: String
  package var contentType: String?
  /// What an item of the type `uri ` is.
  package var uriType: String?
  package var contentEncoding: String?
  /// Whether a reader does not show the item by itself.
  package var isHidden: Bool
  package var isProtected: Bool
  package var associations: [ItemPropertyAssociationBox.Association] = []
  package var references: [ItemReferenceBox.Reference] = []
  /// Where its bytes are; nil for an item without any.
  package var location: ItemLocationBox.Entry?

  package static let xmpContentType = "application/rdf+xml"

  package var isXMP: Bool { type == "mime" && contentType == Self.xmpContentType }

  /// Whether it is metadata that an edit of pixels brings up to date: XMP or Exif.
  package var isKnownMetadata: Bool { isXMP || type == "Exif" }

  /// Whether it has bytes. Programs that clean photos leave metadata items without any.
  package var hasBytes: Bool { location?.extents.contains { $0.length > 0 } == true }

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
    uriType = entry.uriType
    contentEncoding = entry.contentEncoding
    isHidden = entry.isHidden
    isProtected = entry.protectionIndex != 0
  }
}
