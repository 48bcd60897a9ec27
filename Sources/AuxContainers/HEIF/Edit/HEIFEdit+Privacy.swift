package import AuxImage

extension HEIFEdit {
  /// Apple's recipe of a photographic style, without which its maps say nothing.
  private static let styles = "tag:apple.com,2023:photo:metadata:styles"

  /// Removes the items that are neither images nor Exif, XMP or what the images need, and has boxes go that only who wrote them
  /// knows.
  package mutating func removeAllButEssentials() throws(AuxError) {
    let gone = file.items.filter { item in
      let isOther = item.type == "mime" && !item.isXMP || item.type == "uri " && item.uriType != Self.styles
      return isOther && item.id != meta.primary.itemID && !removedIDs.contains(item.id)
    }
    try remove(all: gone.map(\.id))
    removesPrivateBoxes = true
  }

  /// Whether a box at the top of the file goes.
  func removes(_ entry: FileLayout.Entry) -> Bool {
    removesManifest && entry.isManifest || removesTrailers && entry.isTrailer
      || removesPrivateBoxes && entry.type == "uuid" && !entry.isManifest
  }
}
